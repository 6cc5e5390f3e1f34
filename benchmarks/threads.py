"""What a second thread brings: `python -m benchmarks.threads`.

By the clock, so it needs two cores that are idle: another program on one of them halves what is
found. One thread and two take turns, and the ratio is the median over pairs.

Leaves with status 1 when the target is missed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from rich.console import Console
from rich.table import Table

import sly_core as sly
from benchmarks.timing import Series, Task, measure, spread
from sly_core.search import ismcts

TARGET = 1.8
SEED = 20_240_229
GAMES = 100_000
DEPTH = 7
SIMULATIONS = 20_000
ROWS = 65_536
STEPS = 8


@dataclass(frozen=True, slots=True)
class Scaling:
    """The rates of one task on one thread and on two, in pairs."""

    one: Series
    two: Series

    @property
    def ratios(self) -> list[float]:
        """How many times faster two threads were, pair by pair."""
        return [two / one for one, two in zip(self.one.rates, self.two.rates, strict=True)]

    @property
    def ratio(self) -> float:
        """The middle one."""
        return median(self.ratios)

    @property
    def spread(self) -> float:
        """The distance between the quartiles, as a part of the median."""
        return spread(self.ratios)


def tasks(threads: int) -> list[Task]:
    """Everything that takes `threads=`, in calls of some hundredths of a second."""
    state = sly.State(sly.Ruleset.standard(2))
    sequences = sly.perft(state, DEPTH)

    def games() -> int:
        sly.playouts(state, GAMES, SEED, threads=threads)
        return GAMES

    def perft() -> int:
        sly.perft(state, DEPTH, threads=threads)
        return sequences

    def search() -> int:
        return ismcts(state, simulations=SIMULATIONS, seed=SEED, threads=threads).simulations

    return [
        Task("playouts", f"{threads} threads", "games", games),
        Task("perft", f"{threads} threads", "sequences", perft),
        Task("ismcts", f"{threads} threads", "simulations", search),
        Task("BatchState", f"{threads} threads", "steps", _steps(threads)),
    ]


def _steps(threads: int) -> Callable[[], int]:
    """Random steps of many rows, with masks written."""
    rules = sly.Ruleset.standard(2)
    batch = sly.BatchState(rules, ROWS, seed=SEED, autoreset=True, threads=threads)
    mask = batch.legal_actions_mask()

    def run() -> int:
        for _ in range(STEPS):
            batch.step_random(legal_actions_mask=mask)
        return STEPS * ROWS

    return run


def compare(rounds: int, seconds: float) -> list[Scaling]:
    """Measure each task on one thread and on two, one right after the other in each round."""
    pairs = [task for pair in zip(tasks(1), tasks(2), strict=True) for task in pair]
    found = measure(pairs, rounds, seconds)
    return [Scaling(one, two) for one, two in zip(found[::2], found[1::2], strict=True)]


def table(found: Sequence[Scaling]) -> Table:
    """The ratios as a table."""
    shown = Table("call", title="two threads, by the clock")
    for heading in ("to one thread", "spread"):
        shown.add_column(heading, justify="right")
    for scaling in found:
        shown.add_row(scaling.one.task.subject, f"{scaling.ratio:.2f} x", f"{scaling.spread:.0%}")
    return shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and answer the exit status."""
    parser = argparse.ArgumentParser(prog="benchmarks.threads")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each task in a round")
    options = parser.parse_args(arguments)
    found = compare(options.rounds, options.seconds)
    Console().print(table(found))
    return 0 if all(scaling.ratio >= TARGET for scaling in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
