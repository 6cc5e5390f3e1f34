"""Counting: how many ways the game can go on for so many actions (T1)."""

from __future__ import annotations

from sly_core.reference.actions import legal_actions
from sly_core.reference.arguments import check_state, whole_number
from sly_core.reference.state import State
from sly_core.reference.turn import after

MAX_DEPTH = 256


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` legal actions from here; a game over has none.

    Raises:
        TypeError, SlyError: no state, or ``depth`` is no whole number of 0..256.

    >>> perft(State(), 2)
    644
    """
    rules = check_state(state).rules
    count = 0
    waiting = [(state.now, whole_number(depth, "depth", 0, MAX_DEPTH))]
    while waiting:
        position, left = waiting.pop()
        if left == 0:
            count += 1
            continue
        legal = legal_actions(position, rules)
        if left == 1:
            count += len(legal)
            continue
        waiting += [(after(position, rules, action), left - 1) for action in legal]
    return count
