"""One run of cibuildwheel, on the sdist: `python -m release.cibw own SDIST --output FOLDER`.

The sdist is unpacked, and the tests, which it has not, are put beside what came out of it: so what
is built is what a user would build, and what tests it is the tree's. What cibuildwheel builds is
set in pyproject.toml, and what the two runs differ in, in identifiers.py. Its own variables
(`CIBW_PLATFORM`, `CIBW_CONTAINER_ENGINE`) are passed on.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from release.identifiers import ROOT, RUNS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is cibuildwheel's."""
    parser = argparse.ArgumentParser(prog="python -m release.cibw", description=__doc__)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("sdist", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="where the wheels go")
    parser.add_argument("--build", help="fewer than the run has: patterns of identifiers")
    asked = parser.parse_args(arguments)
    variables = dict(RUNS[asked.run])
    if asked.build:
        variables["CIBW_BUILD"] = asked.build
    with tempfile.TemporaryDirectory() as folder:
        project = unpacked(asked.sdist, Path(folder))
        command = ["cibuildwheel", "--output-dir", str(asked.output.resolve()), "."]
        return subprocess.run(
            [sys.executable, "-m", *command], cwd=project, env=os.environ | variables
        ).returncode


def unpacked(sdist: Path, folder: Path) -> Path:
    """The one folder of the sdist, with what the tests need put into it."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (project,) = folder.iterdir()
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in configuration["tool"]["cibuildwheel"]["test-sources"]:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, project / name, ignore=CACHES, dirs_exist_ok=True)
    return project


CACHES = shutil.ignore_patterns("__pycache__")

if __name__ == "__main__":
    sys.exit(main())
