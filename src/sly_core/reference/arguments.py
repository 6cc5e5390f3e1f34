"""Whole numbers and states from outside, checked."""

from __future__ import annotations

from sly_core.errors import SlyError
from sly_core.given import plain_int
from sly_core.reference.state import State


def check_state(state: object) -> State:
    """Give the value, which must be a state of the reference.

    Raises:
        TypeError: anything else, the core's too.
    """
    if not isinstance(state, State):
        kind = f"{type(state).__module__}.{type(state).__qualname__}"
        raise TypeError(f"state is a sly_core.reference.State, not {kind}")
    return state


def whole_number(value: int, name: str, lowest: int, highest: int) -> int:
    """Give the value as an int of lowest..highest.

    Raises:
        TypeError: no whole number.
        SlyError: out of range.
    """
    number = plain_int(value)
    if number is None:
        raise TypeError(f"{name} is an int {lowest}..{highest}, not {type(value).__name__}")
    if not lowest <= number <= highest:
        raise SlyError(f"{name} is an int {lowest}..{highest}")
    return number
