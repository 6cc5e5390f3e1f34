"""Search over the compiled core: perft, uniformly random playouts, and information-set Monte Carlo
tree search.

>>> import sly_core as sly
>>> from sly_core import search
>>> search.perft(sly.State(sly.Ruleset(players=2)), 2)
644
"""

from sly_core.search.ismcts import ismcts
from sly_core.search.perft import perft
from sly_core.search.playouts import playout, playouts
from sly_core.search.results import SearchResult

__all__ = ["SearchResult", "ismcts", "perft", "playout", "playouts"]
