"""The report: a table for people, JSON for machines, and what was reached of what was promised."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.rows import LeftOut, Row, Rows, ratio
from benchmarks.timing import spread
from sly_core._core.loops import table as loops


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one run found, by part; `signature` was found, `kept` is the one on file.

    `load` says what else the machine had to do when the run began.
    """

    parts: dict[str, Rows]
    signature: str
    kept: str
    load: str

    @property
    def same(self) -> bool:
        """Whether behaviour is the one on file."""
        return self.signature == self.kept

    def rows(self, part: str) -> list[Row]:
        """What was measured in one part."""
        return [row for row in self.parts[part] if isinstance(row, Row)]

    def left_out(self) -> list[LeftOut]:
        """What was not measured."""
        return [row for rows in self.parts.values() for row in rows if isinstance(row, LeftOut)]

    def missed(self) -> int:
        """How many targets were missed."""
        return self._targets().count(False)

    def met(self) -> bool:
        """Whether all was measured, each target reached, and behaviour is the one on file."""
        return self.same and not self.missed() and not self.left_out()

    def _targets(self) -> list[bool]:
        return [
            target.met for part in self.parts for row in self.rows(part) for target in row.targets
        ]

    def to_json(self) -> dict[str, Any]:
        """The same, as plain data."""
        return {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "loops": loops.CHOSEN,
            "load": self.load,
            "parts": {part: [row.to_json() for row in self.rows(part)] for part in self.parts},
            "left_out": [{"what": row.what, "why": row.why} for row in self.left_out()],
            "targets": {"reached": self._targets().count(True), "missed": self.missed()},
            "signature": {"found": self.signature, "expected": self.kept},
        }

    def show(self, console: Console) -> None:
        """Print a table for each part, then what is missing, and the sum."""
        for part in self.parts:
            if self.rows(part):
                console.print(self._table(part))
        for row in self.left_out():
            console.print(f"[bold red]left out[/]: {row.what}: {row.why}")
        targets = self._targets()
        console.print(
            f"targets: {targets.count(True)} reached, {self.missed()} missed; "
            f"signature {self.signature}: "
            + ("as on file" if self.same else f"[bold red]expected {self.kept}[/]"),
            highlight=False,
        )
        console.print(
            f"measured under {self.load}: what is by the clock, or no ratio, asks for an idle one",
            highlight=False,
        )

    def _table(self, part: str) -> Table:
        table = Table("measure", "subject", title=part, title_justify="left")
        table.add_column("found", justify="right")
        table.add_column("spread", justify="right")
        table.add_column("beside")
        for heading in ("ratio", "spread"):
            table.add_column(heading, justify="right")
        table.add_column("target")
        table.add_column("verdict")
        previous = ""
        for row in self.rows(part):
            if row.measure != previous:
                table.add_section()
            table.add_row(
                "" if row.measure == previous else row.measure,
                row.subject,
                row.found,
                row.spread,
                row.beside or "-",
                ratio(row.ratios),
                f"{spread(row.ratios):.0%}" if row.ratios else "-",
                "\n".join(target.text for target in row.targets),
                "\n".join(t.verdict if t.met else "[bold red]missed[/]" for t in row.targets),
            )
            previous = row.measure
        return table
