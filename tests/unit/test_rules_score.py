"""Points: clauses P1, P2, P3 and P4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools import play, rules


@pytest.mark.parametrize(
    ("ruleset", "text", "scores"),
    [
        # P1: a Safe Hen gives its owner the value of its space, whatever its number.
        ("", "06!,-,-,11! F12345/F23456 -/- 0 0 -", [1, 4]),
        ("houses=15/9,1", "01!/12!,- F23456/F13456 -/- 0 0 -", [15, 9]),
        # P1: face-down and turned Hens give nothing yet.
        ("", "06?,-,-,11* F12345/F23456 -/- 0 0 -", [0, 0]),
        # P2: a gobbled Hen gives its number to who gobbled it ...
        ("", "-,-,-,- F123456/F12345 16/- 0 0 -", [6, 0]),
        # ... and takes it from who gobbled their own.
        ("", "-,-,-,- F12345/F12345 06,16/- 0 0 -", [0, 0]),
        ("", "-,-,-,- F1234/F123456 05,06/- 0 0 -", [-11, 0]),
        # P3: a captured Fox gives as many points as there are players.
        ("", "-,-,-,- F123456/123456 1F/- 0 0 -", [2, 0]),
        (
            "players=4",
            "-,-,-,-/-,-,-,- F123456/123456/123456/F123456 1F,2F/-/-/- 0 0 -",
            [8, 0, 0, 0],
        ),
        # P4: cards in hand score nothing.
        ("", "-,-,-,- F123456/F123456 -/- 0 0 -", [0, 0]),
        # All at once, seat 2 paying for its own 3.
        (
            "players=3",
            "05!,-,-,-/-,-,12!,- F12346/3456/F12456 1F/-/11,23 0 0 -",
            [4, 3, -2],
        ),
    ],
)
def test_scores(implementation: Any, ruleset: str, text: str, scores: list[int]) -> None:
    state = implementation.State.from_text(text, rules(ruleset))
    assert state.scores() == scores
    assert [state.player_return(seat) for seat in range(len(scores))] == state.returns()


def test_returns_are_zero_before_the_end_and_sum_to_zero_after(implementation: Any) -> None:
    state = implementation.State.from_text("01!,12!,03!,06? F245/F13456 -/- 1 0 -", rules())
    assert state.returns() == [0.0, 0.0]
    assert state.winners() == []
    play(state, "xa4")
    assert state.scores() == [8, 2]
    assert state.returns() == [3.0, -3.0]
    assert state.winners() == [0]
    assert all(isinstance(value, float) for value in state.returns())


def test_p4_players_level_at_the_top_share_the_win(implementation: Any) -> None:
    state = implementation.State(rules("players=3 hens=1 houses=2,2,1"))
    play(state, "1a1 1a2 1a3")
    assert state.scores() == [2, 2, 1]
    assert state.winners() == [0, 1]
    assert state.returns() == pytest.approx([1 / 3, 1 / 3, -2 / 3])


def test_p1_p4_a_stalled_game_counts_only_what_is_safe(implementation: Any) -> None:
    state = implementation.State.from_text(
        "0F?,15?,-,04! 12356/F12346 -/- 0 0 -", rules("stall_limit=1")
    )
    play(state, "ra1 r.")
    assert state.end_reason() == "stalled"
    assert state.scores() == [4, 0]
    assert state.winners() == [0]
