"""One state at a time: calls from Python, a loop of one's own, whole games in one call.

Beside an empty call and `object()`, beside OpenSpiel's games, and beside the reference. Times are
processor time of the thread.
"""

from __future__ import annotations

import importlib.util
from itertools import chain
from typing import Final

import sly_core as sly
from benchmarks import sly_tasks
from benchmarks.rows import LeftOut, Rows, faster, longer
from benchmarks.timing import Plan, Series, Task, measure
from sly_core import reference

PAIR_NANOSECONDS: Final = 120.0
LIST_NANOSECONDS: Final = 200.0
CLONE_RATIO: Final = 2.0
LOOP_RATIO: Final = 2.5
PLAYOUT_RATE: Final = 10e6
TWO, FOUR, WIDE = sly_tasks.RULES

Named = dict[str, Task]


def core_calls() -> Named:
    """Calls of a method of one state."""
    return {
        "pair": sly_tasks.apply_undo(sly, "core"),
        "list": sly_tasks.legal_actions(sly, "core"),
        "clone": sly_tasks.clones(sly, "core"),
    }


def core_games() -> Named:
    """Whole games, from Python and in one call."""
    return {
        "loop": sly_tasks.python_loop(sly, "core", TWO),
        "loop of four": sly_tasks.python_loop(sly, "core", FOUR),
        "games": sly_tasks.native_playouts(TWO),
        "games of four": sly_tasks.native_playouts(FOUR),
        "games, wide": sly_tasks.native_playouts(WIDE),
        "perft": sly_tasks.perft(sly, "core", 6),
    }


def bare_python() -> Named:
    """What Python itself takes."""
    return {
        "call": sly_tasks.bare(sly_tasks.EMPTY_CALL, ().__len__),
        "object": sly_tasks.bare(sly_tasks.OBJECT, object),
    }


def reference_tasks() -> Named:
    """The same by the reference, by the names that the core's have."""
    return {
        "pair": sly_tasks.apply_undo(reference, "reference", count=20),
        "list": sly_tasks.legal_actions(reference, "reference", count=50),
        "clone": sly_tasks.clones(reference, "reference", count=50),
        "loop": sly_tasks.python_loop(reference, "reference", TWO, games=4),
        "games": sly_tasks.reference_playouts(TWO),
        "perft": sly_tasks.perft(reference, "reference", 2),
    }


def openspiel_tasks() -> dict[str, list[Task]]:
    """Both of OpenSpiel's games, by the names that the core's have."""
    from benchmarks import openspiel_games as games

    makers = {"loop": games.python_loop, "games": games.native_rollouts, "clone": games.clones}
    return {name: [make(game) for game in games.GAMES] for name, make in makers.items()}


def rows(plan: Plan) -> Rows:
    """Everything in one measurement, so that every ratio is of rates found side by side."""
    has_openspiel = importlib.util.find_spec("pyspiel") is not None
    theirs = openspiel_tasks() if has_openspiel else {}
    core, bare, slow = {**core_calls(), **core_games()}, bare_python(), reference_tasks()
    tasks = [*core.values(), *bare.values(), *slow.values(), *chain(*theirs.values())]
    found = dict(zip(map(id, tasks), measure(tasks, plan), strict=True))

    def of(task: Task) -> Series:
        return found[id(task)]

    call, thing = of(bare["call"]), of(bare["object"])
    pair, listed, clone = (of(core[name]) for name in ("pair", "list", "clone"))
    shown: Rows = [
        longer(pair, call, nanoseconds=PAIR_NANOSECONDS),
        longer(listed, call, nanoseconds=LIST_NANOSECONDS),
        longer(clone, thing, ratio=CLONE_RATIO),
        longer(clone, call),
    ]
    for name, ours, bound in (
        ("loop", "loop", LOOP_RATIO),
        ("loop", "loop of four", LOOP_RATIO),
        ("games", "games", 0),
        ("games", "games of four", 0),
        ("games", "games, wide", 0),
        ("clone", "clone", 0),
    ):
        shown += [faster(of(core[ours]), of(other), ratio=bound) for other in theirs.get(name, ())]
    shown += [
        faster(of(core[name]), of(task), rate=PLAYOUT_RATE if name == "games" else 0)
        for name, task in slow.items()
    ]
    if not has_openspiel:
        what = "the Python loop, native playouts and clone beside OpenSpiel's games"
        shown.append(LeftOut(what, "open_spiel is not installed (extra `bench`)"))
    return shown
