"""One pass over all rows of a batch, on one thread or several.

Rows do not know of each other, so a pass gives the same whoever takes which range. A pass is finished whatever
happens: an exception that a signal raises meanwhile comes after it, so no batch is left half stepped.
"""

cimport cython
from libc.stdint cimport int64_t

from sly_core._core.threads cimport Shared, do_together
from sly_core.batch.rows cimport check_rows, sample_rows, step_rows

cdef enum:
    ROWS_A_RANGE = 1024     # at least: some tens of microseconds of work, so that handing it out costs little
    RANGES_A_THREAD = 16    # so that a thread which is held up leaves its share to the others


cdef class Work(Shared):
    """A pass over all rows. It is not cut short when it is stopped."""

    cdef int64_t over_range(self, int64_t low, int64_t high, int64_t *refused) noexcept nogil:
        if self.kind == STEP:
            step_rows(self.rows, &self.out, self.how, low, high)
        elif self.kind == SAMPLE:
            sample_rows(self.rows, self.seed, self.drawn, low, high)
        else:
            return check_rows(self.rows, self.given, low, high, refused)
        return -1

    cdef int take_part(self) except -1:
        cdef int64_t low
        cdef int64_t high
        cdef int64_t bad
        cdef int64_t refused = 0
        while self.next_range(&low, &high):
            with nogil:
                bad = self.over_range(low, high, &refused)
            self.finish(bad, refused)
        return 0

    @cython.critical_section
    cdef void finish(self, int64_t bad, int64_t refused) noexcept:
        self.left -= 1
        if bad >= 0 and (self.bad < 0 or bad < self.bad):
            self.bad = bad
            self.refused = refused

    cdef bint passed(self):
        """Whether a pass that raised something has checked all rows, and refused none."""
        return self.left == 0 and self.bad < 0


cdef int64_t run(Work work, int threads) except -2:
    """Do the whole pass. The first row that a check refused, or -1."""
    cdef int64_t count = work.rows.count
    cdef int64_t size = max(ROWS_A_RANGE, count // (RANGES_A_THREAD * threads))
    work.bad = work.left = -1
    if threads == 1 or count <= size:
        with nogil:
            work.bad = work.over_range(0, count, &work.refused)
        return work.bad
    work.left = work.share_out(count, size)
    do_together(work, min(threads, work.left))
    return work.bad
