"""What a seat sees: observation and information-state strings, and reading a view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sly_core import Ruleset
from sly_core.errors import NotationError
from tests.brute import cells
from tests.strategies import follow, random_game, random_rules
from tests.tools import fields, play, rules


def masked(text: str, player: int, rules_: Ruleset) -> str:
    """A position with an x for each card that lies hidden from the seat."""
    board, hands, *rest = fields(text)
    marks = "?*" if rules_.reveal == "committed" else "?"
    for cell in set(cells(text)):
        if cell != "-" and cell[2] in marks and cell[0] != str(player):
            board = board.replace(cell, f"{cell[0]}x{cell[2]}")
    seen = [
        hand if seat == player else "x" * len(hand) for seat, hand in enumerate(hands.split("/"))
    ]
    return " ".join([board, "/".join(seen), *rest])


@pytest.mark.parametrize("seed", range(25))
def test_observation_is_the_text_with_x_for_what_is_hidden(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 40)):
        for player in range(at.rules.players):
            assert at.observation_string(player) == masked(at.to_text(), player, at.rules)


def test_observation_strings_of_an_example(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,0F*,1F?,- 12346/123456 -/- 1 0 a1=F5,a3=F1", rules("reveal=committed")
    )
    assert state.observation_string(0) == "05?,0F*,1x?,- 12346/xxxxxx -/- 1 0 a1=F5,a3=F1"
    assert state.observation_string(1) == "0x?,0x*,1F?,- xxxxx/123456 -/- 1 0 a1=F5,a3=F1"


def test_information_state_string_of_an_example(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    start = "-,-,-,- F123456/xxxxxxx -/- 0 0 -"
    assert state.information_state_string(0) == f"0|{start}|"
    play(state, "Fa1 1a2 3a3 xa3 ra1 r.")
    assert state.information_state_string(0) == f"0|{start}|Fa1 ?a2 3a3 xa3=3 ra1=F r."
    other = "-,-,-,- xxxxxxx/F123456 -/- 0 0 -"
    assert state.information_state_string(1) == f"1|{other}|?a1 1a2 ?a3 xa3=3 ra1=F r."


@pytest.mark.parametrize("space", range(4))
@pytest.mark.parametrize("verb", ["x", "r"])
def test_e1_r2_a_card_is_shown_wherever_it_lay(implementation: Any, verb: str, space: int) -> None:
    state = implementation.State(Ruleset())
    name = state.rules.space_names[space]
    play(state, f"4{name} {verb}{name}")
    assert state.information_state_string(1).endswith(f"|?{name} {verb}{name}=4")


def test_information_state_string_under_committed(implementation: Any) -> None:
    state = play(implementation.State(rules("reveal=committed")), "Fa1 1a2 ra2 ra1")
    assert state.information_state_string(1).endswith("|?a1 1a2 ra2 ra1")
    play(state, "r.")
    # the cards in order of spaces, not of turning
    assert state.information_state_string(1).endswith("|?a1 1a2 ra2 ra1 r.=F1")


def test_information_state_string_tells_what_g1_turned_up(implementation: Any) -> None:
    state = implementation.State.from_text("0F?,16!,12?,- 123456/4 1F,13,15/11 0 0 -", Ruleset())
    play(state, "3a4")
    expected = "0|0F?,16!,1x?,- 123456/x 1F,13,15/11 0 0 -|3a4 end=F23"
    assert state.information_state_string(0) == expected
    # a Hen that the reveal made Safe is not among those that the end turned up
    revealed = implementation.State.from_text("0F?,16!,12?,- 123456/4 1F,13,15/11 0 0 -", Ruleset())
    play(revealed, "ra3 r.")
    assert revealed.information_state_string(0).endswith("|ra3=2 r. end=F")
    nothing_down = implementation.State.from_text(
        "01!,12?,-,- F23456/4 1F,11,13,15,16/- 0 0 -", Ruleset()
    )
    play(nothing_down, "xa2")
    assert nothing_down.end_reason() == "last card"
    assert nothing_down.information_state_string(0).endswith("|xa2=2 end=")


def test_information_state_begins_with_what_was_read(implementation: Any) -> None:
    state = implementation.State.from_text("0F?,15?,-,- 123456/F12346 -/- 1 2 -", Ruleset())
    assert state.information_state_string(0) == "0|0F?,1x?,-,- 123456/xxxxxx -/- 1 2 -|"
    assert state.information_state_string(1) == "1|0x?,15?,-,- xxxxxx/F12346 -/- 1 2 -|"


@pytest.mark.parametrize("seed", range(10))
def test_information_state_is_perfect_recall(implementation: Any, seed: int) -> None:
    """A longer game of the same seat begins with the shorter one's string, own cards and all."""
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    strings = ["" for _ in range(state.rules.players)]
    for at, _ in follow(state, random_game(rng, 30)):
        for player in range(at.rules.players):
            now = at.information_state_string(player)
            assert now.startswith(strings[player])
            assert now != strings[player]
            strings[player] = now


@pytest.mark.parametrize("seed", range(25))
def test_a_view_reads_as_a_state_that_looks_like_it(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 30)):
        for player in range(at.rules.players):
            view = at.observation_string(player)
            twin = implementation.State.from_view(view, at.rules)
            assert twin.observation_string(player) == view
            assert twin.history() == []
            assert twin.worlds_count(player) == at.worlds_count(player)
            assert twin.legal_actions(player) == at.legal_actions(player)
            assert (twin.observation_tensor(player) == at.observation_tensor(player)).all()


def test_a_view_takes_the_first_arrangement_that_fits(implementation: Any) -> None:
    state = implementation.State.from_view("0x?,0x?,1F?,- xxxxx/123456 -/- 1 0 a1=36", Ruleset())
    assert state.to_text() == "03?,0F?,1F?,- 12456/123456 -/- 1 0 a1=36"
    # a1 could be the Fox or the 1, but then nothing would be left for a2
    state = implementation.State.from_view(
        "0x?,0x?,1F?,- x/123456 -/03,04,05,06 1 0 a1=F1,a2=F", Ruleset()
    )
    assert state.to_text() == "01?,0F?,1F?,- 2/123456 -/03,04,05,06 1 0 a1=F1,a2=F"


def test_a_full_position_is_a_view_too(implementation: Any) -> None:
    text = "05?,0F*,-,- 12346/F123456 -/- 1 0 -"
    assert implementation.State.from_view(text, Ruleset()).to_text() == text


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("1x?,-,-,- F123456/xxxxxxx -/- 0 0 -", "hands"),  # a card too many
        ("1x?,-,-,- F123456/xxxxx -/- 0 0 -", "hands"),  # a card too few
        ("1x!,-,-,- F123456/xxxxxx -/- 0 0 -", "board"),  # a Safe card is seen by all
        ("1x*,-,-,- F123456/xxxxxx -/- 0 0 -", "board"),  # stepwise: so is a turned one
        ("1x?,1x?,-,- F123456/xxxxx -/- 0 0 a1=3,a2=3", "known"),  # no arrangement
    ],
)
def test_a_view_that_cannot_be(implementation: Any, text: str, field: str) -> None:
    with pytest.raises(NotationError, match=field) as caught:
        implementation.State.from_view(text, Ruleset())
    assert caught.value.field == field


@pytest.mark.parametrize("method", ["observation_string", "information_state_string"])
def test_without_a_seat_it_is_the_one_to_act(implementation: Any, method: str) -> None:
    state = play(implementation.State(Ruleset()), "Fa1")
    assert getattr(state, method)() == getattr(state, method)(1)
