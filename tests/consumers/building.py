"""Builds a project of a user's as the user would, against the installed package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet", "install")
_OFFLINE = ("--no-build-isolation", "--no-deps", "--no-index")


def install(source: Path, target: Path, flags: str = "-O1") -> None:
    """Build and install the project in `source`, which is written to, into the folder `target`."""
    run(*_PIP, *_OFFLINE, "--target", str(target), str(source), path=target, flags=flags)


def run(*arguments: str, path: Path, flags: str = "") -> str:
    """What Python prints, with the folder `path` and what was there before on its path."""
    paths = [str(path), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=path.parent,
        env=os.environ | {"CFLAGS": flags, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
