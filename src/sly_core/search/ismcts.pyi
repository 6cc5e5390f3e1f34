from sly_core._core.state import State
from sly_core.search.results import SearchResult

def ismcts(
    state: State,
    player: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    exploration: float = 0.4,
    max_nodes: int = 8_388_608,
    threads: int = 1,
) -> SearchResult: ...
