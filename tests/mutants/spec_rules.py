"""The mutants of the specification: data in `spec/mutants/*.toml`, and how one is planted.

A mutant is a wrong rule, or a fault in a theorem. A wrong rule has to be killed: by a theorem that
no longer comes out, or by a recorded case that the wrong rule plays otherwise; or else it is proved
to be no other rule at all. A fault in a theorem has to be noticed: its verdict is another, or a
wrong rule that the theorem killed now lives.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.faults import replace_once

SPEC = Path(__file__).parents[2] / "spec"
FOLDER = SPEC / "mutants"
THEOREMS = "theorems"
"""The group of the faults in theorems; all other groups are wrong rules."""
SMALL = "players=2 hens=3"
"""The reading that is asked about unless a mutant names another: the smallest that has it all."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong rule or a fault in a theorem, and what becomes of it.

    One of `theorem`, `difference`, `equivalent` and `lets_live` is given.

    Attributes:
        group: the file it is from, without the suffix.
        name: a sentence that a reader could believe, unique among all groups.
        clause: the clause that is read wrongly, or that the faulty theorem is about.
        file: what it changes, relative to `spec`.
        old: the text to change, which occurs exactly once in the file.
        new: what stands there instead.
        why: how a reader comes to it; of a fault in a theorem, what is wrong with it.
        switch: the switch of which it is a wrong reading.
        theorem: a claim whose verdict under `reading` is `verdict`, and is not the expected one.
        difference: a recorded case that comes out otherwise, as `spec_row` names it.
        equivalent: whether it is proved under `reading` that nothing differs.
        lets_live: the wrong rule that its theorem kills, and kills no longer.
        reading: the reading that solvers are asked about.
        verdict: REFUTED or PROVED; or `premises`, that hold nowhere, or `twin`, not refuted.
    """

    group: str
    name: str
    clause: str
    file: str
    old: str
    new: str
    why: str
    switch: str = ""
    theorem: str = ""
    difference: str = ""
    equivalent: bool = False
    lets_live: str = ""
    reading: str = SMALL
    verdict: str = "REFUTED"

    @property
    def fates(self) -> list[object]:
        """What is said of what becomes of it; one thing, if the data is right."""
        said = [self.theorem, self.difference, self.equivalent, self.lets_live]
        return [fate for fate in said if fate]


def groups() -> list[str]:
    """The groups, the wrong rules before the faults in theorems."""
    return sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda g: (g == THEOREMS, g))


def mutants() -> list[Mutant]:
    """All mutants, in the order of groups and files."""
    found = []
    for group in groups():
        data = tomllib.loads((FOLDER / f"{group}.toml").read_text(encoding="utf-8"))
        found += [Mutant(group=group, **row) for row in data["mutant"]]
    return found


def planted(folder: Path, chosen: Sequence[Mutant]) -> Path:
    """Make in the folder a copy of the specification with these planted; give the folder.

    On the path of Python it holds the package `sly_spec`.

    Raises:
        FaultError: a text to change does not stand there once.
    """
    copy = folder / "sly_spec"
    shutil.copytree(SPEC, copy, ignore=shutil.ignore_patterns("__pycache__", "mutants"))
    for mutant in chosen:
        replace_once(copy / mutant.file, mutant.old, mutant.new)
    return folder
