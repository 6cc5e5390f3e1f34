"""The loops are built for any CPU and for BMI2: which is used, and that it does not matter."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sly_core._core.loops import table

FACTS = """
import sly_core as sly
from benchmarks.signature import signature
from sly_core._core.loops import table
from sly_core.search.perft import made_moves

rules = [sly.Ruleset(players=2), sly.Ruleset.wide(4, reveal_scope="one_house", min_reveal=2)]
print(table.CHOSEN)
print(signature(sly, playouts=20, depth=2))
for state in map(sly.State, rules):
    print(sly.playouts(state, 300, 5).tolist())
    print(sly.perft(state, 3), made_moves(state, 3))
    print(sly.search.ismcts(state, simulations=300, seed=1).visits)
"""


def told(build: str, code: str = FACTS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"SLY_CORE_LOOPS": build},
        capture_output=True,
        text=True,
    )


def test_every_build_gives_the_same() -> None:
    facts = {}
    for build in table.builds():
        done = told(build)
        assert done.returncode == 0, done.stderr
        chosen, *facts[build] = done.stdout.splitlines()
        assert chosen == build
    assert len({tuple(lines) for lines in facts.values()}) == 1
    assert len(facts["portable"]) == 7


def test_the_first_of_those_that_run_here_is_chosen() -> None:
    done = told("", "from sly_core._core.loops.table import CHOSEN; print(CHOSEN)")
    assert done.stdout.split() == [table.builds()[0]]


@pytest.mark.parametrize("build", ["fast", "bmi3"])
def test_a_build_that_is_none(build: str) -> None:
    done = told(build)
    assert done.returncode == 1
    assert f"SLY_CORE_LOOPS is {build!r}; this CPU can run: " in done.stderr
