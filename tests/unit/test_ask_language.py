"""The language of claims, and the two views of a step, which say the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import sly_core
from sly_core import Ruleset, reference
from sly_core.ask.language import BY_SEAT, NUMBERS, TRUTHS, ClaimError, read_claim
from sly_core.ask.symbols import Number, Truth
from sly_core.ask.viewing import FormalStep, PlainStep
from sly_core.notation import STOP
from sly_spec.claims.claim import Scene
from sly_spec.reading import DOWN, FRONT, HAND, OUT, SAFE, TURNED, Reading, Table
from sly_spec.smt import z3
from sly_spec.terms import concrete
from sly_spec.transition import Action, Kind, after
from tests.strategies import Wish, follow, games, rulesets

ENDS = {None: 0, "last card": 1, "full house": 2, "stalled": 3}


def table_of(state: Any) -> Table:
    """A state as the specification has it."""
    reading, position = Reading.of(state.rules), state.position()
    where, face = [], []
    for card in reading.cards:
        place, lies = OUT, DOWN
        if card.number in position.hands[card.seat]:
            place = HAND
        for seat, pile in enumerate(position.taken):
            if (card.seat, card.number) in pile:
                place = FRONT + seat
        for space, placed in enumerate(position.board):
            if placed and (placed.owner, placed.card) == tuple(card):
                place, lies = space, {"?": DOWN, "*": TURNED, "!": SAFE}[placed.mark]
        where.append(place)
        face.append(lies)
    end = ENDS[state.end_reason()]
    return Table(tuple(where), tuple(face), position.seat, position.stall, end)


def formal_step(state: Any, action: int) -> FormalStep:
    """The step as terms of constants."""
    reading = Reading.of(state.rules)
    before = concrete(table_of(state), reading)
    kind = [Kind.LAY, Kind.EXPOSE, Kind.TURN, Kind.STOP][
        0 if action < 128 else 1 if action < 144 else 2 if action < STOP else 3
    ]
    done = Action.of(kind, space=action % 16, number=action // 16 if action < 128 else 0)
    return FormalStep(Scene(before, done, after(before, done)))


def plain(symbol: Truth | Number) -> int | bool:
    found = z3.simplify(symbol.term)
    return bool(z3.is_true(found)) if z3.is_bool(found) else int(found.as_signed_long())


@given(rulesets(max_hens=4, max_spaces=6), games)
@settings(max_examples=12)
def test_both_views_say_the_same(rules: Ruleset, game: list[Wish]) -> None:
    for index, (state, action) in enumerate(follow(reference.State(rules), game)):
        if index % 3 and action < 128:
            continue  # every kind of step, but not every LAY
        following = state.child(action)
        one, other = PlainStep.of(state, following, action), formal_step(state, action)
        for word in (*TRUTHS, *NUMBERS):
            assert plain(getattr(other, word)) == getattr(one, word), word
        for word in BY_SEAT:
            for seat in ("me", "next", 0, 1):
                assert plain(other.by_seat(word, seat)) == one.by_seat(word, seat), (word, seat)


@given(rulesets(), games)
@settings(max_examples=20)
def test_both_implementations_are_seen_alike(rules: Ruleset, game: list[Wish]) -> None:
    other = reference.State(rules)
    for state, action in follow(sly_core.State(rules), game):
        seen = [PlainStep.of(s, s.child(action), action) for s in (state, other)]
        for word in (*TRUTHS, *NUMBERS):
            assert getattr(seen[0], word) == getattr(seen[1], word)
        other.apply_action(action)


def holds(text: str, tokens: str, rules: str = "") -> bool:
    """Whether a claim holds of the last step of a play."""
    state = reference.State(Ruleset.from_text(rules))
    *first, last = [state.string_to_action(token) for token in tokens.split()]
    state.apply_actions(first)
    return bool(read_claim(text)[1](PlainStep.of(state, state.child(last), last)))


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("reveal", True),
        ("not reveal or gobbled == 1", True),
        ("foxes == 1 and hens == 1 -> own_gobbled == 1 and returned == 1", True),
        ("0 < foxes < 2 <= away", True),
        ("gain(me) == -1 and points(0) - points(1) == -1 * 1", True),
        ("hand(me) + 1 == hand_after(me) and hand(next) == 5", True),
        ("lay -> expose -> turn", True),
        ("reveal -> turn -> lay", True),
        ("reveal -> gobbled != 1", False),
        ("ends", False),
        ("safe + captured + left_game + count + count_after > 0", False),
    ],
)
def test_what_a_claim_says(text: str, true: bool) -> None:
    assert holds(text, "Fa1 1a2 1a3 2a4 ra1 ra3 r.") is true


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 0, "a condition is missing"),
        ("reveal ->", 9, "a condition is missing"),
        ("lay -> -> lay", 7, "a condition is missing"),
        ("reveal and", 10, "no condition"),
        ("lay and (turn", 8, "no condition"),
        ("lay -> lay lay", 11, "no condition"),
        ("foxes", 0, "no word for a truth"),
        ("  lay ->  foxes", 10, "no word for a truth"),
        ("foxes + 1", 0, "is no truth"),
        ("lay and\thens + 1", 8, "is no truth"),
        ("hen > 1", 0, "no word for a number"),
        ("0 < hens < Füchse", 11, "no word for a number"),
        ("Hühner > 1 or lay", 0, "no word for a number"),
        ("'ü' or lay -> lay", 0, "is no truth"),
        ("lay or 'ü' > hen", 7, "no word for a number"),
        ("hens > 'ü' and lay", 7, "no word for a number"),
        ("reveal > 1", 0, "no word for a number"),
        ("foxes > 1.5", 8, "no word for a number"),
        ("foxes > True", 8, "no word for a number"),
        ("foxes / 2 > 1", 0, "no word for a number"),
        ("lay ->\nfoxes is hens", 7, "compare with"),
        ("score(me) > 1", 0, "no word with a seat"),
        ("points(you) > 1", 7, "is no seat"),
        ("0 < points(4)", 11, "is no seat"),
        ("points(me, me) > 1", 0, "no word for a number"),
        ("__import__('os')", 0, "is no truth"),
        ("(" * 300 + "foxes", None, "no condition"),
        ("lay -> 0 < " + "-" * 300 + " 1", None, "no condition|than 200 levels"),
        ("lay -> 0 < " + "- " * 480 + " 1", 7, "than 200 levels"),
        ("lay and " + "not " * 240 + " lay", 0, "than 200 levels"),
        ("lay\0", None, "no condition"),
        ("lay \ud800", None, "no condition"),
    ],
)
def test_what_is_no_claim(text: str, column: int | None, words: str) -> None:
    with pytest.raises(ClaimError, match=words) as caught:
        read_claim(text)
    error = caught.value
    assert column in (error.column, None)
    first, shown, pointed = str(error).split("\n")
    assert first.startswith(f"column {error.column}: ")
    if column is not None and len(text) < 76:
        assert shown.startswith("  ")
        assert pointed == " " * (2 + column) + "^"


def test_a_claim_is_no_book() -> None:
    with pytest.raises(ClaimError, match="at most 1000"):
        read_claim("foxes > 1 and " * 100 + "foxes > 1")


def test_a_claim_as_deep_as_may_be_holds() -> None:
    assert holds("not " * 196 + "lay", "Fa1")
    assert holds("0 < away + 1 * " + " + ".join(["1"] * 150), "Fa1")


def test_a_seat_that_is_not_at_the_table_S1() -> None:
    with pytest.raises(ClaimError, match="not at the table"):
        holds("points(2) == 0", "Fa1")
