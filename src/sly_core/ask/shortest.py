"""The shortest game from the start in which two readings come to differ."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from sly_core.ask.arguments import limit, ruleset, whole_number
from sly_core.ask.comparing import same_table
from sly_core.ask.ways import Way, lie_of, ways
from sly_core.notation import action_to_string
from sly_core.notation.actions import TURN
from sly_core.ruleset import Ruleset

SECONDS = 20.0
PLIES = 10_000


@dataclass(frozen=True, slots=True)
class Play:
    """A search for a game: the actions and their tokens, or None; else what was tried, in words."""

    actions: tuple[int, ...] | None
    tokens: tuple[str, ...]
    tried: str


def shortest_play(
    first: Ruleset | str,
    second: Ruleset | str,
    *,
    plies: int = PLIES,
    seconds: float = SECONDS,
) -> Play:
    """The shortest game after which two readings differ, of several the one with the lowest ids.

    They differ where the legal actions, the position, the end or the scores do, or what any seat
    sees. The search is iterative deepening with the compiled core, from a lower bound on the
    actions that are still needed; so a game found is a shortest one. Where none is found,
    `actions` is None and `tried` says how far the search went: it proves nothing beyond that.

    Raises:
        TypeError: of the wrong type.
        SlyError: plies or seconds that are no such number, or a ruleset that does not read
            (`RulesetError`).

    >>> shortest_play("multiple_foxes=top", "multiple_foxes=each").tokens
    ('Fa1', 'Fa2', '1a3', '1a4', 'ra1', 'ra2', 'ra3', 'ra4', 'r.')
    """
    one, other = ruleset(first, "first"), ruleset(second, "second")
    seconds = limit(seconds)
    plies = whole_number(plies, "plies", 0)
    if not same_table(one, other):
        return Play((), (), "")
    found = ways(one, other)
    if not found:
        return Play(None, (), "nothing: these readings have no way to differ")
    search = _Search(one, other, found, time.monotonic() + seconds)
    actions = search.run(plies)
    if actions is None:
        return Play(None, (), search.tried)
    return Play(tuple(actions), tuple(action_to_string(action, one) for action in actions), "")


class _Search:
    """Iterative deepening over a pair of states that are alike so far."""

    def __init__(
        self, first: Ruleset, second: Ruleset, found: tuple[Way, ...], until: float
    ) -> None:
        from sly_core import State

        self._pair = (State(first), State(second))
        self._keys = (first.key(), second.key())
        self._hides = first.reveal != second.reveal
        self._found = found
        self._until = until
        self._nodes = 0
        # by key: with how many actions left it is known that there is no difference
        self._dead: dict[int, int] = {}
        self.tried = ""

    def run(self, plies: int) -> list[int] | None:
        """The first game of the fewest actions, or None beyond so many plies or at the time."""
        if self._differ():
            return []
        bound = self._least()
        while bound <= plies:
            actions = self._deepen(bound)
            if actions is not None:
                return actions
            if self.tried:
                return None
            bound += 1
        self.tried = f"every game of up to {plies} actions"
        return None

    def _deepen(self, bound: int) -> list[int] | None:
        """A game of exactly `bound` actions to a difference, given that there is none shorter."""
        stack = [self._next(bound)]
        while stack:
            self._nodes += 1
            if self._nodes % 256 == 0 and time.monotonic() > self._until:
                self.tried = f"every game of up to {bound - 1} actions, until the time was over"
                return None
            action = next(stack[-1], None)
            if action is None:
                self._dead[self._pair[0].key()] = bound - len(stack) + 1
                stack.pop()
                if stack:
                    self._undo()
                continue
            for state in self._pair:
                state.apply_action(action)
            if self._differ():
                return self._pair[0].history()
            left = bound - len(stack)
            if self._least() > left or self._dead.get(self._pair[0].key(), -1) >= left:
                self._undo()
                continue
            stack.append(self._next(left))
        return None

    def _next(self, left: int) -> Iterator[int]:
        return iter(self._pair[0].legal_actions() if left else [])

    def _undo(self) -> None:
        for state in self._pair:
            state.undo_action()

    def _least(self) -> int:
        position = self._pair[0].position()
        lie = lie_of(position)
        return min(way.least_actions(lie, position.stall) for way in self._found)

    def _differ(self) -> bool:
        first, second = self._pair
        if (
            first.legal_actions() != second.legal_actions()
            or first.end_reason() != second.end_reason()
            or first.scores() != second.scores()
            or first.key() ^ self._keys[0] != second.key() ^ self._keys[1]
        ):
            return True
        # what a seat sees of the same position depends on this switch alone
        return self._hides and bool(first.history()) and first.history()[-1] >= TURN
