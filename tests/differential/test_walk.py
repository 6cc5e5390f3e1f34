"""Specification, reference and core agree in every position of small games.

`make exhaustive` walks the larger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields as fields_of

import pytest

from sly_core import Ruleset
from sly_spec.reading import LAST_CARD, Reading
from tests.differential.formal_graph import Graph, graph_of
from tests.differential.rulesets import SMALL_GAMES, SmallGame
from tests.differential.walk import Walk


def all_of(walk: Walk) -> int:
    """How many positions the walk compares."""
    return [*walk.states()][-1]


@pytest.mark.parametrize(
    "game", [game for game in SMALL_GAMES if game.quick], ids=lambda game: game.text
)
def test_every_position(game: SmallGame) -> None:
    assert all_of(Walk(game.rules)) == game.states


OTHERWISE = (
    Reading(3, 1, ((1, 2), (3, 4)), gobbling_fox="leaves"),
    Reading(3, 1, ((1, 2), (3, 4)), reveal_scope="one_house"),
    Reading(3, 1, ((1, 2), (3, 4)), min_reveal=2),
    Reading(3, 1, ((1, 2), (3, 4)), stall_limit=1),
    Reading(3, 1, ((1, 2), (4, 3))),
)


@pytest.mark.parametrize("reading", OTHERWISE, ids=lambda reading: reading.text)
def test_another_reading_is_told_apart(reading: Reading) -> None:
    walk = Walk(Ruleset(players=3, hens=1, houses=((1, 2), (3, 4))))
    walk.formal = graph_of(reading)
    with pytest.raises(AssertionError, match="specification"):
        all_of(walk)


def _another_depth(graph: Graph) -> None:
    graph.depth[40] += 1


def _another_end(graph: Graph) -> None:
    graph.end[-1] += 1


def _another_score(graph: Graph) -> None:
    graph.scores[40][1] += 1


def _another_winner(graph: Graph) -> None:
    over = graph.end.index(LAST_CARD)
    graph.winners[over] = [*graph.winners[over][1:], 3]


def _another_edge(graph: Graph) -> None:
    action, child = next(iter(graph.steps[40].items()))
    graph.steps[40][action] = child - 1


def _an_edge_less(graph: Graph) -> None:
    graph.steps[40].popitem()


def _a_position_less(graph: Graph) -> None:
    graph.number.popitem()


def _a_position_more(graph: Graph) -> None:
    graph.number["nowhere"] = len(graph)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_another_depth, "depth"),
        (_another_end, "specification"),
        (_another_score, "specification"),
        (_another_winner, "winners"),
        (_another_edge, "by the specification"),
        (_an_edge_less, "specification"),
        (_a_position_less, "is no position of a game by the specification"),
        (_a_position_more, "1 positions are not reached, nowhere among them"),
    ],
)
def test_a_graph_that_is_wrong_in_one_place_is_found(
    spoil: Callable[[Graph], None], message: str
) -> None:
    walk = Walk(Ruleset(players=2, hens=1, houses=((1, 2, 3),)))
    spoil(walk.formal)
    with pytest.raises(AssertionError, match=message):
        all_of(walk)


def test_the_games_cover_every_switch() -> None:
    for games in (SMALL_GAMES, [game for game in SMALL_GAMES if game.quick]):
        found = [game.rules for game in games]
        for field in fields_of(Ruleset):
            if field.name in {"players", "hens"}:
                at_least = {2, 3, 4} if field.name == "players" else {1, 2, 3}
                assert at_least <= {getattr(rules, field.name) for rules in found}
            elif field.name != "houses":
                assert len({getattr(rules, field.name) for rules in found}) >= 2, field.name
        assert {len(rules.houses) for rules in found} == {1, 2}
    assert len(SMALL_GAMES) >= 8
    assert sum(game.states for game in SMALL_GAMES) > 1_000_000
