"""How cost grows with the size of the game and of the task: a table and a plot.

`make bench-growth` writes `docs/growth.md` and `docs/growth.svg`. One thing is varied at a time;
the time of one unit of work is the median of some runs, in processor time, but for threads, where
it is what the clock says. Memory is how far the peak of a fresh process rises (Linux tells it). A
plain copy of as many bytes as a task works through is timed beside it: memory bandwidth can rule no
more of the task than the copy takes.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import linear_regression, median
from typing import Final, Literal

import numpy as np

import sly_core as sly
from benchmarks.timing import load
from sly_core.randomness import playout_seed

SEED: Final = 20_240_229
DOCS: Final = Path(__file__).parents[1] / "docs"
CACHES: Final = Path("/sys/devices/system/cpu/cpu0/cache")
RUNS: Final = 7
STATUS: Final = Path("/proc/self/status")
SECONDS: Final = 0.02
ROWS: Final = tuple(4**i for i in range(1, 11))
DEARER: Final = 1.25
RULES: Final = 0.5
NS: Final = 1e9

Clock = Callable[[], float]
Law = Literal["power", "exponential", "linear"]


@dataclass(frozen=True, slots=True)
class Work:
    """One size of a task: `run` does it once, in so many units."""

    run: Callable[[], object]
    units: int


@dataclass(frozen=True, slots=True)
class Sweep:
    """A task at several sizes.

    `law` is what is fitted: cost is a power of the size, a number to it, or so much a call and so
    much a unit. `grows` says that the memory at work grows with the size, so that one may ask
    where a unit gets dearer; `sweeps` that each unit works through all its memory once.
    """

    task: str
    along: str
    unit: str
    sizes: tuple[int, ...]
    work: Callable[[int], Work]
    clock: Clock = time.process_time
    law: Law = "power"
    grows: bool = False
    sweeps: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """What was found at one size: seconds a unit, units, and bytes of memory in all.

    `copying` is how many seconds a unit a plain copy of that memory takes.
    """

    size: int
    seconds: float
    units: int
    memory: int | None
    copying: float | None


@dataclass(frozen=True, slots=True)
class Growth:
    """A sweep and what was found."""

    sweep: Sweep
    points: tuple[Point, ...]

    @property
    def law(self) -> str:
        """The fitted growth of the whole cost, in words; all by least squares."""
        sizes = np.array([float(point.size) for point in self.points])
        costs = np.array([point.seconds * point.units for point in self.points])
        if self.sweep.law == "power":
            return f"size to the power {linear_regression(np.log(sizes), np.log(costs)).slope:.2f}"
        if self.sweep.law == "exponential":
            return f"{np.exp(linear_regression(sizes, np.log(costs)).slope):.3g} times with each"
        # each size by how far off it is as a part of itself: the largest would settle all else
        fixed, each = np.linalg.lstsq(
            np.column_stack([1 / costs, sizes / costs]), np.ones(len(sizes)), rcond=None
        )[0]
        return f"{fixed * NS:,.0f} ns and {each * NS:,.1f} ns a {self.sweep.unit}"

    @property
    def ruled_from(self) -> int | None:
        """The size from which on a copy of the memory takes half of the time and more."""
        ruled = None
        for point in reversed(self.points):
            if point.copying is None or point.copying < RULES * point.seconds:
                break
            ruled = point.size
        return ruled

    @property
    def most_copying(self) -> float | None:
        """The largest part of a unit's time that a copy of its memory takes."""
        parts = [point.copying / point.seconds for point in self.points if point.copying]
        return max(parts, default=None)

    @property
    def dearer_from(self) -> int | None:
        """The size from which on a unit costs a quarter more than at the best size before it."""
        if not self.sweep.grows:
            return None
        best = min(self.points, key=lambda point: point.seconds)
        dearer = None
        for point in reversed(self.points[self.points.index(best) :]):
            if point.seconds <= DEARER * best.seconds:
                break
            dearer = point.size
        return dearer

    @property
    def bytes(self) -> float | None:
        """How much memory the largest size takes, a unit; only where memory grows with the size."""
        last = self.points[-1]
        return last.memory / last.units if self.sweep.grows and last.memory else None


def games(rules: sly.Ruleset) -> Work:
    """Random games; a unit is a move of one game."""
    start, count = sly.State(rules), 2_000
    seeds = (playout_seed(SEED, game) for game in range(count))
    moves = sum(len(sly.playout(start, seed).history()) for seed in seeds)
    return Work(lambda: sly.playouts(start, count, SEED), moves)


def seats(number: int) -> Work:
    """Two houses of four spaces for any number of seats."""
    return games(sly.Ruleset(players=number, houses=((1, 2, 3, 4), (1, 2, 3, 4))))


def spaces(number: int) -> Work:
    """One house of that many spaces, two seats."""
    return games(sly.Ruleset(players=2, houses=(tuple(1 + i % 4 for i in range(number)),)))


def depth(plies: int) -> Work:
    """Perft of the standard game of two."""
    start = sly.State(sly.Ruleset(players=2))
    return Work(lambda: sly.perft(start, plies), sly.perft(start, plies))


def batch(rows: int, threads: int = 1) -> Work:
    """Random steps of a batch, with masks and scores; a unit is a step of one row."""
    state = sly.BatchState(sly.Ruleset(players=2), rows, seed=SEED, autoreset=True, threads=threads)
    mask, scores = state.legal_actions_mask(), state.scores()
    return Work(lambda: state.step_random(legal_actions_mask=mask, scores=scores), rows)


def observed(rows: int) -> Work:
    """Random steps of a batch, with masks and what the seat to act observes."""
    state = sly.BatchState(sly.Ruleset(players=2), rows, seed=SEED, autoreset=True)
    mask, seen = state.legal_actions_mask(), state.observation_tensor()
    return Work(lambda: state.step_random(legal_actions_mask=mask, observation_tensor=seen), rows)


def threads(number: int) -> Work:
    """A large batch, by that many threads."""
    return batch(1 << 16, number)


def search(number: int) -> Work:
    """IS-MCTS from the start of the standard game of two."""
    start = sly.State(sly.Ruleset(players=2))
    return Work(partial(sly.search.ismcts, start, simulations=number, seed=SEED), number)


SWEEPS: Final = (
    Sweep("random games", "seats", "move", (2, 3, 4), seats),
    Sweep("random games", "spaces", "move", (1, 2, 4, 6, 8, 12, 16), spaces),
    Sweep("perft", "depth", "sequence", (2, 3, 4, 5, 6), depth, law="exponential"),
    Sweep("batch", "rows", "step", ROWS, batch, law="linear", grows=True, sweeps=True),
    Sweep(
        "batch, observing", "rows", "step", ROWS, observed, law="linear", grows=True, sweeps=True
    ),
    Sweep("batch of 65,536", "threads", "step", (1, 2), threads, time.perf_counter),
    Sweep(
        "IS-MCTS",
        "simulations",
        "simulation",
        (100, 1_000, 10_000, 100_000, 1_000_000),
        search,
        grows=True,
    ),
)


def measure(sweep: Sweep) -> Growth:
    """Every size of a sweep, the sizes taking turns within each run."""
    works = [sweep.work(size) for size in sweep.sizes]
    seconds = _medians(works, sweep.clock)
    peaks = [memory(sweep, size) for size in sweep.sizes]
    copying: list[float | None] = [None] * len(peaks)
    if sweep.sweeps and peaks[-1]:
        a_unit = peaks[-1] // sweep.sizes[-1]
        copying = [*_medians([copied(size, a_unit) for size in sweep.sizes], sweep.clock)]
    units = [work.units for work in works]
    columns = zip(sweep.sizes, seconds, units, peaks, copying, strict=True)
    return Growth(sweep, tuple(Point(*column) for column in columns))


def copied(units: int, size: int) -> Work:
    """A plain copy that touches `size` bytes a unit, each once: half are read, half are written."""
    source, target = np.ones((2, units * size // 2), np.uint8)
    return Work(lambda: np.copyto(target, source), units)


def _medians(works: Sequence[Work], clock: Clock) -> list[float]:
    found: list[list[float]] = [[] for _ in works]
    for _ in range(RUNS + 1):
        for times, work in zip(found, works, strict=True):
            times.append(_seconds(work, clock))
    return [median(times[1:]) for times in found]


def _seconds(work: Work, clock: Clock) -> float:
    done, start = 0, clock()
    while (passed := clock() - start) < SECONDS or not done:
        work.run()
        done += work.units
    return passed / done


def memory(sweep: Sweep, size: int) -> int | None:
    """How far one size drives the peak of a fresh process up, beyond the least size; in bytes."""
    if not STATUS.exists():
        return None
    command = [
        sys.executable,
        "-m",
        "benchmarks.growth",
        "--peak",
        str(SWEEPS.index(sweep)),
        str(size),
    ]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _rise_of_the_peak(sweep: Sweep, size: int) -> int:
    sweep.work(sweep.sizes[0]).run()
    STATUS.with_name("clear_refs").write_text("5", "ascii")
    before = _peak()
    sweep.work(size).run()
    return _peak() - before


def _peak() -> int:
    found = re.search(r"^VmHWM:\s*(\d+) kB$", STATUS.read_text("ascii"), re.M)
    if found is None:
        raise ValueError(f"{STATUS} names no peak")
    return int(found[1]) * 1024


def caches() -> dict[str, int]:
    """By level, the KiB of the data caches of this CPU, as far as the system tells."""
    return {
        (index / "level").read_text().strip(): int((index / "size").read_text().strip("K\n"))
        for index in sorted(CACHES.glob("index*"))
        if (index / "type").read_text().strip() != "Instruction"
    }


def page(found: Iterable[Growth], busy: str) -> str:
    """The page in Markdown."""
    levels = caches()
    has = ", ".join(f"level {level} {size:,} KiB" for level, size in levels.items()) or "unknown"
    lines = [
        "# How cost grows",
        "",
        "Written by `make bench-growth`: one thing varied at a time, the median of "
        f"{RUNS} runs. Python {platform.python_version()}, {platform.machine()}, data caches: "
        f"{has}; {busy}.",
        "",
        "![the time of a unit of work against the size of the task](growth.svg)",
        "",
        "Times are processor time, but for threads: those are by the clock, so that whatever else "
        "the machine does is in them. KiB is what the peak of a process rises by, beyond the least "
        "size; blank is none.",
        "",
        "| task | size | ns a unit | a copy | units | KiB |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for growth in found:
        sweep = growth.sweep
        for point in growth.points:
            memory = f"{point.memory / 1024:,.0f}" if point.memory else ""
            copy = f"{point.copying * NS:,.1f}" if point.copying else ""
            lines.append(
                f"| {sweep.task} | {sweep.along} {point.size:,} | {point.seconds * NS:,.1f} a "
                f"{sweep.unit} | {copy} | {point.units:,} | {memory} |"
            )
    lines += [
        "",
        "The growth is that of the whole cost, fitted by least squares; in a batch it is what a "
        "call costs and what a step does. Where memory grows with the size, the caches are full at "
        "the sizes named: the bytes of a unit are those of the largest size, and those of a batch "
        "hold the arrays that it writes.",
        "",
        "A step works through all the memory of a batch once, so a plain copy of as many bytes "
        "(*a copy*, in ns a unit) is what bandwidth alone would take. Bandwidth rules from the "
        f"size on where that is {RULES:.0%} of the step and more; where it is less at every size "
        "instructions rule, and there is no such point. The last column says from which size on a "
        "unit costs a quarter more than at the best size before.",
        "",
        "| task | along | cost grows as | bytes a unit | caches full at | bandwidth rules from "
        "| a quarter dearer from |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for growth in found:
        sweep = growth.sweep
        a_unit = growth.bytes
        full = [f"{size * 1024 / a_unit:,.0f}" for size in levels.values()] if a_unit else ["-"]
        lines.append(
            f"| {sweep.task} | {sweep.along} | {growth.law} | {f'{a_unit:.0f}' if a_unit else '-'} "
            f"| {'; '.join(full)} | {_ruled(growth)} "
            f"| {f'{growth.dearer_from:,}' if growth.dearer_from else '-'} |"
        )
    return "\n".join(lines) + "\n"


def _ruled(growth: Growth) -> str:
    if growth.most_copying is None:
        return "-"
    if growth.ruled_from is None:
        return f"nowhere: a copy takes {growth.most_copying:.0%} at most"
    return f"{growth.ruled_from:,}"


def plot(found: Sequence[Growth], path: Path) -> None:
    """One small plot a sweep: seconds a unit against size."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "sly_core"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, (len(found) + 1) // 2, figsize=(13, 5.5), squeeze=False)
    for spare in axes.flat[len(found) :]:
        spare.set_visible(False)
    for axis, growth in zip(axes.flat, found, strict=False):
        sweep = growth.sweep
        sizes = [point.size for point in growth.points]
        costs = [point.seconds * NS for point in growth.points]
        axis.plot(sizes, costs, marker="o")
        copies = [point.copying * NS for point in growth.points if point.copying]
        if copies:
            axis.plot(sizes, copies, linestyle=":", label="a copy of its bytes")
            axis.legend()
        axis.set_title(f"{sweep.task}, {sweep.along}")
        axis.set_xlabel(sweep.along)
        axis.set_ylabel(f"ns a {sweep.unit}")
        axis.set_ylim(0, 1.1 * max(costs))
        if sweep.law == "linear":
            # a call's fixed cost is all there is to see of a few rows, on a plain scale
            axis.set_yscale("log")
            axis.set_ylim(min(copies or costs) / 2, 2 * max(costs))
        if sizes[-1] > 100:
            axis.set_xscale("log")
        else:
            axis.set_xticks(sizes)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the page and the plot."""
    parser = argparse.ArgumentParser(prog="benchmarks.growth", description=__doc__)
    parser.add_argument("--folder", type=Path, default=DOCS, help="where to write")
    parser.add_argument(
        "--peak", type=int, nargs=2, help=argparse.SUPPRESS, metavar=("SWEEP", "SIZE")
    )
    options = parser.parse_args(arguments)
    if options.peak:
        print(_rise_of_the_peak(SWEEPS[options.peak[0]], options.peak[1]))
        return 0
    folder: Path = options.folder
    busy, found = load(), []
    for number, sweep in enumerate(SWEEPS, 1):
        print(
            f"{number} of {len(SWEEPS)}: {sweep.task}, {sweep.along}", file=sys.stderr, flush=True
        )
        found.append(measure(sweep))
    text = page(found, busy)
    (folder / "growth.md").write_text(text, encoding="utf-8")
    plot(found, folder / "growth.svg")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
