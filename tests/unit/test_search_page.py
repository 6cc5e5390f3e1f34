"""The Cython example of docs/search.md builds, and plays the games that `playouts` plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sly_core
from sly_core import Ruleset
from tests.compiling import built

PAGE = Path(__file__).parents[2] / "docs" / "search.md"


def test_the_example_of_the_page(tmp_path: Path) -> None:
    found = re.findall(r"^```cython\n(.*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    assert len(found) == 1
    example = built(tmp_path, found[0])
    for rules in (Ruleset.standard(2), Ruleset.wide(4, multiple_foxes="each")):
        state = sly_core.State(rules)
        action = state.legal_actions()[5]
        expected = sly_core.playouts(state.child(action), 200, 3).mean(axis=0)
        assert example.mean_scores(state, action, 200, 3) == pytest.approx(expected.tolist())
    with pytest.raises(ValueError, match="action"):
        example.mean_scores(state, 160, 1, 1)
