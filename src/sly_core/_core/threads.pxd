"""Work that several threads share, and how it is stopped."""

from libc.stdint cimport int64_t

cdef class Shared:
    # Subclasses do the work in `take_part`, which each thread calls once.
    cdef bint stopped               # something was raised: nobody needs the rest; ask `is_stopped`
    cdef object failure             # what was raised first, or None
    # pieces 0..end-1 are handed out in ranges of `size`; `next` is the first that nobody has taken
    cdef int64_t next
    cdef int64_t end
    cdef int64_t size

    cdef int64_t share_out(self, int64_t pieces, int64_t size) noexcept
    cdef bint next_range(self, int64_t *low, int64_t *high) noexcept
    cdef int take_part(self) except -1
    cdef bint is_stopped(self) noexcept
    cdef void take_part_guarded(self) noexcept
    cdef void fail(self, object error) noexcept


cdef bint is_no_start(object error) noexcept
cdef int do_together(Shared work, int threads) except -1
cdef int check_interrupt() except -1
