"""`resample_from_infostate`: uniform over what a seat cannot tell apart, and it tells nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import sly_core
import sly_core.reference
from sly_core import Ruleset
from sly_core.randomness import draw_below
from tests.brute import worlds
from tests.strategies import follow, random_game, random_rules, run
from tests.tools import play, public_facts, rules, seat_facts, snapshot

# seat 1 may hold 6 * 5 arrangements, less those that its entry forbids
EXAMPLE = "0F?,15?,12?,03? 12456/F1346 -/- 0 1 a2=1235"
KINDS: dict[str, Callable[[int], Any]] = {
    "random.Random": Random,
    "numpy Generator": np.random.default_rng,
    "int seed": lambda seed: seed,
    "callable": lambda seed: Random(seed).random,
}


def example(implementation: Any) -> Any:
    return implementation.State.from_text(EXAMPLE, Ruleset())


@pytest.mark.parametrize("kind", KINDS)
def test_uniform_over_the_worlds(implementation: Any, kind: str) -> None:
    """Chi-square with fixed seeds; 24 worlds, 23 degrees of freedom, 49.7 has p = 0.001."""
    state = example(implementation)
    possible = set(worlds(EXAMPLE, Ruleset(), player=0))
    assert len(possible) == state.worlds_count(0) == 24
    draws = 6000
    source = KINDS[kind](7)
    counts: Counter[str] = Counter()
    for seed in range(draws):
        rng = seed if kind == "int seed" else source
        counts[state.resample_from_infostate(0, rng).to_text()] += 1
    assert set(counts) == possible
    expected = draws / len(possible)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 49.7


@pytest.mark.parametrize("seed", range(8))
def test_the_canonical_order(implementation: Any, seed: int) -> None:
    """The k-th world in the documented order, so that both implementations draw the same."""
    rng = Random(seed)
    for at, _ in follow(
        implementation.State(random_rules(rng, max_hens=3, max_spaces=4)), random_game(rng, 25)
    ):
        for player in range(at.rules.players):
            order = list(worlds(at.to_text(), at.rules, player))
            count = at.worlds_count(player)
            assert len(order) == count
            drawn = [
                at.resample_from_infostate(player, lambda u=(k + 0.5) / count: u).to_text()
                for k in range(count)
            ]
            assert drawn == order


@pytest.mark.parametrize("seed", range(25))
def test_the_seat_sees_no_difference(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 30)):
        check_sample(at, rng)
    check_sample(state, rng)


def check_sample(state: Any, rng: Random) -> None:
    before = snapshot(state)
    for player in range(state.rules.players):
        sample = state.resample_from_infostate(player, rng)
        assert snapshot(state) == before
        assert type(sample) is type(state)
        assert seat_facts(sample, player) == seat_facts(state, player)
        assert public_facts(sample) == public_facts(state)


@pytest.mark.parametrize("seed", range(12))
def test_a_sample_is_a_game_of_its_own(implementation: Any, seed: int) -> None:
    """Its history, replayed from its start, leads to it: other seats' LAYs fit the sample."""
    rng = Random(50 + seed)
    state = run(implementation.State(random_rules(rng)), random_game(rng, 30))
    for player in range(state.rules.players):
        sample = state.resample_from_infostate(player, rng)
        again = implementation.State(state.rules)
        for action in sample.history():
            again.apply_action(action)
        assert again == sample
        assert len(sample.history()) == len(state.history())
        for other in range(state.rules.players):
            assert again.information_state_string(other) == sample.information_state_string(other)


@pytest.mark.parametrize("seed", range(12))
def test_a_sample_after_a_text_keeps_what_was_public(implementation: Any, seed: int) -> None:
    rng = Random(80 + seed)
    state = run(implementation.State(random_rules(rng)), random_game(rng, 12))
    state = implementation.State.from_text(state.to_text(), state.rules)
    for at, _ in follow(state, random_game(rng, 12)):
        check_sample(at, rng)
    check_sample(state, rng)


def test_play_goes_on_from_a_sample(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2 2a3 3a4")
    for seed in range(30):
        sample = state.resample_from_infostate(0, seed)
        while not sample.is_terminal():
            legal = sample.legal_actions()
            sample.apply_action(legal[seed % len(legal)])
            if len(sample.history()) > 40:
                break


@pytest.mark.parametrize("seed", range(20))
def test_both_implementations_draw_the_same(seed: int) -> None:
    rng = Random(seed)
    rules_ = random_rules(rng)
    core, reference = sly_core.State(rules_), sly_core.reference.State(rules_)
    for at, action in follow(core, random_game(rng, 30)):
        for player in range(rules_.players):
            one = at.resample_from_infostate(player, seed)
            other = reference.resample_from_infostate(player, seed)
            assert one.to_text() == other.to_text()
            assert one.history() == other.history()
        reference.apply_action(action)


def test_the_same_seed_draws_the_same(implementation: Any) -> None:
    state = example(implementation)
    for kind, make in KINDS.items():
        one = state.resample_from_infostate(0, make(3))
        other = state.resample_from_infostate(0, make(3))
        assert one == other, kind


def test_a_source_is_asked_once(implementation: Any) -> None:
    calls = []

    def source() -> float:
        calls.append(1)
        return 0.25

    example(implementation).resample_from_infostate(0, source)
    assert len(calls) == 1


@pytest.mark.parametrize("value", [1.0, -0.1, 2.5, float("nan"), float("inf"), -float("inf")])
def test_a_float_out_of_range(implementation: Any, value: float) -> None:
    with pytest.raises(ValueError, match="rng"):
        example(implementation).resample_from_infostate(0, lambda: value)


@pytest.mark.parametrize("rng", [None, "7", 1.5, True, object(), b"1", [1]])
def test_a_source_of_another_type(implementation: Any, rng: object) -> None:
    with pytest.raises(TypeError):
        example(implementation).resample_from_infostate(0, rng)


@pytest.mark.parametrize("seed", [-1, 2**64, 10**100])
def test_a_seed_out_of_range(implementation: Any, seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        example(implementation).resample_from_infostate(0, seed)


def test_an_error_of_the_source_comes_through(implementation: Any) -> None:
    def broken() -> float:
        raise RuntimeError("no luck")

    state = example(implementation)
    before = snapshot(state)
    with pytest.raises(RuntimeError, match="no luck"):
        state.resample_from_infostate(0, broken)
    assert snapshot(state) == before


def test_counts_beyond_32_bits_are_drawn_from(implementation: Any) -> None:
    state = implementation.State(Ruleset(players=4, hens=7, houses=((1,) * 16,)))
    for space in range(16):
        state.apply_action((7 - space // 4) * 16 + space)
    count = state.worlds_count(0)
    assert count == (8 * 7 * 6 * 5) ** 3 > 2**32
    drawn = {state.resample_from_infostate(0, seed).to_text() for seed in range(50)}
    assert len(drawn) == 50
    assert 0 <= draw_below(5, count) < count


def test_only_one_world(implementation: Any) -> None:
    state = implementation.State(rules())
    for kind, make in KINDS.items():
        assert state.resample_from_infostate(1, make(1)) == state, kind
