"""`ask.witness` and `ask.shortest_play`: the kept witnesses, replayed on both implementations."""

from __future__ import annotations

from typing import Any

import pytest

from sly_core import Ruleset, ask
from sly_core.ask import witnesses
from sly_core.errors import RulesetError
from tests.golden.witness_rows import FILE, PAIRS, row_of
from tests.tools import rows

ROWS = rows(FILE.name)
IDS = [f"{row['first']}|{row['second']}".replace("players=2 ", "") for row in ROWS]
DIFFER = [row for row in ROWS if row["verdict"] == "DIFFER"]


def facts(state: Any) -> dict[str, Any]:
    """Everything in which two readings may differ."""
    seats = range(state.rules.players)
    return {
        "legal": [state.action_to_string(action) for action in state.legal_actions()],
        "text": state.to_text(),
        "end": state.end_reason(),
        "scores": list(state.scores()),
        "seen": [state.information_state_string(seat) for seat in seats],
    }


def test_the_file_has_every_pair() -> None:
    texts = [tuple(Ruleset.from_text(text).to_text() for text in pair) for pair in PAIRS]
    assert [(row["first"], row["second"]) for row in ROWS] == texts
    assert {row["verdict"] for row in ROWS} == {"DIFFER", "SAME"}
    assert all(row["game"] is not None for row in DIFFER)


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_a_witness_is_found_again(row: dict[str, Any]) -> None:
    assert row_of(ask.witness(row["first"], row["second"])) == row


@pytest.mark.parametrize("row", DIFFER, ids=lambda row: f"{row['first']}|{row['second']}")
def test_a_kept_position_shows_the_difference(implementation: Any, row: dict[str, Any]) -> None:
    found = []
    for side in row["sides"]:
        rules = Ruleset.from_text(side["rules"])
        state = implementation.State.from_text(side["position"], rules)
        if row["action"] is not None:
            state.apply_action(state.string_to_action(row["action"]))
        told = facts(state)
        assert told["text"] == side["after"]
        assert told["legal"] == side["legal"]
        assert (told["scores"], told["end"]) == (side["scores"], side["end"])
        found.append(told)
    assert found[0] != found[1]


@pytest.mark.parametrize("row", DIFFER, ids=lambda row: f"{row['first']}|{row['second']}")
def test_a_kept_game_comes_to_a_difference_with_its_last_action(
    implementation: Any, row: dict[str, Any]
) -> None:
    states = [
        implementation.State(Ruleset.from_text(text)) for text in (row["first"], row["second"])
    ]
    named = [state.rules.space_names for state in states]
    for token in row["game"]:
        if named[0] == named[1]:  # texts of other layouts differ anyhow
            assert facts(states[0]) == facts(states[1])
        action = states[0].string_to_action(token)
        for state in states:
            state.apply_action(action)
    assert facts(states[0]) != facts(states[1])


def test_no_time_is_unknown_and_never_an_answer() -> None:
    found = ask.witness("", "multiple_foxes=each", seconds=0)
    assert found.verdict == "UNKNOWN"
    assert "0 seconds" in found.tried
    play = ask.shortest_play("hens=2", "hens=2 multiple_foxes=each", seconds=0.2)
    assert play.actions is None
    assert "until the time was over" in play.tried
    assert ask.shortest_play("", "stall_limit=3", plies=8).tried == "every game of up to 8 actions"


def test_a_far_limit_is_found_without_recursion() -> None:
    assert len(ask.shortest_play("", "stall_limit=700").tokens) == 2100


def test_readings_that_are_the_same() -> None:
    assert ask.witness("", "houses=standard hens=6").why[0].text.startswith("These are the same")
    assert ask.witness("", "reveal_scope=one_house").clauses == ("R1",)
    assert "all have been gone through" in ask.witness("hens=1", "hens=1 gobbling_fox=leaves").why[
        0
    ].text.replace("\n", " ")


def test_it_is_told_in_text() -> None:
    text = str(ask.witness("multiple_foxes=top", "multiple_foxes=each"))
    assert "verdict   they differ\n          Two Foxes and two Hens are turned" in text
    assert "the scores:\n  first   -1, 3\n  second  -1, -1\n" in text
    assert text.endswith("difference: Fa1 Fa2 1a3 1a4 ra1 ra2 ra3 ra4 r.")
    assert "they never differ" in str(ask.witness("", "reveal_scope=one_house"))
    assert "UNKNOWN" in str(ask.witness("", "min_reveal=2", seconds=0))


def test_rules_that_do_not_read() -> None:
    with pytest.raises(RulesetError):
        ask.witness("multiple_foxes=both", "")


def test_a_core_that_disagrees_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witnesses, "_legal", lambda state: (type(state).__module__,))
    with pytest.raises(RuntimeError, match="do not agree"):
        ask.witness("", "min_reveal=2")
