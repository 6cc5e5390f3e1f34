"""The rows of a batch, and what one row is told."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from sly_core._core.moves cimport start
from sly_core._core.scoring cimport score
from sly_core._core.tensors cimport EventLog
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState

cdef enum:
    TERMINATED = 1
    TRUNCATED = 2
    NO_ACTION = 255         # in `chosen`; -1 to callers: the row is left as it is

cdef struct Rows:
    # One block of memory, cut into an array a field.
    void *block
    int64_t count
    const PackedRules *rules
    PackedState *states     # aligned to cache lines
    uint64_t *streams       # a SplitMix64 each
    EventLog *logs          # or NULL
    uint32_t *plies         # actions since the row was reset or set
    int16_t *final_scores   # of four seats, of the last game that was over
    uint8_t *over           # what the last step did: 0, TERMINATED or TRUNCATED
    uint8_t *chosen
    uint32_t max_plies      # 0 = none
    bint autoreset


cdef inline bint is_closed(const Rows *b, int64_t i) noexcept nogil:
    """Whether the game of a row is over and nothing resets it by itself: then the row takes no action."""
    return b.over[i] != 0 and not b.autoreset


cdef inline void reset_row(const Rows *b, int64_t i) noexcept nogil:
    """A new game (S4). What the last step did, and the stream, stay."""
    start(&b.states[i], b.rules)
    b.plies[i] = 0
    if b.logs != NULL:
        memset(&b.logs[i], 0, sizeof(EventLog))


cdef inline void note_end(const Rows *b, int64_t i) noexcept nogil:
    """Whether the row's game is over, and the points it then has (G1-G3; a truncation is no rule)."""
    cdef int points[4]
    cdef int seat
    if b.states[i].end != NOT_ENDED:
        b.over[i] = TERMINATED
    elif b.max_plies and b.plies[i] >= b.max_plies:
        b.over[i] = TRUNCATED
    else:
        b.over[i] = 0
        return
    score(&b.states[i], b.rules, points)
    for seat in range(4):
        b.final_scores[4 * i + seat] = points[seat]
