"""The core beside the yardstick: first the same answers, then the time, in turn in one process.

Work is timed by the processor time of the thread, so that other programs on the machine disturb
both sides less; the two of a pair run one right after the other, and which is first alternates.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Final

import numpy as np

import sly_core as sly
from benchmarks.rows import LeftOut, Rows, faster
from benchmarks.timing import Plan, Task, measure_pairs
from benchmarks.yardstick import Words, Yardstick, compiler
from sly_core._core.loops import table
from sly_core.randomness import playout_seed
from sly_core.search.perft import made_moves

SEED: Final = 20_240_229
TARGET: Final = 0.95
PERFT: Final = "perft"
PLAYOUTS: Final = "playouts"
# moves a second on an idle core; in playouts by the build of the loops
PERFT_BAR: Final = 75e6
PLAYOUT_BARS: Final = {"bmi2": 45e6, "portable": 25e6}
STOP: Final = 160
CHECKED_GAMES: Final = 10_000
# so many that no CPU learns by heart which of them have a Fox, as one of Zen 4 does of 4,096
REVEALS: Final = 1 << 16
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


def core_resolve() -> Resolve:
    """`core_reveals.pyx`, compiled against the package in use: many reveals in one call."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / CONSUMER.name
        source.write_text(CONSUMER.read_text("utf-8"), encoding="utf-8")
        program = (
            "from Cython.Build import cythonize; from setuptools import setup; "
            f"setup(ext_modules=cythonize({source.name!r}, language_level=3, quiet=True, "
            "compiler_directives={'show_performance_hints': False}, "
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
    slots = np.array([4 * (7 - card) + seat for card in range(7) for seat in range(players)])
    shuffled = slots[rng.random((REVEALS, len(slots))).argsort(axis=1)][:, :8]
    turned = np.arange(8) < rng.integers(1, 9, size=(REVEALS, 1))
    masks: Words = (turned.astype(np.uint32) << shuffled).sum(axis=1, dtype=np.uint32)
    return masks


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


def pairs(yardstick: Yardstick, resolve: Resolve) -> list[tuple[Task, Task]]:
    """What is timed: perft with every leaf made, playouts and reveals, for each size."""
    found = []
    for name, (rules, early, late, games) in SIZES.items():
        found.append(_perft(yardstick, PERFT, name, sly.State(rules), early))
        found.append(_perft(yardstick, f"{PERFT}, later", name, later(rules), late))
        found.append(_playouts(yardstick, name, rules, games))
        found.append(_reveals(yardstick, resolve, name, rules.players))
    return sorted(found, key=lambda pair: pair[0].measure)


def _pair(
    measure: str, name: str, unit: str, core: Callable[[], int], theirs: Callable[[], int]
) -> tuple[Task, Task]:
    return Task(f"core, {name}", measure, unit, core), Task("plain C", measure, unit, theirs)


def _perft(
    yardstick: Yardstick, measure: str, name: str, state: sly.State, depth: int
) -> tuple[Task, Task]:
    made = sum(sly.perft(state, level) for level in range(1, depth + 1))

    def core() -> int:
        made_moves(state, depth)
        return made

    def theirs() -> int:
        yardstick.perft(state, depth)
        return made

    return _pair(measure, name, "moves made", core, theirs)


def _playouts(yardstick: Yardstick, name: str, rules: sly.Ruleset, games: int) -> tuple[Task, Task]:
    start = sly.State(rules)
    _, moves = yardstick.playouts(rules, games, SEED)

    def core() -> int:
        sly.playouts(start, games, SEED)
        return moves

    def theirs() -> int:
        yardstick.playouts(rules, games, SEED)
        return moves

    return _pair(PLAYOUTS, name, "moves", core, theirs)


def _reveals(yardstick: Yardstick, resolve: Resolve, name: str, players: int) -> tuple[Task, Task]:
    cards = reveals(players)
    out = np.empty((len(cards), 5), dtype=np.uint32)

    def done(by: Resolve) -> Callable[[], int]:
        def run() -> int:
            for active in range(players):
                by(cards, active, out)
            return len(cards) * players

        return run

    return _pair("reveals", name, "reveals", done(resolve), done(yardstick.resolve))


def rows(plan: Plan) -> Rows:
    """Build the yardstick, check that it agrees, and time both, by the thread's processor time.

    Raises:
        Disagreement: the two differ in an answer.
        subprocess.CalledProcessError: the C compiler refuses.
    """
    missing = [] if shutil.which(compiler()) else [f"no C compiler ({compiler()})"]
    missing += [
        f"{name} is not installed (extra `bench`)"
        for name in ("Cython", "setuptools")
        if not importlib.util.find_spec(name)
    ]
    if missing:
        return [LeftOut("perft, playouts and reveals beside plain C", "; ".join(missing))]
    yardstick, resolve = Yardstick(), core_resolve()
    check(yardstick, resolve)
    bars = {PERFT: PERFT_BAR, PLAYOUTS: PLAYOUT_BARS[table.CHOSEN]}
    return [
        faster(core, c, rate=bars.get(core.task.measure, 0), ratio=TARGET)
        for core, c in measure_pairs(pairs(yardstick, resolve), plan)
    ]
