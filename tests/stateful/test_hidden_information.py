"""Nothing a seat gets changes when only cards hidden from that seat change."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sly_core import Ruleset
from tests.brute import face, shown
from tests.strategies import Wish, games, grant, rulesets
from tests.tools import public_facts, seat_facts


def told(state: Any, seat: int) -> dict[str, Any]:
    """All that the seat gets, and all that everybody gets."""
    facts = {**public_facts(state), **seat_facts(state, seat)}
    if state.current_player() != seat:
        assert facts["legal_actions"] == []
    return facts


@given(rules=rulesets(), game=games, seat=st.integers(0, 3), deal=st.integers(0, 2**64 - 1))
def test_two_worlds_with_the_same_public_actions(
    implementation: Any, rules: Ruleset, game: list[Wish], seat: int, deal: int
) -> None:
    """Two games that differ only in what the seat cannot see, played by the same public actions.

    Where the acting seat's hands differ a LAY of one card in one world is a LAY of another in the
    other. As soon as an action shows different cards the worlds part, and the test ends.
    """
    seat %= rules.players
    rng = Random(deal)
    one = implementation.State(rules)
    other = implementation.State(rules)
    seen: set[str] = set()
    for wish in game:
        assert told(one, seat) == told(other, seat)
        if one.is_terminal():
            return
        action = grant(one, wish, seen)
        counterpart = same_action_in(other, action, one.current_player() == seat, rng)
        if counterpart is None:
            return
        before_one, before_other = one.to_text(), other.to_text()
        if shown(before_one, rules, action) != shown(before_other, rules, counterpart):
            return
        seen.update(cell[:2] for cell in shown(before_one, rules, action))
        one.apply_action(action)
        other.apply_action(counterpart)
        if face(one.to_text(), rules) != face(other.to_text(), rules):
            assert one.is_terminal()  # G1 turned different cards up
            return
    assert told(one, seat) == told(other, seat)


def same_action_in(world: Any, action: int, own: bool, rng: Random) -> int | None:
    """The action that looks the same: a LAY by another seat may be of any card."""
    legal: list[int] = world.legal_actions()
    if action < 128 and not own:
        same_space = [a for a in legal if a < 128 and a % 16 == action % 16]
        return rng.choice(same_space)
    assert action in legal
    return action


@given(
    rules=rulesets(),
    game=games,
    after=games,
    seat=st.integers(0, 3),
    deal=st.integers(0, 2**64 - 1),
)
def test_worlds_dealt_in_the_middle(
    implementation: Any,
    rules: Ruleset,
    game: list[Wish],
    after: list[Wish],
    seat: int,
    deal: int,
) -> None:
    """A sample tells its seat the same, and goes on telling it the same."""
    seat %= rules.players
    one = implementation.State(rules)
    seen: set[str] = set()
    for wish in game:
        if one.is_terminal():
            break
        one.apply_action(grant(one, wish, seen))
    other = one.resample_from_infostate(seat, deal)
    rng = Random(deal)
    assert told(one, seat) == told(other, seat)
    for wish in after[:15]:
        if one.is_terminal():
            return
        action = grant(one, wish, seen)
        counterpart = same_action_in(other, action, one.current_player() == seat, rng)
        assert counterpart is not None
        if shown(one.to_text(), rules, action) != shown(other.to_text(), rules, counterpart):
            return
        one.apply_action(action)
        other.apply_action(counterpart)
        if face(one.to_text(), rules) != face(other.to_text(), rules):
            assert one.is_terminal()  # G1 turned different cards up
            return
        assert told(one, seat) == told(other, seat)
