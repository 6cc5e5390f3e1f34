"""Repeated measurements, interleaved, and the numbers that are made of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to measure.

    `run` does the work once and answers how many units it did; set-up belongs outside it.
    """

    subject: str
    measure: str
    unit: str
    run: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to measure: rounds, seconds of a task in a round, and what to call after each."""

    rounds: int
    seconds: float
    tick: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Series:
    """The rates of one task, in units a second, one for each round."""

    task: Task
    rates: tuple[float, ...]


def load() -> str:
    """How much the machine had to do in the last minute, this program included, in words."""
    if not hasattr(os, "getloadavg"):
        return "the load of the machine is not known"
    return f"a load of {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """The lower and the upper one."""
    low, _, high = quantiles(values, n=4)
    return low, high


def spread(values: Sequence[float]) -> float:
    """The distance between the quartiles, as a part of the median.

    >>> spread((9.0, 10.0, 10.0, 10.0, 11.0))
    0.1
    """
    low, high = quartiles(values)
    return (high - low) / median(values)


def times(ours: Series, theirs: Series) -> tuple[float, ...]:
    """How many times as fast `ours` was as `theirs`, round by round.

    >>> task = Task("", "", "", int)
    >>> times(Series(task, (8.0, 6.0)), Series(task, (4.0, 6.0)))
    (2.0, 1.0)
    """
    return tuple(one / other for one, other in zip(ours.rates, theirs.rates, strict=True))


def measure(tasks: Sequence[Task], plan: Plan, clock: Clock = time.thread_time) -> list[Series]:
    """Time every task in each round, one after another, and the other way round in every second.

    A machine that slows down half way then slows all of them, and their ratios stay. Within a round
    a task is run again until its seconds have passed; one round before the first is thrown away.
    """
    rates: list[list[float]] = [[] for _ in tasks]
    for turn in range(plan.rounds + 1):
        both = list(zip(tasks, rates, strict=True))
        for task, kept in both if turn % 2 else reversed(both):
            rate = _rate(task.run, plan.seconds, clock)
            if turn:
                kept.append(rate)
        plan.tick()
    return [Series(task, tuple(found)) for task, found in zip(tasks, rates, strict=True)]


def measure_pairs(
    pairs: Sequence[tuple[Task, Task]], plan: Plan, clock: Clock = time.thread_time
) -> list[tuple[Series, Series]]:
    """The same for tasks that are compared two by two: each right after the other of its pair."""
    found = measure([task for pair in pairs for task in pair], plan, clock)
    return list(zip(found[::2], found[1::2], strict=True))


def _rate(run: Callable[[], int], seconds: float, clock: Clock) -> float:
    units = 0
    start = clock()
    while True:
        units += run()
        passed = clock() - start
        if passed >= seconds:
            return units / passed
