"""The report: a table for people, JSON for machines, and the targets."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import baseline, threads
from benchmarks.import_time import HELP, ImportTime
from benchmarks.sly_tasks import EMPTY_CALL, OBJECT, SIXTEEN
from benchmarks.timing import Series

NATIVE_RATE = 10_000_000
NATIVE_RATIO = 4.0
LOOP_RATIO = 2.5
CLONE_RATIO = 2.0
PAIR_NANOSECONDS = 120.0
LIST_NANOSECONDS = 200.0
IMPORT_MILLISECONDS = 20.0
HELP_MILLISECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Target:
    """Something the project promises, what was found, and whether that is enough."""

    name: str
    found: str
    met: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one run found. `kept` is the signature on file, `signature` the one computed.

    `pairs` is empty where there was no C compiler to build the yardstick with.
    """

    series: Sequence[Series]
    pairs: Sequence[baseline.Pairs]
    scaling: Sequence[threads.Scaling]
    imports: Sequence[ImportTime]
    signature: str
    kept: str

    def best(self, measure: str, subject: str) -> float:
        """The highest median among the subjects that begin with `subject`; 0 if there is none."""
        return max(
            (
                found.median
                for found in self.series
                if found.task.measure == measure and found.task.subject.startswith(subject)
            ),
            default=0.0,
        )

    def targets(self) -> list[Target]:
        """The promises about speed, and the signature.

        Against OpenSpiel the core's slowest game is compared with the fastest of OpenSpiel's.
        """
        native, theirs = self._slowest("native playouts"), self.best("native playouts", "OpenSpiel")
        loop, their_loop = self._slowest("Python loop"), self.best("Python loop", "OpenSpiel")
        added = self.imports[0].milliseconds
        helped = next(found.milliseconds for found in self.imports if found.program == HELP)
        clone = self.best("bare Python", OBJECT) / self.best("clone", "core")
        slowest = min(self.pairs, key=lambda found: found.ratio, default=None)
        shared = min(self.scaling, key=lambda found: found.ratio)
        return [
            Target(
                f"perft, playouts and reveals: {baseline.TARGET:g} x plain C in each",
                f"{slowest.ratio:.2f} x: {slowest.side.measure}, {slowest.side.subject}"
                if slowest
                else "there is no C compiler",
                slowest is not None and slowest.ratio >= baseline.TARGET,
            ),
            Target(
                f"two threads: {threads.TARGET:g} x one in each, where two cores are idle",
                f"{shared.ratio:.2f} x: {shared.one.task.subject}",
                shared.ratio >= threads.TARGET,
            ),
            Target(
                f"native playouts: {NATIVE_RATE / 1e6:.0f} M moves/s, "
                f"or {NATIVE_RATIO:g} x OpenSpiel's fastest",
                f"{rate(native)}/s" + (f", {native / theirs:.2f} x" if theirs else ""),
                native >= NATIVE_RATE or (theirs > 0 and native >= NATIVE_RATIO * theirs),
            ),
            Target(
                f"Python loop: {LOOP_RATIO:g} x OpenSpiel's fastest",
                f"{loop / their_loop:.2f} x" if their_loop else "OpenSpiel is not installed",
                their_loop > 0 and loop >= LOOP_RATIO * their_loop,
            ),
            self._time("apply and undo", PAIR_NANOSECONDS),
            self._time(f"legal actions, {SIXTEEN}", LIST_NANOSECONDS),
            Target(
                f"clone: at most {CLONE_RATIO:g} x the time of {OBJECT}",
                f"{clone:.2f} x",
                clone <= CLONE_RATIO,
            ),
            Target(
                f"import sly_core adds at most {IMPORT_MILLISECONDS:g} ms",
                f"{added:.1f} ms",
                added <= IMPORT_MILLISECONDS,
            ),
            Target(
                f"{HELP}: at most {HELP_MILLISECONDS:g} ms more",
                f"{helped:.1f} ms",
                helped <= HELP_MILLISECONDS,
            ),
            Target(f"signature is {self.kept}", self.signature, self.signature == self.kept),
        ]

    def _time(self, measure: str, most: float) -> Target:
        """That a unit takes the core at most so many nanoseconds; beside an empty call."""
        speed, empty = self.best(measure, "core"), self.best("bare Python", EMPTY_CALL)
        return Target(
            f"{measure}: at most {most:g} ns",
            f"{1e9 / speed:.0f} ns, {empty / speed:.1f} empty calls",
            1e9 / speed <= most,
        )

    def _slowest(self, measure: str) -> float:
        return min(
            found.median
            for found in self.series
            if found.task.measure == measure and found.task.subject.startswith("core")
        )

    def to_json(self) -> dict[str, Any]:
        """The same, as plain data: rates are units a second, times milliseconds."""
        return {
            "python": platform.python_version(),
            "rates": [
                {
                    "measure": found.task.measure,
                    "subject": found.task.subject,
                    "unit": found.task.unit,
                    "median": found.median,
                    "spread": found.spread,
                    "rates": list(found.rates),
                }
                for found in self.series
            ],
            "yardstick": [
                {
                    "measure": found.side.measure,
                    "subject": found.side.subject,
                    "unit": found.side.unit,
                    "ratio": found.ratio,
                    "spread": found.spread,
                    "core": list(found.core),
                    "c": list(found.yardstick),
                }
                for found in self.pairs
            ],
            "threads": [
                {
                    "call": found.one.task.subject,
                    "unit": found.one.task.unit,
                    "ratio": found.ratio,
                    "spread": found.spread,
                    "one": list(found.one.rates),
                    "two": list(found.two.rates),
                }
                for found in self.scaling
            ],
            "imports": [
                {"program": i.program, "milliseconds": i.milliseconds, "spread": i.spread}
                for i in self.imports
            ],
            "targets": [{"name": t.name, "found": t.found, "met": t.met} for t in self.targets()],
            "signature": self.signature,
        }

    def show(self, console: Console) -> None:
        """Print the tables and the signature line."""
        console.print(self._rates())
        console.print(self._yardstick())
        console.print(threads.table(self.scaling))
        console.print(self._imports())
        console.print(self._targets())
        console.print(f"signature {self.signature}", highlight=False)

    def _rates(self) -> Table:
        table = Table("measure", "subject", title="rates: medians, and the quartiles' distance")
        for heading in ("a second", "spread", "to OpenSpiel's fastest", "to the reference"):
            table.add_column(heading, justify="right")
        previous = None
        for found in sorted(self.series, key=lambda s: (s.task.measure, s.task.subject)):
            task = found.task
            if task.measure != previous:
                table.add_section()
            previous = task.measure
            table.add_row(
                task.measure,
                task.subject,
                f"{rate(found.median)} {task.unit}",
                f"{found.spread:.0%}",
                ratio(found.median, self.best(task.measure, "OpenSpiel")),
                ratio(found.median, self.best(task.measure, "reference")),
            )
        return table

    def _yardstick(self) -> Table:
        table = Table("measure", "subject", title="beside plain C: medians of pairs")
        for heading in ("core", "C", "core to C", "spread"):
            table.add_column(heading, justify="right")
        for found in sorted(self.pairs, key=lambda p: p.side.measure):
            side = found.side
            table.add_row(
                side.measure,
                side.subject,
                f"{rate(median(found.core))} {side.unit}/s",
                f"{rate(median(found.yardstick))}/s",
                ratio(found.ratio, 1),
                f"{found.spread:.0%}",
            )
        return table

    def _imports(self) -> Table:
        table = Table(
            "program", title="start of an interpreter, beyond bare Python or an empty command"
        )
        table.add_column("adds", justify="right")
        table.add_column("spread", justify="right")
        for found in self.imports:
            table.add_row(found.program, f"{found.milliseconds:.1f} ms", f"{found.spread:.1f} ms")
        return table

    def _targets(self) -> Table:
        table = Table("target", "found", "met", title="targets")
        for target in self.targets():
            table.add_row(target.name, target.found, "yes" if target.met else "[bold red]NO[/]")
        return table


def rate(value: float) -> str:
    """A rate with three digits and a unit.

    >>> rate(12_345_678), rate(4_567), rate(89)
    ('12.3 M', '4.57 k', '89.0')
    """
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.1f}"


def ratio(value: float, base: float) -> str:
    """How many times `base`; a dash where there is nothing to compare with.

    >>> ratio(5, 2), ratio(2_500, 2), ratio(1, 0)
    ('2.5 x', '1,250 x', '-')
    """
    if not base:
        return "-"
    times = value / base
    return f"{times:,.0f} x" if times >= 100 else f"{times:.3g} x"
