"""Making an sdist asks which modules there are, and translates none of them."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from release.steps import ROOT
from tests.mutants.copies import copy_of_the_tree


def test_an_sdist_has_every_module_and_translates_none(tmp_path: Path) -> None:
    tree, made = tmp_path / "tree", tmp_path / "made"
    copy_of_the_tree(ROOT, tree)
    sources = {path.relative_to(tree).as_posix() for path in tree.glob("src/sly_core/**/*.pyx")}
    command = [sys.executable, "setup.py", "-q", "sdist", "--dist-dir", str(made)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not tree.joinpath("build").exists()
    [sdist] = made.iterdir()
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert len(sources) > 10
    assert sources <= names


ASKED = """
import runpy, setuptools
made = {}
setuptools.setup = lambda **settings: made.update(settings)
runpy.run_path("setup.py")
modules = {one.name.rpartition(".")[2]: one for one in made["ext_modules"]}
print("bmi2" in modules, ("SLY_HAS_BMI2", "1") in modules["table"].define_macros)
"""


@pytest.mark.parametrize(
    ("platform", "has"),
    [
        ("linux-x86_64", True),
        ("win-amd64", True),
        ("macosx-11.0-x86_64", True),
        ("macosx-10.13-universal2", False),  # one set of flags for two processors
        ("macosx-11.0-arm64", False),
        ("linux-aarch64", False),
        ("win32", False),
    ],
)
def test_the_loops_for_bmi2_are_asked_for_where_they_are_made(platform: str, has: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=ROOT,
        env=os.environ | {"_PYTHON_HOST_PLATFORM": platform},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"{has} {has}\n", done.stderr
