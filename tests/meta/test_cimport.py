"""The Cython example of the README builds against what was installed, and agrees with Python."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import textwrap
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import sly_core

README = Path(__file__).parents[2] / "README.md"

SETUP = """
from Cython.Build import cythonize
from setuptools import setup

setup(ext_modules=cythonize("example.pyx", language_level=3))
"""


def built(folder: Path, source: str) -> ModuleType:
    (folder / "example.pyx").write_text(source, encoding="utf-8")
    (folder / "setup.py").write_text(SETUP, encoding="utf-8")
    # from another folder, so that only the installed .pxd files can be found
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        env=os.environ | {"CFLAGS": "-O1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    path = folder / f"example{EXTENSION_SUFFIXES[0]}"
    spec = importlib.util.spec_from_file_location("example", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
