"""A position as plain data: what the six fields of the text say, and nothing of how play goes on.

Cards are 0 for the Fox and 1..7 for the Hens; None stands for a card that is hidden from the viewer
(`x` in the text).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sly_core.ruleset import Ruleset, check_ruleset

DOWN: Final = "?"
SAFE: Final = "!"
TURNED: Final = "*"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on a space: whose, which, and how it lies.

    `mark` is `?` face down, `!` Safe or turned up by G1, `*` turned in the reveal under way.
    """

    owner: int
    card: int | None
    mark: str


@dataclass(frozen=True, slots=True)
class Position:
    """The six fields.

    Attributes:
        board: by space, the card there or None.
        hands: by seat, ascending with the Fox first; all None where hidden from the viewer.
        taken: by seat, (owner, card) of each card in front of that player, sorted.
        seat: to act; after G2 or a stall the one who acted last, after G1 the one whose turn began.
        stall: reveals of Foxes alone since the last EXPOSE or REVEAL with a Hen; 0..65535.
        known: by space, the cards that may lie there by the plain rule, ascending, where these are
            fewer than all cards hidden with the owner; else None.
    """

    board: tuple[Placed | None, ...]
    hands: tuple[tuple[int | None, ...], ...]
    taken: tuple[tuple[tuple[int, int], ...], ...]
    seat: int
    stall: int
    known: tuple[tuple[int, ...] | None, ...]


def check_kinds(position: object, rules: object) -> None:
    """Raise `TypeError` unless the two are a `Position` and a `Ruleset`; no field is looked into.

    >>> check_kinds("-,-,-,- F12/F12 -/- 0 0 -", Ruleset(hens=2))
    Traceback (most recent call last):
    TypeError: a position is a Position, as parse_position reads it from text, not str
    """
    check_ruleset(rules)
    if not isinstance(position, Position):
        raise TypeError(
            f"a position is a Position, as parse_position reads it from text, "
            f"not {type(position).__name__}"
        )


def is_hidden(placed: Placed, rules: Ruleset) -> bool:
    """Whether not all have seen this card: it lies face down or, under `committed`, turned (R2).

    >>> is_hidden(Placed(0, 3, "*"), Ruleset()), is_hidden(Placed(0, 3, "?"), Ruleset())
    (False, True)
    """
    return placed.mark == DOWN or (placed.mark == TURNED and rules.reveal == "committed")


def start_position(rules: Ruleset) -> Position:
    """Full hands, empty spaces, seat 0 to act (S4).

    >>> start_position(Ruleset(hens=1)).hands
    ((0, 1), (0, 1))
    """
    check_ruleset(rules)
    return Position(
        board=(None,) * rules.num_spaces,
        hands=(tuple(range(rules.num_cards)),) * rules.players,
        taken=((),) * rules.players,
        seat=0,
        stall=0,
        known=(None,) * rules.num_spaces,
    )
