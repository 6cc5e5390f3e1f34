"""One run of cibuildwheel, on the sdist: `python -m release.cibw own SDIST --output FOLDER`.

The sdist holds all that is needed: what to build and how (pyproject.toml), and the tests. What the
runs differ in is in identifiers.py. cibuildwheel's own variables, like `CIBW_PLATFORM`, are passed
on. The exit status is cibuildwheel's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from release.identifiers import RUNS


def build(run: str, sdist: Path, output: Path, **variables: str) -> int:
    """Build and test the wheels of a run; cibuildwheel's exit status."""
    environment: Mapping[str, str] = {**os.environ, **RUNS[run], **variables}
    command = [sys.executable, "-m", "cibuildwheel", "--output-dir", str(output), str(sdist)]
    return subprocess.run(command, env=environment).returncode


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m release.cibw", description="One run of cibuildwheel, on the sdist."
    )
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("sdist", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="where the wheels go")
    asked = parser.parse_args(arguments)
    return build(asked.run, asked.sdist, asked.output)


if __name__ == "__main__":
    sys.exit(main())
