"""OpenSpiel's games, measured the same way and in the same run.

Python reaches OpenSpiel's native random games through its MCTS bot: with a budget of one simulation
the bot grows no tree, but hands the root to `RandomRolloutEvaluator`, which plays `n_rollouts`
uniformly random games from it in C++ (clone, then `LegalActions`, a draw, `ApplyAction` to an end).
So the time of that one call is the time of the games. A unit is one applied action; chance nodes
within a game count as actions too.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

from benchmarks.timing import Task

GAMES = ("leduc_poker", "liars_dice")
SEED = 20_240_229
ROLLOUTS = 10_000
LOOP_GAMES = 100
SAMPLE = 20_000


def native_rollouts(name: str) -> Task:
    """Random games in C++ from the position after the deal.

    Their mean length is known from a sample of Python games, to about one per cent.
    """
    game = pyspiel.load_game(name)
    dealt = _dealt(game)
    draw = random.Random(SEED).random
    moves = round(ROLLOUTS * sum(_play(dealt.clone(), draw) for _ in range(SAMPLE)) / SAMPLE)
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED),
        2.0,  # exploration: unused by a single simulation
        1,  # simulations
        16,  # megabytes
        False,  # solve
        SEED,
        False,  # verbose
    )

    def run() -> int:
        bot.mcts_search(dealt)
        return moves

    return Task(f"OpenSpiel {name}", "native playouts", "moves", run)


def python_loop(name: str) -> Task:
    """Random games from Python: list the actions, choose one, apply it."""
    dealt = _dealt(pyspiel.load_game(name))
    draw = random.Random(SEED).random

    def run() -> int:
        return sum(_play(dealt.clone(), draw) for _ in range(LOOP_GAMES))

    return Task(f"OpenSpiel {name}", "Python loop", "moves", run)


def clones(name: str, count: int = 1_000) -> Task:
    """Copies of the position after the deal."""
    clone = _dealt(pyspiel.load_game(name)).clone

    def run() -> int:
        for _ in range(count):
            clone()
        return count

    return Task(f"OpenSpiel {name}", "clone", "copies", run)


def _dealt(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def _play(state: pyspiel.State, draw: Callable[[], float]) -> int:
    # chance in these games is uniform and legal_actions lists its outcomes: one loop serves both
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        moves += 1
    return moves
