"""Public knowledge is exact: against every other choice of hidden cards, on small games."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sly_core import Ruleset
from tests.brute import Worlds, worlds
from tests.strategies import Wish, follow, games, run, small_rulesets
from tests.tools import fields


def check(state: Any, found: Worlds) -> None:
    """What everybody knows, and how much each seat does, as the replayed games have it."""
    assert found.truth == state
    assert state.to_text() in found.all
    for space in range(state.rules.num_spaces):
        assert state.candidates(space) == found.candidates(space)
    for seat in range(state.rules.players):
        assert state.worlds_count(seat) == found.count(seat)
        assert sorted(worlds(state.to_text(), state.rules, seat)) == sorted(found.seen_by(seat))
    # every game that looks the same tells everybody the same
    assert len({fields(text)[5] for text in found.all}) == 1
    for world in list(found.all.values())[:3]:
        for space in range(state.rules.num_spaces):
            assert world.candidates(space) == state.candidates(space)


@given(rules=small_rulesets, game=games)
def test_from_the_start(implementation: Any, rules: Ruleset, game: list[Wish]) -> None:
    """Replay the public history with every other choice of hidden cards."""
    state = implementation.State(rules)
    found = Worlds(state)
    for at, action in follow(state, game[:25]):
        check(at, found)
        found.apply(action)
        if len(found.all) > 3000:
            return
    check(state, found)


@given(rules=small_rulesets, game=games, after=games)
def test_from_a_text(
    implementation: Any, rules: Ruleset, game: list[Wish], after: list[Wish]
) -> None:
    """The same from a position that was read, in the middle of a reveal too."""
    state = run(implementation.State(rules), game[:25])
    state = implementation.State.from_text(state.to_text(), rules)
    found = Worlds(state)
    for at, action in follow(state, after[:12]):
        if len(found.all) > 3000:
            return
        check(at, found)
        found.apply(action)


@given(rules=small_rulesets, game=games, data=st.data())
def test_samples_are_those_worlds(
    implementation: Any, rules: Ruleset, game: list[Wish], data: st.DataObject
) -> None:
    """A sample is one of the positions its seat cannot tell from the truth."""
    state = run(implementation.State(rules), game[:25])
    seat = data.draw(st.integers(0, rules.players - 1))
    possible = set(worlds(state.to_text(), rules, seat))
    sample = state.resample_from_infostate(seat, data.draw(st.integers(0, 2**64 - 1)))
    assert sample.to_text() in possible
