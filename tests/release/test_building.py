"""Making an sdist asks which modules there are, and translates none of them."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

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
