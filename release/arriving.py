"""Installs wheels as a user with no network would, by the Python that runs this, and tries them.

`python release/arriving.py OWN FALLBACK`: two folders of wheels. Dependencies are fetched first;
then each wheel is installed with `--no-index` into an environment of its own, and tests itself
there. The fallback must be refused by a Python that it is not for. Needs pip and nothing else, so
that it runs on any platform. Exit status 1: a folder has no wheel, a command failed, or the
fallback was not refused.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

TAKES_FALLBACK = sys.version_info >= (3, 12) and not sysconfig.get_config_var("Py_GIL_DISABLED")
"""The limited API of 3.12 is there from 3.12 on, and not without a GIL."""


def main(arguments: Sequence[str]) -> int:
    """Try the wheels of both folders; the exit status."""
    own, fallback = (Path(argument).resolve(strict=True) for argument in arguments)
    # pip finds nothing in an empty folder, which would pass for a fallback that was refused
    for wheels in (own, fallback):
        if not list(wheels.glob("*.whl")):
            print(f"{wheels}: no wheel lies here", file=sys.stderr)
            return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fetched = folder / "fetched"
        # our own wheel is fetched too, from its folder, for pip to read what it asks for
        (wheel,) = fits(own, folder / "chosen")
        pip(sys.executable, folder, "download", "--only-binary=:all:", "-d", fetched, wheel)
        fetched.joinpath(wheel.name).unlink()
        tried(own, fetched, folder / "own")
        if TAKES_FALLBACK:
            tried(fallback, fetched, folder / "fallback")
        elif list(fits(fallback, folder / "refused", check=False)):
            print(f"{fallback}: taken by {sys.version}, for which it is not", file=sys.stderr)
            return 1
    return 0


def fits(wheels: Path, chosen: Path, *, check: bool = True) -> list[Path]:
    """The wheel of the folder that pip would install: none or one."""
    chosen.mkdir()
    here: list[str | Path] = ["--no-index", "--no-deps", "-f", wheels, "-d", chosen]
    pip(sys.executable, chosen, "download", *here, "sly_core", check=check)
    return list(chosen.iterdir())


def tried(wheels: Path, fetched: Path, environment: Path) -> None:
    """Install from the two folders and nowhere else, and let the package test itself."""
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    places: list[str | Path] = ["--no-index", "-f", wheels, "-f", fetched]
    pip(python, environment, "install", *places, "sly_core")
    subprocess.run([python, "-m", "sly_core.selftest"], cwd=environment, check=True)


def pip(python: str | Path, folder: Path, *words: str | Path, check: bool = True) -> None:
    """Run pip of this Python, in a folder that has no source tree."""
    subprocess.run([python, "-m", "pip", *words], cwd=folder, check=check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
