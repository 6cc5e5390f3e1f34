"""Equality, the 64-bit key and the hash."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sly_core
import sly_core.reference
from sly_core import Ruleset
from tests.strategies import follow, random_game, random_rules
from tests.tools import fields, play, rules

MASK = 0xFFFF_FFFF_FFFF_FFFF
GAMMA = 0x9E37_79B9_7F4A_7C15


def mix(feature: int) -> int:
    """SplitMix64's output function, stated once more."""
    value = (feature + GAMMA) & MASK
    value = ((value ^ value >> 30) * 0xBF58_476D_1CE4_E5B9) & MASK
    value = ((value ^ value >> 27) * 0x94D0_49BB_1331_11EB) & MASK
    return value ^ value >> 31


def bits(cards: str) -> int:
    return sum(1 << "F1234567".index(card) for card in cards)


def key_from_text(text: str, rules_: Ruleset) -> int:
    """The key by its definition, for positions whose `known` field is empty."""
    board, hands, taken, seat, stall, known = fields(text)
    assert known == "-"
    found = rules_.key()
    cells = [cell for house in board.split("/") for cell in house.split(",")]
    hidden = ["" for _ in range(rules_.players)]
    for owner, hand in enumerate(hands.split("/")):
        hidden[owner] = hand
    for cell in cells:
        if cell != "-" and (cell[2] == "?" or (cell[2] == "*" and rules_.reveal == "committed")):
            hidden[int(cell[0])] += cell[1]
    for space, cell in enumerate(cells):
        if cell == "-":
            continue
        owner, card, mark = int(cell[0]), bits(cell[1]).bit_length() - 1, "?!*".index(cell[2])
        shown = mark == 1 or (mark == 2 and rules_.reveal == "stepwise")
        may_lie = 0 if shown else bits(hidden[owner])
        found ^= mix(1 << 56 | space << 48 | owner << 40 | card << 32 | mark << 24 | may_lie)
    for owner, hand in enumerate(hands.split("/")):
        found ^= mix(2 << 56 | owner << 48 | bits(hand))
    for taker, pile in enumerate(taken.split("/")):
        for item in pile.split(",") if pile != "-" else []:
            owner, card = int(item[0]), "F1234567".index(item[1])
            found ^= mix(3 << 56 | taker << 48 | owner << 40 | card << 32)
    return found ^ mix(4 << 56 | int(seat) << 32 | int(stall))


@pytest.mark.parametrize(
    ("text", "rules_text"),
    [
        ("-,-,-,- F123456/F123456 -/- 0 0 -", ""),
        ("05?,0F*,-,- 12346/F123456 -/- 1 0 -", ""),
        ("05?,0F*,-,- 12346/F123456 -/- 1 0 -", "reveal=committed"),
        ("0F!,16!,12!,03! 12456/4 1F,13,15/11 1 1 -", ""),
        ("-,15!,-,-/-,-,-,21? F123456/F12346/F23456 -/-/- 2 65535 -", "players=3"),
        ("-,15!,-,- F123456/F12346 -/- 1 0 -", "stall_limit=3"),
    ],
)
def test_the_key_by_its_definition(implementation: Any, text: str, rules_text: str) -> None:
    rules_ = rules(rules_text)
    state = implementation.State.from_text(text, rules_)
    assert state.key() == key_from_text(text, rules_)


@pytest.mark.parametrize(
    ("players", "layout", "key"),
    [
        (2, "standard", 0x42A29F6CDB17935A),
        (3, "standard", 0x55A70EA2F6EB3334),
        (4, "standard", 0x469BD492E29575DF),
        (2, "wide", 0xB6B797DC6639ED15),
    ],
)
def test_keys_are_pinned(implementation: Any, players: int, layout: str, key: int) -> None:
    """The same on every platform, run and version of Python: a change here breaks stored keys."""
    state = implementation.State(Ruleset(players=players, houses=layout))
    assert state.key() == key


@pytest.mark.parametrize("seed", range(25))
def test_equal_in_both_implementations(seed: int) -> None:
    rng = Random(seed)
    rules_ = random_rules(rng)
    core = sly_core.State(rules_)
    reference = sly_core.reference.State(rules_)
    for at, action in follow(core, random_game(rng, 40)):
        assert at.key() == reference.key()
        reference.apply_action(action)
    assert core.key() == reference.key()
    assert hash(core) == hash(core.key())
    assert hash(reference) == hash(reference.key())


@pytest.mark.parametrize("seed", range(15))
def test_states_differ_exactly_when_rules_or_text_differ(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    rules_ = random_rules(rng, max_hens=3, max_spaces=4)
    state = implementation.State(rules_)
    seen: dict[str, Any] = {}
    for at, _ in follow(state, random_game(rng, 30)):
        for action in at.legal_actions():
            child = at.child(action)
            seen.setdefault(child.to_text(), child)
    keys = {child.key() for child in seen.values()}
    assert len(keys) == len(seen)
    for text, child in seen.items():
        twin = implementation.State.from_text(text, rules_)
        assert twin == child
        assert hash(twin) == hash(child)
        assert not twin != child
    some = list(seen.values())[:40]
    assert all((a == b) == (a is b) for a in some for b in some)


def test_the_way_there_does_not_matter(implementation: Any) -> None:
    one = play(implementation.State(Ruleset()), "1a1 1a2 2a3")
    other = play(implementation.State(Ruleset()), "2a3 1a2 1a1")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one.history() != other.history()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0F?,15?,-,- 123456/F12346 -/- 0 0 -", "0F?,15?,-,- 123456/F12346 -/- 1 0 -"),
        ("0F?,15?,-,- 123456/F12346 -/- 0 0 -", "0F?,15?,-,- 123456/F12346 -/- 0 1 -"),
        ("0F?,15?,-,- 123456/F12346 -/- 0 0 -", "0F?,15!,-,- 123456/F12346 -/- 0 0 -"),
        ("0F?,15?,-,- 123456/F12346 -/- 0 0 -", "0F*,15?,-,- 123456/F12346 -/- 0 0 -"),
        ("0F?,15?,-,- 123456/F12346 -/- 0 0 -", "15?,0F?,-,- 123456/F12346 -/- 0 0 -"),
        ("0F?,15?,-,- 123456/F12346 -/- 0 0 -", "0F?,15?,-,- 123456/F12346 -/- 0 0 a2=F5"),
        ("-,-,-,- F12345/F123456 06/- 0 0 -", "-,-,-,- F12345/F123456 -/06 0 0 -"),
    ],
)
def test_one_field_makes_a_difference(implementation: Any, one: str, other: str) -> None:
    a = implementation.State.from_text(one, Ruleset())
    b = implementation.State.from_text(other, Ruleset())
    assert a != b
    assert a.key() != b.key()


def test_the_ruleset_makes_a_difference(implementation: Any) -> None:
    for change in (
        {"houses": "wide"}, {"players": 3}, {"hens": 5}, {"reveal": "committed"},
        {"reveal_scope": "one_house"}, {"multiple_foxes": "each"}, {"gobbling_fox": "leaves"},
        {"min_reveal": 2}, {"stall_limit": 1},
    ):  # fmt: skip
        a = implementation.State(Ruleset())
        b = implementation.State(Ruleset(**change))
        assert a != b, change
        assert a.key() != b.key(), change


def test_other_things_are_never_equal(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    for other in (None, 0, "x", state.to_text(), state.key(), object(), state.rules):
        assert state != other
        assert not state == other
    with pytest.raises(TypeError):
        assert state < state


def test_the_two_implementations_are_different_types() -> None:
    assert sly_core.State(Ruleset()) != sly_core.reference.State(Ruleset())
