"""A shortest game from the start whose last action breaks a claim, or how far one was sought."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sly_core.ask.shortest import Play
from sly_core.ask.solving import Session
from sly_core.ask.viewing import away_from_hands, count_of
from sly_core.ask.ways import lie_of
from sly_core.notation import EXPOSE, STOP, TURN, action_to_string
from sly_core.notation.position import DOWN, TURNED
from sly_core.ruleset import Ruleset

if TYPE_CHECKING:
    from sly_core import State
    from sly_spec.claims.claim import Scene

Breaks = Callable[["State", "State", int], bool]
"""Whether the step from one state to the other by this action breaks the claim."""
PLIES = 60


@dataclass(frozen=True, slots=True)
class Need:
    """What lies at least, and how, before a step of one kind that breaks a claim."""

    foxes: int
    hens: int
    lying: int
    away: int

    def least_actions(self, state: State) -> int:
        """No fewer actions than this break the claim: LAYs, turns, and the step itself."""
        position = state.position()
        lie = lie_of(position)
        foxes, hens = lie[TURNED, True], lie[TURNED, False]
        more_foxes, more_hens = max(0, self.foxes - foxes), max(0, self.hens - hens)
        down = lie[DOWN, True] + lie[DOWN, False]
        away = state.rules.players * state.rules.num_cards - sum(map(len, position.hands))
        lays = max(
            max(0, more_foxes - lie[DOWN, True]) + max(0, more_hens - lie[DOWN, False]),
            self.lying - foxes - hens - down,
            self.away - away,
        )
        return more_foxes + more_hens + lays + 1


def need_of(scene: Scene, session: Session) -> Need:
    """The least of each that the session allows, each by itself.

    Raises:
        UndecidedError: a solver gave no answer within its time.
    """
    from sly_spec.reading import TURNED as UP

    state = scene.before
    reading = state.reading

    def least(term: Any) -> int:
        count = 0
        while not session.may(term <= count):
            count += 1
        return count

    return Need(
        foxes=least(count_of(state.lies(card, UP) for card in reading.foxes)),
        hens=least(count_of(state.lies(card, UP) for card in reading.hens_of_all)),
        lying=least(count_of(_lies_unsettled(state, card) for card in reading.cards)),
        away=least(away_from_hands(state)),
    )


def _lies_unsettled(state: Any, card: Any) -> Any:
    from sly_spec.smt import z3

    return z3.And(state.on_space(card), z3.Not(state.is_settled(card)))


def breaking_game(
    rules: Ruleset, breaks: Breaks, needs: Mapping[str, Need], *, plies: int, seconds: float
) -> Play:
    """A shortest game whose last action breaks the claim, of several that of the lowest ids.

    `needs` holds for each kind of step, `lay`, `expose`, `turn` or `stop`, that may break it what
    that needs. Where no game was found `actions` is None and `tried` says how far the search went.
    """
    search = _Search(rules, breaks, needs, time.monotonic() + seconds)
    actions = search.run(plies)
    if actions is None:
        return Play(None, (), search.tried)
    return Play(tuple(actions), tuple(action_to_string(action, rules) for action in actions), "")


class _Search:
    """Iterative deepening with the core, from a lower bound on the actions still needed."""

    def __init__(
        self, rules: Ruleset, breaks: Breaks, needs: Mapping[str, Need], until: float
    ) -> None:
        from sly_core import State

        self._state = State(rules)
        self._breaks, self._needs, self._until = breaks, needs, until
        self._nodes = 0
        self.tried = ""

    def run(self, plies: int) -> list[int] | None:
        """The game, or None beyond so many plies, at the time, or where there is none at all."""
        for bound in range(self._least(), plies + 1):
            self._dead: dict[int, int] = {}
            self._cut = False
            actions = self._deepen(bound)
            if actions is not None or self.tried:
                return actions
            if not self._cut:
                self.tried = "every game there is: none breaks it"
                return None
        self.tried = f"every game of up to {plies} actions"
        return None

    def _deepen(self, bound: int) -> list[int] | None:
        state = self._state
        stack = [iter(state.legal_actions())]
        while stack:
            self._nodes += 1
            if self._nodes % 256 == 0 and time.monotonic() > self._until:
                self.tried = f"every game of up to {bound - 1} actions, until the time was over"
                return None
            action = next(stack[-1], None)
            if action is None:
                self._dead[state.key()] = bound - len(stack) + 1
                stack.pop()
                if stack:
                    state.undo_action()
                continue
            if self._is_broken_by(action):
                return [*state.history(), action]
            state.apply_action(action)
            left = bound - len(stack)
            if self._is_worth(left):
                stack.append(iter(state.legal_actions()))
            else:
                state.undo_action()
        return None

    def _is_broken_by(self, action: int) -> bool:
        need = self._needs.get(_kind(action))
        if need is None or need.least_actions(self._state) > 1:
            return False
        return self._breaks(self._state, self._state.child(action), action)

    def _is_worth(self, left: int) -> bool:
        """Whether a game may go on from here within so many actions and break the claim."""
        if self._state.is_terminal() or self._dead.get(self._state.key(), -1) >= left:
            return False
        if self._least() > left:
            self._cut = True
            return False
        return True

    def _least(self) -> int:
        return min(need.least_actions(self._state) for need in self._needs.values())


def _kind(action: int) -> str:
    if action < EXPOSE:
        return "lay"
    return "expose" if action < TURN else "turn" if action < STOP else "stop"
