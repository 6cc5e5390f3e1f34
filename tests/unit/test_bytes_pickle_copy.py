"""Bytes with a version and a checksum; pickle and copy, which keep the history."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

import sly_core
from sly_core import Ruleset
from tests.strategies import random_game, random_rules, run
from tests.tools import all_facts, play, rows, rules_of

SEEDS = range(25)


def some_state(implementation: Any, seed: int) -> Any:
    rng = Random(seed)
    return run(implementation.State(random_rules(rng)), random_game(rng, rng.randint(0, 40)))


@pytest.mark.parametrize("seed", SEEDS)
def test_bytes_come_back_as_an_equal_state(implementation: Any, seed: int) -> None:
    state = some_state(implementation, seed)
    data = state.to_bytes()
    assert type(data) is bytes
    twin = implementation.State.from_bytes(data)
    assert twin == state
    assert twin.rules == state.rules
    assert twin.to_text() == state.to_text()
    assert twin.history() == []
    assert twin.to_bytes() == data


def test_bytes_name_themselves_and_their_version(implementation: Any) -> None:
    assert implementation.State(Ruleset()).to_bytes()[:4] == b"SLY\x01"


@pytest.mark.parametrize("row", [0, 7, 21])
def test_any_flipped_bit_is_refused(implementation: Any, row: int) -> None:
    case = rows("edges.jsonl")[row]
    state = implementation.State.from_text(case["before"], rules_of(case))
    data = state.to_bytes()
    for bit in range(8 * len(data)):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError):  # noqa: PT011  (which part is wrong depends on the bit)
            implementation.State.from_bytes(bytes(changed))


def test_any_two_flipped_bits_are_refused(implementation: Any) -> None:
    data = implementation.State(Ruleset(hens=1, houses=((1,),))).to_bytes()
    rng = Random(1)
    for _ in range(500):
        changed = bytearray(data)
        for bit in rng.sample(range(8 * len(data)), 2):
            changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError):  # noqa: PT011
            implementation.State.from_bytes(bytes(changed))


def test_truncated_or_longer_bytes_are_refused(implementation: Any) -> None:
    data = play(implementation.State(Ruleset()), "Fa1 1a2").to_bytes()
    for size in range(len(data)):
        with pytest.raises(ValueError):  # noqa: PT011
            implementation.State.from_bytes(data[:size])
    for more in (b"\0", b"\n", data):
        with pytest.raises(ValueError):  # noqa: PT011
            implementation.State.from_bytes(data + more)


@pytest.mark.parametrize("data", [None, 0, "SLY", [1, 2], 1.5, object()])
def test_bytes_of_another_type(implementation: Any, data: object) -> None:
    with pytest.raises(TypeError):
        implementation.State.from_bytes(data)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_pickle_keeps_everything(implementation: Any, seed: int, protocol: int) -> None:
    state = some_state(implementation, 100 + seed)
    twin = pickle.loads(pickle.dumps(state, protocol))
    assert type(twin) is type(state)
    assert twin == state
    assert all_facts(twin) == all_facts(state)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_copies_keep_everything(implementation: Any, seed: int, make: Any) -> None:
    state = some_state(implementation, 200 + seed)
    twin = make(state)
    assert all_facts(twin) == all_facts(state)
    if not state.is_terminal():
        before = all_facts(state)
        twin.apply_action(twin.legal_actions()[0])
        assert all_facts(state) == before


def test_a_pickled_state_that_was_read_keeps_its_beginning(implementation: Any) -> None:
    state = implementation.State.from_text("0F?,15?,-,- 123456/F12346 -/- 0 3 -", Ruleset())
    play(state, "ra1 r. 1a1")
    twin = pickle.loads(pickle.dumps(state))
    assert twin.history() == state.history() == [144, 160, 16]
    assert twin.information_state_string(1) == state.information_state_string(1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_repr_evaluates_to_an_equal_state(implementation: Any, seed: int) -> None:
    state = some_state(implementation, 300 + seed)
    names = {"State": implementation.State, "Ruleset": Ruleset}
    assert eval(repr(state), names) == state
    assert str(state) == state.to_text()


class OfCore(sly_core.State):
    """A subclass in Python."""


class OfReference(sly_core.reference.State):
    """A subclass in Python."""


@pytest.mark.parametrize("kind", [OfCore, OfReference])
def test_what_is_made_from_a_subclass_is_a_plain_state(kind: Any) -> None:
    state = kind(Ruleset())
    made = (
        state.clone(),
        state.child(3),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.resample_from_infostate(0, 1),
    )
    assert {type(twin) for twin in made} == {kind.__base__}
