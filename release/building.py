"""Makes the sdist, wheels of it, and of those the wheels that are handed out.

The sdist is made of what the repository knows, in a folder of its own: what lies about in the
source tree does not get in. Each wheel is made of the sdist by pip, which fetches the build's own
requirements into an environment that it makes for it.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from release.environments import PIP, clean, epoch, venv
from release.interpreters import find
from release.running import at_once, run, tools
from release.steps import FailedError, Place, Row

BUILD_SECONDS = 1500


@dataclass(frozen=True, slots=True)
class Build:
    """One wheel to make."""

    python: str
    """The version of CPython that makes it."""
    tag: str
    """Its Python tag and ABI tag."""
    abi3: bool
    """Whether it is made for the limited API."""
    quick: bool
    """Whether it belongs to the part for every change."""


BUILDS = (
    Build("3.11", "cp311-cp311", abi3=False, quick=True),
    Build("3.12", "cp312-cp312", abi3=False, quick=False),
    Build("3.13", "cp313-cp313", abi3=False, quick=True),
    Build("3.12", "cp312-abi3", abi3=True, quick=False),
)
TWICE = BUILDS[0]
"""The wheel that is made a second time, to see that it has the same bytes."""


def builds(place: Place) -> list[Build]:
    """The wheels that this run makes."""
    return [build for build in BUILDS if build.quick or not place.quick]


def sdist_rows(place: Place) -> Iterator[Row]:
    """Make the sdist."""
    made = make_sdist(place, "sdist")
    with tarfile.open(made) as archive:
        count = sum(member.isfile() for member in archive.getmembers())
    yield Row(made.name, f"{count} files", passed=True, size=made.stat().st_size)


def wheel_rows(place: Place) -> Iterator[Row]:
    """Make the wheels of this run, each of a copy of the sdist, and repair them."""

    def made(build: Build) -> Path:
        place.say(build.tag)
        tree = unpacked(place.sdist(), place.work / "source" / build.tag)
        return make_wheel(place, build, tree, "raw")

    for build, raw in zip(builds(place), at_once(made, builds(place)), strict=True):
        repaired = repair(place, raw, "wheels")
        yield Row(
            repaired.name,
            f"made by CPython {find(build.python).version}",
            passed=f"-{build.tag}-" in repaired.name,
            tag=tag_of(repaired),
            size=repaired.stat().st_size,
        )


def twice_rows(place: Place) -> Iterator[Row]:
    """Make the sdist and a wheel again elsewhere, and compare their bytes."""
    first = place.sdist()
    place.say("the sdist")
    second = make_sdist(place, "again/sdist")
    yield same(first, second)
    place.say(TWICE.tag)
    tree = unpacked(second, place.work / "again" / "source")
    again = repair(place, make_wheel(place, TWICE, tree, "again/raw"), "again/wheels")
    yield same(place.wheel(TWICE.tag), again)


def same(first: Path, second: Path) -> Row:
    """Whether two files, made at different times in different folders, have the same bytes."""
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (first, second)]
    alike = digests[0] == digests[1]
    said = f"the same bytes twice, sha256 {digests[0][:12]}…" if alike else "other bytes each time"
    return Row(first.name, said, passed=alike)


def make_sdist(place: Place, folder: str) -> Path:
    """The sdist, made in that folder of the run, of the files that the repository has.

    Raises:
        FailedError: it could not be made.
    """
    copy = place.work / folder / "tree"
    for name in known_files(place.root):
        copy.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(place.root / name, copy / name)
    run(
        place,
        "sdist",
        [sys.executable, "-m", "build", "--sdist", "--outdir", copy.parent, copy],
        env=clean(SOURCE_DATE_EPOCH=epoch(place.root)),
        timeout=BUILD_SECONDS,
    )
    shutil.rmtree(copy)
    [made] = copy.parent.glob("*.tar.gz")
    return made


def known_files(root: Path) -> list[str]:
    """The files of the repository as they stand, those too that were not added yet.

    Raises:
        FailedError: it is no repository.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise FailedError(f"git does not say which files there are: {error}") from None
    return [name for name in done.stdout.split("\0") if name and root.joinpath(name).is_file()]


def unpacked(sdist: Path, folder: Path) -> Path:
    """The tree of an sdist, unpacked into a folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    [tree] = folder.iterdir()
    return tree


def make_wheel(place: Place, build: Build, tree: Path, folder: str) -> Path:
    """A wheel of the tree, as the building machine makes it.

    Raises:
        FailedError: it could not be made.
    """
    python = venv(place, f"build-{build.tag}", find(build.python))
    out = place.work / folder / build.tag
    run(
        place,
        f"wheel-{build.tag}",
        [python, *PIP, "wheel", "--no-deps", "--wheel-dir", out, tree],
        env=clean(SOURCE_DATE_EPOCH=epoch(place.root), SLY_CORE_ABI3=str(int(build.abi3))),
        timeout=BUILD_SECONDS,
    )
    [made] = out.glob("*.whl")
    return made


def repair(place: Place, wheel: Path, folder: str) -> Path:
    """The wheel with the widest platform tag that it may have, and nothing of this machine.

    Raises:
        FailedError: it cannot be had on every Linux.
    """
    out = place.work / folder
    before = set(out.glob("*.whl"))
    run(
        place,
        f"repair-{wheel.stem}",
        [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", out, wheel],
        env=tools() | {"SOURCE_DATE_EPOCH": epoch(place.root)},
    )
    [made] = set(out.glob("*.whl")) - before
    return made


def tag_of(wheel: Path) -> str:
    """The tags in a wheel's file name: Python, ABI, platforms."""
    return "-".join(wheel.stem.split("-")[2:])
