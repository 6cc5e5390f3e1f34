"""The rows of a batch, and what is done to a range of them."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t

from sly_core._core.tensors cimport EventLog
from sly_core._core.types cimport PackedRules, PackedState

cdef enum:
    TERMINATED = 1
    TRUNCATED = 2
    NO_ACTION = 255         # in `chosen`; -1 to callers: the row is left as it is

cdef enum How:
    LOOK = 0                # only write
    STEP_CHOSEN = 1         # make the actions in `chosen`, which have been checked
    STEP_RANDOM = 2         # draw from the rows' streams

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

cdef struct Outputs:
    # Where a row is written, NULL for what nobody asked; row by row, without gaps.
    int8_t *current_player
    uint8_t *mask
    uint64_t *bits
    float *observation
    float *information
    int16_t *scores
    float *returns
    uint8_t *terminated
    uint8_t *truncated
    int64_t *actions
    int player              # whose tensors, or -1: of the seat to act

cdef int allocate(Rows *b, const PackedRules *r, int64_t count, bint with_logs) except -1
cdef void release(Rows *b) noexcept
cdef void copy_rows(Rows *to, const Rows *b) noexcept nogil
cdef bint same_rows(const Rows *a, const Rows *b) noexcept nogil
cdef void reset_row(const Rows *b, int64_t i) noexcept nogil
cdef void note_end(const Rows *b, int64_t i) noexcept nogil
cdef int64_t check_rows(
    const Rows *b, const int64_t *actions, int64_t low, int64_t high, int64_t *refused
) noexcept nogil
cdef void step_rows(const Rows *b, const Outputs *out, How how, int64_t low, int64_t high) noexcept nogil
cdef void sample_rows(
    const Rows *b, const uint64_t *seed, int64_t *out, int64_t low, int64_t high
) noexcept nogil
