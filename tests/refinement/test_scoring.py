"""The text of `score` gives the points of the rules (P1-P4)."""

from __future__ import annotations

import pytest

from sly_spec.check import PROVED, examine
from sly_spec.reading import Reading
from tests.refinement import scoring
from tests.refinement.sources import installed


@pytest.mark.parametrize("text", ["players=2", "players=2 gobbling_fox=leaves"])
def test_the_points_are_those_of_the_rules(text: str) -> None:
    verdict = examine(scoring.theorem(installed(), Reading.from_text(text)))
    assert verdict["verdict"] == PROVED, verdict["why"]
