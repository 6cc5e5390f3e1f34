"""All that a state tells, in plain values: two implementations agree where these are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def public_facts(state: Any) -> dict[str, Any]:
    """Everything that nobody's hidden cards may change."""
    num_spaces = state.rules.num_spaces
    return {
        "current_player": state.current_player(),
        "terminal": state.is_terminal(),
        "end_reason": state.end_reason(),
        "scores": state.scores(),
        "returns": state.returns(),
        "winners": state.winners(),
        "candidates": [state.candidates(space) for space in range(num_spaces)],
    }


def seat_facts(state: Any, player: int, *, tensors: bool = True) -> dict[str, Any]:
    """Everything a state tells one seat."""
    return {**seat_words(state, player), **seat_arrays(state, player, tensors=tensors)}


def seat_words(state: Any, player: int) -> dict[str, Any]:
    """What a state tells one seat in numbers and text, without numpy."""
    return {
        "legal_actions": state.legal_actions(player),
        "worlds_count": state.worlds_count(player),
        "observation_string": state.observation_string(player),
        "information_state_string": state.information_state_string(player),
    }


def seat_arrays(state: Any, player: int, *, tensors: bool = True) -> dict[str, Any]:
    """What a state tells one seat in arrays, as bytes; for this there must be numpy."""
    facts = {"legal_actions_mask": bytes(state.legal_actions_mask(player))}
    if tensors:
        facts["observation_tensor"] = state.observation_tensor(player).tobytes()
        facts["information_state_tensor"] = state.information_state_tensor(player).tobytes()
    return facts


def all_facts(state: Any, *, tensors: bool = True) -> dict[str, Any]:
    """Everything a state can say, in plain values, so that two implementations compare by ==."""
    seats = [seat_facts(state, player, tensors=tensors) for player in range(state.rules.players)]
    return {**_of_no_seat(state), "seats": seats}


def some_words(state: Any) -> dict[str, Any]:
    """What a state can say without numpy, of seats one; another with every action."""
    return {**_of_no_seat(state), **_of_one_seat(state, seat_words)}


def some_arrays(state: Any) -> dict[str, Any]:
    """The masks and tensors of one seat; another with every action."""
    return _of_one_seat(state, seat_arrays)


def _of_one_seat(state: Any, told: Callable[[Any, int], dict[str, Any]]) -> dict[str, Any]:
    seat = len(state.history()) % state.rules.players
    return {f"seat {seat}": told(state, seat)}


def _of_no_seat(state: Any) -> dict[str, Any]:
    return {
        "text": state.to_text(),
        **public_facts(state),
        "key": state.key(),
        "history": state.history(),
        "legal_actions": state.legal_actions(),
    }


def difference(one: Any, other: Any, where: str = "") -> tuple[str, Any, Any] | None:
    """The first place at which two such values are not equal, with both values there.

    >>> difference({"scores": [0, 3], "seat": 1}, {"scores": [0, 2], "seat": 1})
    ('scores[1]', 3, 2)
    >>> difference({"scores": [0, 3]}, {"scores": [0, 3]})
    """
    if one == other:
        return None
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(f"{where}.{key}".lstrip("."), one[key], other[key]) for key in one]
    elif isinstance(one, list | bytes) and type(one) is type(other) and len(one) == len(other):
        pairs = [(f"{where}[{i}]", *pair) for i, pair in enumerate(zip(one, other, strict=True))]
    found = (difference(mine, theirs, name) for name, mine, theirs in pairs)
    return next((place for place in found if place is not None), (where, one, other))
