"""What came out, three ways: a table to read, `report.json`, and a section of a page."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from release.steps import Row

HEADING = "## Wheels"
COLUMNS = ("step", "what", "tag", "size", "came out, or passed on", "as it must be")

LOG_COLUMNS = 160

Rows = Sequence[tuple[str, Row]]
"""Rows, each with the name of its step."""


def show(rows: Rows) -> None:
    """Print the table, in a log as wide as it is read."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=LOG_COLUMNS)
    table = Table()
    for name in COLUMNS:
        table.add_column(name, overflow="fold")
    for row in cells(rows):
        table.add_row(*(cell.replace("[", r"\[") for cell in row))
    console.print(table)


def keep(path: Path, rows: Rows) -> None:
    """Write every row as JSON, for other programs."""
    told = [{"step": step, **asdict(row)} for step, row in rows]
    path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def write(page: Path, rows: Rows) -> None:
    """Replace the section on wheels of a Markdown page, or put it at the end."""
    parts = re.split(r"(?m)^(?=## )", page.read_text(encoding="utf-8"))
    new = section(rows)
    if any(part.startswith(f"{HEADING}\n") for part in parts):
        parts = [new if part.startswith(f"{HEADING}\n") else part for part in parts]
    else:
        parts.append(new)
    page.write_text("\n\n".join(part.strip("\n") for part in parts) + "\n", encoding="utf-8")


def section(rows: Rows) -> str:
    """The section: what was done, and the table."""
    lines = [COLUMNS, ("---",) * len(COLUMNS), *cells(rows)]
    table = "".join(
        f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines
    )
    return (
        f"{HEADING}\n\n`make wheels`, last on {date.today()}, on {platform.system()} "
        f"{platform.machine()}. `docs/packaging.md` says what each step does.\n\n{table}"
    )


def cells(rows: Rows) -> Iterable[tuple[str, ...]]:
    """The rows as text, a cell each."""
    for step, row in rows:
        size = "" if row.size is None else f"{row.size / 2**20:.2f} MiB"
        yield step, row.what, row.tag, size, row.came_out, "yes" if row.passed else "NO"
