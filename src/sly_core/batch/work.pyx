"""One pass over all rows of a batch, on one thread or several.

Rows do not know of each other, so a pass gives the same whoever takes which range. A pass is finished whatever
happens: an exception that a signal raises meanwhile comes after it, so no batch is left half stepped.
"""

from collections import deque

from libc.stdint cimport int64_t

from sly_core.batch.rows cimport check_rows, sample_rows, step_rows

cdef enum:
    ROWS_A_RANGE = 1024     # at least: some tens of microseconds of work, so that handing it out costs little
    RANGES_A_THREAD = 4     # so that a thread which is held up leaves its share to the others


cdef class Work:
    """A pass over all rows; called from a thread it takes ranges until none is left."""

    cdef int64_t over_range(self, int64_t low, int64_t high) noexcept nogil:
        if self.kind == STEP:
            step_rows(self.rows, &self.out, self.how, low, high)
        elif self.kind == SAMPLE:
            sample_rows(self.rows, self.seed, self.drawn, low, high)
        else:
            return check_rows(self.rows, self.given, low, high)
        return -1

    def __call__(self):
        cdef int64_t low
        cdef int64_t high
        cdef int64_t bad
        while True:
            try:
                low, high = self.ranges.popleft()
            except IndexError:
                return
            with nogil:
                bad = self.over_range(low, high)
            if bad >= 0:
                self.bad.append(bad)


cdef int64_t run(Work work, object pool, int threads) except -2:
    """Do the whole pass. The first row that a check refused, or -1."""
    cdef int64_t count = work.rows.count
    cdef int64_t size = max(ROWS_A_RANGE, count // (RANGES_A_THREAD * threads))
    cdef int64_t low
    cdef int64_t bad
    if threads == 1 or count <= size:
        with nogil:
            bad = work.over_range(0, count)
        return bad
    work.bad = []
    work.ranges = deque([(low, min(low + size, count)) for low in range(0, count, size)])
    interrupted = None
    helpers = []
    try:
        for _ in range(min(threads, len(work.ranges)) - 1):
            helpers.append(pool.submit(work))
    except BaseException as error:
        interrupted = error
    work()
    for helper in helpers:
        interrupted = finish(helper) or interrupted
    if interrupted is not None:
        raise interrupted
    return min(work.bad, default=-1)


cdef object finish(object helper):
    """Wait for a helper that has begun, whatever happens meanwhile; what was raised, or None."""
    interrupted = None
    while True:
        try:
            if helper.cancel():
                return interrupted
            return helper.exception() or interrupted
        except BaseException as error:
            interrupted = error
