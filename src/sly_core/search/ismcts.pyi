from typing import SupportsIndex

from typing_extensions import disjoint_base

from sly_core._core.state import State
from sly_core._core.threads import Shared
from sly_core.search.results import SearchResult

@disjoint_base
class Trees(Shared): ...

def ismcts(
    state: State,
    player: SupportsIndex | None = None,
    simulations: SupportsIndex | None = None,
    seconds: float | None = None,
    seed: SupportsIndex = 0,
    exploration: float = 0.4,
    max_nodes: SupportsIndex = 8_388_608,
    threads: SupportsIndex = 1,
) -> SearchResult: ...
