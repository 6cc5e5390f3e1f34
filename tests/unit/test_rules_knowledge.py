"""What everybody has seen: the `known` field's plain rule, from R2, R5, E3 and G1."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sly_core import Ruleset
from tests.brute import PlainRule
from tests.strategies import follow, random_game, random_rules
from tests.tools import fields, play, rules


def known(state: Any) -> str:
    return fields(state.to_text())[5]


def test_nothing_is_known_at_the_start(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2 2a3")
    assert known(state) == "-"


def test_r5_a_card_that_went_home_was_not_under_those_that_stayed(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "5a1 1a2 Fa3 6a4")
    play(state, "ra3 r.")
    assert known(state) == "a1=123456"
    play(state, "xa1")
    assert known(state) == "-"


def test_a_space_filled_after_the_sighting_may_hold_the_card(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "5a1 1a2 Fa3 6a4 ra3 r.")
    assert known(state) == "a1=123456"
    state = play(implementation.State(Ruleset()), "5a1 1a2 Fa3 6a4 xa2 ra3 r. Fa3")
    assert state.to_text() == "05?,11!,0F?,16? 12346/F2345 -/- 1 1 a1=123456"


def test_e3_a_safe_card_is_no_hidden_card_so_no_entry_is_left(implementation: Any) -> None:
    state = implementation.State.from_text("05?,03?,-,- F1246/F123456 -/- 1 0 -", rules())
    assert known(play(state, "xa2")) == "-"


def test_two_sightings_add_up(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,0F?,02?,- 1346/F123456 -/- 1 0 -", rules("houses=1,2,3,4")
    )
    play(state, "ra2 r. 1a2 ra3 ra2 r.")
    # the Fox and the 1 went home (2 outranks 1 and is Safe): a1 held neither
    assert state.to_text() == "05?,-,02!,- F1346/F123456 -/- 0 0 a1=3456"


def test_committed_cards_are_seen_together_at_the_end(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,0F?,03?,- 1246/F123456 -/- 1 0 -", rules("reveal=committed")
    )
    play(state, "ra2 ra3")
    assert known(state) == "-"
    play(state, "r.")
    assert state.to_text() == "05?,-,-,- F1246/F123456 03/- 0 0 a1=12456"


def test_stepwise_entries_appear_when_the_turned_card_goes_home(implementation: Any) -> None:
    state = implementation.State.from_text("05?,0F?,03?,- 1246/F123456 -/- 1 0 -", rules())
    play(state, "ra2")
    assert state.to_text() == "05?,0F*,03?,- 1246/F123456 -/- 1 0 -"
    play(state, "ra3")
    assert known(state) == "-"
    play(state, "r.")
    assert known(state) == "a1=12456"


def test_g1_turning_up_clears_all_entries(implementation: Any) -> None:
    state = implementation.State.from_text(
        "01?,02?,-,- F/F123456 -/03,04,05,06 1 0 a1=12,a2=12", rules()
    )
    assert known(play(state, "1a3")) == "-"


def test_each_owner_has_their_own_entries(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,0F?,1F?,12? 12346/13456 -/- 1 0 -", rules("houses=1,2,3,4")
    )
    play(state, "ra2 ra3 r.")
    assert state.to_text() == "05?,-,-,12? F12346/F13456 -/- 0 1 a1=123456,a4=123456"


@pytest.mark.parametrize("seed", range(60))
def test_the_plain_rule_by_its_definition(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    ruleset = Ruleset.standard(rng.randint(2, 4)) if seed % 4 == 0 else random_rules(rng)
    state = implementation.State(ruleset)
    rule = PlainRule(ruleset)
    for at, action in follow(state, random_game(rng, 50)):
        before = at.to_text()
        after = at.child(action).to_text()
        rule.apply(before, action, after)
        assert rule.known(after) == fields(after)[5], (before, at.action_to_string(action))
