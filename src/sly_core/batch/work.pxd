"""One pass over all rows of a batch, on one thread or several."""

from libc.stdint cimport int64_t, uint64_t

from sly_core._core.rows cimport Rows
from sly_core._core.threads cimport Shared
from sly_core.batch.rows cimport How, Outputs

cdef enum Pass:
    CHECK = 0
    STEP = 1
    SAMPLE = 2


cdef class Work(Shared):
    # A pass, and where it stands. Several threads may take ranges of it at a time.
    cdef const Rows *rows
    cdef Pass kind
    cdef How how
    cdef Outputs out
    cdef const int64_t *given       # actions to check
    cdef int64_t *drawn             # where samples go
    cdef const uint64_t *seed
    cdef list held                  # the arrays that are written
    cdef int64_t left               # ranges that are not finished; -1: this thread does the pass alone
    cdef int64_t bad                # the first row that CHECK refused, or -1
    cdef int64_t refused            # its action

    cdef int64_t over_range(self, int64_t low, int64_t high, int64_t *refused) noexcept nogil
    cdef void finish(self, int64_t bad, int64_t refused) noexcept
    cdef bint passed(self)


cdef int64_t run(Work work, int threads) except -2
