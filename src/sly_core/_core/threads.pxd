"""Work that several threads share, and how it is stopped."""

cdef class Shared:
    # Subclasses do the work in `take_part`, which each thread calls once.
    cdef bint stopped               # something was raised: nobody needs the rest; ask `is_stopped`
    cdef list failures              # what was raised, the first first

    cdef int take_part(self) except -1
    cdef bint is_stopped(self) noexcept
    cdef void take_part_guarded(self) noexcept
    cdef void fail(self, object error) noexcept


cdef bint is_no_start(object error) noexcept
cdef int do_together(Shared work, int threads) except -1
cdef int check_interrupt() except -1
