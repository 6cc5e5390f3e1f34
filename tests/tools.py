"""Small helpers that every part of the suite shares; none of them knows a rule of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sly_core import Ruleset

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
    facts: dict[str, Any] = {
        "legal_actions": state.legal_actions(player),
        "legal_actions_mask": bytes(state.legal_actions_mask(player)),
        "worlds_count": state.worlds_count(player),
        "observation_string": state.observation_string(player),
        "information_state_string": state.information_state_string(player),
    }
    if tensors:
        facts["observation_tensor"] = state.observation_tensor(player).tobytes()
        facts["information_state_tensor"] = state.information_state_tensor(player).tobytes()
    return facts


def all_facts(state: Any, *, tensors: bool = True) -> dict[str, Any]:
    """Everything a state can say, in plain values, so that two implementations compare by ==."""
    facts = public_facts(state)
    facts["text"] = state.to_text()
    facts["key"] = state.key()
    facts["history"] = state.history()
    facts["legal_actions"] = state.legal_actions()
    facts["seats"] = [
        seat_facts(state, player, tensors=tensors) for player in range(state.rules.players)
    ]
    return facts


def snapshot(state: Any) -> tuple[str, list[int], int]:
    """What must not change when a call is refused."""
    return state.to_text(), state.history(), state.key()


def states_along(state: Any, actions: list[int]) -> Iterator[Any]:
    """The state itself before the first action and after each one."""
    yield state
    for action in actions:
        state.apply_action(action)
        yield state
