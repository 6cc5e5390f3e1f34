"""Random games: the generator, the rows, the limit, and the same games in both implementations."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import sly_core
from sly_core import Ruleset, playout_seed, reference
from sly_core.errors import HistoryError, PlayoutLimitError
from sly_core.randomness import SplitMix64
from tests.strategies import random_game, random_rules, run
from tests.threads import progress_beside
from tests.tools import all_facts, rules, snapshot

# rules, seed, end, plies: another generator, another order of actions or another draw shows here
GOLDEN = [
    ("players=2", 0, "14!,13!,04!,03! F125/F1256 06/- 0 0 -", 17),
    ("players=2", 2**64 - 1, "15!,06!,01!,16! 2345/F1234 -/0F 0 0 -", 15),
    (
        *("players=3 multiple_foxes=each", 1),
        *("24!,02!,05!,15!/23!,16!,13!,06! F134/F124/F1256 -/-/- 1 0 -", 22),
    ),
    (
        *("players=4 reveal=committed min_reveal=2", 2**64 - 1),
        *("12!,05!,01!,31!/02!,16!,15!,22! F34/F134/F13456/2345 3F/36/06/- 0 0 -", 45),
    ),
    (
        "players=2 houses=wide reveal_scope=one_house gobbling_fox=leaves stall_limit=2",
        *(1, "01!,14!,06!,15!,05!,03!,04!,13! 2/F26 11/- 0 0 -", 33),
    ),
]
GOLDEN_ROWS = {
    "players=2": [[6, 6], [9, 1], [8, 14]],
    "players=4 reveal=committed min_reveal=2": [[8, 10, 2, 15], [17, 13, -2, 3], [6, 10, 6, 13]],
}
BAD_SEEDS: list[Any] = [-1, 2**64, 10**30, 1.0, "1", None, True, b"1"]
BAD_PLIES: list[Any] = [-1, 2**48 + 1, 10**30, 1.0, "1", None, False]
BAD_GAMES: list[Any] = [-1, 2**31, 10**30, 1.0, "1", None, True]


def states(count: int) -> list[Any]:
    """States of the core in the middle of games, under rulesets of every kind."""
    found = []
    for seed in range(count):
        rng = Random(seed)
        found.append(run(sly_core.State(random_rules(rng)), random_game(rng, rng.randrange(20))))
    return found


@pytest.mark.parametrize(("text", "seed", "end", "plies"), GOLDEN)
def test_a_seed_is_a_game(implementation: Any, text: str, seed: int, end: str, plies: int) -> None:
    played = implementation.playout(implementation.State(rules(text)), seed)
    assert played.to_text() == end
    assert len(played.history()) == plies


@pytest.mark.parametrize("text", GOLDEN_ROWS)
def test_a_seed_is_a_table(implementation: Any, text: str) -> None:
    table = implementation.playouts(implementation.State(rules(text)), 3, 5)
    assert table.tolist() == GOLDEN_ROWS[text]


def test_the_generator_as_documented(implementation: Any) -> None:
    """Each ply, a forced one too, takes one bounded draw over the ascending legal actions (T1)."""
    for seed in range(30):
        rng = Random(seed)
        start = implementation.State(random_rules(rng, max_spaces=6))
        stream = SplitMix64(seed)
        state = start.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            assert legal == sorted(legal)
            state.apply_action(legal[stream.below(len(legal))])
        played = implementation.playout(start, seed)
        assert played == state
        assert played.history() == state.history()


def test_both_implementations_play_the_same_games() -> None:
    """Whole games, from the text of one in the middle; the past goes on into the end."""
    for seed, state in enumerate(states(60)):
        twin = reference.State.from_text(state.to_text(), state.rules)
        text_only = sly_core.State.from_text(state.to_text(), state.rules)
        end = sly_core.playout(text_only, seed)
        assert all_facts(end) == all_facts(reference.playout(twin, seed))
        past = state.history()
        with_past = sly_core.playout(state, seed)
        assert with_past.history() == past + end.history()
        assert with_past == end


def test_rows_are_playouts(implementation: Any) -> None:
    for seed, at in enumerate(states(12)):
        state = implementation.State.from_text(at.to_text(), at.rules)
        table = implementation.playouts(state, 5, seed)
        assert table.dtype == np.int16
        assert table.shape == (5, at.rules.players)
        for i, row in enumerate(table.tolist()):
            end = implementation.playout(state, playout_seed(seed, i))
            assert end.is_terminal()
            assert row == end.scores()


def test_a_longer_table_begins_with_the_shorter() -> None:
    state = sly_core.State(Ruleset.wide(3))
    table = sly_core.playouts(state, 5000, 9)  # more than one round between looks at Ctrl-C
    assert np.array_equal(table[:70], sly_core.playouts(state, 70, 9))
    assert sly_core.playout(state, playout_seed(9, 4999)).scores() == table[-1].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_games_at_all(implementation: Any, players: int) -> None:
    table = implementation.playouts(implementation.State(Ruleset.standard(players)), 0, 1)
    assert table.shape == (0, players)
    assert table.dtype == np.int16


def test_from_an_end(implementation: Any) -> None:
    """Nothing is left to play, whatever the limit."""
    end = implementation.playout(implementation.State(), 3)
    again = implementation.playout(end, 4, max_plies=0)
    assert again == end
    assert again is not end
    assert implementation.playouts(end, 2, 4, 0).tolist() == [end.scores()] * 2


def test_the_state_is_left_alone(implementation: Any) -> None:
    state = run(implementation.State(), random_game(Random(2), 6))
    before = snapshot(state)
    implementation.playouts(state, 3, 1)
    end = implementation.playout(state, 1)
    assert snapshot(state) == before
    while end != state:
        end.undo_action()
    assert end.history() == state.history()
    with pytest.raises(HistoryError):
        end.undo_action()


def test_numbers_of_other_kinds_are_numbers(implementation: Any) -> None:
    state = implementation.State()
    assert implementation.playout(state, np.uint64(7)) == implementation.playout(state, 7)
    table = implementation.playouts(state, np.int8(2), np.int64(7), np.int32(999))
    assert np.array_equal(table, implementation.playouts(state, 2, 7))


def test_first_actions_are_uniform() -> None:
    """Chi-square over 28 first actions, 27 degrees of freedom; 55.5 has p = 0.001."""
    state = sly_core.State()
    games = 28 * 400
    firsts = Counter(sly_core.playout(state, seed).history()[0] for seed in range(games))
    assert sorted(firsts) == state.legal_actions()
    assert sum((count - 400) ** 2 / 400 for count in firsts.values()) < 55.5


def test_actions_are_uniform_where_few_are_legal() -> None:
    """The same with 3 actions and rows' seeds; 2 degrees of freedom, 13.8 has p = 0.001."""
    state = sly_core.State.from_text("01?,12?,03!,06! F245/F13456 -/- 1 0 -", rules())
    assert state.legal_actions() == [128, 144, 145]
    seeds = (playout_seed(1, i) for i in range(6000))
    firsts = Counter(sly_core.playout(state, seed).history()[0] for seed in seeds)
    assert sum((count - 2000) ** 2 / 2000 for count in firsts.values()) < 13.8


def test_a_game_over_the_limit(implementation: Any) -> None:
    """G3: the error says how far it got, and the limit itself is allowed."""
    state = implementation.State()
    end = implementation.playout(state, 0)
    plies = len(end.history())
    assert implementation.playout(state, 0, max_plies=plies) == end
    for most in (0, 1, plies - 1):
        with pytest.raises(PlayoutLimitError, match=f"not over after {most} plies") as caught:
            implementation.playout(state, 0, max_plies=most)
        error = caught.value
        assert (error.plies, error.clause) == (most, "G3")
        assert isinstance(error.state, implementation.State)
        assert error.state.history() == end.history()[:most]
    assert snapshot(state) == snapshot(implementation.State())


def test_the_first_row_over_the_limit_is_told(implementation: Any) -> None:
    state = implementation.State()
    lengths = [len(implementation.playout(state, playout_seed(3, i)).history()) for i in range(9)]
    most = sorted(lengths)[-2]
    too_long = next(i for i, length in enumerate(lengths) if length > most)
    with pytest.raises(PlayoutLimitError) as caught:
        implementation.playouts(state, 9, 3, most)
    assert caught.value.plies == most
    full = implementation.playout(state, playout_seed(3, too_long))
    reached: Any = caught.value.state
    assert reached.history() == full.history()[:most]


def test_the_limit_of_a_table_is_exact(implementation: Any) -> None:
    state = implementation.State()
    plies = len(implementation.playout(state, playout_seed(3, 0)).history())
    assert len(implementation.playouts(state, 1, 3, plies)) == 1
    with pytest.raises(PlayoutLimitError):
        implementation.playouts(state, 1, 3, plies - 1)


def refused(value: Any) -> type[Exception]:
    """What a bad number raises: a ValueError for an int out of range, else a TypeError."""
    return ValueError if type(value) is int else TypeError


@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_bad_seeds(implementation: Any, seed: Any) -> None:
    state = implementation.State()
    with pytest.raises(refused(seed), match="seed"):
        implementation.playout(state, seed)
    with pytest.raises(refused(seed), match="seed"):
        implementation.playouts(state, 1, seed)
    assert snapshot(state) == snapshot(implementation.State())


@pytest.mark.parametrize("most", BAD_PLIES)
def test_bad_limits(implementation: Any, most: Any) -> None:
    state = implementation.State()
    with pytest.raises(refused(most), match="max_plies"):
        implementation.playout(state, 1, most)
    with pytest.raises(refused(most), match="max_plies"):
        implementation.playouts(state, 1, 1, max_plies=most)
    assert snapshot(state) == snapshot(implementation.State())


@pytest.mark.parametrize("games", BAD_GAMES)
def test_bad_numbers_of_games(implementation: Any, games: Any) -> None:
    state = implementation.State()
    with pytest.raises(refused(games), match=r"\bn\b"):
        implementation.playouts(state, games, 1)
    assert snapshot(state) == snapshot(implementation.State())


@pytest.mark.parametrize("state", [None, "-", 3, reference.State()])
def test_only_states_of_the_core(state: Any) -> None:
    with pytest.raises(TypeError):
        sly_core.playout(state, 1)
    with pytest.raises(TypeError):
        sly_core.playouts(state, 1, 1)


def test_other_threads_go_on() -> None:
    """No interpreter lock is held while the games are played."""
    state = sly_core.State()
    assert progress_beside(lambda: sly_core.playouts(state, 300_000, 1)) >= 10
