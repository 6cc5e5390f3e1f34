"""What a step of the release is: a name, and a function that looks at a place and gives rows.

To add a step: write `def rows(place: Place) -> Iterator[Row]` in a module of its own, and put a
`Step` into `STEPS` of `release/command.py`. What goes wrong is a row that has not passed, or
`FailedError`, which becomes one. There is no skipping: what cannot be tried has not passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


class FailedError(Exception):
    """What a step needs is not there, or a command that it ran failed; the text says which."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table at the end."""

    what: str
    """The file, or whatever else was looked at."""
    came_out: str
    """What was found, in a few words: for a wheel the Pythons that it passed on."""
    passed: bool
    tag: str = ""
    """Of a wheel: Python, ABI and platform."""
    size: int | None = None
    """Of a file: bytes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run takes its files from and puts them."""

    work: Path
    """The folder that the run makes anew: `sdist/`, `wheels/`, `logs/`, and what the steps add."""
    quick: bool
    """Whether this is the part for every change: fewer wheels, fewer Pythons."""
    say: Callable[[str], None]
    """Shows the user what is being done just now."""
    root: Path = ROOT
    """The source tree."""

    def sdist(self) -> Path:
        """The one sdist.

        Raises:
            FailedError: there is none, or more than one.
        """
        found = sorted(self.work.glob("sdist/*.tar.gz"))
        if len(found) != 1:
            raise FailedError(f"{len(found)} sdists in {self.work / 'sdist'}; one was expected")
        return found[0]

    def wheels(self) -> list[Path]:
        """The repaired wheels, in order of names.

        Raises:
            FailedError: there is none.
        """
        found = sorted(self.work.glob("wheels/*.whl"))
        if not found:
            raise FailedError(f"no wheel in {self.work / 'wheels'}")
        return found

    def wheel(self, python_tag: str) -> Path:
        """The repaired wheel whose file name has this Python tag and ABI tag: "cp311-cp311".

        Raises:
            FailedError: there is none, or more than one.
        """
        found = [wheel for wheel in self.wheels() if f"-{python_tag}-" in wheel.name]
        if len(found) != 1:
            raise FailedError(f"{len(found)} wheels {python_tag}; one was expected")
        return found[0]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of `make wheels`."""

    name: str
    """One word, by which it can be asked for alone."""
    title: str
    """What it does, for the progress display."""
    rows: Callable[[Place], Iterable[Row]]
    quick: bool = False
    """Whether it belongs to the part for every change, `.ci/run`."""
