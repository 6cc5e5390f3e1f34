"""Uniformly random playouts, the same for a seed on every platform.

The generator is SplitMix64 begun at the seed; each ply, forced ones too, takes one exact bounded
draw (`rng.pxd`) and plays the action of that place in the ascending list of legal actions.
`sly_core.reference.playout` plays the same games.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int64_t, uint64_t

from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.moves cimport apply_unchecked, nth_legal, num_legal
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.state cimport State
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState
from sly_core.search.arguments cimport core_state, seed_number, whole_number

from sly_core import arrays
from sly_core.errors import PlayoutLimitError

cdef const Loops *loops = import_loops()

cdef enum:
    PLIES_A_CHECK = 1 << 16     # of Ctrl-C

cdef int64_t MOST = <int64_t>1 << 48


def playout(state, seed, max_plies=10_000):
    """The end of one game played on from `state`, uniformly at random over legal actions.

    Args:
        state: where to begin; it is left as it is.
        seed: 0..2**64-1; the same seed gives the same game everywhere.
        max_plies: 0..2**48, the most plies to play.

    Returns:
        A `State`, with the whole history.

    Raises:
        PlayoutLimitError: the game was not over after `max_plies`; has the plies made and the
            state reached.
        TypeError, SlyError: an argument is no such number.

    >>> from sly_core import Ruleset, State
    >>> playout(State(Ruleset(players=2)), 1).is_terminal()
    True
    """
    cdef uint64_t rng = seed_number(seed)
    cdef int64_t most = whole_number(max_plies, "max_plies", 0, MOST)
    cdef int64_t plies = 0
    cdef State end = core_state(state, "playout").clone()
    cdef const PackedRules *r = end.rules_ptr()
    cdef int action
    while end.now.end == NOT_ENDED:
        if plies == most:
            raise PlayoutLimitError(plies, end)
        action = nth_legal(&end.now, r, below(&rng, num_legal(&end.now, r)))
        end.push(action)
        apply_unchecked(&end.now, r, action)
        plies += 1
        if not plies % PLIES_A_CHECK:
            PyErr_CheckSignals()
    return end


def playouts(state, n, seed, max_plies=10_000):
    """Scores of `n` uniformly random games from `state`.

    Row i is `playout(state, playout_seed(seed, i)).scores()`. Does not hold the GIL.

    Args:
        state: where to begin; it is left as it is.
        n: 0..2**31-1, how many.
        seed: 0..2**64-1.
        max_plies: 0..2**48, the most plies of a game.

    Returns:
        int16 array of shape (n, players), in points.

    Raises:
        PlayoutLimitError: a game was not over after `max_plies`; has the plies made and the
            state reached.
        TypeError, SlyError: an argument is no such number.

    >>> from sly_core import Ruleset, State
    >>> playouts(State(Ruleset(players=2)), 100, 1).shape
    (100, 2)
    """
    cdef int64_t games = whole_number(n, "n", 0, 0x7FFFFFFF)
    cdef uint64_t first = seed_number(seed)
    cdef int64_t most = whole_number(max_plies, "max_plies", 0, MOST)
    cdef State began = core_state(state, "playouts").clone()        # others may run meanwhile
    cdef const PackedRules *r = began.rules_ptr()
    cdef int players = r.players
    cdef PackedState root = began.now
    cdef int64_t stuck = -1
    array = arrays.numpy().empty((games, players), dtype="int16")
    cdef int16_t[:, ::1] out = array
    if not games:
        return array        # it has no first element, whose address to take
    with nogil:
        stuck = loops.play_many(&root, r, first, 0, games, most, &out[0, 0])
    if stuck >= 0:
        playout(began, nth_u64(first, stuck), most)   # raises, with its state
    return array
