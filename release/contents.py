"""What is wrong with an sdist or a wheel, by its size and the names of its files alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

PACKAGES = ("sly_core", "sly_spec")
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt", "LICENSE"}
NOT_IN_AN_SDIST = "tests/release/"
NOT_IN_A_WHEEL = "spec/mutants"
MOST_BYTES = 3 * 2**19
"""A wheel is no larger than this, 1.5 MiB."""
NEWEST_GLIBC = (2, 28)
"""The glibc of 2018, which is that of cibuildwheel's images."""
MANYLINUX = re.compile(r"manylinux_(\d+)_(\d+)_")
ONLY_X86 = "sly_core/_core/loops/bmi2.pyx"
COMPILED = {".so", ".pyd"}
MADE_BY_BUILDS = COMPILED | {".dll", ".dylib", ".o", ".pyc", ".pyo", ".orig", ".rej"}


def sdist_problems(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is wrong with the files of an sdist.

    Args:
        names: what it has, without its own folder.
        known: what the repository has.
    """
    has, ours = set(names), set(known)
    wanted = {name for name in ours if name.startswith(("src/", "spec/", "tests/", "benchmarks/"))}
    wanted -= {name for name in ours if name.startswith(NOT_IN_AN_SDIST)}
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
        *(
            f"{name} is made by builds"
            for name in sorted(has)
            if PurePosixPath(name).suffix in MADE_BY_BUILDS
        ),
    ]


def size_problems(size: int) -> list[str]:
    """What is wrong with a wheel of so many bytes.

    >>> size_problems(MOST_BYTES), size_problems(MOST_BYTES + 1)
    ([], ['1572865 bytes, more than 1572864'])
    """
    return [f"{size} bytes, more than {MOST_BYTES}"] if size > MOST_BYTES else []


def wheel_problems(names: Iterable[str], known: Iterable[str], *, x86: bool) -> list[str]:
    """What is wrong with the files of a wheel.

    Args:
        names: what it has.
        known: what the repository has.
        x86: whether it is for x86-64, which has one module more.
    """
    has = set(names)
    shipped = {name for name in has if name.startswith(tuple(f"{top}/" for top in PACKAGES))}
    metadata = {name for name in has if PurePosixPath(name).parts[0].endswith(".dist-info")}
    compiled = {module_of(name) for name in shipped if PurePosixPath(name).suffix in COMPILED}
    ours = {installed_name(name) for name in known} - {""}
    sources = {
        str(PurePosixPath(name).with_suffix(""))
        for name in ours
        if PurePosixPath(name).suffix == ".pyx" and (x86 or name != ONLY_X86)
    }
    return [
        *(f"{name} is missing" for name in sorted(ours - has)),
        *(f"{name} is not compiled" for name in sorted(sources - compiled)),
        *(f"{name} has no source" for name in sorted(compiled - sources)),
        *(
            f"{name} is not of the repository"
            for name in sorted(shipped - ours)
            if PurePosixPath(name).suffix not in COMPILED
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
    """What is wrong with the platform tags in a wheel's file name.

    >>> tag_problems("sly_core-1-cp311-cp311-manylinux_2_39_x86_64.whl")
    ['the tag manylinux_2_39_x86_64 asks for a glibc newer than 2.28']
    """
    platforms = name.removesuffix(".whl").split("-")[-1].split(".")
    said = []
    for platform in platforms:
        found = MANYLINUX.match(platform)
        if found and (int(found[1]), int(found[2])) > NEWEST_GLIBC:
            newest = ".".join(map(str, NEWEST_GLIBC))
            said.append(f"the tag {platform} asks for a glibc newer than {newest}")
        elif not platform.startswith(("manylinux", "musllinux", "macosx", "win")):
            said.append(f"the tag {platform} is of one kind of Linux")
    return said


def module_of(name: str) -> str:
    """The path of a compiled module without what compilers and Pythons add to it."""
    path = PurePosixPath(name)
    return str(path.with_name(path.name.partition(".")[0]))
