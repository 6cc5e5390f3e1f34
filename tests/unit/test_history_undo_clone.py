"""History, undo, clone and child."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from sly_core import Ruleset
from sly_core.errors import HistoryError
from tests.strategies import follow, random_game, random_rules
from tests.tools import all_facts, play, snapshot

SEEDS = range(25)


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_is_the_inverse_of_every_action(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    before = []
    for at, action in follow(state, random_game(rng, 40)):
        before.append((action, all_facts(at)))
    while before:
        action, facts = before.pop()
        assert state.history()[-1] == action
        state.undo_action()
        assert all_facts(state) == facts
    assert state == implementation.State(state.rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_action_can_be_taken_back(implementation: Any, seed: int) -> None:
    rng = Random(1000 + seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 25)):
        before = snapshot(at)
        for action in at.legal_actions():
            at.apply_action(action)
            at.undo_action()
        assert snapshot(at) == before


def test_what_was_asked_before_a_move_is_asked_anew_after_it(implementation: Any) -> None:
    """Also where the move is taken back and another one made, so that as many were made as then."""
    state = implementation.State(Ruleset())
    play(state, "Fa1 6a2")
    fox, six = state.history()
    play(state, "5a3")
    five = state.history()[2]
    assert state.clone().history() == [fox, six, five]
    state.undo_action()
    assert state.history() == state.clone().history() == [fox, six]
    play(state, "4a3")
    four = state.history()[2]
    assert four != five
    assert state.clone().history() == state.history() == [fox, six, four]


def test_undo_stops_at_the_beginning(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    with pytest.raises(HistoryError):
        state.undo_action()
    play(state, "Fa1")
    state.undo_action()
    with pytest.raises(HistoryError):
        state.undo_action()
    assert state == implementation.State(Ruleset())


def test_a_state_read_from_text_begins_its_history_there(implementation: Any) -> None:
    text = "0F?,15?,-,- 123456/F12346 -/- 0 0 -"
    state = implementation.State.from_text(text, Ruleset())
    assert state.history() == []
    with pytest.raises(HistoryError):
        state.undo_action()
    play(state, "ra1 r.")
    assert state.history() == [144, 160]
    state.undo_action()
    state.undo_action()
    assert state.to_text() == text


def test_undo_with_player_and_action_checks_them(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2")
    before = snapshot(state)
    for player, action in [(0, 17), (1, 16), (0, 0), (2, 17), (-4, 17)]:
        with pytest.raises(ValueError):  # noqa: PT011  (the text is free)
            state.undo_action(player, action)
        assert snapshot(state) == before
    state.undo_action(1, 17)
    state.undo_action(0, 0)
    assert state == implementation.State(Ruleset())


def test_undo_of_a_reveals_last_step_names_the_revealer(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2 ra1 r.")
    state.undo_action(0, 160)
    state.undo_action(0, 144)
    assert state == play(implementation.State(Ruleset()), "Fa1 1a2")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clone_is_equal_keeps_the_history_and_is_independent(
    implementation: Any, seed: int
) -> None:
    rng = Random(2000 + seed)
    state = implementation.State(random_rules(rng))
    for at, action in follow(state, random_game(rng, 30)):
        before = all_facts(at)
        twin = at.clone()
        assert type(twin) is type(at)
        assert twin == at
        assert all_facts(twin) == before
        twin.apply_action(action)
        assert all_facts(at) == before
        twin.undo_action()
        assert all_facts(twin) == before
        assert all_facts(at) == before


def test_a_clone_takes_back_only_what_was_made_on_it(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2")
    twin = state.clone()
    with pytest.raises(HistoryError):
        twin.undo_action()
    twin.apply_action(129)
    assert twin.history() == [0, 17, 129]
    twin.undo_action()
    assert all_facts(twin) == all_facts(state)
    with pytest.raises(HistoryError):
        twin.undo_action()
    state.undo_action()
    assert state.history() == [0]
    assert twin.history() == [0, 17]


def test_a_child_is_a_clone_with_one_action_more(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2")
    before = snapshot(state)
    for action in state.legal_actions():
        child = state.child(action)
        twin = state.clone()
        twin.apply_action(action)
        assert all_facts(child) == all_facts(twin)
        assert child.history() == [*state.history(), action]
    with pytest.raises(ValueError, match="L1"):
        state.child(0)
    assert snapshot(state) == before


def test_the_history_handed_out_is_a_copy(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1")
    state.history().clear()
    state.legal_actions().clear()
    state.scores().clear()
    assert state.history() == [0]
    assert state.legal_actions()


def test_apply_actions_and_history_str(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    state.apply_actions([0, 17])
    assert state.history() == [0, 17]
    assert state == play(implementation.State(Ruleset()), "Fa1 1a2")
    assert isinstance(state.history_str(), str)


def test_apply_actions_is_all_or_nothing(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    before = snapshot(state)
    with pytest.raises(ValueError, match="L1"):
        state.apply_actions([0, 17, 0])
    assert snapshot(state) == before


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda state: state.clone()])
def test_long_histories(implementation: Any, make: Any) -> None:
    """Foxes may come and go for ever (G3): nothing breaks after thousands of plies."""
    state = implementation.State(Ruleset())
    rounds = 400 if implementation.__name__.endswith("reference") else 20_000
    play(state, "1a1 1a2")
    for _ in range(rounds):
        play(state, "Fa3 Fa4 ra3 ra4 r.")
        play(state, "Fa3 Fa4 ra3 ra4 r.")
    twin = make(state)
    assert twin.history() == state.history()
    assert twin == state
    for _ in range(rounds * 10):
        state.undo_action()
    assert state == play(implementation.State(Ruleset()), "1a1 1a2")
    assert len(twin.history()) == rounds * 10 + 2
