"""Rulesets: what is allowed, the text both ways, and what follows from the fields."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core.errors import RulesetError, SlyError
from sly_core.ruleset import LAYOUTS, PLAYERS, SWITCHES, Ruleset
from tests.strategies import rulesets


def test_the_default_is_the_standard_game_for_two_s1_s2_s3() -> None:
    rules = Ruleset()
    assert (rules.players, rules.hens, rules.houses) == (2, 6, ((1, 2, 3, 4),))
    assert rules == Ruleset.standard() == Ruleset(players=2, houses="standard")
    for name, switch in SWITCHES.items():
        assert getattr(rules, name) == switch.default


@pytest.mark.parametrize("players", PLAYERS)
def test_layouts_have_one_house_for_two_players_and_two_for_more_s3(players: int) -> None:
    houses = 1 if players == 2 else 2
    assert Ruleset.standard(players).houses == (LAYOUTS["standard"],) * houses
    assert Ruleset.wide(players).houses == (LAYOUTS["wide"],) * houses
    assert sorted(LAYOUTS["wide"]) == sorted(LAYOUTS["standard"] * 2)


def test_named_layouts_take_the_switches() -> None:
    rules = Ruleset.wide(3, stall_limit=4)
    assert (rules.players, rules.stall_limit, rules.num_spaces) == (3, 4, 16)
    assert Ruleset.standard(3, reveal="committed") == Ruleset(3, reveal="committed")


BAD: list[tuple[str, Any]] = [
    *itertools.product(["players"], [1, 5, -2, 2.0, "2", None, True, 10**40]),
    *itertools.product(["hens"], [0, 8, 6.0, "6", None, False]),
    *itertools.product(["min_reveal"], [0, 3, 1.0, "1", None, True]),
    *itertools.product(["stall_limit"], [-1, 65536, 0.0, "0", None, True]),
    *itertools.product(
        ["reveal", "reveal_scope", "multiple_foxes", "gobbling_fox"],
        ["", "Top", "other", None, 1, ["top"], b"any"],
    ),
    *itertools.product(
        ["houses"],
        [
            (),
            ((),),
            ((1, 2), ()),
            ((1,),) * 5,
            ((1,) * 17,),
            ((1,) * 8, (1,) * 9),
            ((0,),),
            ((16,),),
            ((True,),),
            ((1.0,),),
            (("1",),),
            (1, 2, 3, 4),
            7,
            "narrow",
            b"wide",
            [b"\x01"],
            ["12"],
            itertools.count(),
            [itertools.count(1)],
        ],
    ),
]


@pytest.mark.parametrize(("field", "value"), BAD)
def test_a_bad_value_is_refused_with_its_field_and_what_is_allowed(field: str, value: Any) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset(**{field: value})
    error = caught.value
    assert error.field == field
    assert error.allowed
    assert error.clause
    assert str(error).startswith(f"{field}: ")
    assert error.allowed in str(error)
    assert len(str(error)) < 300


@pytest.mark.parametrize("value", [10**5000, [[10**5000]]], ids=["alone", "inside"])
def test_an_integer_too_long_to_print_is_refused_like_any_other(value: Any) -> None:
    for field in ("players", "stall_limit", "houses"):
        with pytest.raises(RulesetError, match=f"{field}: "):
            Ruleset(**{field: value})


@given(rulesets())
def test_text_and_repr_read_back(rules: Ruleset) -> None:
    text = rules.to_text()
    assert Ruleset.from_text(text) == rules
    assert Ruleset.from_text(" ".join(reversed(text.split()))) == rules
    assert eval(repr(rules)) == rules
    assert f"players={rules.players}" in text.split()
    assert copy.copy(rules) == copy.deepcopy(rules) == pickle.loads(pickle.dumps(rules)) == rules
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    assert 0 <= rules.key() < 2**64


@given(rulesets(), rulesets())
def test_different_rulesets_have_different_texts_and_keys(one: Ruleset, other: Ruleset) -> None:
    assert (one == other) == (one.to_text() == other.to_text()) == (one.key() == other.key())


def test_the_key_is_the_same_on_every_platform() -> None:
    assert Ruleset().key() == 0x209BC48A7F4A84F0
    assert Ruleset.wide(4, stall_limit=3).key() == 0x168386D0FA36EDB8


def test_text_leaves_defaults_out_and_takes_them_in() -> None:
    assert Ruleset().to_text() == "players=2"
    assert Ruleset.from_text("") == Ruleset.from_text("  ") == Ruleset()
    assert Ruleset(3, houses=[[1, 2], [3]], reveal="committed", stall_limit=2).to_text() == (
        "players=3 houses=1,2/3 reveal=committed stall_limit=2"
    )
    everything = (
        "players=3 hens=6 houses=1,2,3,4/1,2,3,4 reveal=stepwise reveal_scope=any "
        "multiple_foxes=top gobbling_fox=returns min_reveal=1 stall_limit=0"
    )
    assert Ruleset.from_text(everything) == Ruleset(players=3)
    assert Ruleset.from_text("houses=wide players=4") == Ruleset.wide(4)
    assert Ruleset.from_text("players=3 houses=standard") == Ruleset(players=3)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("players", "players"),
        ("players=", "players"),
        ("players=02", "players"),
        ("players=+2", "players"),
        ("players=2.0", "players"),
        ("players=\N{ARABIC-INDIC DIGIT TWO}", "players"),
        ("players=2 players=2", "players"),
        ("stall_limit=1_0", "stall_limit"),
        ("stall_limit=" + "9" * 1_000_000, "stall_limit"),
        ("houses=", "houses"),
        ("houses=1,2/", "houses"),
        ("houses=1;2", "houses"),
        ("houses=1,,2", "houses"),
        ("houses=" + "1," * 1_000_000 + "1", "houses"),
        ("reveal=Stepwise", "reveal"),
        ("reveal==stepwise", "reveal"),
        ("colour=red", "ruleset"),
        ("=2", "ruleset"),
    ],
)
def test_a_bad_text_is_refused_with_its_field(text: str, field: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_text(text)
    assert caught.value.field == field
    assert len(str(caught.value)) < 300


@given(st.text())
def test_garbage_raises_nothing_but_a_ruleset_error(text: str) -> None:
    try:
        rules = Ruleset.from_text(text)
    except RulesetError:
        return
    assert Ruleset.from_text(rules.to_text()) == rules


@pytest.mark.parametrize("text", [None, 2, b"players=2"])
def test_a_ruleset_is_read_from_a_str(text: Any) -> None:
    with pytest.raises(TypeError):
        Ruleset.from_text(text)


def test_replace_changes_what_is_named_and_checks_it() -> None:
    rules = Ruleset.wide(2).replace(players=3, multiple_foxes="each")
    assert (rules.players, rules.multiple_foxes, rules.houses) == (3, "each", (LAYOUTS["wide"],))
    assert rules.replace() == rules
    assert rules.replace(houses=None).houses == (LAYOUTS["standard"],) * 2
    with pytest.raises(RulesetError, match="hens: 9"):
        rules.replace(hens=9)
    with pytest.raises(RulesetError, match="colour"):
        rules.replace(colour="red")


def test_a_ruleset_never_changes() -> None:
    rules = Ruleset()
    with pytest.raises(FrozenInstanceError):
        rules.players = 3  # type: ignore[misc]  # the refusal is the point
    with pytest.raises((AttributeError, TypeError)):
        rules.colour = "red"  # type: ignore[attr-defined]  # the refusal is the point


def test_integers_of_other_types_become_plain_ones() -> None:
    rules = Ruleset(np.int8(3), houses=np.array([[1, 2], [3, 4]]))  # type: ignore[arg-type]  # numpy
    assert rules == Ruleset(3, houses=((1, 2), (3, 4)))
    assert type(rules.players) is int
    assert all(type(value) is int for value in rules.spaces)


def test_houses_may_come_from_anything_that_gives_them() -> None:
    def houses() -> Iterator[Iterator[int]]:
        yield iter((1, 2))
        yield iter((3,))

    assert Ruleset(houses=houses()).houses == ((1, 2), (3,))


@given(rulesets())
def test_spaces_count_through_the_houses(rules: Ruleset) -> None:
    assert rules.num_cards == rules.hens + 1
    assert rules.num_spaces == len(rules.spaces) == len(rules.house_of) == len(rules.space_names)
    assert len(set(rules.space_names)) == rules.num_spaces
    for name, house, value in zip(rules.space_names, rules.house_of, rules.spaces, strict=True):
        assert name[0] == "abcd"[house]
        assert rules.houses[house][int(name[1:]) - 1] == value


def test_seats_and_spaces_are_checked() -> None:
    rules = Ruleset(players=3, houses=[[1, 2]])
    assert rules.check_seat(np.int64(2)) == 2  # type: ignore[arg-type]  # numpy
    assert rules.check_space(1) == 1
    for check, clause in ((rules.check_seat, "S1"), (rules.check_space, "S3")):
        for far in (-1, 3, 10**5000):
            with pytest.raises(SlyError, match="out of range") as caught:
                check(far)
            assert caught.value.clause == clause
        for other in (None, 1.0, "1", True):
            with pytest.raises(TypeError):
                check(other)  # type: ignore[arg-type]  # the wrong type is the point


def test_every_switch_is_a_field_with_a_clause_and_a_meaning() -> None:
    for name, switch in SWITCHES.items():
        assert switch.default in switch.allowed
        assert switch.clause[0] in "RG"
        assert switch.meaning
        for value in switch.allowed[:3]:
            assert getattr(Ruleset().replace(**{name: value}), name) == value
