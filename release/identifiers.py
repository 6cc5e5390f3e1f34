"""Every wheel of a release, by cibuildwheel's identifiers, held to the list `identifiers.txt`.

A pattern of `[tool.cibuildwheel]` that matches nothing is no error to cibuildwheel, and nobody
misses a wheel until somebody's pip compiles. So the list names them all, and two things are held to
it: what cibuildwheel says that it would build, for each platform and architecture, and the files
that came out. None of those may be larger than a wheel is promised to be.

`python -m release.identifiers` compares with cibuildwheel, `--wheels FOLDER...` with files.
Exit status 0: as listed. 1: not so, and each difference is printed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from packaging.utils import parse_wheel_filename

from release.contents import size_problems

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("identifiers.txt")

RUNS: dict[str, dict[str, str]] = {
    "own": {},
    "fallback": {"CIBW_BUILD": "cp312-* cp313-* cp314-* cp315-*", "SLY_CORE_ABI3": "1"},
}
"""The runs of cibuildwheel, and what each sets. The fallback is built by the first Python of its
run and tested on all; in one run with the others it would take the place of theirs."""

VERSIONS = re.compile(r"(?<=[a-z])(20\d\d|_\d+_\d+)_")


class Part(NamedTuple):
    """What one call of cibuildwheel builds: a heading of the list."""

    run: str
    platform: str
    architecture: str


Listed = dict[Part, list[str]]
"""The identifiers under each heading, in cibuildwheel's order."""


def read(path: Path = LIST) -> Listed:
    """The list: `[run platform architecture]`, then an identifier a line; `#` begins a comment.

    Raises:
        ValueError: a heading is not of that form, comes twice or has nothing below it, or an
            identifier has no heading.
    """
    found: Listed = {}
    part = None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = text.partition("#")[0].strip()
        if line.startswith("["):
            words = line.strip("[]").split()
            if len(words) != len(Part._fields) or words[0] not in RUNS:
                raise ValueError(f"{path.name}:{number}: not [run platform architecture]: {line}")
            part = Part(*words)
            if part in found:
                raise ValueError(f"{path.name}:{number}: {line} comes twice")
            found[part] = []
        elif line:
            if part is None:
                raise ValueError(f"{path.name}:{number}: {line} stands below no heading")
            found[part].append(line)
    empty = [part for part, identifiers in found.items() if not identifiers]
    if empty or not found:
        raise ValueError(f"{path.name}: nothing is listed for {empty or 'any platform'}")
    return found


def printed(part: Part, project: Path = ROOT) -> list[str]:
    """What cibuildwheel would build of the project; nothing where no pattern matches.

    Raises:
        RuntimeError: cibuildwheel does not take the configuration.
    """
    environment = {name: value for name, value in os.environ.items() if name[:5] != "CIBW_"}
    asked = ["--platform", part.platform, "--archs", part.architecture]
    done = subprocess.run(
        [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", *asked, "."],
        cwd=project,
        env=environment | RUNS[part.run],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"cibuildwheel, asked for {' '.join(part)}: {done.stderr.strip()}")
    return done.stdout.split()


def differences(listed: Sequence[str], found: Sequence[str]) -> list[str]:
    """What is listed and not there, there and not listed, or there twice."""
    missing = [f"{name} is listed, and nothing matches it" for name in listed if name not in found]
    new = [f"{name} would be built, and is not listed" for name in found if name not in listed]
    twice = [f"{name} comes twice" for name in sorted(set(found)) if found.count(name) > 1]
    return missing + new + twice


def tags(part: Part, identifier: str) -> str:
    """Python tag, ABI tag and family of platforms of the wheel that an identifier stands for.

    >>> tags(Part("own", "linux", "x86_64"), "cp314t-musllinux_x86_64")
    'cp314-cp314t-musllinux_x86_64'
    >>> tags(Part("fallback", "linux", "x86_64"), "cp313-musllinux_x86_64")
    'cp312-abi3-musllinux_x86_64'
    """
    python, family = identifier.split("-")
    if part.run == "fallback":
        return f"cp312-abi3-{family}"
    return f"{python.removesuffix('t')}-{python}-{family.replace('pyodide', 'pyemscripten')}"


def tags_of_file(name: str) -> set[str]:
    """The same of a wheel's file name: versions of libraries and systems are left out.

    >>> tags_of_file("sly_core-0.1.0-cp312-abi3-macosx_11_0_arm64.whl")
    {'cp312-abi3-macosx_arm64'}
    """
    return {
        f"{tag.interpreter}-{tag.abi}-{VERSIONS.sub('_', tag.platform, count=1)}"
        for tag in parse_wheel_filename(name)[3]
    }


def absent(listed: Listed, names: Iterable[str]) -> list[str]:
    """Wheels that are listed and not among the files, and files that the list does not ask for."""
    wanted = {tags(part, one) for part, identifiers in listed.items() for one in identifiers}
    files = {name: tags_of_file(name) for name in sorted(names)}
    there = set().union(*files.values())
    return [f"no wheel is {tag}" for tag in sorted(wanted - there)] + [
        f"{name} is not listed" for name, found in files.items() if not found <= wanted
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m release.identifiers",
        description="Hold what cibuildwheel would build, or has built, to the list.",
    )
    parser.add_argument("--wheels", nargs="+", type=Path, metavar="FOLDER", help="look at files")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="PLATFORM",
        help="a platform whose wheels may be left out of the files",
    )
    asked = parser.parse_args(arguments)
    listed = read()
    if asked.wheels:
        sizes = {
            path.name: path.stat().st_size
            for folder in asked.wheels
            for path in folder.glob("*.whl")
        }
        needed = {part: ids for part, ids in listed.items() if part.platform not in asked.without}
        left_out = {tags(part, one) for part in listed.keys() - needed for one in listed[part]}
        said = absent(needed, {name for name in sizes if not tags_of_file(name) <= left_out})
        said += [f"{name}: {line}" for name in sorted(sizes) for line in size_problems(sizes[name])]
        count = f"{len(sizes)} wheels"
    else:
        said = [
            f"{' '.join(part)}: {line}"
            for part, identifiers in listed.items()
            for line in differences(identifiers, printed(part))
        ]
        count = f"{sum(map(len, listed.values()))} identifiers of {len(listed)} calls"
    print(*(said or [f"{count}: as listed"]), sep="\n")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
