import numpy as np
from numpy.typing import NDArray

from sly_core._core.state import State

def playout(state: State, seed: int, max_plies: int = 10_000) -> State: ...
def playouts(
    state: State, n: int, seed: int, max_plies: int = 10_000, threads: int = 1
) -> NDArray[np.int16]: ...
