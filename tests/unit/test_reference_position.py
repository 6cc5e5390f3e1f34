"""The reference's position and its six fields, its key, and its rows of numbers."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from sly_core import Ruleset
from sly_core.protocol import event_size, information_state_size, observation_size
from sly_core.reference import State
from sly_core.reference.position import Card, start
from sly_core.reference.text import read, written
from tests.strategies import follow, random_game, random_rules
from tests.tools import play


def test_s2_s4_the_start() -> None:
    rules = Ruleset(players=3, hens=2)
    position = start(rules)
    assert position.hands == (frozenset({0, 1, 2}),) * 3
    assert position.empty_spaces() == list(range(8))
    assert (position.seat, position.stall) == (0, 0)


@pytest.mark.parametrize("seed", range(30))
def test_written_and_read_again_it_is_the_same(seed: int) -> None:
    rng = Random(seed)
    state = State(random_rules(rng))
    rules = state.rules
    keys: dict[int, str] = {}
    for at, _ in follow(state, random_game(rng, 60)):
        assert read(written(at.now, rules), rules) == at.now
        assert keys.setdefault(at.key(), at.to_text()) == at.to_text()
        again = pickle.loads(pickle.dumps(at))
        assert (again, again.history()) == (at, at.history())
        assert len(at.observation_tensor(0)) == observation_size(rules)
        assert len(at.information_state_tensor(0)) == information_state_size(rules)


def test_words_of_the_position() -> None:
    position = State.from_text("0F?,15!,-,16? 123456/F1234 -/- 0 0 -").now
    assert position.lying("?") == {0: Card(0, 0), 3: Card(1, 6)}
    assert position.space_of(Card(1, 5)) == 1
    assert position.returned(Card(0, 0)).hands[0] == frozenset(range(7))
    assert position.taken_by(1, Card(0, 0)).taken[1] == {Card(0, 0)}
    assert position.board[0] is not None, "and the position itself stays as it was"


def test_rows_of_numbers_from_each_seat() -> None:
    """Two players, two Hens, two spaces: few enough to write them out."""
    rules = Ruleset(hens=2, houses=[[1, 2]])
    state = play(State(rules), "Fa1 1a2 ra2")
    seen_by_0 = [
        *(0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1),  # a1: mine, down, the Fox, may be any
        *(0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0),  # a2: theirs, turned, a 1, seen by all
        *(2 / 3, 1, 1, 1, 2 / 3, 1, 0, 1),  # hand size and hidden cards of each
        *(0, 1, 1),  # my hand
        *[0] * 12,  # nothing taken
        *(1, 0, 0, 0, 0, 0, 0, 0),  # I act; no end; no stall; no points
    ]
    seen_by_1 = [
        *(0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1),
        *(0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0),
        *(2 / 3, 1, 0, 1, 2 / 3, 1, 1, 1),
        *(1, 0, 1),
        *[0] * 12,
        *(0, 1, 0, 0, 0, 0, 0, 0),
    ]
    assert state.observation_tensor(0).tolist() == pytest.approx(seen_by_0)
    assert state.observation_tensor(1).tolist() == pytest.approx(seen_by_1)
    turned, second, first = (
        [1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0],  # I turn a2, their 1
        [0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0],  # they lay on a2
        [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],  # I lay on a1
    )
    events = state.information_state_tensor(0)[len(seen_by_0) :].tolist()
    assert events == [*turned, *second, *first, *[0] * event_size(rules) * 61]


def test_r2_committed_rows_show_their_card_after_the_end_of_the_reveal() -> None:
    rules = Ruleset(hens=2, houses=[[1, 2]], reveal="committed")
    state = play(State(rules), "Fa1 1a2 ra2")
    size, row = observation_size(rules), event_size(rules)
    before = state.information_state_tensor(0)[size : size + row].tolist()
    assert before == [1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]
    play(state, "r.")
    after = state.information_state_tensor(0)[size : size + 2 * row].tolist()
    assert after == [1, 0, 0, 0, 0, 1] + [0] * 7 + [1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0]
