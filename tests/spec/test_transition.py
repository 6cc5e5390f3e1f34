"""The formal rules, put to work on concrete positions, do what the reference does: T1, O1 to O5."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from sly_core import notation
from sly_core.notation.position import Position
from sly_core.reference import State
from sly_core.ruleset import Ruleset
from sly_spec.playing import Play
from sly_spec.reading import Reading
from sly_spec.terms import evaluated, start
from tests.spec.tables import action_of, table_of_state
from tests.strategies import follow, random_game, random_rules
from tests.unit.drawn_positions import drawn_positions

EVERY_ACTION = range(161)


def compare(state: State, play: Play, rng: Random, actions: int) -> None:
    """Compare what is legal for some actions, where some lead, and the scores."""
    here = table_of_state(state)
    assert play.broken_facts(here) == []
    assert play.scores(here) == state.scores()
    if state.is_terminal():
        assert play.winners(here) == state.winners()
    allowed = state.legal_actions()
    drawn = rng.sample(EVERY_ACTION, actions) + rng.sample(allowed, min(actions, len(allowed)))
    for number in {*drawn, *allowed[-1:]}:
        action = action_of(number)
        assert play.is_legal(here, *action) == (number in allowed), number
        if number in allowed:
            assert play.after(here, *action) == table_of_state(state.child(number)), number


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_is_the_same(players: int) -> None:
    rules = Ruleset(players=players)
    assert evaluated(start(Reading.of(rules))) == table_of_state(State(rules))


@pytest.mark.parametrize("seed", range(10))
def test_steps_of_played_games(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng, max_hens=6, max_spaces=8)
    play = Play(Reading.of(rules))
    state = State(rules)
    for before, _ in follow(state, random_game(rng)):
        if rng.random() < 0.4:
            compare(before, play, rng, 2)
    compare(state, play, rng, 2)


@settings(max_examples=20)
@given(drawn_positions())
def test_steps_of_drawn_positions(drawn: tuple[Position, Ruleset]) -> None:
    position, rules = drawn
    state = State.from_text(notation.format_position(position, rules), rules)
    compare(state, Play(Reading.of(rules)), Random(0), 3)
