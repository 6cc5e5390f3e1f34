"""Counting arrangements, and games dealt anew, held to plain enumeration and to replaying."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from sly_core import Ruleset, notation
from sly_core.reference import State, knowledge
from sly_core.reference.text import written
from tests.brute import Worlds, find_candidates, worlds
from tests.strategies import follow, random_game, random_rules
from tests.tools import fields, play, seat_facts


class Choose:
    """A source of chance that draws what it is told."""

    def __init__(self, k: int) -> None:
        self.k = k

    def randrange(self, stop: int, /) -> int:
        assert self.k < stop
        return self.k


def all_samples(state: State, player: int) -> list[State]:
    count = state.worlds_count(player)
    return [state.resample_from_infostate(player, Choose(k)) for k in range(count)]


def first_text(state: State) -> str:
    """The position in which the history begins, whatever may be undone."""
    return notation.format_position(written(state._positions[0], state.rules), state.rules)


@pytest.mark.parametrize("seed", range(40))
def test_arrangements_are_counted_and_listed_in_order(seed: int) -> None:
    rng = Random(seed)
    spaces = [frozenset(rng.sample(range(6), rng.randint(1, 6))) for _ in range(rng.randint(0, 4))]
    ways = [
        list(way)
        for way in permutations(range(6), len(spaces))
        if all(card in may_be for card, may_be in zip(way, spaces, strict=True))
    ]
    assert knowledge.arrangements(tuple(spaces)) == len(ways)
    assert [knowledge.arrangement(spaces, k) for k in range(len(ways))] == ways


def test_large_counts_are_quick() -> None:
    """Three owners with seven of eight cards down: each counted alone, then multiplied."""
    everything = (frozenset(range(8)),) * 7
    assert knowledge.arrangements(everything) == 40_320
    rules = Ruleset(players=4, hens=7, houses=[[1] * 16])
    board = ",".join(f"{seat}{card}?" for card in "F123" for seat in "0123")
    state = State.from_text(f"{board} {'/'.join(['4567'] * 4)} {'/'.join('----')} 0 0 -", rules)
    assert state.worlds_count(0) == 1680**3
    sample = state.resample_from_infostate(0, Choose(1680**3 - 1))
    assert fields(sample.to_text())[0].startswith("0F?,17?,27?,37?,01?,16?,26?,36?")


def test_candidates_follow_chains_of_inference() -> None:
    """a1 and a2 hold 1 and 2 between them, so a3 cannot hold either."""
    text = "01?,02?,03?,- F456/F123456 -/- 1 0 a1=12,a2=12"
    state = State.from_text(text, Ruleset())
    assert [state.candidates(space) for space in range(4)] == [[1, 2], [1, 2], [0, 3, 4, 5, 6], []]
    assert (state.worlds_count(0), state.worlds_count(1)) == (1, 10)


@pytest.mark.parametrize("seed", range(30))
def test_exact_against_every_other_game(seed: int) -> None:
    """R2, R5, L1: replay what everybody saw with every other choice of hidden cards."""
    rng = Random(seed)
    rules = random_rules(rng, max_hens=3, max_spaces=5).replace(players=rng.choice((2, 2, 3)))
    state = State(rules)
    every = Worlds(state)
    for at, action in follow(state, random_game(rng, 25)):
        if len(every.all) > 3000:
            break
        assert [at.candidates(space) for space in range(rules.num_spaces)] == [
            every.candidates(space) for space in range(rules.num_spaces)
        ]
        for player in range(rules.players):
            possible = every.seen_by(player)
            assert at.worlds_count(player) == len(possible)
            if len(possible) <= 24:
                assert {s.to_text() for s in all_samples(at, player)} == set(possible)
        every.apply(action)


@pytest.mark.parametrize("seed", range(40))
def test_a_sample_is_a_whole_game_that_the_player_cannot_tell_apart(seed: int) -> None:
    """Also where the history begins in the middle of a game, with cards hidden from the start."""
    rng = Random(1000 + seed)
    rules = random_rules(rng, max_spaces=8)
    state = State(rules)
    for at, _ in follow(state, random_game(rng, rng.randint(0, 25))):
        state = at
    state = State.from_text(state.to_text(), rules)
    for at, _ in follow(state, random_game(rng, 25)):
        player = rng.randrange(rules.players)
        facts = seat_facts(at, player)
        sample = at.resample_from_infostate(player, rng)
        assert seat_facts(sample, player) == facts
        assert sample.position().known == at.position().known
        assert sample.end_reason() == at.end_reason()
        with pytest.raises(ValueError, match="take back"):
            sample.undo_action()
        replayed = State.from_text(first_text(sample), rules)
        replayed.apply_actions(sample.history())
        assert replayed == sample


@pytest.mark.parametrize("seed", range(15))
def test_world_number_k_is_the_kth_in_order(seed: int) -> None:
    rng = Random(2000 + seed)
    rules = random_rules(rng, max_hens=3, max_spaces=6)
    state = State(rules)
    for at, _ in follow(state, random_game(rng, 20)):
        player = rng.randrange(rules.players)
        if at.worlds_count(player) <= 200:
            texts = [sample.to_text() for sample in all_samples(at, player)]
            assert texts == list(worlds(at.to_text(), rules, player))
        for space in range(rules.num_spaces):
            assert at.candidates(space) == find_candidates(at.to_text(), rules, space)


def test_a_past_lay_keeps_its_card_where_it_was_seen_since() -> None:
    state = play(State(), "Fa1 1a2 2a3 xa1 3a1 4a4")
    for sample in all_samples(state, 1):
        assert sample.action_to_string(sample.history()[0]) == "Fa1"
        assert [sample.action_to_string(a)[1:] for a in sample.history()] == [
            "a1", "a2", "a3", "a1", "a1", "a4",
        ]  # fmt: skip
    laid = {sample.action_to_string(sample.history()[2]) for sample in all_samples(state, 1)}
    assert laid == {"1a3", "2a3", "3a3", "4a3", "5a3", "6a3"}
