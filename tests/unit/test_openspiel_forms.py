"""The forms that OpenSpiel's Python algorithms call. Nothing here needs OpenSpiel."""

from __future__ import annotations

from typing import Any

import pytest

from sly_core import Ruleset
from tests.tools import play, rules, snapshot


def test_who_plays(implementation: Any) -> None:
    state = implementation.State(Ruleset(players=3))
    assert state.num_players() == 3
    assert state.num_distinct_actions() == 161
    assert state.current_player() == 0
    assert not state.is_chance_node()
    assert not state.is_simultaneous_node()
    assert list(state.chance_outcomes()) == []


def test_at_the_end(implementation: Any) -> None:
    state = play(implementation.State(rules("hens=1")), "1a1 1a4")
    assert state.is_terminal()
    assert state.current_player() == -4
    assert state.returns() == [-1.5, 1.5]
    assert state.rewards() == [-1.5, 1.5]
    assert [state.player_return(seat) for seat in range(2)] == [-1.5, 1.5]
    assert not state.is_chance_node()


def test_rewards_come_at_the_end_only(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "4a3 xa3")
    assert state.scores() == [3, 0]
    assert state.rewards() == [0.0, 0.0]
    assert state.player_return(0) == 0.0


def test_action_to_string_with_and_without_a_player(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    assert state.action_to_string(80) == "5a1"
    assert state.action_to_string(0, 80) == "5a1"
    assert state.action_to_string(1, 80) == "5a1"
    assert state.action_to_string(160) == "r."


def test_undo_with_and_without_a_player(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2")
    state.undo_action(1, 17)
    state.undo_action()
    assert state == implementation.State(Ruleset())


@pytest.mark.parametrize("arguments", [(1,), (None, 17), (1, None)])
def test_undo_with_half_its_arguments(implementation: Any, arguments: tuple[Any, ...]) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2")
    before = snapshot(state)
    with pytest.raises((TypeError, ValueError)):
        state.undo_action(*arguments)
    assert snapshot(state) == before


def test_the_game_object(implementation: Any) -> None:
    state = play(implementation.State(Ruleset(players=3, stall_limit=2)), "Fa1")
    game = state.get_game()
    assert game.num_players() == 3
    assert game.num_distinct_actions() == 161
    start = game.new_initial_state()
    assert type(start) is type(state)
    assert start == implementation.State(state.rules)
    assert game.utility_sum() == 0.0
    assert game.max_utility() == -game.min_utility() > 0
    assert game.information_state_tensor_shape() == [state.information_state_tensor(0).size]
    assert game.observation_tensor_shape() == [state.observation_tensor(0).size]
    assert game.max_game_length() > 0


def test_returns_stay_within_the_games_bounds(implementation: Any) -> None:
    state = implementation.State(Ruleset.wide(3))
    bound = state.get_game().max_utility()
    for seed in range(20 if implementation.__name__.endswith("reference") else 300):
        returns = implementation.playout(state, seed).returns()
        assert sum(returns) == pytest.approx(0)
        assert max(map(abs, returns)) <= bound


def test_a_walk_as_openspiel_takes_it(implementation: Any) -> None:
    """The loop of its examples, and of its random rollouts."""
    game = implementation.State(Ruleset()).get_game()
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions(player)
        action = legal[len(legal) // 2]
        assert state.legal_actions_mask(player)[action]
        assert state.action_to_string(player, action)
        state.information_state_string(player)
        state.apply_action(action)
        if len(state.history()) > 500:
            break
    assert len(state.returns()) == game.num_players()


def test_history_str_is_openspiels(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2 xa2")
    assert state.history_str() == "0, 17, 129"
    assert implementation.State(Ruleset()).history_str() == ""
