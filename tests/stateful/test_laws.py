"""Laws of single games: undo, clones, text, bytes, pickles, copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sly_core import Ruleset
from tests.strategies import Wish, follow, games, rulesets, run
from tests.tools import all_facts, snapshot


@given(rules=rulesets(), game=games)
def test_undo_leads_back_the_way_it_came(
    implementation: Any, rules: Ruleset, game: list[Wish]
) -> None:
    state = implementation.State(rules)
    before = [(action, all_facts(at, tensors=False)) for at, action in follow(state, game)]
    for action, facts in reversed(before):
        assert state.history()[-1] == action
        state.undo_action()
        assert all_facts(state, tensors=False) == facts


@given(rules=rulesets(), game=games, more=games)
def test_copies_of_every_kind_go_on_alike(
    implementation: Any, rules: Ruleset, game: list[Wish], more: list[Wish]
) -> None:
    state = run(implementation.State(rules), game)
    before = snapshot(state)
    copies = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ]
    read = [
        implementation.State.from_text(state.to_text(), rules),
        implementation.State.from_bytes(state.to_bytes()),
    ]
    assert all(twin == state for twin in copies + read)
    assert all(all_facts(twin) == all_facts(state) for twin in copies)
    actions = [action for _, action in follow(copies[0], more[:15])]
    for twin in copies[1:] + read:
        twin.apply_actions(actions)
        assert twin == copies[0]
    assert all(all_facts(twin) == all_facts(copies[0]) for twin in copies)
    assert snapshot(state) == before


@given(rules=rulesets(), game=games)
def test_a_state_is_told_by_its_history(
    implementation: Any, rules: Ruleset, game: list[Wish]
) -> None:
    state = run(implementation.State(rules), game)
    again = implementation.State(rules)
    again.apply_actions(state.history())
    assert all_facts(again) == all_facts(state)


@given(rules=rulesets(), game=games, data=st.binary(max_size=80))
def test_no_bytes_but_ones_own(
    implementation: Any, rules: Ruleset, game: list[Wish], data: bytes
) -> None:
    state = run(implementation.State(rules), game[:20])
    whole = state.to_bytes()
    for wrong in (data, whole + data, data + whole, whole[: len(data)], whole[len(data) :] + data):
        if wrong == whole:
            continue
        try:
            implementation.State.from_bytes(wrong)
        except ValueError:
            continue
        raise AssertionError(f"{wrong!r} was read")


@given(rules=rulesets(), game=games)
def test_points_add_up(implementation: Any, rules: Ruleset, game: list[Wish]) -> None:
    """Returns sum to zero; before the end they are zero and nobody has won."""
    state = run(implementation.State(rules), game)
    scores, returns, winners = state.scores(), state.returns(), state.winners()
    assert abs(sum(returns)) < 1e-9
    if state.is_terminal():
        assert winners == [seat for seat, points in enumerate(scores) if points == max(scores)]
        mean = sum(scores) / len(scores)
        assert all(abs(r - (s - mean)) < 1e-9 for r, s in zip(returns, scores, strict=True))
    else:
        assert winners == []
        assert returns == [0.0] * rules.players
