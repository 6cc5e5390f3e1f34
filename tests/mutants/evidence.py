"""Writes the result down: one section of a page, the rest of which belongs to others.

The section has one row a fault. A run of some faults brings their rows up to date and leaves the
others, so that it is not needed to run all of them after each new test.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from tests.mutants.faults import Fault

HEADING = "## Seeded faults"
TITLE = "# Evidence\n"
HEAD = ("fault", "what is wrong", "clause", "caught by")
ROW = re.compile(r"^\| (?P<id>[\w-]+) \|.*\| `(?P<by>.*)` \|$", re.MULTILINE)


def write(page: Path, faults: Iterable[Fault], caught: Mapping[str, str]) -> None:
    """Bring the section up to date, on a page that is made where it is not there.

    Args:
        page: the Markdown file.
        faults: all there are, in order; the row of any other goes.
        caught: by fault tried, what caught it.
    """
    text = page.read_text(encoding="utf-8") if page.exists() else TITLE
    known = {row["id"]: row["by"] for row in ROW.finditer(section_of(text))} | dict(caught)
    page.write_text(with_section(text, section(faults, known)), encoding="utf-8")


def section(faults: Iterable[Fault], caught: Mapping[str, str]) -> str:
    """The section: what was done, and a table of the faults that were tried, a group each."""
    groups: dict[str, list[Fault]] = {}
    for fault in faults:
        if fault.id in caught:
            groups.setdefault(fault.group, []).append(fault)
    parts = [
        f"{HEADING}\n\n"
        f"`make mutants`, last on {date.today()}: {sum(map(len, groups.values()))} faults, each "
        "planted alone in a copy of the tree, and the first test of the suite that failed there. A "
        "fault is a clause read wrongly or a slip that a coder might make; `tests/mutants/*.toml` "
        "has the texts. *Contract* stands for a promise of the interface that "
        "is no rule of the game. A run of some faults brings their rows up to date.\n"
    ]
    for group, members in groups.items():
        rows = [(f.id, f.what, f.clause, f"`{caught[f.id]}`") for f in members]
        parts.append(f"### {group.capitalize()}: {len(rows)}\n\n{table(rows)}")
    return "\n".join(parts)


def table(rows: Iterable[tuple[str, ...]], head: tuple[str, ...] = HEAD) -> str:
    """A Markdown table."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def section_of(page: str, heading: str = HEADING) -> str:
    """The section under a heading, up to the next of its level; "" where there is none."""
    return next((part for part in _sections(page) if part.startswith(heading)), "")


def with_section(page: str, new: str, heading: str = HEADING) -> str:
    """The page with that section replaced, or put at the end if there is none."""
    parts = _sections(page)
    old = section_of(page, heading)
    parts = [new if part == old else part for part in parts] if old else [*parts, new]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _sections(page: str) -> list[str]:
    return re.split(r"(?m)^(?=## )", page)
