"""Games on full-size boards: core and reference do at each step what the specification says."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sly_core
import sly_core.reference
from sly_core import Ruleset
from sly_core.notation import Position, format_position, parse_position
from sly_spec.playing import Play, Tables
from sly_spec.reading import HAND, SAFE, Reading, Table
from tests.differential.formal_graph import steps_from
from tests.spec.tables import ENDS, table_of
from tests.strategies import FULL_SIZE, SWITCHES, Wish, follow, games, reveals, wishes
from tests.unit.drawn_positions import drawn_positions

full_size = st.sampled_from(FULL_SIZE)
few_wishes = st.lists(wishes, max_size=6)

Said = tuple[str, int, list[int], list[int]]
"""Of a position: its text without knowledge, its end, its scores, its winners."""


@cache
def play_of(reading: Reading) -> Play:
    return Play(reading)


def said_by(state: Any) -> Said:
    text = state.to_text().rpartition(" ")[0]
    return text, ENDS[state.end_reason()], state.scores(), state.winners()


def said_formally(tables: Tables, play: Play) -> list[Said]:
    return [
        (
            table.text(play.reading).rpartition(" ")[0],
            table.end,
            scores,
            np.flatnonzero(wins).tolist() if table.end else [],
        )
        for table, scores, wins in zip(
            tables.tables(), play.all_scores(tables).tolist(), play.all_wins(tables), strict=True
        )
    ]


def table_of_text(state: Any) -> Table:
    return table_of(parse_position(state.to_text(), state.rules), state.end_reason(), state.rules)


def compare(states: list[Any], play: Play) -> None:
    """Compare positions with the specification: what each is, and every step from it."""
    tables = Tables.of(map(table_of_text, states))
    broken = [name for name, holds in play.all_facts(tables).items() if not holds.all()]
    assert broken == []
    assert [said_by(state) for state in states] == said_formally(tables, play)
    steps: list[dict[int, Said]] = [{} for _ in states]
    for ids, sources, children in steps_from(tables, play):
        found = said_formally(children, play)
        for action, source, child in zip(ids.tolist(), sources.tolist(), found, strict=True):
            steps[source][action] = child
    for state, step in zip(states, steps, strict=True):
        assert state.legal_actions() == sorted(step), state.to_text()
        for action, child in step.items():
            assert said_by(state.child(action)) == child, (state.to_text(), action)


def compare_along(rules: Ruleset, text: str | None, game: list[Wish]) -> None:
    """Play the game in both implementations from the text, or the start, and compare all of it."""
    play = play_of(Reading.of(rules.replace(reveal="stepwise")))  # R2 is about what is seen
    paths = []
    for implementation in (sly_core, sly_core.reference):
        root = implementation.State.from_text(text, rules) if text else implementation.State(rules)
        path = [root.clone()]
        path += [state.child(action) for state, action in follow(root, game)]
        compare(path, play)
        paths.append([state.to_text() for state in path])
    assert paths[0] == paths[1]


@settings(max_examples=10)
@given(full_size, games)
def test_games_from_the_start(rules: Ruleset, game: list[Wish]) -> None:
    compare_along(rules, None, game)


@settings(max_examples=30)
@given(drawn_positions(full_size), few_wishes)
def test_games_from_drawn_positions(drawn: tuple[Position, Ruleset], game: list[Wish]) -> None:
    position, rules = drawn
    compare_along(rules, format_position(position, rules), game)


@settings(max_examples=60)
@given(full_size.flatmap(lambda rules: st.tuples(st.just(rules), reveals(rules))))
def test_drawn_sets_of_cards(drawn: tuple[Ruleset, str]) -> None:
    """R3 to R8, and what follows: the turned cards are any that may lie together."""
    rules, text = drawn
    compare_along(rules, text, [])


def test_every_switch_value_is_played_full_size() -> None:
    for players in (2, 3, 4):
        for layout in (Ruleset.standard, Ruleset.wide):
            same = [
                r for r in FULL_SIZE if r.houses == layout(players).houses and r.players == players
            ]
            assert {r.min_reveal for r in same} == {1, 2}
            assert {bool(r.stall_limit) for r in same} == {False, True}
            for name, values in SWITCHES.items():
                assert {getattr(r, name) for r in same} == {*values}


def test_a_wrong_step_is_found() -> None:
    """Two Foxes and two Hens: another switch has another outcome (R3, R5)."""
    rules = Ruleset.standard(2)
    state = sly_core.State.from_text("0F*,1F*,05*,14* 12346/12356 -/- 0 0 -", rules)
    compare([state], play_of(Reading(2)))
    for other in (Reading(2, multiple_foxes="each"), Reading(2, gobbling_fox="leaves")):
        with pytest.raises(AssertionError):
            compare([state], play_of(other))


def test_drawn_positions_reach_all_parts() -> None:
    """Seldom is never: every card is drawn on the board, turned and Safe, and in every pile."""
    seen: set[tuple[int, int, int]] = set()

    @settings(max_examples=300, database=None, derandomize=True)
    @given(drawn_positions(st.just(Ruleset.standard(2))))
    def collect(drawn: tuple[Position, Ruleset]) -> None:
        position, rules = drawn
        table = table_of(position, None, rules)
        for card, at, face in zip(Reading(2).cards, table.where, table.face, strict=True):
            seen.add((card.number, at, face))

    collect()
    for number in range(7):
        assert {face for n, at, face in seen if n == number and at < HAND} >= {0, 1}
        assert {at for n, at, _ in seen if n == number and at > HAND}
    assert {n for n, at, face in seen if at < HAND and face == SAFE} == {*range(7)}
