"""Small helpers that every part of the suite shares; none of them knows a rule of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sly_core import Ruleset
from sly_core.selftest.told import all_facts as all_facts
from sly_core.selftest.told import public_facts as public_facts
from sly_core.selftest.told import seat_facts as seat_facts

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of a JSON-lines file in `tests/data`."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def rules_of(row: dict[str, Any]) -> Ruleset:
    """The ruleset of a recorded case."""
    fields = dict(row["rules"])
    fields["houses"] = tuple(tuple(house) for house in fields["houses"])
    return Ruleset(**fields)


def rules(text: str = "") -> Ruleset:
    """A ruleset from its text form; two players where the text names none."""
    return Ruleset.from_text(text if "players=" in text else f"players=2 {text}".strip())


def play(state: Any, tokens: str) -> Any:
    """Apply the tokens, separated by spaces, and hand the state back."""
    for token in tokens.split():
        state.apply_action(state.string_to_action(token))
    return state


def tokens(state: Any, player: int | None = None) -> list[str]:
    """The tokens of the legal actions, in order of ids."""
    ids = state.legal_actions() if player is None else state.legal_actions(player)
    return [state.action_to_string(action) for action in ids]


def fields(text: str) -> list[str]:
    """The six fields of a position's text."""
    board, hands, taken, seat, stall, known = text.split(" ")
    return [board, hands, taken, seat, stall, known]


def snapshot(state: Any) -> tuple[str, list[int], int]:
    """What must not change when a call is refused."""
    return state.to_text(), state.history(), state.key()


def states_along(state: Any, actions: list[int]) -> Iterator[Any]:
    """The state itself before the first action and after each one."""
    yield state
    for action in actions:
        state.apply_action(action)
        yield state
