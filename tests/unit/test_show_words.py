"""Actions and what came of them, in words."""

from __future__ import annotations

import pytest

from sly_core import Ruleset, State
from sly_core.show.picture import picture_of
from sly_core.show.words import action_in_words, event_in_words


def story(text: str, tokens: str, seat: int | None = None, rules: str = "") -> list[str]:
    """All that a seat is told while these actions are made."""
    state = State.from_text(text, Ruleset.from_text(rules))
    told = []
    for token in tokens.split():
        before = picture_of(state, seat)
        action = state.string_to_action(token)
        state.apply_action(action)
        told += event_in_words(before, action, picture_of(state, seat))
    return told


GOBBLE = "0F?,06?,15?,- 12345/F12346 -/- 0 0 -"


def test_a_lay_tells_its_card_to_its_owner_only() -> None:
    start = "-,-,-,- F123456/F123456 -/- 0 0 -"
    assert story(start, "3a2", 0) == ["You lay the 3 face down on a2."]
    assert story(start, "Fa2", 1) == ["Seat 0 lays a card face down on a2."]
    assert story(start, "Fa2") == ["Seat 0 lays the Fox face down on a2."]


def test_an_exposed_fox_and_an_exposed_hen() -> None:
    assert story(GOBBLE, "xa3", 0) == [
        "You expose seat 1's card on a3.",
        "Seat 1's 5 is Safe on a3.",
    ]
    fox = "06?,1F?,-,- F12345/123456 -/- 0 0 -"
    assert story(fox, "xa2", 0) == [
        "You expose seat 1's card on a2.",
        "You capture seat 1's Fox.",
    ]
    assert story(fox, "xa2", 1) == ["Seat 0 exposes your Fox on a2.", "Seat 0 captures your Fox."]


def test_a_reveal_and_its_outcome() -> None:
    assert story(GOBBLE, "ra1 ra2 ra3 r.", 0) == [
        "You turn up your Fox on a1.",
        "You turn up your 6 on a2.",
        "You turn up seat 1's card on a3: 5.",
        "You end the reveal.",
        "You gobble your own 6.",
        "Seat 1's 5 is Safe on a3.",
        "1 card goes back to your hand.",
    ]
    assert story(GOBBLE, "ra1 ra2 r.", 1) == [
        "Seat 0 turns up seat 0's card on a1: Fox.",
        "Seat 0 turns up seat 0's card on a2: 6.",
        "Seat 0 ends the reveal.",
        "Seat 0 gobbles their own 6.",
        "1 card goes back to seat 0's hand.",
    ]


def test_a_committed_reveal_shows_nothing_before_its_end() -> None:
    told = story(GOBBLE, "ra1 ra3 r.", 1, "reveal=committed")
    assert told[:2] == ["Seat 0 turns up seat 0's card on a1.", "Seat 0 turns up your 5 on a3."]
    assert "Seat 0 gobbles your 5." in told


@pytest.mark.parametrize(
    ("text", "tokens", "rules", "last"),
    [
        (
            "-,-,11?,- F12/F2 -/- 0 0 -",
            "1a1 Fa2 2a4",
            "hens=2",
            "Seat 1 holds just one card: all cards are turned up.",
        ),
        (
            "04?,13!,12!,11! F1256/F456 -/03 0 0 -",
            "ra1 r.",
            "",
            "Every space holds a face-up card.",
        ),
        (
            "0F?,-,-,- 123456/F123456 -/- 0 0 -",
            "ra1 r.",
            "stall_limit=1",
            "Too many reveals of Foxes alone: the game has stalled.",
        ),
    ],
)
def test_how_a_game_ends(text: str, tokens: str, rules: str, last: str) -> None:
    assert story(text, tokens, None, rules)[-1] == last


def test_moves_in_words() -> None:
    picture = picture_of(State.from_text(GOBBLE, Ruleset()), 0)
    words = {
        "Fa4": "lay the Fox on a4, worth 4",
        "3a4": "lay the 3 on a4, worth 4",
        "xa3": "expose seat 1's card on a3",
        "ra1": "turn up your Fox on a1",
        "ra3": "turn up seat 1's card on a3",
        "r.": "end the reveal",
    }
    read = State(Ruleset()).string_to_action
    assert {token: action_in_words(picture, read(token)) for token in words} == words
