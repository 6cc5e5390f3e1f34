"""Perft: counts the action sequences from a state, to check and to time the rules."""

from libc.stdint cimport int64_t, uint64_t

from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.packing cimport RulesHandle
from sly_core._core.state cimport State
from sly_core._core.types cimport PackedRules, PackedState
from sly_core.search.arguments cimport core_state, whole_number

cdef const Loops *loops = import_loops()

cdef enum:
    MAX_DEPTH = 1000            # keeps the recursion within any stack


def perft(state, depth):
    """Count the action sequences of exactly `depth` actions from `state`.

    A turned card and the end of a REVEAL are actions of their own. The last ply is counted, not
    made. Does not hold the GIL.

    Args:
        state: where to begin; it is left as it is.
        depth: 0..1000; the count grows about twentyfold with each.

    Raises:
        TypeError, SlyError: `depth` is no such number.

    >>> from sly_core import Ruleset, State
    >>> [perft(State(Ruleset(players=2)), depth) for depth in range(4)]
    [1, 28, 644, 9376]
    """
    cdef int plies = whole_number(depth, "depth", 0, MAX_DEPTH)
    cdef uint64_t nodes = 0
    cdef int64_t total
    cdef PackedState root = core_state(state, "perft").now
    cdef RulesHandle handle = (<State>state).origin.handle      # held while others may run
    cdef const PackedRules *r = &handle.packed
    if plies == 0:
        return 1
    with nogil:
        total = loops.count_leaves(&root, r, plies, False, &nodes)
    return total


def made_moves(state, depth):
    """As `perft`, with the last ply made too: for measuring.

    >>> from sly_core import Ruleset, State
    >>> made_moves(State(Ruleset(players=2)), 2)
    644
    """
    cdef int plies = whole_number(depth, "depth", 0, MAX_DEPTH)
    cdef uint64_t nodes = 0
    cdef int64_t total
    cdef PackedState root = core_state(state, "made_moves").now
    cdef RulesHandle handle = (<State>state).origin.handle
    cdef const PackedRules *r = &handle.packed
    with nogil:
        total = loops.count_leaves(&root, r, plies, True, &nodes)
    return total
