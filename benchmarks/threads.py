"""What a second thread brings.

By the clock, so it needs two cores that are idle: another program on one of them halves what is
found. One thread and two take turns, and the ratio is the median over pairs. What the machine
itself gives two threads in that run stands beside: keys derived from a password, which is
computing alone and shares nothing.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import sly_core as sly
from benchmarks.rows import LeftOut, Rows, faster
from benchmarks.timing import Plan, Task, measure_pairs
from sly_core.search import ismcts

TARGET = 1.8
MACHINE = "hashlib, for the machine itself"
SEED = 20_240_229
GAMES = 100_000
DEPTH = 7
SIMULATIONS = 20_000
ROWS = 65_536
"""Some 3 ms a step on one thread, of which the start of a second takes a twentieth; 15 MB with
masks, and memory does not rule (`docs/growth.md`)."""
STEPS = 8
KEYS = 4
KEY = ("sha256", b"password", b"salt", 20_000)


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

    subject = "two threads" if threads == 2 else "one thread"
    return [
        Task(subject, "playouts", "games", games),
        Task(subject, "perft", "sequences", perft),
        Task(subject, "ismcts", "simulations", search),
        Task(subject, "BatchState", "steps", _steps(threads)),
        Task(subject, MACHINE, "keys", _keys(threads)),
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


def _keys(threads: int) -> Callable[[], int]:
    """Keys, which the standard library derives without the GIL, some milliseconds each."""
    pool = ThreadPoolExecutor(threads)

    def run() -> int:
        waiting = [pool.submit(hashlib.pbkdf2_hmac, *KEY) for _ in range(KEYS)]
        return len([key.result() for key in waiting])

    return run


def rows(plan: Plan) -> Rows:
    """Each task on two threads beside one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if (cores or 1) < 2:
        return [LeftOut("two threads beside one", "there is one core only")]
    pairs = list(zip(tasks(2), tasks(1), strict=True))
    found = measure_pairs(pairs, plan, time.perf_counter)
    return [
        faster(two, one, ratio=0 if two.task.measure == MACHINE else TARGET) for two, one in found
    ]
