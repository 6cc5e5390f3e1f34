"""Odd arguments to `ask`: an error that says which argument, and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sly_core import ask
from sly_core.errors import SlyError

BOARD = "-,-,-,- F123456/F123456 -/- 0 0 -"
Call = Callable[[Any], object]

TAKE_SECONDS: list[Call] = [
    lambda odd: ask.prove("lay", seconds=odd),
    lambda odd: ask.witness("", "multiple_foxes=each", seconds=odd),
    lambda odd: ask.witness("", "", seconds=odd),
    lambda odd: ask.prove_same("", "players=3", seconds=odd),
    lambda odd: ask.shortest_play("", "players=3", seconds=odd),
]
TAKE_RULES: list[Call] = [
    lambda odd: ask.prove("lay", odd),
    lambda odd: ask.witness(odd, ""),
    lambda odd: ask.witness("", odd),
    lambda odd: ask.prove_same(odd, ""),
    lambda odd: ask.prove_same("", odd),
    lambda odd: ask.shortest_play(odd, ""),
    lambda odd: ask.shortest_play("", odd),
    lambda odd: ask.explain(BOARD, "Fa1", odd),
    lambda odd: ask.verify([odd]),
]
TAKE_NUMBERS: list[tuple[str, Call]] = [
    ("jobs", lambda odd: ask.verify(["players=2"], only="every card is in one place", jobs=odd)),
    ("plies", lambda odd: ask.shortest_play("", "players=3", plies=odd)),
]


@pytest.mark.parametrize("call", TAKE_SECONDS)
@pytest.mark.parametrize("odd", [float("nan"), -1, -0.5, float("-inf"), -(10**400), 10**400])
def test_a_time_that_is_none(call: Call, odd: object) -> None:
    with pytest.raises(SlyError, match="^seconds: .* is not a number from 0 up$"):
        call(odd)


@pytest.mark.parametrize("call", TAKE_SECONDS)
@pytest.mark.parametrize("odd", [True, "3", b"3", None, [1], 1j])
def test_a_time_of_the_wrong_type(call: Call, odd: object) -> None:
    with pytest.raises(TypeError, match="^seconds: a .* is not a number from 0 up$"):
        call(odd)


@pytest.mark.parametrize("call", TAKE_RULES)
@pytest.mark.parametrize("odd", [5, b"", ["players=2"], 1.5, object])
def test_rules_of_the_wrong_type(call: Call, odd: object) -> None:
    with pytest.raises(TypeError, match="^(rules|first|second): expected a Ruleset or its text"):
        call(odd)


@pytest.mark.parametrize(("name", "call"), TAKE_NUMBERS)
def test_a_number_that_is_none(name: str, call: Call) -> None:
    with pytest.raises(SlyError, match=f"^{name}: -1 is not a whole number from"):
        call(-1)
    for odd in (True, "3", 1.5, None):
        with pytest.raises(TypeError, match=f"^{name}: a .* is not a whole number from"):
            call(odd)


@pytest.mark.parametrize("odd", [5, b"lay", None, ["lay"]])
def test_a_claim_of_the_wrong_type(odd: Any) -> None:
    with pytest.raises(TypeError, match="^claim: expected a text or a function of a step, not "):
        ask.prove(odd)


@pytest.mark.parametrize("odd", [5, None, b"", [BOARD]])
def test_a_position_of_the_wrong_type(odd: Any) -> None:
    with pytest.raises(TypeError, match="^position: expected a text or a State, not "):
        ask.explain(odd, "Fa1")


def test_other_things_of_the_wrong_type() -> None:
    odd: Any = 5
    with pytest.raises(TypeError, match="^actions: expected tokens or ids, not int$"):
        ask.explain(BOARD, odd)
    for one in (odd, "players=2"):
        with pytest.raises(TypeError, match="^rules: expected several rulesets or their texts"):
            ask.verify(one)
    with pytest.raises(TypeError, match="^seats: expected several numbers, not int$"):
        ask.verify(seats=odd)
    with pytest.raises(TypeError, match="^only: expected a text, not int$"):
        ask.verify(only=odd)
