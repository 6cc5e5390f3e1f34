"""The seeded faults: data in TOML files, and how one is planted in a copy of the tree."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
GROUPS = ("reference", "core", "search", "batch", "shared")
PACKAGE = Path("src", "sly_core")


class FaultError(Exception):
    """A fault that cannot be planted, or a tree that cannot be built."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One wrong reading of the rules, or one slip of a coder.

    Attributes:
        group: which of `GROUPS` it belongs to.
        id: its name, unique among all groups.
        file: what it changes, relative to `src/sly_core`.
        clause: the clause of `spec/RULES.md` that is broken, or `contract` where it is a promise of
            the interface and no rule of the game.
        what: what is wrong, in a sentence.
        old: the text to change, which occurs exactly once in the file.
        new: what stands there instead.
        tests: test files, relative to `tests`, that are run first.
    """

    group: str
    id: str
    file: str
    clause: str
    what: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def compiled(self) -> bool:
        """Whether the package must be built again."""
        return self.group in {"core", "search", "batch"}


def faults_of(group: str) -> list[Fault]:
    """The faults of one group, in the order of its file.

    A fault without tests of its own has those that its group names for the file it changes.
    """
    data = tomllib.loads(HERE.joinpath(f"{group}.toml").read_text(encoding="utf-8"))
    likely = data["likely"]
    return [
        Fault(group=group, **row | {"tests": tuple(row.get("tests", likely[row["file"]]))})
        for row in data["fault"]
    ]


def replace_once(path: Path, old: str, new: str) -> None:
    """Change the one place in a file where `old` stands.

    Raises:
        FaultError: it stands there more often, or not at all.
    """
    text = path.read_text(encoding="utf-8")
    found = text.count(old)
    if found != 1:
        raise FaultError(f"{path.name}: the old text stands there {found} times, not once")
    path.write_text(text.replace(old, new), encoding="utf-8")


def plant(fault: Fault, tree: Path) -> None:
    """Plant a fault in a copy of the tree."""
    replace_once(tree / PACKAGE / fault.file, fault.old, fault.new)
