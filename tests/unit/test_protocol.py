"""The game object and the sizes of tensors."""

from __future__ import annotations

import pickle
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given

from sly_core.notation import NUM_ACTIONS
from sly_core.protocol import (
    EVENT_ROWS,
    TERMINAL_PLAYER,
    Game,
    GameState,
    event_size,
    information_state_size,
    observation_size,
)
from sly_core.ruleset import Ruleset
from tests.strategies import rulesets

RULES = Ruleset(players=3, hens=4, houses=[[1, 2], [5]], stall_limit=2)


class Stub:
    """What a game needs of a state: to be made from a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules


def game(rules: Ruleset = RULES) -> Game:
    factory: Any = Stub
    return Game(rules, factory)


def test_sizes_are_those_of_the_layout() -> None:
    spaces = 3 * (1 + 3 + 3 + 5 + 5)  # empty, owner, mark, card seen, may lie there
    seats = 3 * (1 + 5) + 5 + 9 * 5  # size and set of hands, own hand, cards taken
    assert observation_size(RULES) == spaces + seats + 3 + 3 + 1 + 3  # to act, end, count, scores
    assert event_size(RULES) == 3 + 4 + 3 + 3 + 5
    assert EVENT_ROWS == 64
    assert information_state_size(RULES) == observation_size(RULES) + 64 * event_size(RULES)


def test_a_game_answers_what_openspiel_asks() -> None:
    asked = game()
    assert asked.rules == RULES
    assert asked.num_players() == 3
    assert asked.num_distinct_actions() == NUM_ACTIONS
    assert asked.policy_tensor_shape() == [NUM_ACTIONS]
    assert asked.max_chance_outcomes() == 0
    assert asked.utility_sum() == 0.0
    assert asked.observation_tensor_shape() == [asked.observation_tensor_size()]
    assert asked.observation_tensor_size() == observation_size(RULES)
    assert asked.information_state_tensor_shape() == [asked.information_state_tensor_size()]
    assert asked.information_state_tensor_size() == information_state_size(RULES)
    assert asked.get_parameters() == {
        "players": 3,
        "hens": 4,
        "houses": "1,2/5",
        "stall_limit": 2,
    }
    assert str(asked) == "sly(players=3,hens=4,houses=1,2/5,stall_limit=2)"
    assert [type(state) for state in asked.new_initial_states()] == [Stub]
    start = asked.new_initial_state()
    assert isinstance(start, Stub)
    assert start.rules == RULES


def test_games_are_values() -> None:
    assert game() == game()
    assert hash(game()) == hash(game())
    assert pickle.loads(pickle.dumps(game())) == game()
    assert game() != game(Ruleset())
    assert game() != "sly"
    other: Any = dict
    assert game() != Game(RULES, other)
    assert repr(game(Ruleset())) == "Game(Ruleset(players=2), Stub)"


def test_utility_bounds_of_a_tiny_game() -> None:
    # one Hen of rank 1 each, one space of value 5: Safe 5, gobbled 1, a Fox 2; against minus 1
    tiny = game(Ruleset(hens=1, houses=[[5]]))
    assert tiny.max_utility() == (5 + 1 + 2 + 1) / 2
    assert tiny.min_utility() == -tiny.max_utility()


def test_a_games_length_is_bounded_by_the_stall_limit_only_g3() -> None:
    assert game(Ruleset()).max_game_length() == 10_000
    lengths = [game(Ruleset(stall_limit=n)).max_game_length() for n in (1, 2, 65535)]
    assert lengths == sorted(set(lengths))
    # 14 cards make progress, 15 foxes-only reveals of at most 2 Foxes; 4 spaces
    assert lengths[0] == (4 + 14 * 4 + 15 * 2) + 14 * (4 + 1) + 15 * (2 + 1)


@given(rulesets())
def test_bounds_hold_together(rules: Ruleset) -> None:
    any_game = game(rules)
    assert any_game.min_utility() < 0 < any_game.max_utility()
    assert any_game.max_game_length() > 0
    assert any_game.observation_tensor_size() < any_game.information_state_tensor_size()


def test_the_type_speaks_openspiels_words() -> None:
    code = """
import sys
from sly_core.protocol import GameType
kind = GameType()
assert "pyspiel" not in sys.modules
names = [getattr(kind, field).name for field in
         ("dynamics", "chance_mode", "information", "utility", "reward_model")]
print(kind.short_name, kind.min_num_players, kind.max_num_players, *names)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == [
        "sly",
        "2",
        "4",
        "SEQUENTIAL",
        "DETERMINISTIC",
        "IMPERFECT_INFORMATION",
        "ZERO_SUM",
        "TERMINAL",
    ]
    kind = game().get_type()
    assert kind.provides_information_state_string
    assert kind.provides_information_state_tensor
    assert kind.provides_observation_string
    assert kind.provides_observation_tensor
    assert not kind.provides_factored_observation_string
    assert kind.parameter_specification == {"players": 2}


def test_the_type_equals_openspiels_enumerations_where_they_are_loaded() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    kind = game().get_type()
    words = pyspiel.GameType
    assert kind.dynamics == words.Dynamics.SEQUENTIAL
    assert kind.chance_mode == words.ChanceMode.DETERMINISTIC
    assert kind.information == words.Information.IMPERFECT_INFORMATION
    assert kind.utility in (words.Utility.ZERO_SUM, words.Utility.CONSTANT_SUM)
    assert kind.reward_model == words.RewardModel.TERMINAL
    assert pyspiel.PlayerId.TERMINAL == TERMINAL_PLAYER


def test_every_state_offers_the_whole_protocol(implementation: ModuleType) -> None:
    names = [name for name in vars(GameState) if not name.startswith("_")]
    assert len(names) > 35
    state = implementation.State(RULES)
    assert [name for name in names if not hasattr(state, name)] == []
    asked = state.get_game()
    assert isinstance(asked, Game)
    assert asked.new_initial_state() == state
    assert pickle.loads(pickle.dumps(asked)) == asked == Game(RULES, implementation.State)
