"""Arrays of the caller's, checked, and held while they are read or written."""

from cpython.buffer cimport (
    PyBUF_FULL_RO, PyBuffer_IsContiguous, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from libc.stdint cimport int64_t, uintptr_t

from sly_core._core.types cimport NUM_ACTIONS

from sys import byteorder

from sly_core import arrays
from sly_core.errors import SlyError

# by dtype: bytes of an element, and the letters of the struct module that may name it
FORMATS = {
    "int8, uint8 or bool": (1, "bB?"),
    "int8": (1, "b"),
    "bool": (1, "?bB"),
    "int16": (2, "h"),
    "int64": (8, "lq"),
    "uint64": (8, "LQ"),
    "float32": (4, "f"),
}
NATIVE = {"@", "=", "<" if byteorder == "little" else ">"}


cdef class Buffer:
    """A caller's array; it is let go when this object is."""

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)


cdef tuple shape_of(const Py_buffer *view):
    cdef list found = []
    cdef int at
    for at in range(view.ndim):
        found.append(view.shape[at])
    return tuple(found)


cdef Buffer hold(object array, str name, str dtype, tuple shape):
    """Hold an array that may be written: C-contiguous, aligned, of this dtype and shape.

    Raises ``TypeError`` for another dtype or no array at all, ``SlyError`` for anything else.
    """
    cdef Buffer buffer = Buffer()
    cdef Py_buffer *view = &buffer.view
    size, letters = FORMATS[dtype]
    wanted = f"{name}: a writable array of {dtype} and shape {shape} is needed"
    if not PyObject_CheckBuffer(array):
        raise TypeError(f"{wanted}, not {type(array).__name__}")
    try:
        PyObject_GetBuffer(array, view, PyBUF_FULL_RO)
    except (BufferError, ValueError, TypeError) as error:
        raise TypeError(f"{wanted}; this {type(array).__name__} lends no memory: {error}") from None
    buffer.held = True
    buffer.name = name
    letter = "B" if view.format == NULL else view.format.decode("ascii", "replace")
    if letter[:1] in NATIVE:
        letter = letter[1:]
    if len(letter) != 1 or letter not in letters or view.itemsize != size:
        raise TypeError(f"{wanted}, not elements of format {letter!r}")
    found = shape_of(view)
    if found != shape:
        raise SlyError(f"{wanted}, not shape {found}")
    if view.readonly:
        raise SlyError(f"{wanted}; this one is read-only")
    if not PyBuffer_IsContiguous(view, b"C"):
        raise SlyError(f"{wanted}, C-contiguous; this one has gaps or another order")
    if <uintptr_t>view.buf % <uintptr_t>view.itemsize:
        raise SlyError(f"{wanted}, aligned to {size} bytes")
    return buffer


cdef int check_apart(list buffers) except -1:
    """Refuse two arrays that share memory: each would spoil the other."""
    cdef Buffer buffer
    cdef uintptr_t reached = 0
    spans = []
    for buffer in buffers:
        spans.append((<uintptr_t>buffer.view.buf, <uintptr_t>buffer.view.buf + buffer.view.len, buffer.name))
    last = None
    for low, high, name in sorted(spans):
        if low < reached:
            raise SlyError(f"{last} and {name} share memory; each result needs its own")
        reached, last = high, name
    return 0


cdef tuple as_actions(object actions, int64_t count):
    """The actions as numpy has them, and as int64 in one piece, where what no int64 holds is no action id."""
    numpy = arrays.numpy()
    given = numpy.asarray(actions)
    if isinstance(actions, (list, tuple)) and not {bool, numpy.bool_}.isdisjoint(map(type, actions)):
        raise TypeError("actions are integers, not bools")      # numpy takes a bool among integers for one
    if given.size and given.dtype.kind not in "iu":     # numpy has floats where there is nothing
        given = as_whole_numbers(actions, given)
    if given.shape != (count,):
        raise SlyError(f"actions: shape {given.shape} is not ({count},), one a row")
    whole = given
    if given.dtype.kind == "u":
        given = given.copy()        # an error tells what was checked, whatever is written meanwhile
        whole = numpy.minimum(given, given.dtype.type(NUM_ACTIONS))     # what is above would wrap round to a negative
    elif given.dtype.kind == "O":
        whole = numpy.where((given >= -1) & (given < NUM_ACTIONS), given, NUM_ACTIONS)
    return given, numpy.require(whole, "int64", ["C", "A", "W"])


cdef object as_whole_numbers(object actions, object given):
    """A list of ints of any size, where numpy found no type of integers for them all."""
    if isinstance(actions, (list, tuple)):
        whole = arrays.numpy().array(actions, "O")
        for number in whole.flat:
            if not isinstance(number, int):
                break
        else:
            return whole
    raise TypeError(f"actions are integers, not {given.dtype}")


cdef object as_flags(object rows, int64_t count):
    """Which rows, as bytes of our own."""
    flags = arrays.numpy().array(rows)
    if flags.size and flags.dtype.kind != "b":
        raise TypeError(f"rows are bools, one a row, not {flags.dtype}")
    if flags.shape != (count,):
        raise SlyError(f"rows: shape {flags.shape} is not ({count},)")
    return flags.astype("uint8")
