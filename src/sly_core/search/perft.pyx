"""Perft: counts the action sequences from a state, to check and to time the rules."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint32_t, uint64_t

from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.moves cimport advance_unchecked, nth_legal, num_legal
from sly_core._core.packing cimport RulesHandle
from sly_core._core.playing cimport position_of
from sly_core._core.state cimport State
from sly_core._core.threads cimport Shared, do_together
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState
from sly_core.search.arguments cimport core_state, thread_count, whole_number

cdef const Loops *loops = import_loops()

cdef enum:
    MAX_DEPTH = 256             # keeps the recursion, 200 bytes a ply, within a stack of 64 KiB
    SHARED_DEPTH = 5            # at least: below it all is counted before a thread has begun
    STATES_A_THREAD = 16        # at least: subtrees differ in size, and the last one is waited for
    CHUNKS_A_THREAD = 64        # at most: states are handed out in so many pieces


cdef class Leaves(Shared):
    """The states some plies on, and the leaves behind each."""

    cdef const PackedRules *rules
    cdef PackedState *states
    cdef int64_t num_states
    cdef int depth                  # from these states on
    cdef int64_t total

    def __dealloc__(self):
        PyMem_Free(self.states)

    cdef int grow(self) except -1:
        """Go on by a ply. Games that are over have no leaves there."""
        cdef PackedState *before = self.states
        cdef PackedState *after = NULL
        cdef int64_t count = 0
        cdef int64_t i
        cdef uint32_t k
        for i in range(self.num_states):
            if before[i].end == NOT_ENDED:
                count += num_legal(&before[i], self.rules)
        after = <PackedState *>PyMem_Malloc(count * sizeof(PackedState))
        if after == NULL:
            raise MemoryError
        count = 0
        for i in range(self.num_states):
            if before[i].end == NOT_ENDED:
                for k in range(num_legal(&before[i], self.rules)):
                    after[count] = before[i]
                    advance_unchecked(&after[count], self.rules, nth_legal(&before[i], self.rules, k))
                    count += 1
        PyMem_Free(before)
        self.states = after
        self.num_states = count
        self.depth -= 1
        return 0

    cdef int take_part(self) except -1:
        cdef uint64_t nodes = 0
        cdef int64_t total = 0
        cdef int64_t low
        cdef int64_t high
        cdef int64_t i
        while not self.is_stopped() and self.next_range(&low, &high):
            with nogil:
                for i in range(low, high):
                    total += loops.count_leaves(&self.states[i], self.rules, self.depth, False, &nodes)
        self.add(total)
        return 0

    @cython.critical_section
    cdef void add(self, int64_t total) noexcept:
        self.total += total


cdef int64_t count_shared(const PackedState *root, const PackedRules *r, int depth, int threads) except -1:
    """As `count_leaves`, by several threads; `depth` is at least `SHARED_DEPTH`."""
    cdef Leaves leaves = Leaves.__new__(Leaves)
    cdef int64_t ranges
    leaves.rules = r
    leaves.states = <PackedState *>PyMem_Malloc(sizeof(PackedState))
    if leaves.states == NULL:
        raise MemoryError
    leaves.states[0] = root[0]
    leaves.num_states = 1
    leaves.depth = depth
    while leaves.depth > SHARED_DEPTH - 2 and 0 < leaves.num_states < STATES_A_THREAD * threads:
        leaves.grow()
    ranges = leaves.share_out(leaves.num_states, max(1, leaves.num_states // (CHUNKS_A_THREAD * threads)))
    do_together(leaves, max(1, min(threads, ranges)))
    return leaves.total


def perft(state, depth, threads=1):
    """Count the action sequences of exactly `depth` actions from `state`.

    A turned card and the end of a REVEAL are actions of their own. The last ply is counted, not
    made. Does not hold the GIL.

    Args:
        state: where to begin; it is left as it is.
        depth: 0..256; the count grows about twentyfold with each.
        threads: 1..256, how many share the work from depth 5 on; the count is the same for any.

    Raises:
        TypeError, SlyError: an argument is no such number.

    >>> from sly_core import Ruleset, State
    >>> state = State(Ruleset(players=2))
    >>> [perft(state, depth) for depth in range(4)]
    [1, 28, 644, 9376]
    >>> perft(state, 5, threads=2) == perft(state, 5)
    True
    """
    cdef int plies = whole_number(depth, "depth", 0, MAX_DEPTH)
    cdef int workers = thread_count(threads)
    cdef uint64_t nodes = 0
    cdef int64_t total
    cdef PackedState root = position_of(core_state(state, "perft"))
    cdef RulesHandle handle = (<State>state).origin.handle      # held while others may run
    cdef const PackedRules *r = &handle.packed
    if plies == 0:
        return 1
    if workers > 1 and plies >= SHARED_DEPTH:
        return count_shared(&root, r, plies, workers)
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
    cdef PackedState root = position_of(core_state(state, "made_moves"))
    cdef RulesHandle handle = (<State>state).origin.handle
    cdef const PackedRules *r = &handle.packed
    with nogil:
        total = loops.count_leaves(&root, r, plies, True, &nodes)
    return total
