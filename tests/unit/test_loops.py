"""The loops are built for any CPU and for BMI2: which is used, and that it does not matter."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sly_core
from sly_core._core.loops import table
from tests.compiling import built

FACTS = """
from zlib import crc32

import sly_core as sly
from sly_core.selftest.signature import signature
from sly_core._core.loops import table
from sly_core.search.perft import made_moves

rules = [sly.Ruleset(players=2), sly.Ruleset.wide(4, reveal_scope="one_house", min_reveal=2)]
print(table.CHOSEN)
print(signature(sly, playouts=20, depth=2))
for state in map(sly.State, rules):
    print(sly.playouts(state, 300, 5).tolist())
    print(sly.perft(state, 3), made_moves(state, 3))
    print(sly.search.ismcts(state, simulations=300, seed=1).visits)
    batch = sly.BatchState(state.rules, 200, seed=4, autoreset=True, history=True)
    names = ("legal_actions_mask", "information_state_tensor")
    out = {name: getattr(batch, name)() for name in names}
    for _ in range(50):
        batch.step_random(**out)
        print([crc32(array) for array in out.values()], batch.scores().sum())
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
    assert len(facts["portable"]) == 107


def test_the_first_of_those_that_run_here_is_chosen() -> None:
    done = told("", "from sly_core._core.loops.table import CHOSEN; print(CHOSEN)")
    assert done.stdout.split() == [table.builds()[0]]


USER = """
from sly_core._core.loops.table cimport Loops, import_loops

cdef const Loops *loops = import_loops()
SIZE = sizeof(Loops)
"""
MORE = "    int (*more)() noexcept nogil\n\n"


def test_what_was_compiled_for_other_loops_is_an_import_error(tmp_path: Path) -> None:
    """By the struct as it is, and by one with a function more, as a later version may have it."""
    tmp_path.joinpath("same").mkdir()
    size = built(tmp_path / "same", USER, "same").SIZE
    later = tmp_path / "later"
    kept = shutil.ignore_patterns("*.py", "*.pyx", "*.pxi", "*.so", "*.c", "__pycache__")
    shutil.copytree(sly_core.__path__[0], later / "sly_core", ignore=kept)
    page = later / "sly_core" / "_core" / "loops" / "table.pxd"
    before, after = page.read_text("utf-8").split("cdef const Loops *chosen")
    page.write_text(f"{before}{MORE}cdef const Loops *chosen{after}", "utf-8")
    with pytest.raises(ImportError, match=f"of {size} bytes, .* one of {size + 8};"):
        built(later, USER, "later")


@pytest.mark.parametrize("build", ["fast", "bmi3"])
def test_a_build_that_is_none(build: str) -> None:
    done = told(build)
    assert done.returncode == 1
    assert f"SLY_CORE_LOOPS is {build!r}; this CPU can run: " in done.stderr
