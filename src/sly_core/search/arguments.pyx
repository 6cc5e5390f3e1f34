"""Numbers from Python, checked: the same words for the same mistake in every search."""

from math import isfinite

from libc.stdint cimport int64_t, uint64_t

from sly_core._core.state cimport State

from sly_core.errors import SlyError, brief
from sly_core.given import plain_int


cdef State core_state(object state, str caller):
    """A ``State`` of the core; ``TypeError`` for anything else, the reference's too."""
    if isinstance(state, State):
        return <State>state
    kind = f"{type(state).__module__}.{type(state).__qualname__}"
    raise TypeError(f"{caller} runs on a sly_core.State, not on {kind}; State.from_text reads any state's text")


cdef object as_int(object value, str name, str allowed):
    number = plain_int(value)
    if number is None:
        raise TypeError(f"{name}: a {type(value).__name__} is not a whole number {allowed}")
    return number


cdef int64_t whole_number(object value, str name, int64_t lowest, int64_t highest) except? -1:
    """An int ``lowest``..``highest``; ``TypeError`` or ``SlyError`` for anything else."""
    allowed = f"from {lowest} to {highest:,}"
    value = as_int(value, name, allowed)
    if not lowest <= value <= highest:
        raise SlyError(f"{name}: {brief(value)} is not a whole number {allowed}")
    return value


cdef uint64_t seed_number(object seed) except? 0:
    """A seed, 0..2**64-1."""
    allowed = "from 0 to 2**64 - 1"
    seed = as_int(seed, "seed", allowed)
    if not 0 <= seed < 1 << 64:
        raise SlyError(f"seed: {brief(seed)} is not a whole number {allowed}")
    return seed


cdef double real_number(object value, str name, bint positive) except? -1:
    """A finite number, 0 or more, or above 0; ``TypeError`` or ``SlyError`` for anything else."""
    cdef double number
    allowed = "above 0" if positive else "from 0 up"
    refused = f"{name}: a {type(value).__name__} is not a number {allowed}"
    if isinstance(value, (bool, str, bytes)):
        raise TypeError(refused)
    try:
        number = value
    except OverflowError:
        number = -1
    except TypeError:
        raise TypeError(refused) from None
    if not isfinite(number) or number < 0 or (positive and number == 0):
        raise SlyError(f"{name}: {brief(value)} is not a number {allowed}")
    return number


cdef int thread_count(object threads) except -1:
    """How many threads, 1..256."""
    return whole_number(threads, "threads", 1, 256)
