"""A row of the report: what was found, beside what, how that shakes, and what was promised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from benchmarks.timing import Series, quartiles, spread, times

NANOSECONDS: Final = "ns"
# times; all other units are counted by the second. Milliseconds are what one program takes more
MILLISECONDS: Final = "ms"
FORMATS: Final = {NANOSECONDS: "{:.0f} ns", MILLISECONDS: "{:+.1f} ms"}


@dataclass(frozen=True, slots=True)
class Target:
    """Something the project promises, and whether what was found is enough."""

    text: str
    met: bool

    @property
    def verdict(self) -> str:
        """In a word.

        >>> Target("at least 2 x", False).verdict
        'missed'
        """
        return "reached" if self.met else "missed"


@dataclass(frozen=True, slots=True)
class Row:
    """One line: values and ratios stand for the rounds, both in the same order.

    A ratio of rates says how many times as fast, a ratio of times how many times as long. It is
    empty where there is nothing to compare with.
    """

    measure: str
    subject: str
    unit: str
    values: tuple[float, ...]
    beside: str
    ratios: tuple[float, ...]
    targets: tuple[Target, ...] = ()

    @property
    def found(self) -> str:
        """The median, with its unit.

        >>> Row("loop", "core", "moves", (1e6, 2e6, 4e6), "", ()).found
        '2 M moves/s'
        """
        return shown(median(self.values), self.unit)

    @property
    def spread(self) -> str:
        """The distance between the quartiles: a part of the median, but of a difference, that.

        >>> Row("import", "core", "ms", (1.0, 2.0, 2.5, 3.0), "", ()).spread
        '1.6 ms'
        """
        if self.unit == MILLISECONDS:
            low, high = quartiles(self.values)
            return f"{high - low:.1f} ms"
        return f"{spread(self.values):.0%}"

    def to_json(self) -> dict[str, Any]:
        """The same, as plain data; a rate is units a second."""
        return {
            "measure": self.measure,
            "subject": self.subject,
            "unit": self.unit if self.unit in FORMATS else f"{self.unit}/s",
            "median": median(self.values),
            "quartiles": quartiles(self.values),
            "values": list(self.values),
            "beside": self.beside or None,
            "ratio": median(self.ratios) if self.ratios else None,
            "ratio_quartiles": quartiles(self.ratios) if self.ratios else None,
            "ratios": list(self.ratios),
            "targets": [{"target": t.text, "verdict": t.verdict} for t in self.targets],
        }


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was not measured, and why: a row that is missing is never silent."""

    what: str
    why: str


Rows = list[Row | LeftOut]


def faster(ours: Series, theirs: Series | None, *, rate: float = 0, ratio: float = 0) -> Row:
    """A rate, and how many times as fast as `theirs`. `rate` and `ratio` are targets, if not 0."""
    ratios = times(ours, theirs) if theirs else ()
    targets = []
    if rate:
        text = f"at least {shown(rate, ours.task.unit)}"
        targets.append(Target(text, median(ours.rates) >= rate))
    if ratio and ratios:
        targets.append(Target(f"at least {ratio:g} x", median(ratios) >= ratio))
    return Row(
        ours.task.measure,
        ours.task.subject,
        ours.task.unit,
        ours.rates,
        theirs.task.subject if theirs else "",
        ratios,
        tuple(targets),
    )


def longer(ours: Series, theirs: Series, *, nanoseconds: float = 0, ratio: float = 0) -> Row:
    """The time of a unit, and how many times as long as of `theirs`; targets are upper bounds."""
    spent = tuple(1e9 / rate for rate in ours.rates)
    ratios = times(theirs, ours)
    targets = []
    if nanoseconds:
        text = f"at most {shown(nanoseconds, NANOSECONDS)}"
        targets.append(Target(text, median(spent) <= nanoseconds))
    if ratio:
        targets.append(Target(f"at most {ratio:g} x", median(ratios) <= ratio))
    task = ours.task
    beside = f"the time of {theirs.task.subject}"
    return Row(task.measure, task.subject, NANOSECONDS, spent, beside, ratios, tuple(targets))


def shown(value: float, unit: str) -> str:
    """A value with three digits and its unit.

    >>> shown(12_345_678, "moves"), shown(4_567, "games"), shown(89, "ns"), shown(7.123, "ms")
    ('12.3 M moves/s', '4.57 k games/s', '89 ns', '+7.1 ms')
    """
    if unit in FORMATS:
        return FORMATS[unit].format(value)
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter} {unit}/s"
    return f"{value:.1f} {unit}/s"


def ratio(values: Sequence[float]) -> str:
    """The median of some ratios; a dash where there are none.

    >>> ratio((2, 2.5, 3)), ratio((1250,)), ratio(())
    ('2.5 x', '1,250 x', '-')
    """
    if not values:
        return "-"
    middle = median(values)
    return f"{middle:,.0f} x" if middle >= 100 else f"{middle:.3g} x"
