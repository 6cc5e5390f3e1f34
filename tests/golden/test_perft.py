"""Counts of action sequences from the start of standard games."""

from __future__ import annotations

from typing import Any

import pytest

import sly_core
from sly_core import Ruleset
from sly_core.selftest.checks import PERFT

REFERENCE_DEPTH = 3
CASES = [
    (players, depth, count)
    for players, counts in PERFT.items()
    for depth, count in enumerate((1, *counts))
]


@pytest.mark.parametrize(("players", "depth", "count"), CASES)
def test_core_counts_to_full_depth(players: int, depth: int, count: int) -> None:
    assert sly_core.perft(sly_core.State(Ruleset.standard(players)), depth) == count


@pytest.mark.parametrize(
    ("players", "depth", "count"), [case for case in CASES if case[1] <= REFERENCE_DEPTH]
)
def test_both_count_alike(implementation: Any, players: int, depth: int, count: int) -> None:
    state = implementation.State(Ruleset.standard(players))
    assert implementation.perft(state, depth) == count
    assert state == implementation.State(Ruleset.standard(players))


def test_counting_stops_at_ends(implementation: Any) -> None:
    """An end has no continuations, so it adds nothing to a deeper count."""
    text = "01!,12!,03!,06? F245/F13456 -/- 1 0 -"
    state = implementation.State.from_text(text, Ruleset())
    # EXPOSE ends the game; so does nothing else in two plies but turn and stop.
    assert implementation.perft(state, 1) == 2
    assert implementation.perft(state, 2) == 1
    assert implementation.perft(state, 3) == 0


@pytest.mark.parametrize("depth", [-1, 1.5, None, "2", True])
def test_bad_depth_is_refused(implementation: Any, depth: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        implementation.perft(implementation.State(Ruleset()), depth)
