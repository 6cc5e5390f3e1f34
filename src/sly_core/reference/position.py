"""What lies on the table: the immutable position that every rule takes and gives back (S1-S4).

Nothing here decides anything. The other pages of this package read the position through these few
words and answer with a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sly_core.notation.position import DOWN, SAFE, TURNED
from sly_core.ruleset import Ruleset

FOX = 0
"""The rank that stands for the Fox; Hens are 1..7 (S2)."""

__all__ = ["DOWN", "FOX", "SAFE", "TURNED", "Card", "Placed", "Position"]


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card (S2). No two cards have the same owner and rank, so a card is its own name."""

    owner: int
    rank: int

    @property
    def is_fox(self) -> bool:
        """Whether this is its owner's Fox (S2)."""
        return self.rank == FOX


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on a space (S3).

    ``may_be`` is what everybody has seen of it: the ranks that this card of its owner may have by
    the plain rule of :mod:`sly_core.reference.knowledge`. Of a card seen by all that is one rank.
    It goes when the card goes, so a space that comes free has nothing left to forget.
    """

    card: Card
    mark: str
    may_be: frozenset[int]


@dataclass(frozen=True, slots=True)
class Position:
    """All that is true between two actions (S1-S4)."""

    board: tuple[Placed | None, ...]
    hands: tuple[frozenset[int], ...]
    taken: tuple[frozenset[Card], ...]
    seat: int
    stall: int

    def empty_spaces(self) -> list[int]:
        """Give the spaces where nothing lies, in order."""
        return [space for space, placed in enumerate(self.board) if placed is None]

    def lying(self, mark: str) -> dict[int, Card]:
        """Give the cards that lie so, by space, in order of spaces."""
        return {
            space: placed.card
            for space, placed in enumerate(self.board)
            if placed is not None and placed.mark == mark
        }

    def with_spaces(self, changes: Mapping[int, Placed | None]) -> Position:
        """Put these on their spaces, or free the spaces, and leave the rest of the board."""
        board = (changes.get(space, placed) for space, placed in enumerate(self.board))
        return replace(self, board=tuple(board))

    def marked(self, space: int, mark: str) -> Position:
        """Let the card on this space lie so from now on."""
        placed = self.board[space]
        assert placed is not None, "only a card can be turned"
        return self.with_spaces({space: replace(placed, mark=mark)})

    def space_of(self, card: Card) -> int:
        """Give the space where this card lies."""
        return next(s for s, p in enumerate(self.board) if p is not None and p.card == card)

    def without(self, card: Card) -> Position:
        """Lift this card off the board; its space is free."""
        return self.with_spaces({self.space_of(card): None})

    def with_hand(self, seat: int, hand: frozenset[int]) -> Position:
        """Give this seat another hand."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def returned(self, card: Card) -> Position:
        """Let this card go from the board back to its owner's hand."""
        return self.without(card).with_hand(card.owner, self.hands[card.owner] | {card.rank})

    def taken_by(self, seat: int, card: Card) -> Position:
        """Let this seat take this card off the board and put it in front of itself."""
        taken = (*self.taken[:seat], self.taken[seat] | {card}, *self.taken[seat + 1 :])
        return replace(self.without(card), taken=taken)


def start(rules: Ruleset) -> Position:
    """Set the game up: S1, S2, S3, S4.

    S1: as many hands as players. S2: a Fox and the Hens 1.. in each. S3: the spaces of all houses.
    S4: hands full, spaces empty, seat 0 to act. Nothing is drawn or shuffled.
    """
    full_hand = frozenset(range(rules.num_cards))
    return Position(
        board=(None,) * rules.num_spaces,
        hands=(full_hand,) * rules.players,
        taken=(frozenset(),) * rules.players,
        seat=0,
        stall=0,
    )


def hides(placed: Placed, rules: Ruleset) -> bool:
    """Tell whether the card's face is still unseen: R2.

    A face-down card is; a turned one only under ``committed``, where no card of the reveal is seen
    before its end.
    """
    if placed.mark == TURNED:
        return rules.reveal == "committed"
    return placed.mark == DOWN


def hidden_spaces(position: Position, owner: int, rules: Ruleset) -> list[int]:
    """Give the spaces where a card of this owner lies unseen, in order."""
    return [
        space
        for space, placed in enumerate(position.board)
        if placed is not None and placed.card.owner == owner and hides(placed, rules)
    ]


def hidden_on_board(position: Position, owner: int, rules: Ruleset) -> frozenset[int]:
    """Give the ranks of this owner's cards that lie unseen on the board."""
    placed = (position.board[space] for space in hidden_spaces(position, owner, rules))
    return frozenset(card.card.rank for card in placed if card is not None)


def hidden_cards(position: Position, owner: int, rules: Ruleset) -> frozenset[int]:
    """Give the ranks hidden with this owner, in hand or on the board. Everybody knows the set."""
    return position.hands[owner] | hidden_on_board(position, owner, rules)
