"""What callers hand over: whether it is a whole number, and whether an error is of their making."""

from __future__ import annotations

from operator import index

from sly_core.errors import SlyError, brief


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


def below(what: str, value: object, count: int, where: str, clause: str) -> int:
    """`value` as an `int`, when it is one of 0..count-1.

    Raises:
        TypeError: no whole number.
        SlyError: out of range, by `clause`.

    >>> below("card", 8, 8, "under every ruleset", "S2")
    Traceback (most recent call last):
    sly_core.errors.SlyError: card 8 is out of range: under every ruleset cards are 0 to 7 (S2)
    """
    number = plain_int(value)
    if number is None:
        raise TypeError(f"a {what} is an int, not {type(value).__name__}")
    if not 0 <= number < count:
        raise SlyError(
            f"{what} {brief(number)} is out of range: {where} {what}s are 0 to {count - 1}",
            clause=clause,
        )
    return number


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
