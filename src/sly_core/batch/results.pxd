"""What can be asked of all rows."""

from libc.stdint cimport int64_t

from sly_core.batch.buffers cimport Buffer
from sly_core._core.rows cimport Rows
from sly_core.batch.rows cimport Outputs


cdef class Results:
    cdef int64_t count
    cdef bint with_events
    cdef dict kinds             # by name: the dtypes it may have, the one it has when made here, the shape of a row

    cdef object fresh(self, str name)
    cdef Buffer held(self, str name, object array)
    cdef list place(self, dict given, bint stepping, Outputs *out)


cdef Results results_of(const Rows *b)
