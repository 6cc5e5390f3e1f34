"""Looks into the sdist and the wheels: what is in them, what must be, and what may not."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from release import elf
from release.building import known_files, tag_of
from release.contents import sdist_problems, size_problems, tag_problems, wheel_problems
from release.running import run
from release.steps import ROOT, FailedError, Place, Row

SHOWN = 5
"""How many problems of one file are told in the table."""


def sdist_rows(place: Place) -> Iterator[Row]:
    """Audit the sdist."""
    sdist = place.sdist()
    with tarfile.open(sdist) as archive:
        names = [member.name.partition("/")[2] for member in archive if member.isfile()]
    yield verdict(
        sdist,
        ["content", "twine check"],
        [
            *sdist_problems(names, known_files(place.root)),
            *disliked(place, sdist, "twine", "check", "--strict"),
        ],
    )


def wheel_rows(place: Place) -> Iterator[Row]:
    """Audit every wheel."""
    for wheel in place.wheels():
        place.say(wheel.name)
        with zipfile.ZipFile(wheel) as archive:
            files = {
                info.filename: archive.read(info)
                for info in archive.infolist()
                if not info.is_dir()
            }
        x86 = "x86_64" in wheel.name
        what = [
            "content",
            "size",
            "tags",
            "compiled modules",
            "twine check",
            "check-wheel-contents",
        ]
        problems = [
            *wheel_problems(files, known_files(place.root), x86=x86),
            *size_problems(wheel.stat().st_size),
            *tag_problems(wheel.name),
            *elf.problems(files),
            *disliked(place, wheel, "twine", "check", "--strict"),
            *disliked(place, wheel, "check_wheel_contents"),
        ]
        if "-abi3-" in wheel.name:
            what.append("abi3audit")
            problems += disliked(place, wheel, "abi3audit", "--strict")
        yield verdict(wheel, what, problems)


def verdict(path: Path, what: Sequence[str], problems: Sequence[str]) -> Row:
    """The row of one file: what was looked at, or what was found."""
    more = f" and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
    said = "; ".join(problems[:SHOWN]) + more if problems else ", ".join(what)
    tag = tag_of(path) if path.suffix == ".whl" else ""
    return Row(path.name, said, passed=not problems, tag=tag, size=path.stat().st_size)


def disliked(place: Place, path: Path, *command: str) -> list[str]:
    """What a tool that is given a file says if it dislikes it."""
    try:
        # check-wheel-contents takes what it is to allow from the project's own file
        run(place, f"audit-{command[0]}", [sys.executable, "-m", *command, path], cwd=ROOT)
    except FailedError as error:
        return [" ".join(str(error).split())]
    return []
