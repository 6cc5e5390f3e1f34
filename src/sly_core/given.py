"""What callers hand over: whether it is a whole number, and whether an error is of their making."""

from __future__ import annotations

from operator import index


def plain_int(value: object) -> int | None:
    """`value` as an `int`, or None where it is no whole number; True and False are none here.

    What an `__index__` of the caller's raises comes through as it is.

    >>> plain_int(3), plain_int("3"), plain_int(True), plain_int(int)
    (3, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # asking whether it works is the point
    except TypeError as error:
        # to look for an __index__ is not enough: every array of numpy has one, which refuses most
        if raised_in_call(error):
            raise
        return None


def raised_in_call(error: BaseException) -> bool:
    """Whether the error came out of Python code that the `try` around this called.

    False where the call itself was refused: wrong arguments, or no such operation.

    >>> try:
    ...     len(5)
    ... except TypeError as error:
    ...     print(raised_in_call(error))
    False
    """
    trace = error.__traceback__
    return trace is not None and trace.tb_next is not None
