"""What is drawn of a position: for each seat just what it may see, in every way of drawing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core import BatchState, Ruleset, State, reference
from sly_core.errors import SlyError
from sly_core.show.html import page
from sly_core.show.picture import picture_of, points, seats_in_words, status
from sly_core.show.svg import draw
from sly_core.show.terminal import Style, render, render_moves
from tests.strategies import rulesets
from tests.tools import play

TWO = Ruleset(players=2)


def test_one_seats_picture() -> None:
    state = State.from_text("0F?,15?,-,14! 123456/F1236 -/- 0 0 a2=12356", TWO)
    own, other, full = picture_of(state, 0), picture_of(state, 1), picture_of(state)
    assert (own.position.board[1].card, other.position.board[1].card) == (None, 5)  # type: ignore[union-attr]  # a card lies there
    assert own.position.hands == ((1, 2, 3, 4, 5, 6), (None,) * 5)
    assert own.legal == full.legal == tuple(state.legal_actions())
    assert other.legal == ()
    assert own.narrowed(1) == (1, 2, 3, 5, 6)
    assert own.narrowed(0) is own.narrowed(2) is own.narrowed(3) is None
    assert own.hidden_with(1) == (0, 1, 2, 3, 5, 6)
    assert [own.name(0), own.owners(0), own.name(1), own.owners(1)] == [
        "you",
        "your",
        "seat 1",
        "seat 1's",
    ]


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_at_the_table(seat: int) -> None:
    states: tuple[Any, ...] = (State(TWO), reference.State(TWO))
    for drawn in (picture_of, render, draw, page):
        for state in states:
            with pytest.raises(SlyError, match="S1"):
                drawn(state, seat)


@pytest.mark.parametrize("seat", ["0", 1.0, True, [0]])
def test_a_seat_that_is_no_number(seat: Any) -> None:
    for drawn in (picture_of, render, draw, page):
        with pytest.raises(TypeError, match="seat is an int"):
            drawn(State(TWO), seat)


@pytest.mark.parametrize(
    "value", [None, 5, "x", TWO, State, BatchState(TWO, 1), picture_of(State(TWO))]
)
def test_what_is_no_state_is_not_drawn(value: Any) -> None:
    for drawn in (picture_of, render, draw, page):
        with pytest.raises(TypeError, match="^state: expected a State, not "):
            drawn(value)


@pytest.mark.parametrize("style", [None, "plain", Style])
def test_what_is_no_style(style: Any) -> None:
    with pytest.raises(TypeError, match="^style: expected a Style, not "):
        render(State(TWO), style=style)


@pytest.mark.parametrize(
    ("text", "rules", "words"),
    [
        ("-,-,-,- F123456/F123456 -/- 1 0 -", "", "Seat 1 is to act."),
        ("0F*,-,-,- 123456/F123456 -/- 1 0 -", "", "Seat 1 is in a reveal."),
        (
            "-,-,-,- F123456/F123456 -/- 1 2 -",
            "",
            "Seat 1 is to act. Reveals of Foxes alone in a row: 2.",
        ),
        (
            "-,-,-,- F123456/F123456 -/- 0 1 -",
            "stall_limit=3",
            "Seat 0 is to act. Reveals of Foxes alone in a row: 1 of 3.",
        ),
        (
            "-,-,-,- F123456/F123456 -/- 0 3 -",
            "stall_limit=3",
            "The game is over (stalled): seats 0 and 1 share the win.",
        ),
        (
            "04!,03!,12!,11! F1256/F3456 -/- 0 0 -",
            "",
            "The game is over (full house): seat 1 wins.",
        ),
    ],
)
def test_status(text: str, rules: str, words: str) -> None:
    ruleset = Ruleset.from_text(rules)
    assert status(picture_of(State.from_text(text, ruleset))) == words
    if "Seat 1 is" in words:
        you = status(picture_of(State.from_text(text, ruleset), 1))
        assert you == words.replace("Seat 1 is", "You are")


def test_words_for_numbers() -> None:
    assert [points(n) for n in (-1, 0, 1, 2)] == ["−1 point", "0 points", "1 point", "2 points"]
    assert seats_in_words((0,)) == "seat 0"
    assert seats_in_words((0, 1, 3)) == "seats 0, 1 and 3"


@st.composite
def states(draw: st.DrawFn) -> Any:
    """A state reached by play under any ruleset, perhaps over."""
    state = State(draw(rulesets()))
    for _ in range(draw(st.integers(0, 60))):
        if state.is_terminal():
            break
        state.apply_action(draw(st.sampled_from(state.legal_actions())))
    return state


@given(states(), st.data())
def test_no_drawing_changes_with_what_is_hidden_from_its_seat(state: Any, data: Any) -> None:
    seat = data.draw(st.integers(0, state.rules.players - 1))
    other = state.resample_from_infostate(seat, data.draw(st.integers(0, 2**64 - 1)))
    assert picture_of(state, seat) == picture_of(other, seat)
    for style in (Style(), Style(boxes=True, colour=True, width=100)):
        assert render(state, seat, style) == render(other, seat, style)
    assert draw(state, seat) == draw(other, seat)
    assert page(state, seat) == page(other, seat)


@given(states(), st.data())
def test_every_position_can_be_drawn_whole(state: Any, data: Any) -> None:
    assert draw(state).startswith("<svg ")
    assert "<!DOCTYPE html>" in page(state)
    drawn = render(
        state, style=Style(boxes=True, colour=True, width=data.draw(st.integers(1, 200)))
    )
    assert all(name in drawn for name in state.rules.space_names)
    listed = render(state)
    for seat, score in enumerate(state.scores()):
        assert f"seat {seat} " in listed
        assert points(score) in listed
    tokens = render_moves(picture_of(state)).split()
    assert {state.action_to_string(action) for action in state.legal_actions()} <= set(tokens)


def test_a_played_state_needs_no_text() -> None:
    state = play(State(Ruleset(players=3)), "Fa1 3a2 6b1")
    assert picture_of(state, 1).position.hands[1] == (0, 1, 2, 4, 5, 6)
