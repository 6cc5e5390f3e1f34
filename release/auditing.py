"""Looks into the sdist and the wheels: what is in them, what must be, and what may not.

The first half is about names and sizes alone; `elf.py` looks into the compiled modules.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from release import elf
from release.building import known_files, tag_of
from release.running import run
from release.steps import FailedError, Place, Row

MOST_BYTES = 3 * 2**19
"""A wheel is no larger than this, 1.5 MiB."""
PACKAGES = ("sly_core", "sly_spec")
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt", "LICENSE"}
NOT_IN_A_WHEEL = "spec/mutants"
MADE_BY_BUILDS = {".so", ".pyd", ".dll", ".dylib", ".o", ".pyc", ".pyo", ".orig", ".rej"}


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
            *wheel_problems(files, known_files(place.root)),
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


def sdist_problems(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is wrong with the files of an sdist.

    Args:
        names: what it has, without its own folder.
        known: what the repository has.
    """
    has, ours = set(names), set(known)
    wanted = {name for name in ours if name.startswith(("src/", "spec/", "tests/", "benchmarks/"))}
    wanted |= {"LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"}
    made = {"PKG-INFO", "setup.cfg"}
    strange = {
        name
        for name in has - ours - made
        if not name.startswith(("src/sly_core.egg-info/", "spec/sly_core.egg-info/"))
    }
    return [
        *(f"{name} is missing" for name in sorted(wanted - has)),
        *(f"{name} is not of the repository" for name in sorted(strange)),
        *(f"{name} is made by builds" for name in sorted(has) if suffix(name) in MADE_BY_BUILDS),
    ]


def wheel_problems(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is wrong with the files of a wheel.

    Args:
        names: what it has.
        known: what the repository has.
    """
    has = set(names)
    shipped = {name for name in has if name.startswith(tuple(f"{top}/" for top in PACKAGES))}
    metadata = {name for name in has if PurePosixPath(name).parts[0].endswith(".dist-info")}
    compiled = {module_of(name) for name in shipped if suffix(name) in elf.SUFFIXES}
    ours = {installed_name(name) for name in known} - {""}
    sources = {str(PurePosixPath(name).with_suffix("")) for name in ours if suffix(name) == ".pyx"}
    return [
        *(f"{name} is missing" for name in sorted(ours - has)),
        *(f"{name} is not compiled" for name in sorted(sources - compiled)),
        *(f"{name} has no source" for name in sorted(compiled - sources)),
        *(
            f"{name} is not of the repository"
            for name in sorted(shipped - ours)
            if suffix(name) not in elf.SUFFIXES
        ),
        *(f"{name} is of neither package" for name in sorted(has - shipped - metadata)),
        *(
            f"{name} is no metadata"
            for name in sorted(metadata)
            if PurePosixPath(name).name not in METADATA
        ),
    ]


def installed_name(name: str) -> str:
    """Where a file of the repository is in a wheel; "" if it is in none."""
    path = PurePosixPath(name)
    if path.is_relative_to(NOT_IN_A_WHEEL):
        return ""
    if path.is_relative_to("src/sly_core"):
        return str(path.relative_to("src"))
    if path.is_relative_to("spec"):
        return str(PurePosixPath("sly_spec") / path.relative_to("spec"))
    return ""


def tag_problems(name: str) -> list[str]:
    """What is wrong with the platform tags in a wheel's file name."""
    platforms = name.removesuffix(".whl").split("-")[-1].split(".")
    return [
        f"the tag {platform} is of one kind of Linux"
        for platform in platforms
        if not platform.startswith(("manylinux", "musllinux", "macosx", "win"))
    ]


def module_of(name: str) -> str:
    """The path of a compiled module without what compilers and Pythons add to it."""
    path = PurePosixPath(name)
    return str(path.with_name(path.name.partition(".")[0]))


def suffix(name: str) -> str:
    """The suffix of a name, its last."""
    return PurePosixPath(name).suffix
