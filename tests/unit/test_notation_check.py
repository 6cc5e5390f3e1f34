"""Positions that no game can come to: each is refused, at its character and by its clause."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from sly_core.errors import PositionError
from sly_core.notation import (
    Position,
    check_position,
    format_position,
    parse_position,
    parse_view,
)
from sly_core.notation.check import fox_is_out, hidden_set
from sly_core.ruleset import Ruleset
from tests.unit.drawn_positions import drawn_positions

Parse = Callable[[str, Ruleset], Position]

TWO = Ruleset(hens=2)
THREE = Ruleset(hens=3)
LEAVES = THREE.replace(gobbling_fox="leaves")
STALLS = THREE.replace(stall_limit=2)
COMMITTED = THREE.replace(reveal="committed")
ONE_HOUSE = Ruleset(hens=3, houses=[[1, 2], [3]], reveal_scope="one_house")

IMPOSSIBLE = [
    # rules, clause, field, text with ^ before the character at fault
    # S1: seats there are not
    (TWO, "S1", "board", "^21?,-,-,- F2/F12 -/- 0 0 -"),
    (TWO, "S1", "taken", "-,-,-,- F12/F12 ^31/- 0 0 -"),
    (TWO, "S1", "seat", "-,-,-,- F12/F12 -/- ^2 0 -"),
    # S2: every card once, and no others
    (TWO, "S2", "board", "0^3?,-,-,- F12/F12 -/- 0 0 -"),
    (TWO, "S2", "hands", "-,-,-,- F12^3/F12 -/- 0 0 -"),
    (TWO, "S2", "taken", "-,-,-,- F12/F12 -/0^3 0 0 -"),
    (TWO, "S2", "known", "01?,-,-,- F2/F12 -/- 0 0 a1=^3"),
    (TWO, "S2", "hands", "01?,-,-,- F^12/F12 -/- 0 0 -"),
    (TWO, "S2", "board", "01?,0^1?,-,- F2/F12 -/- 0 0 -"),
    (TWO, "S2", "hands", "-,-,-,- F^F12/F12 -/- 0 0 -"),
    (TWO, "S2", "taken", "-,-,-,- F12/F12 ^01/- 0 0 -"),
    (TWO, "S2", "taken", "-,-,-,- F2/F12 01,^01/- 0 0 -"),
    (TWO, "S2", "taken", "-,-,-,- F2/F12 01/^01 0 0 -"),
    (TWO, "S2", "known", "01?,-,-,- F2/F12 -/- 0 0 a1=1^1"),
    (TWO, "S2", "hands", "-,-,-,- ^F1/F12 -/- 0 0 -"),
    (TWO, "S2", "hands", "-,-,-,- F12/^12 -/- 0 0 -"),
    (LEAVES, "S2", "hands", "-,-,-,- ^12/F123 -/- 0 0 -"),
    # G1: a hand is never empty
    (TWO, "G1", "hands", "-,-,-,- ^/F12 -/- 0 0 -"),
    (TWO, "G1", "hands", "-,-,-,- F12/^ -/- 0 0 -"),
    # E1: only an opponent's card is exposed
    (TWO, "E1", "taken", "-,-,-,- 12/F12 ^0F/- 0 0 -"),
    (TWO, "E1", "taken", "-,-,-,- F1/12 -/02,^1F 0 0 -"),
    # R5: a Fox leaves after gobbling one Hen, not otherwise, and not to come back
    (LEAVES, "R5", "hands", "-,-,-,- ^123/F123 -/- 0 0 -"),
    (LEAVES, "R5", "hands", "-,-,-,- ^F12/F123 03/- 0 0 -"),
    (LEAVES, "R5", "board", "0^F?,-,-,- 123/F23 11/- 0 0 -"),
    (LEAVES, "R5", "taken", "-,-,-,- 12/F123 03/^0F 0 0 -"),
    (LEAVES, "R5", "taken", "-,-,-,- 12/F12 03,^13/- 0 0 -"),
    (LEAVES, "R5", "taken", "-,-,-,- 123/F1 12,^13/- 0 0 -"),
    # R1: one house
    (ONE_HOUSE, "R1", "board", "01*,-/13^* F23/F12 -/- 0 0 -"),
    # G1: what that end does and does not leave
    (THREE, "G1", "board", "01^?,-,-,- 3/F123 -/0F,02 0 0 -"),
    (THREE, "G1", "board", "01!,12^*,-,- 3/F13 -/0F,02 0 0 -"),
    (THREE, "G1", "board", "0^F!,-,-,- 123/F123 -/- 0 0 -"),
    (THREE, "G1", "board", "0^F!,12!,02!,01! 3/F13 -/- 1 0 -"),
    # G3: the count and what ends with it
    (STALLS, "G3", "stall", "-,-,-,- F123/F123 -/- 0 ^3 -"),
    (STALLS, "G3", "stall", "-,-,-,- F123/F123 -/- 0 ^999999 -"),
    (THREE, "G3", "stall", "-,-,-,- F123/F123 -/- 0 ^65536 -"),
    (STALLS, "G3", "board", "01^*,-,-,- F23/F123 -/- 0 2 -"),
    (STALLS, "G3", "stall", "01!,12!,02!,11! F3/F3 -/- 0 ^2 -"),
    (STALLS, "G3", "stall", "-,-,-,- 3/F123 -/0F,01,02 0 ^2 -"),
    (STALLS, "G3", "stall", "01?,12!,02!,11! F3/F3 -/- 0 ^2 -"),
    (STALLS, "G3", "stall", "0F?,12!,1F?,- 123/13 -/- 0 ^2 -"),
    (THREE, "G3", "stall", "01!,12!,02!,11! F3/F3 -/- 0 ^1 -"),
    (THREE, "G3", "stall", "-,-,-,- 123/123 1F/0F 0 ^1 -"),
    (LEAVES, "G3", "stall", "-,-,-,- 12/123 03,1F/- 0 ^1 -"),
    # R2: what is known
    (THREE, "R2", "known", "-,-,-,- F123/F123 -/- 0 0 ^a1=1"),
    (THREE, "R2", "known", "01!,-,-,- F23/F123 -/- 0 0 ^a1=1"),
    (THREE, "R2", "known", "01*,-,-,- F23/F123 -/- 0 0 ^a1=1"),
    (THREE, "R2", "known", "01?,-,-,- F23/F123 -/- 0 0 ^a1=F123"),
    (THREE, "R2", "known", "01?,-,-,- F23/F123 -/- 0 0 a1=^F2"),
    (THREE, "R2", "known", "01?,02!,-,- F3/F123 -/- 0 0 a1=1^2"),
    (THREE, "R2", "known", "01?,02*,-,- F3/F123 -/- 0 0 a1=1^2"),
    (THREE, "R2", "known", "01?,02*,-,- F3/F123 -/- 0 0 ^a1=F13"),
    (COMMITTED, "R2", "known", "01*,-,-,- F23/F123 -/- 0 0 ^a1=F123"),
]


@pytest.mark.parametrize(("rules", "clause", "field", "marked"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_by_its_clause(
    rules: Ruleset, clause: str, field: str, marked: str
) -> None:
    _refused(parse_position, rules, clause, field, marked)


@pytest.mark.parametrize(
    ("clause", "field", "marked"),
    [
        ("S2", "hands", "-,-,-,- F12/^xx -/- 0 0 -"),
        ("S2", "hands", "-,-,-,- F12/xxx^x -/- 0 0 -"),
        ("S2", "hands", "1x?,1x?,1x?,- F12/^x -/- 0 0 -"),
        ("R2", "board", "1^x!,-,-,- F12/xx -/- 0 0 -"),
        ("R2", "board", "1^x*,-,-,- F12/xx -/- 0 0 -"),
        ("S4", "board", "1^x?,-,-,- F12/F1 -/- 0 0 -"),
        ("S4", "hands", "11?,-,-,- F12/^xx -/- 0 0 -"),
        ("R2", "known", "1x?,12!,-,- F12/x -/- 0 0 a1=^2"),
        ("R2", "known", "1x?,-,-,- F12/xx -/- 0 0 ^a1=F12"),
    ],
)
def test_an_impossible_view_is_refused_too(clause: str, field: str, marked: str) -> None:
    _refused(parse_view, TWO, clause, field, marked)


def _refused(parse: Parse, rules: Ruleset, clause: str, field: str, marked: str) -> None:
    text, column = marked.replace("^", ""), marked.index("^")
    with pytest.raises(PositionError) as caught:
        parse(text, rules)
    error = caught.value
    assert (error.clause, error.field, error.column, error.text) == (clause, field, column, text)
    assert f"({clause})" in str(error)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        # under `leaves` a Fox is nowhere once it has gobbled, its own Hen too
        (LEAVES, "-,-,-,- 123/F12 13/- 0 0 -"),
        (LEAVES, "-,-,-,- 12/F123 03/- 0 0 -"),
        (LEAVES, "-,-,-,- 123/12 -/0F,13 0 0 -"),
        # a captured Fox under `returns`, beside Hens it had gobbled
        (THREE, "-,-,-,- 123/F12 13/0F 0 0 -"),
        # another seat may hold one card
        (THREE, "02?,-,-,- F13/3 1F,11,12/- 0 0 -"),
        # all face up while a reveal is under way (G2 is asked later)
        (THREE, "01!,12!,0F*,11* 23/F3 -/- 0 0 -"),
        # the count where nothing limits it
        (THREE, "-,-,-,- F123/F123 -/- 0 65535 -"),
        # under `committed` what is known stays while the card lies turned
        (COMMITTED, "01*,-,-,- F23/F123 -/- 0 0 a1=13"),
        # nothing asks whether play can come to what is known
        (THREE, "01?,02?,-,- F3/F123 -/- 0 0 a1=1,a2=12"),
    ],
)
def test_a_rare_but_possible_position_is_read(rules: Ruleset, text: str) -> None:
    assert format_position(parse_position(text, rules), rules) == text


@given(drawn_positions())
def test_every_card_is_hidden_seen_or_out(drawn: tuple[Position, Ruleset]) -> None:
    position, rules = drawn
    check_position(position, rules)
    for owner in range(rules.players):
        hidden = hidden_set(position, rules, owner)
        assert hidden.issuperset(c for c in position.hands[owner] if c is not None)
        assert not (0 in hidden and fox_is_out(position, rules, owner))
