"""One pass over all rows of a batch, on one thread or several.

Rows do not know of each other, so a pass gives the same whoever takes which range. A pass is finished whatever
happens: an exception that a signal raises meanwhile comes after it, so no batch is left half stepped.
"""

from collections import deque

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
        while True:
            try:
                low, high = self.ranges.popleft()
            except IndexError:
                return 0
            with nogil:
                bad = self.over_range(low, high, &refused)
            if bad >= 0:
                self.bad.append((bad, refused))
            self.done.append(low)

    cdef bint passed(self):
        """Whether a pass that raised something has checked all rows, and refused none."""
        return self.pieces > 0 and len(self.done) == self.pieces and not self.bad


cdef int64_t run(Work work, int threads) except -2:
    """Do the whole pass. The first row that a check refused, or -1."""
    cdef int64_t count = work.rows.count
    cdef int64_t size = max(ROWS_A_RANGE, count // (RANGES_A_THREAD * threads))
    cdef int64_t low
    cdef int64_t bad
    if threads == 1 or count <= size:
        with nogil:
            bad = work.over_range(0, count, &work.refused)
        return bad
    work.bad = []
    work.done = []
    work.ranges = deque([(low, min(low + size, count)) for low in range(0, count, size)])
    work.pieces = len(work.ranges)
    do_together(work, min(threads, work.pieces))
    bad, work.refused = min(work.bad, default=(-1, 0))
    return bad
