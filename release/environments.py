"""Environments that are as clean as a user's: a fresh venv, and few variables."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

from release.interpreters import Interpreter
from release.running import run
from release.steps import FailedError, Place

CHANGES_BUILDS = {
    "ARCHFLAGS",
    "CC",
    "CFLAGS",
    "CPP",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "LDCXXSHARED",
    "LDFLAGS",
    "LDSHARED",
    "LD_PRELOAD",
    "PYTHONHOME",
    "PYTHONPATH",
    "SLY_CORE_ABI3",
    "SLY_CORE_DEBUG",
    "VIRTUAL_ENV",
}
"""Variables that an environment of ours does not take over."""
NO_BYTECODE = {"PIP_COMPILE": "0"}
"""Python compiles what it imports; pip would compile all that it installs, which takes longer than
the rest of an installation."""
PIP = ("-m", "pip", "--disable-pip-version-check")
COMPILERS = ("cc", "gcc", "g++", "c++", "clang", "tcc", "c99", "x86_64-linux-gnu-gcc")


def clean(**more: str) -> dict[str, str]:
    """The environment of this process without what changes builds or the path of imports."""
    kept = {name: text for name, text in os.environ.items() if name not in CHANGES_BUILDS}
    return kept | NO_BYTECODE | more


@cache
def epoch(root: Path) -> str:
    """SOURCE_DATE_EPOCH: as set, or else the time of the last commit; one time for a whole run.

    Raises:
        FailedError: it is not set, and there is no commit.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return given
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise FailedError(
            f"no SOURCE_DATE_EPOCH, and no commit to take the time of: {error}"
        ) from None


def venv(place: Place, name: str, interpreter: Interpreter) -> Path:
    """The Python of a fresh environment `envs/NAME`.

    Raises:
        FailedError: it could not be made.
    """
    folder = place.work / "envs" / name
    run(place, f"venv-{name}", [interpreter.path, "-m", "venv", "--clear", folder], env=clean())
    return folder / "bin" / "python"
