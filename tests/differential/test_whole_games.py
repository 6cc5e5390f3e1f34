"""The same seed plays the same whole game in core and reference."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import sly_core
import sly_core.reference
from sly_core import Ruleset, playout_seed
from sly_core.errors import PlayoutLimitError
from sly_core.randomness import GAMMA, SplitMix64
from tests.differential.compare import answers
from tests.strategies import random_rules


@pytest.mark.parametrize("seed", range(60))
def test_playouts_are_the_same_games(seed: int) -> None:
    rules = (
        Ruleset(players=2 + seed % 3, houses=("standard", "wide")[seed % 2])
        if seed < 12
        else random_rules(Random(seed))
    )
    for run in range(3):
        check_one_game(rules, 1000 * seed + run)


def check_one_game(rules: Ruleset, seed: int) -> None:
    try:
        core = sly_core.playout(sly_core.State(rules), seed, max_plies=600)
    except PlayoutLimitError as error:
        with pytest.raises(PlayoutLimitError) as caught:
            sly_core.reference.playout(sly_core.reference.State(rules), seed, max_plies=600)
        assert caught.value.plies == error.plies == 600
        return
    reference = sly_core.reference.playout(sly_core.reference.State(rules), seed, max_plies=600)
    assert core.is_terminal()
    assert core.history() == reference.history()
    assert answers(core) == answers(reference)
    assert core.information_state_string(0) == reference.information_state_string(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_of_playouts_are_the_reference_s_games(players: int) -> None:
    rules = Ruleset(players=players, stall_limit=3)
    scores = sly_core.playouts(sly_core.State(rules), 20, 7)
    assert scores.dtype == np.int16
    assert scores.shape == (20, players)
    for row in range(20):
        game = sly_core.reference.playout(sly_core.reference.State(rules), playout_seed(7, row))
        assert scores[row].tolist() == game.scores()


def test_a_playout_begins_where_it_is_told() -> None:
    text = "0F?,16!,12?,- 123456/4 1F,13,15/11 0 0 -"
    core = sly_core.playout(sly_core.State.from_text(text, Ruleset()), 5)
    reference = sly_core.reference.playout(sly_core.reference.State.from_text(text, Ruleset()), 5)
    assert core.to_text() == reference.to_text()
    assert core.history() == reference.history()


def test_the_draw_that_must_be_drawn_again() -> None:
    """The seed whose first number is 0: it would favour the first of 28 actions, so it is redrawn.

    The chance of such a number is one in a billion; here it comes at the first draw.
    """
    seed = -GAMMA % 2**64
    assert SplitMix64(seed).next_u64() == 0
    rules = Ruleset()
    core = sly_core.playout(sly_core.State(rules), seed)
    reference = sly_core.reference.playout(sly_core.reference.State(rules), seed)
    assert core.history() == reference.history()
    again = SplitMix64(seed)
    again.next_u64()
    assert core.history()[0] == sly_core.State(rules).legal_actions()[again.below(28)]
