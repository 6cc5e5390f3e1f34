"""What may be done on a turn, and the two actions that are over at once: T1, L1, E1-E3.

The third action, REVEAL, has a page of its own: :mod:`sly_core.reference.reveal`.
"""

from __future__ import annotations

from dataclasses import replace

from sly_core.notation.actions import STOP, expose, lay, turn
from sly_core.reference import ending, knowledge, reveal
from sly_core.reference.position import DOWN, SAFE, Card, Placed, Position, hidden_cards
from sly_core.ruleset import Ruleset


def legal_actions(position: Position, rules: Ruleset) -> list[int]:
    """List the ids of all legal actions, ascending: T1.

    One of LAY, EXPOSE and REVEAL; once a reveal has begun, only that reveal. After the end, none.
    There is no passing.

    >>> from sly_core.reference.position import start
    >>> legal_actions(start(Ruleset(hens=1)), Ruleset(hens=1))
    [0, 1, 2, 3, 16, 17, 18, 19]
    """
    if ending.end_reason(position, rules) is not None:
        return []
    turns = [turn(space) for space in reveal.turnable(position, rules)]
    if reveal.is_under_way(position):
        return turns + ([STOP] if reveal.may_stop(position, rules) else [])
    lays = [lay(card, space) for card, space in possible_lays(position)]
    exposes = [expose(space) for space in exposable(position)]
    return sorted(lays + exposes + turns)


def possible_lays(position: Position) -> list[tuple[int, int]]:
    """List every card that may be laid with every space for it: L1.

    Any card of the hand, on any space of any house where nothing lies.
    """
    hand = sorted(position.hands[position.seat])
    return [(rank, space) for rank in hand for space in position.empty_spaces()]


def exposable(position: Position) -> list[int]:
    """List the spaces whose card may be exposed: E1.

    Face-down cards of the opponents, never the player's own.
    """
    return [s for s, card in position.lying(DOWN).items() if card.owner != position.seat]


def after_lay(position: Position, rank: int, space: int, rules: Ruleset) -> Position:
    """Lay a card face down: L1."""
    # legality: (rank, space) is one of possible_lays(position)
    seat = position.seat
    # knowledge: it may be whatever its owner hides at this moment
    may_be = hidden_cards(position, seat, rules)
    # cards: from the hand to the space
    position = position.with_hand(seat, position.hands[seat] - {rank})
    position = position.with_spaces({space: Placed(Card(seat, rank), DOWN, may_be)})
    # score: a card face down is worth nothing
    # turn: the action is complete
    return position


def after_expose(position: Position, space: int) -> Position:
    """Turn up an opponent's face-down card: E1, E2, E3."""
    # legality: space is one of exposable(position)
    card = position.lying(DOWN)[space]
    # knowledge: everybody sees the card
    position = knowledge.after_seeing(position, [card])
    # cards: a Fox is captured, a Hen becomes Safe
    position = capture(position, card) if card.is_fox else make_safe(position, card)
    # score: follows from where the card lies now (P1, P3); the count of G3 starts again
    position = replace(position, stall=0)
    # turn: the action is complete
    return position


def capture(position: Position, fox: Card) -> Position:
    """Let the player take the exposed Fox and put it in front of them: E2."""
    return position.taken_by(position.seat, fox)


def make_safe(position: Position, hen: Card) -> Position:
    """Let the exposed Hen stay where it lies, Safe for its owner: E3."""
    return position.marked(position.space_of(hen), SAFE)
