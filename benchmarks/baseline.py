"""The core beside the yardstick: first the same answers, then the time, in turn in one process.

Work is timed by the processor time of the thread, so that other programs on the machine disturb
both sides less; the two of a pair run one right after the other, and which is first alternates.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Final

import numpy as np

import sly_core as sly
from benchmarks.timing import spread
from benchmarks.yardstick import Words, Yardstick
from sly_core.randomness import playout_seed
from sly_core.search.perft import made_moves

SEED: Final = 20_240_229
TARGET: Final = 0.95
STOP: Final = 160
CHECKED_GAMES: Final = 10_000
REVEALS: Final = 1 << 12
CONSUMER: Final = Path(__file__).with_name("core_reveals.pyx")

# name: rules, depth of the perft from the start, from within a game, games of a timed batch
SIZES: Final = {
    "2 seats, 4 spaces": (sly.Ruleset.standard(2), 5, 9, 20_000),
    "4 seats, 8 spaces": (sly.Ruleset.standard(4), 4, 4, 10_000),
    "4 seats, 16 spaces": (sly.Ruleset.wide(4), 3, 3, 5_000),
}

Resolve = Callable[[Words, int, Words], None]


class Disagreement(Exception):
    """The core and the yardstick differ in an answer, so that their times mean nothing."""


@dataclass(frozen=True, slots=True)
class Side:
    """One piece of work, done by the core and by the yardstick; both answer how many units."""

    measure: str
    subject: str
    unit: str
    core: Callable[[], int]
    yardstick: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The rates of both, in units a second of processor time, pair by pair."""

    side: Side
    core: tuple[float, ...]
    yardstick: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """How fast the core is, as a part of the yardstick's speed: one number a pair.

        >>> Pairs(Side("", "", "", int, int), (8.0, 6.0), (4.0, 6.0)).ratios
        [2.0, 1.0]
        """
        return [ours / theirs for ours, theirs in zip(self.core, self.yardstick, strict=True)]

    @property
    def ratio(self) -> float:
        """The median of the ratios."""
        return median(self.ratios)

    @property
    def spread(self) -> float:
        """The distance between the quartiles of the ratios, as a part of their median."""
        return spread(self.ratios)


def core_resolve() -> Resolve:
    """`core_reveals.pyx`, compiled against the package in use: many reveals in one call."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / CONSUMER.name
        source.write_text(CONSUMER.read_text("utf-8"), encoding="utf-8")
        program = (
            "from Cython.Build import cythonize; from setuptools import setup; "
            f"setup(ext_modules=cythonize({source.name!r}, language_level=3, quiet=True, "
            f"include_path={[str(Path(sly.__file__).parents[1])]}))"
        )
        subprocess.run(
            [sys.executable, "-c", program, "-q", "build_ext", "--inplace"], cwd=folder, check=True
        )
        resolve: Resolve = _loaded(source.with_suffix(EXTENSION_SUFFIXES[0])).resolve
    return resolve


def _loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(CONSUMER.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is no extension module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def later(rules: sly.Ruleset) -> sly.State:
    """The position after a third of a fixed random game, between two turns."""
    history = sly.playout(sly.State(rules), playout_seed(SEED, 0)).history()
    state = sly.State(rules)
    for action in history[: len(history) // 3]:
        state.apply_action(action)
    while (action := state.legal_actions()[-1]) == STOP:
        state.apply_action(action)
    return state


def reveals(players: int) -> Words:
    """Sets of one to eight cards that may be turned together, drawn with a fixed seed."""
    rng = np.random.default_rng(SEED)
    slots = [4 * (7 - card) + seat for card in range(7) for seat in range(players)]
    sets = [rng.choice(slots, size=rng.integers(1, 9), replace=False) for _ in range(REVEALS)]
    return np.array([sum(1 << int(slot) for slot in found) for found in sets], dtype=np.uint32)


def check(yardstick: Yardstick, resolve: Resolve) -> None:
    """Compare perft counts, every score of many playouts and every word of many outcomes.

    Raises:
        Disagreement: the first difference found.
    """
    for name, (rules, early, late, _) in SIZES.items():
        start = sly.State(rules)
        for state, deepest in ((start, early), (later(rules), late)):
            for depth in range(1, deepest + 1):
                counts = {
                    "the yardstick": yardstick.perft(state, depth),
                    "perft": sly.perft(state, depth),
                    "made_moves": made_moves(state, depth),
                }
                if len(set(counts.values())) != 1:
                    raise Disagreement(f"{name}: {state}: sequences of {depth} actions: {counts}")
        theirs, _ = yardstick.playouts(rules, CHECKED_GAMES, SEED)
        ours = sly.playouts(start, CHECKED_GAMES, SEED)
        wrong = np.flatnonzero((ours != theirs).any(axis=1))
        if wrong.size:
            row = int(wrong[0])
            raise Disagreement(f"{name}: playout {row}: {ours[row]} and {theirs[row]}")
        cards = reveals(rules.players)
        for active in range(rules.players):
            outcomes = [np.empty((len(cards), 5), dtype=np.uint32) for _ in range(2)]
            for each, out in zip((resolve, yardstick.resolve), outcomes, strict=True):
                each(cards, active, out)
            wrong = np.flatnonzero((outcomes[0] != outcomes[1]).any(axis=1))
            if wrong.size:
                row = int(wrong[0])
                raise Disagreement(f"{name}: reveal of {cards[row]:#x} by seat {active}")


def sides(yardstick: Yardstick, resolve: Resolve) -> list[Side]:
    """What is timed: perft with every leaf made, playouts and reveals, for each size."""
    found = []
    for name, (rules, early, late, games) in SIZES.items():
        found.append(_perft(yardstick, "perft", name, sly.State(rules), early))
        found.append(_perft(yardstick, "perft, later", name, later(rules), late))
        found.append(_playouts(yardstick, name, rules, games))
        found.append(_reveals(yardstick, resolve, name, rules.players))
    return found


def _perft(yardstick: Yardstick, measure: str, name: str, state: sly.State, depth: int) -> Side:
    made = sum(sly.perft(state, level) for level in range(1, depth + 1))

    def core() -> int:
        made_moves(state, depth)
        return made

    def theirs() -> int:
        yardstick.perft(state, depth)
        return made

    return Side(measure, name, "moves made", core, theirs)


def _playouts(yardstick: Yardstick, name: str, rules: sly.Ruleset, games: int) -> Side:
    start = sly.State(rules)
    _, moves = yardstick.playouts(rules, games, SEED)

    def core() -> int:
        sly.playouts(start, games, SEED)
        return moves

    def theirs() -> int:
        yardstick.playouts(rules, games, SEED)
        return moves

    return Side("playouts", name, "moves", core, theirs)


def _reveals(yardstick: Yardstick, resolve: Resolve, name: str, players: int) -> Side:
    cards = reveals(players)
    out = np.empty((len(cards), 5), dtype=np.uint32)

    def done(by: Resolve) -> Callable[[], int]:
        def run() -> int:
            for active in range(players):
                by(cards, active, out)
            return len(cards) * players

        return run

    return Side("reveals", name, "reveals", done(resolve), done(yardstick.resolve))


def measure(found: Sequence[Side], pairs: int, seconds: float) -> list[Pairs]:
    """Time both of every side `pairs` times, and once before that counts for nothing.

    Each run of either is repeated until `seconds` of processor time have passed.
    """
    rates: list[tuple[list[float], list[float]]] = [([], []) for _ in found]
    for turn in range(pairs + 1):
        for side, (ours, theirs) in zip(found, rates, strict=True):
            both = [(side.core, ours), (side.yardstick, theirs)]
            for run, kept in both if turn % 2 else reversed(both):
                rate = _rate(run, seconds)
                if turn:
                    kept.append(rate)
    return [
        Pairs(side, tuple(ours), tuple(theirs))
        for side, (ours, theirs) in zip(found, rates, strict=True)
    ]


def _rate(run: Callable[[], int], seconds: float) -> float:
    units = 0
    start = time.thread_time()
    while True:
        units += run()
        passed = time.thread_time() - start
        if passed >= seconds:
            return units / passed


def compare(pairs: int, seconds: float) -> list[Pairs]:
    """Build the yardstick, check that it agrees, and time both.

    Raises:
        Disagreement: the two differ in an answer.
        FileNotFoundError, subprocess.CalledProcessError: no C compiler, or it refuses.
    """
    yardstick, resolve = Yardstick(), core_resolve()
    check(yardstick, resolve)
    return measure(sides(yardstick, resolve), pairs, seconds)
