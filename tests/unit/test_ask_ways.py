"""`ask.ways`: where no way to differ is met, two readings do the same, and a bound is a bound."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sly_core import Ruleset, notation, reference
from sly_core.ask import shortest_play
from sly_core.ask.comparing import differences, same_table, step_differences
from sly_core.ask.ways import lie_of, never, ways
from sly_core.errors import NotationError
from sly_core.ruleset import SWITCHES
from tests.strategies import Wish, follow, games, rulesets, switch_values
from tests.unit.drawn_positions import drawn_positions


@given(drawn_positions(), switch_values)
@settings(max_examples=400)
def test_without_a_way_nothing_differs(
    drawn: tuple[notation.Position, Ruleset], switches: dict[str, object]
) -> None:
    position, rules = drawn
    other = rules.replace(**switches)
    bare = replace(position, known=(None,) * rules.num_spaces)
    text = notation.format_position(bare, rules)
    try:
        first = reference.State.from_text(text, rules)
        second = reference.State.from_text(text, other)
    except NotationError:
        return  # not a position of both
    found = ways(rules, other)
    met = [way for way in found if way.fits(lie_of(first.position()), first.now.stall)]
    if differences(first, second):
        assert any(not way.stops for way in met)
        return
    for action in first.legal_actions():
        if step_differences(first, second, action):
            after = first.child(action)
            then = [way for way in found if way.fits(lie_of(after.position()), after.now.stall)]
            assert action == notation.STOP or then
            assert met or then


@given(rulesets(), games, switch_values)
@settings(max_examples=60)
def test_the_bound_on_actions_is_never_too_high(
    rules: Ruleset, game: list[Wish], switches: dict[str, object]
) -> None:
    other = rules.replace(**switches)
    found = ways(rules, other)
    first, second = reference.State(rules), reference.State(other)
    bounds = []
    for state, action in follow(first, game):
        lie = lie_of(state.position())
        bounds.append(min((way.least_actions(lie, state.now.stall) for way in found), default=99))
        differs = action not in second.legal_actions()
        if not differs:
            differs = bool(step_differences_after(state, second, action))
        if differs:
            break
    else:
        return
    assert all(bound <= len(bounds) - ply for ply, bound in enumerate(bounds))


def step_differences_after(
    first: reference.State, second: reference.State, action: int
) -> tuple[object, ...]:
    """What the action shows to be different; the second state makes it too."""
    found = step_differences(first, second, action)
    second.apply_action(action)
    return found


def first_difference(rules: Ruleset, other: Ruleset, plies: int) -> int | None:
    """The fewest actions to a difference, breadth first, with no bound to help."""
    level = {"": (reference.State(rules), reference.State(other))}
    for ply in range(plies + 1):
        if any(differences(*pair) for pair in level.values()):
            return ply
        after = {}
        for first, second in level.values():
            for action in first.legal_actions():
                if step_differences(first, second, action):
                    return ply + 1
                pair = (first.child(action), second.child(action))
                after[pair[0].to_text()] = pair
        level = after
    return None


SMALL = [
    ("hens=1 houses=1,2", "reveal=committed", 2),
    ("hens=2 houses=1,2", "min_reveal=2", 3),
    ("hens=1 houses=1,2", "stall_limit=1", 3),
    ("hens=1 houses=1,2", "stall_limit=2", 6),
    ("hens=2 houses=1,2", "gobbling_fox=leaves", 5),
    ("hens=2 houses=1/2", "reveal_scope=one_house", 3),
]


@pytest.mark.parametrize(("base", "switch", "plies"), SMALL)
def test_the_shortest_game_is_the_one_that_breadth_first_search_finds(
    base: str, switch: str, plies: int
) -> None:
    rules, other = Ruleset.from_text(base), Ruleset.from_text(f"{base} {switch}")
    assert first_difference(rules, other, plies) == plies
    assert len(shortest_play(rules, other).tokens) == plies


def test_layouts() -> None:
    standard, wide = Ruleset(), Ruleset.wide()
    assert not same_table(standard, wide)
    assert not ways(Ruleset(houses=[[1, 2], [3, 4]]), standard)
    assert never(Ruleset(houses=[[1, 2], [3, 4]]), standard)[0].endswith("(S3)")
    assert [way.switch for way in ways(standard, Ruleset(houses=[[4, 3, 2, 1]]))] == ["houses"]


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_matters_somewhere(switch: str) -> None:
    rules = Ruleset(players=3)
    allowed = SWITCHES[switch].allowed
    assert [way.switch for way in ways(rules, rules.replace(**{switch: allowed[1]}))] == [switch]


@given(st.data())
@settings(max_examples=20)
def test_the_same_rules_have_no_way_to_differ(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    assert ways(rules, rules) == ()
    assert never(rules, rules) == ()
