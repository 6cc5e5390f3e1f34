"""C types of the kernel in ``reveal.py``."""

cimport cython
from libc.stdint cimport uint32_t


@cython.locals(stay=uint32_t, wrap=uint32_t)
cdef uint32_t turn_left(uint32_t cards, uint32_t by) noexcept nogil


@cython.locals(
    order=uint32_t, hens=uint32_t, foxes=uint32_t, gobbled=uint32_t, low=uint32_t, high=uint32_t, gone=uint32_t,
    hungry=uint32_t, place=uint32_t, fox=uint32_t, hen=uint32_t, ate=uint32_t, seat=uint32_t,
    safe=uint32_t, back=uint32_t,
)
cdef void resolve(uint32_t cards, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out) noexcept nogil
