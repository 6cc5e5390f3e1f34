"""Looks into the sdist and the wheels: what is in them, what must be, and what may not."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from release import elf
from release.building import known_files, tag_of
from release.contents import PACKAGES, sdist_problems, tag_problems, wheel_problems
from release.running import run
from release.steps import FailedError, Place, Row

MOST_BYTES = 3 * 2**19
"""A wheel is no larger than this, 1.5 MiB."""


def sdist_rows(place: Place) -> Iterator[Row]:
    """Audit the sdist."""
    sdist = place.sdist()
    with tarfile.open(sdist) as archive:
        names = [member.name.partition("/")[2] for member in archive if member.isfile()]
    problems = sdist_problems(names, known_files(place.root))
    yield verdict(sdist, "content", problems)
    yield checked(place, sdist, "twine check --strict", "twine", "check", "--strict")


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
        problems = [
            *wheel_problems(files, known_files(place.root), x86="x86_64" in wheel.name),
            *elf.problems(files),
            *tag_problems(wheel.name),
        ]
        if wheel.stat().st_size > MOST_BYTES:
            problems.append(f"{wheel.stat().st_size} bytes, more than {MOST_BYTES}")
        yield verdict(wheel, "content, size, tags, compiled modules", problems)
        yield checked(place, wheel, "twine check --strict", "twine", "check", "--strict")
        names = ",".join(PACKAGES)
        contents = ("check_wheel_contents", "--toplevel", names)
        yield checked(place, wheel, "check-wheel-contents", *contents)
        if "-abi3-" in wheel.name:
            yield checked(place, wheel, "abi3audit --strict", "abi3audit", "--strict")


def verdict(path: Path, what: str, problems: Iterable[str]) -> Row:
    """The row of one look at a file."""
    found = list(problems)
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    said = f"{what}: {'; '.join(found[:3])}{more}" if found else what
    tag = tag_of(path) if path.suffix == ".whl" else ""
    return Row(path.name, said, passed=not found, tag=tag, size=path.stat().st_size)


def checked(place: Place, path: Path, title: str, *command: str) -> Row:
    """The row of a tool that is given a file, and fails if it dislikes it."""
    try:
        run(place, f"audit-{command[0]}", [sys.executable, "-m", *command, path])
    except FailedError as error:
        return verdict(path, title, [" ".join(str(error).split())])
    return verdict(path, title, [])
