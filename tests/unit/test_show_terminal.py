"""The board as text: drawn with boxes, or a list."""

from __future__ import annotations

import re

import pytest

from sly_core import Ruleset, State
from sly_core.show.picture import picture_of
from sly_core.show.terminal import PLAIN, Style, render, render_moves

BOXES = Style(boxes=True)


def test_a_drawn_board() -> None:
    state = State.from_text("0F?,1F?,-,14! 123456/12356 -/- 0 0 a1=F12", Ruleset())
    assert render(state, 0, BOXES) == (
        "   a1   1   a2   2   a3   3   a4   4\n"
        "  ╭───────╮╭───────╮╭╌╌╌╌╌╌╌╮╭───────╮\n"
        "  │░░Fox░░││░░░░░░░│┊       ┊│   4   │\n"
        "  │  you  ││seat 1 │┊       ┊│seat 1 │\n"
        "  ╰───────╯╰───────╯╰╌╌╌╌╌╌╌╯╰─safe──╯\n"
        "     F12\n"
        "  below a card: all that it can still be\n"
        "\n"
        "▶ seat 0 (you)  0 points  hand 1 2 3 4 5 6             took nothing\n"
        "  seat 1        4 points  hand of 5 cards from F12356  took nothing\n"
        "\n"
        "You are to act."
    )


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_a_drawn_board_keeps_to_the_width(width: int) -> None:
    state = State(Ruleset.wide(players=4))
    board = render(state, None, Style(boxes=True, width=width)).split("\n\n")[0]
    assert max(map(len, board.splitlines())) <= width
    # rows as even as can be: eight spaces stand in rows of 8, 4, 3 or 2
    names = [re.findall(r"[abcd]\d", line) for line in board.splitlines()]
    first = next(row for row in names if row)
    assert len(first) == {20: 2, 40: 4, 60: 4, 80: 8, 200: 8}[width]


def test_colour_only_adds_codes() -> None:
    state = State.from_text("0F*,16!,-,05? 12346/F1234 -/15 0 0 -", Ruleset())
    plain, colour = render(state, 1, BOXES), render(state, 1, Style(boxes=True, colour=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain
    assert colour != plain
    assert colour.count("\x1b[0m") * 2 == colour.count("\x1b[")


def test_piles_and_hands_in_words() -> None:
    text = "-,-,-,-/-,-,-,- F12345/12456/F12345 1F,26/06,13/- 0 0 -"
    state = State.from_text(text, Ruleset(players=3))
    assert render(state, 0, Style(width=80)).splitlines()[10:15] == [
        "> seat 0 (you)  9 points  hand F 1 2 3 4 5             took seat 1's Fox (+3),",
        "                                                       seat 2's 6 (+6)",
        "  seat 1        3 points  hand of 5 cards from 12456   took your 6 (+6),",
        "                                                       own 3 (−3)",
        "  seat 2        0 points  hand of 6 cards from F12345  took nothing",
    ]
    assert render(state, 0, Style(width=60)).splitlines()[10:12] == [
        "> seat 0 (you)  9 points  hand F 1 2 3 4 5",
        "    took seat 1's Fox (+3), seat 2's 6 (+6)",
    ]


def test_moves_are_grouped_and_wrapped() -> None:
    state = State.from_text("0F?,15?,-,- 123456/F12346 -/- 0 0 -", Ruleset())
    assert render_moves(picture_of(state), PLAIN).splitlines() == [
        "lay             1a3 1a4 2a3 2a4 3a3 3a4 4a3 4a4 5a3 5a4 6a3 6a4",
        "expose          xa2",
        "turn up         ra1 ra2",
    ]
    narrow = render_moves(picture_of(state), Style(width=40)).splitlines()
    assert narrow[1] == "                4a3 4a4 5a3 5a4 6a3 6a4"
    assert render_moves(picture_of(state, 1)) == ""
