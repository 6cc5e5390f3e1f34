"""The Cython example of the README builds against what was installed, and agrees with Python."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import sly_core
from tests.compiling import built

README = Path(__file__).parents[2] / "README.md"


def test_the_example_of_the_readme(tmp_path: Path) -> None:
    found = re.findall(r"^  ```cython\n(.*?)^  ```$", README.read_text("utf-8"), re.S | re.M)
    assert len(found) == 1
    example = built(tmp_path, textwrap.dedent(found[0]))
    for rules in (sly_core.Ruleset.standard(2), sly_core.Ruleset.wide(4, stall_limit=3)):
        start = state = sly_core.State(rules)
        plies = 0
        while not state.is_terminal():
            state = state.child(state.legal_actions()[-1])
            plies += 1
        assert example.last_actions(start) == plies
