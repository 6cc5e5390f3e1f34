"""Exhaustive play of endings: what each action is worth when every seat plays for its own return.

This is max^n (Luckhardt and Irani 1986): the seat to act takes the action that gives it the
greatest return, whatever that gives to the others. One seat looks on, as a search with one observer
has it: a node is what that seat has seen, so cards hidden from it are averaged over, and what an
action shows splits the worlds. Nothing is said where the answer would need more than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

Returns = tuple[Fraction, ...]
"""The return of each seat, averaged over equally likely worlds."""

LAYS = 128
MOST_NODES = 20_000


class UnclearError(Exception):
    """No single answer: a tie, cards laid unseen, or more nodes than there is time for."""


class Endings:
    """Exhaustive play as seen by one seat; every node is worked out once."""

    def __init__(self, player: int, most_nodes: int = MOST_NODES) -> None:
        self.player = player
        self.most_nodes = most_nodes
        self._known: dict[tuple[str, ...], Returns] = {}

    @property
    def nodes(self) -> int:
        """How many nodes have been worked out."""
        return len(self._known)

    def action_values(self, worlds: list[Any]) -> dict[int, Returns]:
        """What each legal action is worth.

        The worlds look alike to the player and are equally likely.

        Raises:
            UnclearError: another seat may lay a card unseen and play goes on, so that the player's
                information would not lead to what is worked out here; or as `value` says.
        """
        seat = worlds[0].current_player()
        actions = worlds[0].legal_actions()
        if seat != self.player and len(worlds) > 1 and actions[0] < LAYS:
            raise UnclearError("another seat's hand is not known")
        values = {}
        for action in actions:
            children = [world.child(action) for world in worlds]
            unseen = seat != self.player and action < LAYS
            if unseen and not children[0].is_terminal():
                raise UnclearError("another seat lays a card unseen")
            values[action] = self._mean(self.worlds_told_apart(children))
        return values

    def value(self, worlds: list[Any]) -> Returns:
        """What the node is worth when everybody plays on for their own return.

        Raises:
            UnclearError: the seat to act is indifferent and another is not; or too many nodes.
        """
        node = tuple(sorted(world.to_text() for world in worlds))
        if node not in self._known:
            if len(self._known) >= self.most_nodes:
                raise UnclearError("too many nodes")
            self._known[node] = self._value(worlds)
        return self._known[node]

    def worlds_told_apart(self, worlds: list[Any]) -> Iterable[list[Any]]:
        """The worlds that still look alike to the player, together."""
        nodes: dict[str, list[Any]] = {}
        for world in worlds:
            nodes.setdefault(world.observation_string(self.player), []).append(world)
        return nodes.values()

    def _value(self, worlds: list[Any]) -> Returns:
        if worlds[0].is_terminal():
            return mean([exact_returns(world) for world in worlds])
        values = list(self.action_values(worlds).values())
        outcomes = set(self.preferred(worlds[0].current_player(), values))
        if len(outcomes) > 1:
            raise UnclearError("a tie that others care about")
        return outcomes.pop()

    def preferred(self, seat: int, values: list[Returns]) -> list[Returns]:
        """The outcomes that are best for the seat to act."""
        best = max(value[seat] for value in values)
        return [value for value in values if value[seat] == best]

    def _mean(self, nodes: Iterable[list[Any]]) -> Returns:
        return mean([self.value(worlds) for worlds in nodes for _ in worlds])


def exact_returns(state: Any) -> Returns:
    """Score less the mean of all, without rounding (P4)."""
    scores = state.scores()
    return tuple(Fraction(score) - Fraction(sum(scores), len(scores)) for score in scores)


def mean(outcomes: list[Returns]) -> Returns:
    """Seat by seat."""
    return tuple(sum(column, Fraction(0)) / len(outcomes) for column in zip(*outcomes, strict=True))
