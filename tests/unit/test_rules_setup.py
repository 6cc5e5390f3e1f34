"""Setup: clauses S1, S2, S3 and S4."""

from __future__ import annotations

from typing import Any

import pytest

from sly_core import Ruleset
from tests.tools import fields, play, rules, tokens


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s1_play_passes_to_the_left_and_round_again(implementation: Any, players: int) -> None:
    state = implementation.State(Ruleset.wide(players))
    seats = []
    for turn in range(2 * players):
        seats.append(state.current_player())
        state.apply_action(state.legal_actions()[turn])
    assert seats == 2 * list(range(players))


@pytest.mark.parametrize("hens", range(1, 8))
def test_s2_each_holds_one_fox_and_the_hens(implementation: Any, hens: int) -> None:
    hand = "F" + "".join(str(rank) for rank in range(1, hens + 1))
    state = implementation.State(Ruleset(players=3, hens=hens))
    assert fields(state.to_text())[1] == "/".join([hand] * 3)


@pytest.mark.parametrize(
    ("players", "text"),
    [
        (2, "-,-,-,- F123456/F123456 -/- 0 0 -"),
        (3, "-,-,-,-/-,-,-,- F123456/F123456/F123456 -/-/- 0 0 -"),
        (4, "-,-,-,-/-,-,-,- F123456/F123456/F123456/F123456 -/-/-/- 0 0 -"),
    ],
)
def test_s3_standard_layout(implementation: Any, players: int, text: str) -> None:
    state = implementation.State(Ruleset.standard(players))
    assert state.to_text() == text
    assert state.rules.houses == ((1, 2, 3, 4),) * (1 if players == 2 else 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s3_wide_layout(implementation: Any, players: int) -> None:
    rules_ = Ruleset.wide(players)
    assert rules_.houses == ((1, 1, 2, 2, 3, 3, 4, 4),) * (1 if players == 2 else 2)
    board = fields(implementation.State(rules_).to_text())[0]
    assert board == "/".join(["-,-,-,-,-,-,-,-"] * len(rules_.houses))


def test_s3_any_layout_of_up_to_sixteen_spaces(implementation: Any) -> None:
    rules_ = rules("houses=15/1,2/7,7,7,7,7,7,7,7,7,7/9,8,9")
    state = implementation.State(rules_)
    assert fields(state.to_text())[0] == "-/-,-/-,-,-,-,-,-,-,-,-,-/-,-,-"
    assert tokens(state)[:16] == [
        "Fa1", "Fb1", "Fb2", "Fc1", "Fc2", "Fc3", "Fc4", "Fc5",
        "Fc6", "Fc7", "Fc8", "Fc9", "Fc10", "Fd1", "Fd2", "Fd3",
    ]  # fmt: skip
    play(state, "Fc10 2d3 3a1 xc10")
    assert state.scores() == [0, 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s4_seat_0_begins_on_an_empty_table(implementation: Any, players: int) -> None:
    state = implementation.State(Ruleset(players=players))
    assert state.current_player() == 0
    assert state.scores() == [0] * players
    assert state.history() == []


def test_s4_there_is_no_chance(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    assert not state.is_chance_node()
    assert not state.is_simultaneous_node()
    assert state == implementation.State(Ruleset())
