"""What a seat sees, and full positions made from that."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core.errors import PositionError, SlyError
from sly_core.notation import (
    Position,
    complete_view,
    format_position,
    parse_position,
    parse_view,
    view_of,
)
from sly_core.notation.check import hidden_set
from sly_core.notation.position import is_hidden
from sly_core.ruleset import Ruleset
from tests.unit.drawn_positions import drawn_positions

TWO = Ruleset(hens=2)


@pytest.mark.parametrize(
    ("reveal", "text", "views"),
    [
        (
            "stepwise",
            "01?,13*,11!,0F? 23/F2 -/- 1 0 a1=12",
            ["01?,13*,11!,0F? 23/xx -/- 1 0 a1=12", "0x?,13*,11!,0x? xx/F2 -/- 1 0 a1=12"],
        ),
        (
            "committed",
            "01*,13*,11!,0F? 23/F2 -/- 1 0 a1=12",
            ["01*,1x*,11!,0F? 23/xx -/- 1 0 a1=12", "0x*,13*,11!,0x? xx/F2 -/- 1 0 a1=12"],
        ),
    ],
)
def test_a_seat_sees_its_own_cards_and_those_that_all_have_seen(
    reveal: str, text: str, views: list[str]
) -> None:
    rules = Ruleset(hens=3, reveal=reveal)
    position = parse_position(text, rules)
    assert [format_position(view_of(position, seat, rules), rules) for seat in (0, 1)] == views


@given(drawn_positions(), st.data())
def test_a_view_reads_back_and_is_completed_to_a_position_that_looks_so(
    drawn: tuple[Position, Ruleset], data: st.DataObject
) -> None:
    position, rules = drawn
    player = data.draw(st.sampled_from(range(rules.players)))
    view = view_of(position, player, rules)
    assert view_of(view, player, rules) == view
    text = format_position(view, rules)
    assert len(text) == len(format_position(position, rules))
    assert parse_view(text, rules) == view
    full = complete_view(view, rules)
    assert parse_position(format_position(full, rules), rules) == full
    assert view_of(full, player, rules) == view


@given(drawn_positions(), st.data())
def test_a_view_shows_nothing_of_what_is_hidden(
    drawn: tuple[Position, Ruleset], data: st.DataObject
) -> None:
    position, rules = drawn
    player = data.draw(st.sampled_from(range(rules.players)))
    view = view_of(position, player, rules)
    for before, after in zip(position.board, view.board, strict=True):
        if before is None or before.owner == player or not is_hidden(before, rules):
            assert after == before
        else:
            assert after == replace(before, card=None)
    for seat, (hand, seen) in enumerate(zip(position.hands, view.hands, strict=True)):
        assert seen == (hand if seat == player else (None,) * len(hand))
    for owner in range(rules.players):
        assert hidden_set(view, rules, owner) == hidden_set(position, rules, owner)


def test_completing_takes_the_first_arrangement_of_all() -> None:
    rules = Ruleset(hens=4)
    view = parse_view("1x?,-,1x?,1x? F1234/xx -/- 0 0 a1=23,a3=23,a4=F24", rules)
    cards = [
        choice for choice in product((2, 3), (2, 3), (0, 2, 4)) if len(set(choice)) == len(choice)
    ]
    full = complete_view(view, rules)
    assert tuple(p.card for p in full.board if p) == min(cards) == (2, 3, 0)
    assert full.hands == ((0, 1, 2, 3, 4), (1, 4))


def test_a_view_that_nothing_fits_is_refused_at_what_is_known() -> None:
    text = "1x?,1x?,-,- F12/x -/- 0 0 a1=2,a2=2"
    view = parse_view(text, TWO)
    with pytest.raises(PositionError) as caught:
        complete_view(view, TWO)
    error = caught.value
    assert (error.field, error.column, error.text) == ("known", text.index("a1"), text)
    assert "seat 1" in str(error)


def test_a_full_position_is_its_own_completion() -> None:
    position = parse_position("01?,12!,-,- F2/F1 -/- 0 0 a1=12", TWO)
    assert complete_view(position, TWO) == position


def test_a_seat_must_be_one_of_the_game() -> None:
    position = parse_position("-,-,-,- F12/F12 -/- 0 0 -", TWO)
    for seat in (-1, 2):
        with pytest.raises(SlyError):
            view_of(position, seat, TWO)
    with pytest.raises(TypeError):
        view_of(position, None, TWO)  # type: ignore[arg-type]  # the wrong type is the point
