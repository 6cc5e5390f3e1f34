"""The 161 action ids, their tokens, legal actions and the mask."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from sly_core import Ruleset
from sly_core.errors import IllegalActionError, NotationError
from tests.strategies import follow, random_game, random_rules
from tests.tools import rules, snapshot

SIXTEEN = rules("hens=7 houses=1,2,3,4/1,2,3,4/1,2,3,4/1,2,3,4")


def test_the_ids_and_their_tokens(implementation: Any) -> None:
    state = implementation.State(SIXTEEN)
    names = [f"{house}{place}" for house in "abcd" for place in (1, 2, 3, 4)]
    expected = [f"{card}{name}" for card in "F1234567" for name in names]
    expected += [f"x{name}" for name in names]
    expected += [f"r{name}" for name in names]
    expected += ["r."]
    assert [state.action_to_string(action) for action in range(161)] == expected
    assert [state.string_to_action(token) for token in expected] == list(range(161))


@pytest.mark.parametrize("seed", range(30))
def test_legal_actions_are_ascending_and_agree_with_the_mask(
    implementation: Any, seed: int
) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 40)):
        check_listing(at)
    check_listing(state)


def check_listing(state: Any) -> None:
    legal = state.legal_actions()
    assert legal == sorted(set(legal))
    assert all(type(action) is int for action in legal)
    # T1: while the game is on, some action is always legal
    assert bool(legal) != state.is_terminal()
    mask = state.legal_actions_mask()
    assert mask.dtype == np.int8
    assert mask.shape == (161,)
    assert np.flatnonzero(mask).tolist() == legal
    assert set(mask.tolist()) <= {0, 1}
    for seat in range(state.rules.players):
        mine = state.legal_actions(seat)
        assert mine == (legal if seat == state.current_player() else [])
        assert np.flatnonzero(state.legal_actions_mask(seat)).tolist() == mine


@pytest.mark.parametrize("seed", range(12))
def test_exactly_the_legal_actions_are_accepted(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 30)):
        legal = set(at.legal_actions())
        before = snapshot(at)
        for action in range(161):
            if action in legal:
                at.child(action)
            else:
                with pytest.raises(IllegalActionError) as caught:
                    at.apply_action(action)
                assert caught.value.clause, (before, action)
        assert snapshot(at) == before


@pytest.mark.parametrize(
    ("text", "token", "clause"),
    [
        ("06?,15?,-,- F12345/F12346 -/- 0 0 -", "Fa1", "L1"),  # occupied
        ("06?,15?,-,- F12345/F12346 -/- 0 0 -", "6a3", "L1"),  # not in hand
        ("06?,15?,-,- F12345/F12346 -/- 0 0 -", "xa1", "E1"),  # one's own
        ("06?,15?,-,- F12345/F12346 -/- 0 0 -", "xa3", "E1"),  # empty
        ("06?,15!,-,- F12345/F12346 -/- 0 0 -", "xa2", "E1"),  # face up
        ("06?,15!,-,- F12345/F12346 -/- 0 0 -", "ra2", "R1"),  # Safe
        ("06?,15?,-,- F12345/F12346 -/- 0 0 -", "ra3", "R1"),  # empty
        ("06?,15?,-,- F12345/F12346 -/- 0 0 -", "r.", "R1"),  # nothing turned
        ("06*,15?,-,- F12345/F12346 -/- 0 0 -", "ra1", "R1"),  # turned already
        ("06*,15?,-,- F12345/F12346 -/- 0 0 -", "Fa3", "R2"),  # a reveal is under way
        ("06*,15?,-,- F12345/F12346 -/- 0 0 -", "xa2", "R2"),
        ("01!,12!,03!,06! F245/F13456 -/- 1 0 -", "ra1", "G2"),
        ("01!,02!,11!,- F/F23456 -/03,04,05,06 0 0 -", "Fa4", "G1"),
    ],
)
def test_the_clause_that_forbids(implementation: Any, text: str, token: str, clause: str) -> None:
    state = implementation.State.from_text(text, Ruleset())
    action = state.string_to_action(token)
    with pytest.raises(IllegalActionError, match=clause) as caught:
        state.apply_action(action)
    assert caught.value.clause == clause
    assert caught.value.action == action
    assert state.to_text() == text


@pytest.mark.parametrize(
    "token", ["", "a1", "Fa0", "Fa5", "Fb1", "7a1", "fa1", "Fa1 ", " Fa1", "r", "ra", "xa9",
              "xa01", "Fa1x", "8a1", "Fé1", "Fa１", "ra1\n", "0a1", "\ud800"],
)  # fmt: skip
def test_tokens_that_are_none(implementation: Any, token: str) -> None:
    state = implementation.State(Ruleset())
    with pytest.raises(NotationError) as caught:
        state.string_to_action(token)
    assert caught.value.field == "action"
    assert 0 <= caught.value.column <= len(token)
