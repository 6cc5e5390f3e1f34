"""What is done to a range of rows, and where it is written."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t

from sly_core._core.rows cimport Rows
from sly_core._core.types cimport PackedRules

cdef enum How:
    LOOK = 0                # only write
    STEP_CHOSEN = 1         # make the actions in `chosen`, which have been checked
    STEP_RANDOM = 2         # draw from the rows' streams

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
cdef bint of_one_kind(const Rows *a, const Rows *b) noexcept nogil
cdef bint same_rows(const Rows *a, const Rows *b) noexcept nogil
cdef int64_t check_rows(
    const Rows *b, const int64_t *actions, int64_t low, int64_t high, int64_t *refused
) noexcept nogil
cdef void step_rows(const Rows *b, const Outputs *out, How how, int64_t low, int64_t high) noexcept nogil
cdef void sample_rows(
    const Rows *b, const uint64_t *seed, int64_t *out, int64_t low, int64_t high
) noexcept nogil
