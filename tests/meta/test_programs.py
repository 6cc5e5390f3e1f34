"""Every program of the tree says how it is used, and does nothing else then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOPS = ("benchmarks", "spec", "tests")
"""Of `release`, whose programs need more than the suite does, `release/test_programs.py` asks."""


def programs(*tops: str) -> list[str]:
    """The modules in these folders that are run as `python -m`."""
    found = []
    for top in tops:
        for path in sorted((ROOT / top).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if '\nif __name__ == "__main__":\n' in text and "python -m " in text:
                folder, *rest = path.relative_to(ROOT).with_suffix("").parts
                name = ".".join(["sly_spec" if folder == "spec" else folder, *rest])
                found.append(name.removesuffix(".__main__"))
    return found


def test_there_are_programs() -> None:
    assert {"tests.refinement.faults", "sly_spec.check", "benchmarks.run"} <= set(programs(*TOPS))


@pytest.mark.parametrize("name", programs(*TOPS))
def test_a_program_tells_its_usage(name: str) -> None:
    # from the tree, but with the packages that the tests themselves use
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    said = subprocess.run(
        [sys.executable, "-m", name, "--help"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    assert said.stderr == ""
    assert said.returncode == 0
    assert said.stdout.startswith("usage: ")
