"""The proved bounds of a score are reached: beside each stands a game that comes to it (P1-P3, G1).

All seats work for the same end. Seat 0's Fox gobbles the Hens of the others, who lay them for it
and reveal them; its own Hens come to the best spaces; and the Foxes of the others are exposed last,
for who still has a Fox can wait, laying it and revealing it alone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from sly_core.ruleset import Ruleset
from sly_spec.check import expected
from sly_spec.claims.bounds import limits
from sly_spec.reading import Reading
from tests.meta.tree import ROOT
from tests.tools import rows

GAMES = rows("bounds.jsonl")
CLAIM = "a score stays within its bounds"
READINGS = [text for text in expected()[CLAIM] if text != "cap"]


def test_every_reading_has_a_game_to_each_bound() -> None:
    reached = [(row["rules"], row["score"]) for row in GAMES]
    assert reached == [
        (text, bound) for text in READINGS for bound in limits(Reading.from_text(text))
    ]


@pytest.mark.parametrize("index", range(len(GAMES)))
def test_a_game_comes_to_the_bound(implementation: Any, index: int) -> None:
    row = GAMES[index]
    state = implementation.State(Ruleset.from_text(row["rules"]))
    for token in row["actions"]:
        state.apply_action(state.string_to_action(token))
    assert state.scores()[row["seat"]] == row["score"]


def test_the_page_has_these_bounds() -> None:
    page = (ROOT / "docs" / "formal.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `(players=.+?)` \| (-?\d+) \| (\d+) \|$", page, re.MULTILINE)
    found = {text: (int(least), int(most)) for text, least, most in table}
    assert found == {text: limits(Reading.from_text(text)) for text in READINGS}
