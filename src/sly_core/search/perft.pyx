"""Perft: counts the action sequences from a state, to check and to time the rules."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint64_t

from sly_core._core.bits cimport lowest64
from sly_core._core.moves cimport advance_unchecked, legal_words, num_legal
from sly_core._core.packing cimport RulesHandle
from sly_core._core.state cimport State
from sly_core._core.types cimport PackedRules, PackedState
from sly_core.search.arguments cimport core_state, whole_number

cdef enum:
    MAX_DEPTH = 1000            # keeps the recursion within any stack
    NODES_A_CHECK = 1 << 16     # of Ctrl-C


cdef int64_t count(const PackedState *s, const PackedRules *r, int depth, uint64_t *nodes) except -1 nogil:
    cdef uint64_t words[3]
    cdef uint64_t left
    cdef PackedState child
    cdef int64_t total = 0
    cdef int i
    if depth == 1:
        return num_legal(s, r)
    nodes[0] += 1
    if not nodes[0] % NODES_A_CHECK:
        with gil:
            PyErr_CheckSignals()
    legal_words(s, r, words)
    for i in range(3):
        left = words[i]
        while left:
            child = s[0]
            advance_unchecked(&child, r, 64 * i + lowest64(left))
            left &= left - 1
            total += count(&child, r, depth - 1, nodes)
    return total


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
        total = count(&root, r, plies, &nodes)
    return total
