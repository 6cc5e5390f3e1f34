from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from sly_core._core.state import State
from sly_core._core.threads import Shared

@disjoint_base
class Games(Shared): ...

def playout(state: State, seed: SupportsIndex, max_plies: SupportsIndex = 10_000) -> State: ...
def playouts(
    state: State,
    n: SupportsIndex,
    seed: SupportsIndex,
    max_plies: SupportsIndex = 10_000,
    threads: SupportsIndex = 1,
) -> NDArray[np.int16]: ...
