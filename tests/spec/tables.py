"""From the implementations to the formal rules: positions and actions as these have them."""

from __future__ import annotations

from typing import Any

from sly_core.notation.actions import EXPOSE, STOP, TURN
from sly_core.notation.position import Position
from sly_core.ruleset import Ruleset
from sly_spec.reading import (
    FRONT,
    FULL_HOUSE,
    GOES_ON,
    HAND,
    LAST_CARD,
    OUT,
    STALLED,
    Card,
    Reading,
    Table,
)
from sly_spec.transition import Kind

ENDS = {None: GOES_ON, "last card": LAST_CARD, "full house": FULL_HOUSE, "stalled": STALLED}


def table_of(position: Position, end: str | None, rules: Ruleset) -> Table:
    """The position of an implementation as the formal rules' plain data; knowledge is left out."""
    cards = Reading.of(rules).cards
    where = dict.fromkeys(cards, OUT)
    face = dict.fromkeys(cards, 0)
    for space, placed in enumerate(position.board):
        if placed is not None:
            assert placed.card is not None
            where[Card(placed.owner, placed.card)] = space
            face[Card(placed.owner, placed.card)] = "?*!".index(placed.mark)
    for seat, hand in enumerate(position.hands):
        for number in hand:
            assert number is not None
            where[Card(seat, number)] = HAND
    for seat, pile in enumerate(position.taken):
        for owner, number in pile:
            where[Card(owner, number)] = FRONT + seat
    return Table(
        tuple(where.values()), tuple(face.values()), position.seat, position.stall, ENDS[end]
    )


def table_of_state(state: Any) -> Table:
    """The position at hand of a state of the reference."""
    return table_of(state.position(), state.end_reason(), state.rules)


def action_of(number: int) -> tuple[Kind, int, int]:
    """An action's id as the formal rules name it: kind, space, number of the card."""
    if number < EXPOSE:
        return Kind.LAY, number % 16, number // 16
    if number < TURN:
        return Kind.EXPOSE, number - EXPOSE, 0
    if number < STOP:
        return Kind.TURN, number - TURN, 0
    return Kind.STOP, 0, 0
