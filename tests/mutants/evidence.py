"""Writes the result down: one section of a page, the rest of which belongs to others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

HEADING = "## Seeded faults"
TITLE = "# Evidence\n"


def with_section(page: str, section: str) -> str:
    """The page with the section under `HEADING` replaced, or put at the end if there is none."""
    parts = re.split(r"(?m)^(?=## )", page)
    kept = [part for part in parts if not part.startswith(HEADING)]
    at = next((i for i, part in enumerate(parts) if part.startswith(HEADING)), len(parts))
    kept.insert(at, section)
    return "\n\n".join(part.strip("\n") for part in kept) + "\n"


def write(page: Path, section: str) -> None:
    """Put the section on the page, which is made where it is not there."""
    text = page.read_text(encoding="utf-8") if page.exists() else TITLE
    page.write_text(with_section(text, section), encoding="utf-8")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
