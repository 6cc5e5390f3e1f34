"""Repeated measurements, interleaved, and the numbers that are made of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to measure.

    `run` does the work once and answers how many units it did; set-up belongs outside it.
    """

    subject: str
    measure: str
    unit: str
    run: Callable[[], int]


def spread(values: Sequence[float]) -> float:
    """The distance between the quartiles, as a part of the median.

    >>> spread((9.0, 10.0, 10.0, 10.0, 11.0))
    0.1
    """
    low, middle, high = quantiles(values, n=4)
    return (high - low) / middle


@dataclass(frozen=True, slots=True)
class Series:
    """The rates of one task, in units a second, one for each round."""

    task: Task
    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle rate."""
        return median(self.rates)

    @property
    def spread(self) -> float:
        """The distance between the quartiles, as a part of the median."""
        return spread(self.rates)


def measure(
    tasks: Sequence[Task],
    rounds: int,
    seconds: float,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Series]:
    """Time every task `rounds` times, one after another within each round.

    A machine that slows down half way then slows all of them, and their ratios stay. Within a round
    a task is run again until `seconds` have passed; one round before the first is thrown away.
    """
    rates: list[list[float]] = [[] for _ in tasks]
    for turn in range(rounds + 1):
        for index, task in enumerate(tasks):
            rate = _rate(task.run, seconds, clock)
            if turn:
                rates[index].append(rate)
    return [Series(task, tuple(found)) for task, found in zip(tasks, rates, strict=True)]


def _rate(run: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    units = 0
    start = clock()
    while True:
        units += run()
        passed = clock() - start
        if passed >= seconds:
            return units / passed
