"""Finds the Pythons to build and to try with: on PATH, then in pyenv's folder.

Each is run before it is believed: a name on PATH may be a stand-in for a Python that is not there,
and an installed Python may be unable to make an environment.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from release.steps import FailedError

QUESTION = """
import json, sys, sysconfig
import ensurepip, venv  # a system's Python may come without them
threads = "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
print(json.dumps({
    "path": sys.executable,
    "implementation": sys.implementation.name,
    "version": sys.version.split()[0],
    "short": "%d.%d" % sys.version_info[:2] + threads,
}))
"""
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A CPython that was run and can make environments."""

    path: Path
    version: str
    """"3.11.7"."""
    short: str
    """"3.11"; "3.13t" where it has no GIL."""

    @property
    def tag(self) -> str:
        """The Python tag and ABI tag of a wheel that is built for it: "cp311-cp311"."""
        digits = self.short.rstrip("t").replace(".", "")
        return f"cp{digits}-cp{self.short.replace('.', '')}"


def find(short: str) -> Interpreter:
    """The first CPython of this version ("3.11", "3.13t").

    Raises:
        FailedError: there is none; says what was looked at, and what was wrong with it.
    """
    looked: list[str] = []
    for path in candidates(short):
        found = asked(path)
        if isinstance(found, Interpreter) and found.short == short:
            return found
        said = f"it is {found.short}" if isinstance(found, Interpreter) else found
        looked.append(f"\n  {path}: {said}")
    raise FailedError(
        f"no CPython {short}: put python{short}, with venv and ensurepip, on PATH or install it "
        f"with pyenv; looked at {''.join(looked) or 'nothing, since nothing is called so'}"
    )


def candidates(short: str) -> Iterator[Path]:
    """Files that may be a Python of this version, the likeliest first."""
    for folder in os.get_exec_path():
        for name in (f"python{short}", "python3"):
            path = Path(folder, name)
            if os.access(path, os.X_OK) and path.is_file():
                yield path
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv", "versions")
    yield from sorted(versions.glob(f"{short.rstrip('t')}.*/bin/python"), reverse=True)


def asked(path: Path) -> Interpreter | str:
    """What this file says that it is, or why it cannot be used."""
    try:
        done = subprocess.run(
            [path, "-I", "-c", QUESTION], capture_output=True, text=True, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it does not run: {error}"
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        return lines[-1] if lines else f"exit status {done.returncode}"
    told = json.loads(done.stdout)
    if told["implementation"] != "cpython":
        return f"it is {told['implementation']}"
    return Interpreter(Path(told["path"]), told["version"], told["short"])
