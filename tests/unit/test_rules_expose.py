"""EXPOSE: clauses E1, E2 and E3."""

from __future__ import annotations

from typing import Any

import pytest

from sly_core import Ruleset
from tests.tools import fields, play, tokens


def exposes(state: Any) -> list[str]:
    return [token for token in tokens(state) if token.startswith("x")]


@pytest.mark.parametrize(("seat", "allowed"), [(0, ["xa2", "xa4"]), (1, ["xa1"])])
def test_e1_only_an_opponents_face_down_card(
    implementation: Any, seat: int, allowed: list[str]
) -> None:
    text = f"06?,16?,05!,15? F1234/F1234 -/- {seat} 0 -"
    state = implementation.State.from_text(text, Ruleset())
    assert exposes(state) == allowed
    for space in range(4):
        token = f"xa{space + 1}"
        if token not in allowed:
            with pytest.raises(ValueError, match="E1"):
                state.apply_action(128 + space)
    assert state.to_text() == text


def test_e1_with_three_seats_every_opponent(implementation: Any) -> None:
    text = "06?,16?,26?,-/-,-,-,- F12345/F12345/F12345 -/-/- 1 0 -"
    state = implementation.State.from_text(text, Ruleset(players=3))
    assert exposes(state) == ["xa1", "xa3"]


@pytest.mark.parametrize(("players", "points"), [(2, 2), (3, 3), (4, 4)])
def test_e2_p3_a_fox_is_taken_and_its_space_is_free(
    implementation: Any, players: int, points: int
) -> None:
    state = implementation.State(Ruleset.wide(players))
    play(state, "Fa3 5a1")
    for space in range(players - 2):
        state.apply_action(state.string_to_action(f"2a{4 + space}"))
    play(state, "1a8 xa3")
    board, hands, taken, *_ = fields(state.to_text())
    assert taken.split("/")[1] == "0F"
    assert state.scores() == [0, points, *[0] * (players - 2)]
    assert board.split(",")[2] == "-"
    assert hands.split("/")[0] == "23456"


def test_e3_a_hen_is_safe_where_it_lies_for_its_owner(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "4a3 xa3")
    assert state.to_text() == "-,-,04!,- F12356/F123456 -/- 0 0 -"
    assert state.scores() == [3, 0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0F?,15?,-,- 123456/F12346 -/- 1 9 -", "-,15?,-,- 123456/F12346 -/0F 0 0 -"),
        ("03?,15?,-,- F12456/F12346 -/- 1 9 -", "03!,15?,-,- F12456/F12346 -/- 0 0 -"),
    ],
)
def test_e2_e3_g3_an_exposed_card_clears_the_count(
    implementation: Any, before: str, after: str
) -> None:
    state = implementation.State.from_text(before, Ruleset())
    assert play(state, "xa1").to_text() == after


def test_e2_the_right_seat_takes_with_four(implementation: Any) -> None:
    text = "0F?,1F?,2F?,3F?/-,-,-,- 123456/123456/123456/123456 -/-/-/- 2 0 -"
    state = implementation.State.from_text(text, Ruleset(players=4))
    play(state, "xa4 xa3 xa2 xa1")
    assert state.to_text() == "-,-,-,-/-,-,-,- 123456/123456/123456/123456 1F/0F/3F/2F 2 0 -"
    assert state.scores() == [4, 4, 4, 4]
