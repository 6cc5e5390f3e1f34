"""Runs programs in qemu's emulators of one processor on another, whatever comes of it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from release.steps import FailedError, Place, Row

SUMMARY = re.compile(r"^\d+ of \d+ checks: .*(?= in [\d.]+ s$)", re.MULTILINE)
TIMEOUT = 1800
"""Seconds; an emulator takes ten times what the machine itself does, or more."""


def selftest(place: Place, command: Sequence[str | Path], env: Mapping[str, str], what: str) -> Row:
    """Run the self-test in an emulator."""
    done = emulated(place, "selftest-emulated", command, env)
    summary = said(done, SUMMARY)
    return Row(what, summary, done.returncode == 0 and "passed" in summary)


def emulated(
    place: Place,
    log: str,
    command: Sequence[str | Path],
    env: Mapping[str, str],
    *,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command of an emulator, whatever comes of it; what it prints goes to `logs/LOG.txt`."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=cwd or place.work,
            env={**env, "COLUMNS": "200", "HOME": os.environ.get("HOME", "/")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT,
        )
    except subprocess.TimeoutExpired as error:
        raise FailedError(f"{' '.join(words)}: not done within {TIMEOUT} seconds") from error
    path = place.work / "logs" / f"{log}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as kept:
        kept.write(f"$ {' '.join(words)}\n{done.stdout}\n")
    return done


def said(done: subprocess.CompletedProcess[str], summary: re.Pattern[str]) -> str:
    """The line that sums a run up; where there is none, how it ended and its last line."""
    found = summary.search(done.stdout)
    if found:
        return found[0]
    last = (done.stdout.strip().splitlines() or ["nothing printed"])[-1]
    return f"{ended(done.returncode)}: {last}"


def ended(status: int) -> str:
    """How a process ended, in words.

    >>> ended(1), ended(-4)
    ('exit status 1', 'SIGILL')
    """
    return signal.Signals(-status).name if status < 0 else f"exit status {status}"
