"""Numbers from Python, checked: the same words for the same mistake in every search."""

from math import isfinite
from operator import index

from libc.stdint cimport int64_t, uint64_t

from sly_core.errors import SlyError


cdef object as_int(object value, str name, str allowed):
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an int {allowed}, not {type(value).__name__}")
    return index(value)


cdef int64_t whole_number(object value, str name, int64_t lowest, int64_t highest) except? -1:
    """An int ``lowest``..``highest``; ``TypeError`` or ``SlyError`` for anything else."""
    allowed = f"{lowest}..{highest}"
    value = as_int(value, name, allowed)
    if not lowest <= value <= highest:
        raise SlyError(f"{name} is an int {allowed}, not {'less' if value < lowest else 'more'}")
    return value


cdef uint64_t seed_number(object seed) except? 0:
    """A seed, 0..2**64-1."""
    seed = as_int(seed, "seed", "0..2**64-1")
    if not 0 <= seed < 1 << 64:
        raise SlyError("seed is an int 0..2**64-1")
    return seed


cdef double real_number(object value, str name) except? -1:
    """A finite number, 0 or more; ``TypeError`` or ``SlyError`` for anything else."""
    cdef double number
    if isinstance(value, (bool, str, bytes)):
        raise TypeError(f"{name} is a number, not {type(value).__name__}")
    try:
        number = value
    except OverflowError:
        raise SlyError(f"{name} is a finite number, 0 or more") from None
    except TypeError:
        raise TypeError(f"{name} is a number, not {type(value).__name__}") from None
    if not isfinite(number) or number < 0:
        raise SlyError(f"{name} is a finite number, 0 or more")
    return number
