"""The loops that leave Python out play by every switch: beside `State`, one switch at a time.

For the standard switches they are compiled with the switches as constants, so a game with any
other value must be seen to go the other way.
"""

from __future__ import annotations

from random import Random

import pytest

import sly_core as sly
from sly_core import Ruleset, State
from sly_core.search.perft import made_moves
from tests.strategies import random_game, run
from tests.tools import rules

GAMES = 300
POSITIONS = 60
OTHERS = (
    "reveal=committed",
    "reveal_scope=one_house",
    "multiple_foxes=each",
    "gobbling_fox=leaves",
    "min_reveal=2",
    "stall_limit=1",
)
READINGS = [
    f"players={players} houses=standard {switches}".strip()
    for players in (2, 3, 4)
    for switches in ("", *OTHERS, " ".join(OTHERS))
]
WIDEST = "players=4 houses=wide"


def met(reading: Ruleset) -> list[State]:
    """Positions from drawn games, of every length."""
    rng = Random(reading.to_text())
    return [run(State(reading), random_game(rng, rng.randrange(60))) for _ in range(POSITIONS)]


@pytest.mark.parametrize("text", [*READINGS, WIDEST])
def test_a_row_is_the_game_that_a_state_plays(text: str) -> None:
    start = State(rules(text))
    played = [sly.playout(start, sly.playout_seed(1, game)).scores() for game in range(GAMES)]
    assert sly.playouts(start, GAMES, 1).tolist() == [list(scores) for scores in played]


@pytest.mark.parametrize("text", READINGS)
def test_so_are_those_from_a_position_met(text: str) -> None:
    for state in met(rules(text)):
        if state.is_terminal():
            continue
        played = [sly.playout(state, sly.playout_seed(2, game)).scores() for game in range(8)]
        assert sly.playouts(state, 8, 2).tolist() == [list(scores) for scores in played]


@pytest.mark.parametrize("text", READINGS)
def test_what_perft_makes_is_what_a_state_becomes(text: str) -> None:
    """A REVEAL under way is what most switches are about, so some positions are within one."""
    for state in met(rules(text)):
        below = [state.child(action) for action in state.legal_actions()]
        twice = sum(len(child.legal_actions()) for child in below)
        again = sum(sly.perft(child, 2) for child in below)
        assert [sly.perft(state, depth) for depth in (1, 2, 3)] == [len(below), twice, again]
        assert [made_moves(state, depth) for depth in (1, 2, 3)] == [len(below), twice, again]
