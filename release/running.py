"""Runs a command, keeps all that it prints, and shows the end of it when it fails; two at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from release.steps import FailedError, Place

LINES = 25
"""How much of the output of a failed command is shown; the rest is in its log."""
AT_ONCE = 2
"""How many wheels are made or tried at a time. Half of the time each of them keeps one core busy;
in the other half, when it compiles or runs tests, it takes all there are."""

Given = TypeVar("Given")
Made = TypeVar("Made")


def run(
    place: Place,
    log: str,
    command: Sequence[object],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 900,
) -> str:
    """What the command prints, on both streams, which is also added to `logs/LOG.txt`.

    Args:
        place: the run that it belongs to.
        log: the name of the log.
        command: the program and its arguments, each of which is written as text.
        cwd: the folder to run it in; that of the run if left out.
        env: the whole environment; that of this process, tools first, if left out.
        timeout: seconds.

    Raises:
        FailedError: it did not start, failed or took too long.
    """
    words = [str(word) for word in command]
    path = place.work / "logs" / f"{log}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            words,
            cwd=cwd or place.work,
            env=dict(tools() if env is None else env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
        )
        said, problem = done.stdout, f"exit status {done.returncode}" if done.returncode else ""
    except OSError as error:
        said, problem = "", f"it did not start: {error}"
    except subprocess.TimeoutExpired as error:
        said, problem = str(error.stdout or ""), f"not done within {timeout:g} seconds"
    with path.open("a", encoding="utf-8") as kept:
        kept.write(f"$ {' '.join(words)}\n{said}\n")
    if problem:
        end = "\n".join(said.splitlines()[-LINES:])
        raise FailedError(f"{' '.join(words)}: {problem}; all of it is in {path}\n{end}")
    return said


def at_once(work: Callable[[Given], Made], given: Iterable[Given]) -> Iterator[Made]:
    """What comes of each thing given, in that order; `AT_ONCE` of them are worked on at a time.

    What `work` raises is raised here, where its result would be.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(work, given)


def tools() -> dict[str, str]:
    """The environment of this process, with the programs of its Python's environment first."""
    folder = str(Path(sys.executable).parent)
    return os.environ | {"PATH": os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])}
