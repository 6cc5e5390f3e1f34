"""The version stands in a few places; `python -m release.version` checks that they agree.

With `--tag NAME` also that they are ready for that tag: the changelog has a dated section, and
nothing waits in *Unreleased*. With `--set VERSION` they are written. Exit status 1: they disagree.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from release.steps import ROOT

PROJECT, CHANGES, PAGE = "pyproject.toml", "CHANGELOG.md", "docs/cython.md"
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:rc(\d+))?")
_SECTION = re.compile(r"^## \[([^]]+)\](?: - (\S+))?\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PINNED = re.compile(r"(?<=sly_core==)[\w.]+")


def problems(root: Path = ROOT, installed: str | None = None, tag: str | None = None) -> list[str]:
    """What does not agree with the version in pyproject.toml.

    Args:
        root: the source tree.
        installed: `sly_core.__version__`, if it is to agree too.
        tag: the name of a tag, if one is to be set: `v` and the version.
    """
    current = project_version(root)
    sections = _SECTION.findall((root / CHANGES).read_text(encoding="utf-8"))
    found = (
        []
        if _VERSION.fullmatch(current)
        else [f"{PROJECT}: {current} is not like 1.2.3 or 1.2.3rc1"]
    )
    for pinned in sorted(
        set(_PINNED.findall((root / PAGE).read_text(encoding="utf-8"))) - {current}
    ):
        found.append(f"{PAGE}: sly_core=={pinned}, and {current} in {PROJECT}")
    if installed is not None and installed != current:
        found.append(f"installed is {installed}, and {current} in {PROJECT}")
    return found + _changelog(sections, current) + _tagged(sections, current, tag)


def project_version(root: Path = ROOT) -> str:
    """The version in pyproject.toml."""
    project = tomllib.loads((root / PROJECT).read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def order(text: str) -> tuple[int, ...]:
    """For comparing versions: a candidate comes before the release.

    >>> order("0.9.0") < order("0.10.0rc2") < order("0.10.0")
    True
    """
    match = _VERSION.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is not like 1.2.3 or 1.2.3rc1")
    major, minor, patch, candidate = match.groups()
    return (int(major), int(minor), int(patch), int(candidate) if candidate else sys.maxsize)


def write(new: str, date: str, root: Path = ROOT) -> None:
    """Write a version everywhere; what is *Unreleased* in the changelog becomes its section.

    Raises:
        ValueError: no version, not a later one than the last in the changelog, or nothing is new.
    """
    changes = (root / CHANGES).read_text(encoding="utf-8")
    sections = _SECTION.findall(changes)
    past = [name for name, _, _ in sections if name != "Unreleased"]
    if past and order(new) <= order(past[0]):
        raise ValueError(f"{new} is not later than {past[0]}, the last in {CHANGES}")
    order(new)
    if not sections or sections[0][0] != "Unreleased" or not sections[0][2].strip():
        raise ValueError(f"{CHANGES}: nothing stands in Unreleased")
    changes = changes.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{new}] - {date}\n", 1)
    (root / CHANGES).write_text(changes, encoding="utf-8")
    project = (root / PROJECT).read_text(encoding="utf-8")
    line = f'version = "{project_version(root)}"'
    (root / PROJECT).write_text(project.replace(line, f'version = "{new}"', 1), encoding="utf-8")
    page = (root / PAGE).read_text(encoding="utf-8")
    (root / PAGE).write_text(_PINNED.sub(new, page), encoding="utf-8")


def _changelog(sections: list[tuple[str, str, str]], current: str) -> list[str]:
    """Sections from newest to oldest, each dated, and none newer than the version."""
    if not sections or sections[0][0] != "Unreleased":
        return [f"{CHANGES}: the first section is not [Unreleased]"]
    past = [(name, date) for name, date, _ in sections[1:]]
    found = [f"{CHANGES}: [{name}] has no date" for name, date in past if not _is_date(date)]
    wrong = [name for name, _ in past if not _VERSION.fullmatch(name)]
    if wrong:
        return [*found, f"{CHANGES}: [{wrong[0]}] is no version"]
    orders = [order(name) for name, _ in past]
    if orders != sorted(set(orders), reverse=True):
        found.append(f"{CHANGES}: the versions do not go from newest to oldest")
    if past and _VERSION.fullmatch(current) and order(current) < orders[0]:
        found.append(f"{CHANGES} has {past[0][0]}, and {PROJECT} the older {current}")
    return found


def _tagged(sections: list[tuple[str, str, str]], current: str, tag: str | None) -> list[str]:
    if tag is None:
        return []
    found = [] if tag == f"v{current}" else [f"the tag is {tag}, and v{current} would be right"]
    if [name for name, _, _ in sections[1:2]] != [current]:
        found.append(f"{CHANGES}: the newest section is not [{current}]")
    if sections and sections[0][2].strip():
        found.append(f"{CHANGES}: something still stands in [Unreleased]")
    return found


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def main() -> int:
    """Check, or write; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m release.version")
    parser.add_argument("--tag", help="the tag that is to be set")
    parser.add_argument("--set", metavar="VERSION", help="write this version everywhere")
    asked = parser.parse_args()
    if asked.set:
        try:
            write(asked.set, datetime.datetime.now(datetime.UTC).date().isoformat())
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{asked.set} is written in {PROJECT}, {CHANGES} and {PAGE}; install it to run tests")
        return 0
    try:
        installed = version("sly_core")
    except PackageNotFoundError:
        installed = None  # to check the tree it need not be installed
    found = problems(installed=installed, tag=asked.tag)
    print(
        "\n".join(found) or f"{project_version()}{'' if installed else ', which is not installed'}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
