"""What is measured of sly_core itself: the core, and the reference where it has the same thing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import count as count_from
from types import ModuleType

import sly_core as sly
import sly_core.reference as reference
from benchmarks.timing import Task
from sly_core.randomness import playout_seed

SEED = 20_240_229
LOOP_GAMES = 40
CLONES = 1_000
STEPS = 200
SIXTEEN = 16
EMPTY_CALL = "an empty call"
OBJECT = "object()"

RULES = {
    "standard, 2 seats": sly.Ruleset.standard(2),
    "standard, 4 seats": sly.Ruleset.standard(4),
    "wide, 4 seats": sly.Ruleset.wide(4),
}


def native_playouts(name: str, games: int = 20_000) -> Task:
    """Whole random games in one call. A unit is one action of a game, counted beforehand."""
    start = sly.State(RULES[name])
    moves = sum(
        len(sly.playout(start, playout_seed(SEED, index)).history()) for index in range(games)
    )

    def run() -> int:
        sly.playouts(start, games, SEED)
        return moves

    return Task(f"core, {name}", "native playouts", "moves", run)


def reference_playouts(name: str, games: int = 10) -> Task:
    """The same games, played by the reference."""
    start = reference.State(RULES[name])

    def run() -> int:
        return sum(
            len(reference.playout(start, playout_seed(SEED, index)).history())
            for index in range(games)
        )

    return Task(f"reference, {name}", "native playouts", "moves", run)


def perft(module: ModuleType, subject: str, depth: int) -> Task:
    """Action sequences of the standard game of two from the start. A unit is one sequence."""
    start = module.State(RULES["standard, 2 seats"])

    def run() -> int:
        return int(module.perft(start, depth))

    return Task(f"{subject}, standard, 2 seats", "perft", "leaves", run)


def python_loop(module: ModuleType, subject: str, name: str, games: int = LOOP_GAMES) -> Task:
    """Random games from Python: list the actions, choose one, apply it. A unit is one action."""
    start = module.State(RULES[name])
    draw = random.Random(SEED).random

    def run() -> int:
        moves = 0
        for _ in range(games):
            state = start.clone()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return Task(f"{subject}, {name}", "Python loop", "moves", run)


def clones(module: ModuleType, subject: str, count: int = CLONES) -> Task:
    """Copies of a position in the middle of a game."""
    clone: Callable[[], object] = middle(module).clone

    def run() -> int:
        for _ in range(count):
            clone()
        return count

    return Task(subject, "clone", "copies", run)


def apply_undo(module: ModuleType, subject: str, count: int = STEPS) -> Task:
    """Apply an action in the middle of a game and take it back. A unit is one such pair."""
    state = middle(module)
    apply, undo = state.apply_action, state.undo_action
    action = state.legal_actions()[0]

    def run() -> int:
        for _ in range(count):
            apply(action)
            undo()
        return count

    return Task(subject, "apply and undo", "pairs", run)


def legal_actions(module: ModuleType, subject: str, count: int = STEPS) -> Task:
    """The list of actions where there are sixteen."""
    rules = RULES["standard, 2 seats"]
    start = sly.State(rules)
    text = next(
        state.to_text()
        for index in count_from(0)
        for state in positions(start, sly.playout(start, playout_seed(SEED, index)).history())
        if len(state.legal_actions()) == SIXTEEN
    )
    ask: Callable[[], object] = module.State.from_text(text, rules).legal_actions

    def run() -> int:
        for _ in range(count):
            ask()
        return count

    return Task(subject, f"legal actions, {SIXTEEN}", "lists", run)


def positions(state: sly.State, history: Iterable[int]) -> Iterator[sly.State]:
    """Each position of a game from `state`, the first and the last too."""
    yield state
    for action in history:
        state = state.child(action)
        yield state


def bare(subject: str, call: Callable[[], object], count: int = CLONES) -> Task:
    """What Python itself takes to call something that does nothing, and to count the calls."""

    def run() -> int:
        for _ in range(count):
            call()
        return count

    return Task(subject, "bare Python", "calls", run)


def middle(module: ModuleType) -> sly.State:
    """The standard game of two after half of a fixed random game, in either implementation."""
    rules = RULES["standard, 2 seats"]
    history = sly.playout(sly.State(rules), playout_seed(SEED, 0)).history()
    state: sly.State = module.State(rules)
    for action in history[: len(history) // 2]:
        state.apply_action(action)
    return state
