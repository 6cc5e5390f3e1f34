"""Counting: how many ways the game can go on for so many actions (T1)."""

from __future__ import annotations

from sly_core.reference.actions import legal_actions
from sly_core.reference.position import Position
from sly_core.reference.state import State
from sly_core.reference.turn import after
from sly_core.ruleset import Ruleset


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` legal actions from here; a game over has none.

    >>> perft(State(), 2)
    644
    """
    return _sequences(state.position, state.rules, depth)


def _sequences(position: Position, rules: Ruleset, depth: int) -> int:
    if depth == 0:
        return 1
    legal = legal_actions(position, rules)
    if depth == 1:
        return len(legal)
    return sum(_sequences(after(position, rules, action), rules, depth - 1) for action in legal)
