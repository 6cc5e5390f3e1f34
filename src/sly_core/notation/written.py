"""From a position to its text, and from a part of the position to its column in that text.

The text of a position is unique, so a column can be told from the position alone: both come from
the same list of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from sly_core.notation.actions import CARD_LETTERS
from sly_core.notation.position import Position, check_kinds
from sly_core.ruleset import Ruleset

FIELDS: Final = ("board", "hands", "taken", "seat", "stall", "known")

Part: TypeAlias = tuple[str, int, int]
"""Field, index in the field, character there: `("board", 2, 1)` is the card on space 2."""

Piece: TypeAlias = tuple[Part | None, str]
_NOTHING: Final = "-"


def format_position(position: Position, rules: Ruleset) -> str:
    """The six fields in one line; `x` for each hidden card (None).

    Raises:
        TypeError: no `Position`, or no `Ruleset`.

    >>> from sly_core.notation.position import start_position
    >>> format_position(start_position(Ruleset(hens=2)), Ruleset(hens=2))
    '-,-,-,- F12/F12 -/- 0 0 -'
    """
    check_kinds(position, rules)
    return "".join(text for _, text in _pieces(position, rules))


def column_of(position: Position, rules: Ruleset, part: Part) -> int:
    """The column of a part of a position in its text; 0 if it is not written there."""
    column = 0
    for name, text in _pieces(position, rules):
        if name == part:
            return column
        column += len(text)
    return 0


def letter(card: int | None) -> str:
    """`F`, a Hen's number, or `x` for a card that is hidden from the viewer."""
    return "x" if card is None else CARD_LETTERS[card]


def _pieces(position: Position, rules: Ruleset) -> Iterator[Piece]:
    yield from _board(position, rules)
    yield None, " "
    for seat, hand in enumerate(position.hands):
        yield None, "/" if seat else ""
        for place, card in enumerate(hand):
            yield ("hands", seat, place), letter(card)
    yield None, " "
    for seat, pile in enumerate(position.taken):
        yield None, "/" if seat else ""
        yield from _pile(seat, pile)
    yield None, " "
    yield ("seat", 0, 0), str(position.seat)
    yield None, " "
    yield ("stall", 0, 0), str(position.stall)
    yield None, " "
    yield from _known(position, rules)


def _board(position: Position, rules: Ruleset) -> Iterator[Piece]:
    house_before = 0
    for space, (placed, house) in enumerate(zip(position.board, rules.house_of, strict=True)):
        yield None, "" if space == 0 else "," if house == house_before else "/"
        house_before = house
        if placed is None:
            yield ("board", space, 0), _NOTHING
        else:
            yield ("board", space, 0), str(placed.owner)
            yield ("board", space, 1), letter(placed.card)
            yield ("board", space, 2), placed.mark


def _pile(seat: int, pile: tuple[tuple[int, int], ...]) -> Iterator[Piece]:
    if not pile:
        yield None, _NOTHING
    for place, (owner, card) in enumerate(pile):
        yield None, "," if place else ""
        yield ("taken", seat, place), f"{owner}{letter(card)}"


def _known(position: Position, rules: Ruleset) -> Iterator[Piece]:
    separator = ""
    for space, cards in enumerate(position.known):
        if cards is not None:
            yield None, separator
            separator = ","
            yield ("known", space, 0), f"{rules.space_names[space]}="
            for place, card in enumerate(cards):
                yield ("known", space, 1 + place), letter(card)
    if not separator:
        yield None, _NOTHING
