"""Numbers from Python, checked."""

from libc.stdint cimport int64_t, uint64_t

from sly_core._core.state cimport State

cdef State core_state(object state, str caller)
cdef int64_t whole_number(object value, str name, int64_t lowest, int64_t highest) except? -1
cdef uint64_t seed_number(object seed) except? 0
cdef double real_number(object value, str name, bint positive) except? -1
cdef int thread_count(object threads) except -1
