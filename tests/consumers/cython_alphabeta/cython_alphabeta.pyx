"""The best action for two seats who see all cards: alpha-beta on the core's own structs."""

from libc.stdint cimport int64_t, uint64_t
from sly_core._core.bits cimport lowest64
from sly_core._core.moves cimport advance_unchecked, legal_words
from sly_core._core.scoring cimport score
from sly_core._core.state cimport State
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState

cdef enum:
    INFINITE = 1000


cdef int lead(const PackedState *s, const PackedRules *r) noexcept nogil:
    """How many points seat 0 is ahead."""
    cdef int points[4]
    score(s, r, points)
    return points[0] - points[1]


cdef int value(
    const PackedState *s, const PackedRules *r, int depth, int alpha, int beta, int *best, int64_t *made
) noexcept nogil:
    """The lead of seat 0 after best play of `depth` actions, where it is within the window; `best` is what to do."""
    cdef PackedState child
    cdef uint64_t words[3]
    cdef uint64_t left
    cdef int action, after, found, word
    if depth == 0 or s.end != NOT_ENDED:
        return lead(s, r)
    found = -INFINITE if s.seat == 0 else INFINITE
    legal_words(s, r, words)
    for word in range(2, -1, -1):  # EXPOSE and REVEAL first: they change the points
        left = words[word]
        while left:
            action = 64 * word + lowest64(left)
            left &= left - 1
            child = s[0]
            advance_unchecked(&child, r, action)
            made[0] += 1
            # a REVEAL is several actions of one seat, so the seat, not the depth, says who is choosing
            after = value(&child, r, depth - 1, alpha, beta, NULL, made)
            if (after > found) if s.seat == 0 else (after < found):
                found = after
                if best != NULL:
                    best[0] = action
                if s.seat == 0:
                    alpha = max(alpha, found)
                else:
                    beta = min(beta, found)
                if alpha >= beta:
                    return found
    return found


def search(State state not None, int depth):
    """Seat 0's lead after best play of `depth` actions, the action to make, and how many were made to find out."""
    if state.num_players() != 2 or state.is_terminal() or not 1 <= depth <= 100:
        raise ValueError("a game of two seats that goes on, and a depth of 1..100, are expected")
    cdef PackedState s = state.now
    cdef const PackedRules *r = state.rules_ptr()
    cdef int best = -1
    cdef int found
    cdef int64_t made = 0
    with nogil:
        found = value(&s, r, depth, -INFINITE, INFINITE, &best, &made)
    return found, best, made
