"""The position and its six written fields, one from the other."""

from __future__ import annotations

from dataclasses import replace

from sly_core.notation import position as fields
from sly_core.reference.position import (
    Card,
    Placed,
    Position,
    hidden_cards,
    hidden_spaces,
    hides,
)
from sly_core.ruleset import Ruleset


def written(position: Position, rules: Ruleset) -> fields.Position:
    """Give the position as the six fields of the text.

    ``known`` is written where it says something: where a hidden card may be fewer than all the
    cards that its owner now hides.
    """
    return fields.Position(
        board=tuple(
            None if placed is None else fields.Placed(*card_fields(placed.card), placed.mark)
            for placed in position.board
        ),
        hands=tuple(tuple(sorted(hand)) for hand in position.hands),
        taken=tuple(tuple(card_fields(card) for card in sorted(pile)) for pile in position.taken),
        seat=position.seat,
        stall=position.stall,
        known=tuple(_known(placed, position, rules) for placed in position.board),
    )


def read(text: fields.Position, rules: Ruleset) -> Position:
    """Give the position that these six fields write down; the reverse of :func:`written`."""
    board: list[Placed | None] = []
    for placed in text.board:
        if placed is None:
            board.append(None)
        else:
            card = Card(placed.owner, _seen(placed.card))
            board.append(Placed(card, placed.mark, frozenset({card.rank})))
    position = Position(
        board=tuple(board),
        hands=tuple(frozenset(map(_seen, hand)) for hand in text.hands),
        taken=tuple(frozenset(Card(*pair) for pair in pile) for pile in text.taken),
        seat=text.seat,
        stall=text.stall,
    )
    changes: dict[int, Placed | None] = {}
    for owner in range(rules.players):
        everything = hidden_cards(position, owner, rules)
        for space in hidden_spaces(position, owner, rules):
            hidden, known = position.board[space], text.known[space]
            assert hidden is not None
            may_be = everything if known is None else frozenset(known)
            changes[space] = replace(hidden, may_be=may_be)
    return position.with_spaces(changes)


def card_fields(card: Card) -> tuple[int, int]:
    """Give owner and rank, as the fields name a card."""
    return card.owner, card.rank


def _known(placed: Placed | None, position: Position, rules: Ruleset) -> tuple[int, ...] | None:
    if placed is None or not hides(placed, rules):
        return None
    everything = hidden_cards(position, placed.card.owner, rules)
    return None if placed.may_be == everything else tuple(sorted(placed.may_be))


def _seen(rank: int | None) -> int:
    assert rank is not None, "a full position hides no card"
    return rank
