"""The six fields: what reads, what does not, and where the error points."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core.errors import NotationError, PositionError
from sly_core.notation import (
    Placed,
    Position,
    end_reason_of,
    format_position,
    parse_position,
    parse_view,
    start_position,
)
from sly_core.ruleset import Ruleset
from tests.unit.drawn_positions import drawn_positions

TWO = Ruleset(hens=2)
START = "-,-,-,- F12/F12 -/- 0 0 -"


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Ruleset(), "-,-,-,- F123456/F123456 -/- 0 0 -"),
        (
            Ruleset(players=3, hens=1, houses=[[5], [1, 2]]),
            "-/-,- F1/F1/F1 -/-/- 0 0 -",
        ),
    ],
)
def test_the_start_is_full_hands_and_empty_spaces_s4(rules: Ruleset, text: str) -> None:
    assert format_position(start_position(rules), rules) == text
    assert parse_position(text, rules) == start_position(rules)


def test_every_field_is_read() -> None:
    rules = Ruleset(players=3, hens=3, houses=[[1, 2], [3]])
    text = "1F?,02!/2F* F3/123/12 -/01/23 2 7 a1=F1"
    assert parse_position(text, rules) == Position(
        board=(Placed(1, 0, "?"), Placed(0, 2, "!"), Placed(2, 0, "*")),
        hands=((0, 3), (1, 2, 3), (1, 2)),
        taken=((), ((0, 1),), ((2, 3),)),
        seat=2,
        stall=7,
        known=((0, 1), None, None),
    )


@given(drawn_positions())
def test_writing_then_reading_gives_the_position(drawn: tuple[Position, Ruleset]) -> None:
    position, rules = drawn
    assert parse_position(format_position(position, rules), rules) == position


@given(drawn_positions(), st.data())
def test_a_changed_text_reads_as_it_stands_or_points_at_a_character(
    drawn: tuple[Position, Ruleset], data: st.DataObject
) -> None:
    position, rules = drawn
    text = format_position(position, rules)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 2))
    put = data.draw(st.text(st.sampled_from("F1234567x?!*-/,= 0r.ab"), max_size=2))
    _reads_or_points(text[:at] + put + text[at + cut :], rules)


@given(st.text(), st.text(alphabet="F01?!*-/,= ab", max_size=40))
def test_garbage_never_raises_anything_but_a_notation_error(any_text: str, alike: str) -> None:
    _reads_or_points(any_text, TWO)
    _reads_or_points(alike, TWO)


def _reads_or_points(text: str, rules: Ruleset) -> None:
    for parse in (parse_position, parse_view):
        try:
            position = parse(text, rules)
        except NotationError as caught:
            error = caught
        else:
            assert format_position(position, rules) == text
            continue
        assert error.text == text
        assert 0 <= error.column <= len(text)
        assert error.field in ("board", "hands", "taken", "seat", "stall", "known")


DOES_NOT_READ = [
    # field, part of the message, text with ^ before the character at fault
    ("board", "single spaces", "^"),
    ("board", "single spaces", "^ -,-,-,- F12/F12 -/- 0 0 -"),
    ("hands", "single spaces", "-,-,-,- ^ F12/F12 -/- 0 0 -"),
    ("known", "goes on", "-,-,-,- F12/F12 -/- 0 0 -^ "),
    ("known", "goes on", "-,-,-,- F12/F12 -/- 0 0 -^ -"),
    ("known", "missing", "-,-,-,- F12/F12 -/- 0 0^"),
    ("known", "single spaces", "-,-,-,- F12/F12 -/- 0 0 ^"),
    ("hands", "missing", "-,-,-,-^"),
    ("board", "4 are needed, not 3", "-,-,-^ F12/F12 -/- 0 0 -"),
    ("board", "4 are needed, not 5", "-,-,-,-,^- F12/F12 -/- 0 0 -"),
    ("board", "houses: 1 are needed", "-,-,-,-/^- F12/F12 -/- 0 0 -"),
    ("board", "one of 0123", "-,^,-,- F12/F12 -/- 0 0 -"),
    ("board", "one of 0123", "^x1?,-,-,- F12/F12 -/- 0 0 -"),
    ("board", "one of F1234567", "0^0?,-,-,- F12/F12 -/- 0 0 -"),
    ("board", "one of F1234567", "0^f?,-,-,- F12/F12 -/- 0 0 -"),
    ("board", "one of F1234567", "0^x?,-,-,- F1/F12 -/- 0 0 -"),
    ("board", "one of ?!*", "01^,-,-,- F2/F12 -/- 0 0 -"),
    ("board", "one of ?!*", "01^-,-,-,- F2/F12 -/- 0 0 -"),
    ("board", "nothing more", "01?^?,-,-,- F2/F12 -/- 0 0 -"),
    ("hands", "2 are needed, not 1", "-,-,-,- F12^ -/- 0 0 -"),
    ("hands", "2 are needed, not 3", "-,-,-,- F12/F12/^F12 -/- 0 0 -"),
    ("hands", "ascending", "-,-,-,- 1^F2/F12 -/- 0 0 -"),
    ("hands", "ascending", "-,-,-,- F12/F2^1 -/- 0 0 -"),
    ("hands", "one of F1234567", "-,-,-,- ^xxx/F12 -/- 0 0 -"),
    ("hands", "one of F1234567", "-,-,-,- F^-2/F12 -/- 0 0 -"),
    ("taken", "one of 0123", "-,-,-,- F12/F12 ^x/- 0 0 -"),
    ("taken", "one of F1234567", "-,-,-,- F2/F12 0^/- 0 0 -"),
    ("taken", "nothing more", "-,-,-,- F2/F12 01^1/- 0 0 -"),
    ("taken", "by owner", "-,-,-,- F2/F2 11,^01/- 0 0 -"),
    ("taken", "by owner", "-,-,-,- F/F12 02,^01/- 0 0 -"),
    ("taken", "seats: 2 are needed", "-,-,-,- F12/F12 -^ 0 0 -"),
    ("seat", "one digit", "-,-,-,- F12/F12 -/- ^00 0 -"),
    ("seat", "one digit", "-,-,-,- F12/F12 -/- ^-1 0 -"),
    ("seat", "one digit", "-,-,-,- F12/F12 -/- ^\N{ARABIC-INDIC DIGIT ONE} 0 -"),
    ("stall", "no leading zero", "-,-,-,- F12/F12 -/- 0 ^00 -"),
    ("stall", "no leading zero", "-,-,-,- F12/F12 -/- 0 ^07 -"),
    ("stall", "whole number", "-,-,-,- F12/F12 -/- 0 ^-1 -"),
    ("stall", "whole number", "-,-,-,- F12/F12 -/- 0 1^_0 -"),
    ("stall", "whole number", "-,-,-,- F12/F12 -/- 0 ^\N{SUPERSCRIPT TWO} -"),
    ("known", "space's name", "01?,-,-,- F2/F12 -/- 0 0 ^1"),
    ("known", "space's name", "01?,-,-,- F2/F12 -/- 0 0 ^b1=1"),
    ("known", "must follow", "01?,-,-,- F2/F12 -/- 0 0 a1^"),
    ("known", "must follow", "01?,-,-,- F2/F12 -/- 0 0 a1=^"),
    ("known", "ascending", "01?,-,-,- F2/F12 -/- 0 0 a1=1^F"),
    ("known", "in order", "01?,-,-,- F2/F12 -/- 0 0 a1=1,^a1=1"),
    ("known", "in order", "01?,02?,-,- F/F12 -/- 0 0 a2=2,^a1=1"),
    ("known", "one of F1234567", "01?,-,-,- F2/F12 -/- 0 0 a1=^x"),
]


@pytest.mark.parametrize(("field", "said", "marked"), DOES_NOT_READ)
def test_a_text_that_does_not_read_is_refused_at_its_character(
    field: str, said: str, marked: str
) -> None:
    text, column = marked.replace("^", ""), marked.index("^")
    with pytest.raises(NotationError) as caught:
        parse_position(text, TWO)
    error = caught.value
    assert not isinstance(error, PositionError)
    assert (error.field, error.column, error.text) == (field, column, text)
    assert said in str(error)
    assert str(error).splitlines()[-1] == " " * (2 + column) + "^"


@pytest.mark.parametrize("text", [None, 1, b"-", ["-"]])
def test_a_text_is_a_str(text: object) -> None:
    for parse in (parse_position, parse_view):
        with pytest.raises(TypeError, match="read from a str"):
            parse(text, TWO)  # type: ignore[arg-type]  # the wrong type is the point


@pytest.mark.parametrize(
    "text",
    [
        "9" * 2_000_000,
        "-,-,-,- F12/F12 -/- 0 " + "9" * 2_000_000 + " -",
        "-,-,-,- " + "F" * 500_000 + "/F12 -/- 0 0 -",
        "-," * 500_000 + "- F12/F12 -/- 0 0 -",
        "-,-,-,- F12/F12 " + "01," * 300_000 + "02/- 0 0 -",
        "-,-,-,- F12/" + "x" * 500_000 + " -/- 0 0 -",
    ],
)
def test_an_absurdly_long_text_is_refused_soon_and_in_few_words(text: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(NotationError) as caught:
        parse_view(text, TWO)
    assert time.perf_counter() - begin < 5
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (START, None),
        ("11?,-,-,- F12/F2 -/- 0 2 -", "stalled"),
        ("11!,02!,-,- F1/F -/12 1 0 -", "last card"),
        ("11!,02!,01!,12! F/F -/- 1 1 -", "last card"),
        ("-,-,-,- 2/F12 -/0F,01 0 0 -", "last card"),
    ],
)
def test_the_end_is_told_from_the_position(text: str, reason: str | None) -> None:
    rules = TWO.replace(stall_limit=2)
    assert end_reason_of(parse_position(text, rules), rules) == reason


def test_a_full_house_is_told_from_the_position_g2() -> None:
    rules = Ruleset(hens=3)
    position = parse_position("11!,02!,01!,12! F3/F3 -/- 1 0 -", rules)
    assert end_reason_of(position, rules) == "full house"
