from typing import SupportsIndex

from typing_extensions import disjoint_base

from sly_core._core.state import State
from sly_core._core.threads import Shared

@disjoint_base
class Leaves(Shared): ...

def perft(state: State, depth: SupportsIndex, threads: SupportsIndex = 1) -> int: ...
def made_moves(state: State, depth: SupportsIndex) -> int: ...
