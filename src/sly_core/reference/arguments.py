"""Whole numbers from outside, checked."""

from __future__ import annotations

from operator import index

from sly_core.errors import SlyError


def whole_number(value: int, name: str, lowest: int, highest: int) -> int:
    """Give the value as an int of lowest..highest.

    Raises:
        TypeError: no whole number.
        SlyError: out of range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an int {lowest}..{highest}, not {type(value).__name__}")
    number = index(value)
    if not lowest <= number <= highest:
        raise SlyError(f"{name} is an int {lowest}..{highest}")
    return number
