"""Arrays of the caller's, held while they are read or written."""

from libc.stdint cimport int64_t


cdef class Buffer:
    # A caller's array, which cannot be moved or resized while this object lives.
    cdef Py_buffer view
    cdef bint held
    cdef str name


cdef Buffer hold(object array, str name, str dtype, tuple shape)
cdef int check_apart(list buffers) except -1
cdef tuple as_actions(object actions, int64_t count)
cdef object as_flags(object rows, int64_t count)
