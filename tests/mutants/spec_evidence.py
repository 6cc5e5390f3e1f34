"""Writes down what became of the mutants of the specification: a section of docs/evidence.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from tests.mutants import spec_switches
from tests.mutants.evidence import section_of, table, with_section
from tests.mutants.spec_rules import THEOREMS, Mutant

HEADING = "## Wrong rules"
HEAD = ("mutant", "clause", "what became of it")
ROW = re.compile(r"^\| (?P<name>[^|]+) \| [A-Z]\d \| (?P<by>[^|]+) \|$", re.MULTILINE)


def write(page: Path, mutants: Iterable[Mutant], told: Mapping[str, str]) -> None:
    """Bring the section up to date; a run of some mutants leaves the rows of the others.

    The table of the switches is made anew.
    """
    text = page.read_text(encoding="utf-8")
    known = written(text) | {name: by.replace("|", "/") for name, by in told.items()}
    text = with_section(text, section(mutants, known), HEADING)
    text = with_section(text, spec_switches.section(), spec_switches.HEADING)
    page.write_text(text, encoding="utf-8")


def written(text: str) -> dict[str, str]:
    """What a page has: what became of each mutant, by name."""
    return {row["name"]: row["by"] for row in ROW.finditer(section_of(text, HEADING))}


def section(mutants: Iterable[Mutant], known: Mapping[str, str]) -> str:
    """The section: what was done, and a table of the mutants that were tried, a group each."""
    groups: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        if mutant.name in known:
            groups.setdefault(mutant.group, []).append(mutant)
    faults = len(groups.get(THEOREMS, []))
    rules = sum(map(len, groups.values())) - faults
    parts = [
        f"{HEADING}\n\n"
        f"`make spec-mutants`, last on {date.today()}: {rules} wrong rules and {faults} faults in "
        "theorems, each planted alone in a copy of `spec/`. A wrong rule is one way to misread a "
        "clause; a theorem that should be proved is then refuted, or a recorded case comes out "
        "otherwise, or two solvers agree that it is the same rule. A fault in a theorem is seen by "
        "its own verdict, or by a wrong rule that it lets live. `spec/mutants/*.toml` has the "
        "texts and how a reader comes to each.\n"
    ]
    for group, members in groups.items():
        rows = [(m.name, m.clause, known[m.name]) for m in members]
        parts.append(f"### {group.capitalize()}: {len(rows)}\n\n{table(rows, HEAD)}")
    return "\n".join(parts)
