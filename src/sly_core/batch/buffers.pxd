"""Arrays of the caller's, held while they are written."""


cdef class Buffer:
    # A caller's array, which cannot be moved or resized while this object lives.
    cdef Py_buffer view
    cdef bint held
    cdef str name


cdef Buffer hold(object array, str name, str dtype, tuple shape)
cdef int check_apart(list buffers) except -1
