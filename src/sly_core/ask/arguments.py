"""What `ask` is given from Python, checked: the same words for the same mistake everywhere."""

from __future__ import annotations

from math import isnan

from sly_core.errors import SlyError, brief
from sly_core.given import plain_int, raised_in_call
from sly_core.ruleset import Ruleset, check_ruleset


def ruleset(rules: object, name: str = "rules") -> Ruleset:
    """A ruleset, or the one that a text says.

    >>> ruleset(5)
    Traceback (most recent call last):
    ...
    TypeError: rules: expected a Ruleset or its text, not int
    """
    if isinstance(rules, str):
        return Ruleset.from_text(rules)
    if isinstance(rules, Ruleset):
        return check_ruleset(rules)
    raise TypeError(f"{name}: expected a Ruleset or its text, not {type(rules).__name__}")


def limit(seconds: object) -> float:
    """Seconds, from 0 up; `inf` is no limit.

    >>> limit(float("nan"))
    Traceback (most recent call last):
    ...
    sly_core.errors.SlyError: seconds: nan is not a number from 0 up
    """
    refused = f"seconds: a {type(seconds).__name__} is not a number from 0 up"
    if isinstance(seconds, (bool, str, bytes)):
        raise TypeError(refused)
    try:
        number = float(seconds)  # type: ignore[arg-type]  # asking whether it works is the point
    except TypeError as error:
        if raised_in_call(error):
            raise
        raise TypeError(refused) from None
    except OverflowError:
        number = float("nan")
    if isnan(number) or number < 0:
        raise SlyError(f"seconds: {brief(seconds)} is not a number from 0 up")
    return number


def whole_number(value: object, name: str, lowest: int) -> int:
    """A whole number, not below `lowest`.

    >>> whole_number(0, "jobs", 1)
    Traceback (most recent call last):
    ...
    sly_core.errors.SlyError: jobs: 0 is not a whole number from 1 up
    """
    number = plain_int(value)
    if number is None:
        raise TypeError(f"{name}: a {type(value).__name__} is not a whole number from {lowest} up")
    if number < lowest:
        raise SlyError(f"{name}: {brief(number)} is not a whole number from {lowest} up")
    return number
