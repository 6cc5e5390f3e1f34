"""Reading a position: six fields, single spaces between them, one text for one position.

`board hands taken seat stall known`, for instance `0F?,16!,-,- 12345/F12345 -/06 0 0 a1=F1`. A view
writes `x` for each card that lies hidden from the viewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NoReturn

from sly_core.errors import NotationError, PositionError
from sly_core.notation.actions import CARD_LETTERS
from sly_core.notation.check import check_position
from sly_core.notation.position import DOWN, SAFE, TURNED, Placed, Position
from sly_core.notation.written import FIELDS, format_position, letter
from sly_core.ruleset import MAX_STALL, Ruleset, check_ruleset

__all__ = ["format_position", "parse_position", "parse_view"]

_SEATS = "0123"
_VIEWS = "; x stands in a view, which from_view reads"


def parse_position(text: str, rules: Ruleset) -> Position:
    """Read a full position and check that a game can come to it.

    Raises:
        TypeError: not a `str`, or no `Ruleset`.
        NotationError: does not read, or has an `x`; `field` and `column` say where.
        PositionError: reads, but is impossible; `clause` says why.

    >>> position = parse_position("-,12?,-,- F12/F1 -/- 0 0 -", Ruleset(hens=2))
    >>> position.board[1], position.hands[1]
    (Placed(owner=1, card=2, mark='?'), (0, 1))
    """
    return _parse(text, rules, view=False)


def parse_view(text: str, rules: Ruleset) -> Position:
    """Read a position in which the hidden cards of some seats are written `x`; they become None.

    Of one seat either every hidden card is written out or none is. Errors as for `parse_position`.

    >>> parse_view("-,1x?,-,- F12/xx -/- 0 0 -", Ruleset(hens=2)).board[1]
    Placed(owner=1, card=None, mark='?')
    """
    return _parse(text, rules, view=True)


def _parse(text: str, rules: Ruleset, view: bool) -> Position:
    if not isinstance(text, str):
        raise TypeError(f"a position is read from a str, not from {type(text).__name__}")
    check_ruleset(rules)
    board, hands, taken, seat, stall, known = _fields(text)
    seats = rules.players
    position = Position(
        board=_board(board, rules, CARD_LETTERS + "x" if view else CARD_LETTERS),
        hands=tuple(_hand(part, rules, view) for part in hands.split_into("/", seats, "seats")),
        taken=tuple(_pile(part, rules) for part in taken.split_into("/", seats, "seats")),
        seat=_seat(seat, rules),
        stall=_stall(stall),
        known=_known(known, rules),
    )
    check_position(position, rules)
    return position


class _Chunk:
    """A stretch of the text that knows where it stands there."""

    __slots__ = ("field", "start", "text", "whole")

    def __init__(self, whole: str, field: str, start: int, text: str) -> None:
        self.whole = whole
        self.field = field
        self.start = start
        self.text = text

    def split(self, separator: str) -> Iterator[_Chunk]:
        start = 0
        while start >= 0:
            end = self.text.find(separator, start)
            part = self.text[start:] if end < 0 else self.text[start:end]
            yield _Chunk(self.whole, self.field, self.start + start, part)
            start = end + 1 if end >= 0 else -1

    def split_into(self, separator: str, count: int, what: str) -> list[_Chunk]:
        """Exactly `count` parts; else an error at the first one too many, or at the end."""
        found = self.text.count(separator) + 1
        message = f"{what}: {count} are needed, not {found}"
        if found < count:
            self.fail(message, len(self.text))
        chunks = list(islice(self.split(separator), count + 1))
        if found > count:
            chunks[count].fail(message)
        return chunks

    def fail(self, message: str, at: int = 0) -> NoReturn:
        """Raise the `NotationError` for the character `at` of this chunk."""
        raise NotationError(
            message,
            field=self.field,
            column=self.start + min(at, len(self.text)),
            text=self.whole,
        )

    def impossible(self, message: str, at: int, clause: str) -> NoReturn:
        """Raise the `PositionError` for the character `at` of this chunk."""
        raise PositionError(
            message, field=self.field, column=self.start + at, text=self.whole, clause=clause
        )


def _fields(text: str) -> list[_Chunk]:
    parts = text.split(" ", len(FIELDS))
    chunks = []
    start = 0
    for field, part in zip(FIELDS, parts, strict=False):
        chunk = _Chunk(text, field, start, part)
        if not part:
            chunk.fail(f"{field} is empty; six fields stand with single spaces between them")
        chunks.append(chunk)
        start += len(part) + 1
    if len(parts) > len(FIELDS):
        _Chunk(text, "known", start - 1, " ").fail("the text goes on after the six fields")
    if len(parts) < len(FIELDS):
        field = FIELDS[len(parts)]
        message = f"{field} is missing; the fields are {' '.join(FIELDS)}"
        _Chunk(text, field, len(text), "").fail(message)
    if text != text.rstrip():
        blank = _Chunk(text, "known", len(text.rstrip()), "")
        blank.fail("the text goes on after the six fields, if only with a line's end")
    return chunks


def _board(chunk: _Chunk, rules: Ruleset, cards: str) -> tuple[Placed | None, ...]:
    houses = chunk.split_into("/", len(rules.houses), "houses")
    return tuple(
        _space(space, rules, cards)
        for house, values in zip(houses, rules.houses, strict=True)
        for space in house.split_into(",", len(values), "spaces in this house")
    )


def _space(chunk: _Chunk, rules: Ruleset, cards: str) -> Placed | None:
    text = chunk.text
    if text == "-":
        return None
    marks = DOWN + SAFE + TURNED
    for at, allowed in enumerate((_SEATS, cards, marks)):
        if text[at : at + 1] not in tuple(allowed):
            message = f"a space is - or seat, card and mark; here one of {allowed} must stand"
            chunk.fail(message + _VIEWS if text[at : at + 1] == "x" else message, at)
    if len(text) > 3:
        chunk.fail("a space is - or seat, card and mark, nothing more", 3)
    card = None if text[1] == "x" else _card(chunk, rules, 1)
    return Placed(_owner(chunk, rules, 0), card, text[2])


def _owner(chunk: _Chunk, rules: Ruleset, at: int) -> int:
    owner = int(chunk.text[at])
    if owner >= rules.players:
        chunk.impossible(f"with {rules.players} players there is no seat {owner}", at, "S1")
    return owner


def _card(chunk: _Chunk, rules: Ruleset, at: int) -> int:
    """The card at a character that is known to be one of `F1234567`."""
    card = CARD_LETTERS.index(chunk.text[at])
    if card > rules.hens:
        chunk.impossible(f"the Hens of this ruleset are 1 to {rules.hens}", at, "S2")
    return card


def _row(chunk: _Chunk, rules: Ruleset, start: int = 0) -> tuple[int, ...]:
    """Cards written one after the other from the character `start`, ascending, the Fox first."""
    row: list[int] = []
    for at in range(start, len(chunk.text)):
        if chunk.text[at] not in CARD_LETTERS:
            chunk.fail(f"a card is one of {CARD_LETTERS}", at)
        card = _card(chunk, rules, at)
        if row and card < row[-1]:
            chunk.fail("cards stand in ascending order, the Fox first", at)
        if row and card == row[-1]:
            chunk.impossible(f"{letter(card)} stands here a second time", at, "S2")
        row.append(card)
    return tuple(row)


def _hand(chunk: _Chunk, rules: Ruleset, view: bool) -> tuple[int | None, ...]:
    if not chunk.text:
        chunk.impossible("this hand is empty; a hand never is", 0, "G1")
    if not view or chunk.text.strip("x"):
        return _row(chunk, rules)
    if len(chunk.text) > rules.num_cards:
        chunk.impossible(f"a player has {rules.num_cards} cards", rules.num_cards, "S2")
    return (None,) * len(chunk.text)


def _pile(chunk: _Chunk, rules: Ruleset) -> tuple[tuple[int, int], ...]:
    if chunk.text == "-":
        return ()
    pile: list[tuple[int, int]] = []
    for part in chunk.split(","):
        text = part.text
        for at, allowed in enumerate((_SEATS, CARD_LETTERS)):
            if text[at : at + 1] not in tuple(allowed):
                part.fail(f"a card taken is seat and card; here one of {allowed} must stand", at)
        if len(text) > 2:
            part.fail("a card taken is seat and card, nothing more", 2)
        owner, card = _owner(part, rules, 0), _card(part, rules, 1)
        if pile and (owner, card) < pile[-1]:
            part.fail("cards taken stand by owner, then in ascending order, the Fox first")
        if pile and (owner, card) == pile[-1]:
            part.impossible("this card stands here a second time", 0, "S2")
        pile.append((owner, card))
    return tuple(pile)


def _seat(chunk: _Chunk, rules: Ruleset) -> int:
    text = chunk.text
    if text not in tuple(_SEATS):
        chunk.fail(f"the seat to act is one digit, 0 to {rules.players - 1}")
    return _owner(chunk, rules, 0)


def _stall(chunk: _Chunk) -> int:
    text = chunk.text
    for at, character in enumerate(text[:6]):
        if character not in "0123456789":
            chunk.fail(f"the count is a whole number from 0 to {MAX_STALL}", at)
    if text[0] == "0" and len(text) > 1:
        chunk.fail("the count has no leading zero")
    if len(text) > 5 or int(text) > MAX_STALL:
        chunk.impossible(f"the count stays within {MAX_STALL}", 0, "G3")
    return int(text)


def _known(chunk: _Chunk, rules: Ruleset) -> tuple[tuple[int, ...] | None, ...]:
    known: list[tuple[int, ...] | None] = [None] * rules.num_spaces
    if chunk.text == "-":
        return tuple(known)
    last = -1
    for entry in chunk.split(","):
        name, _, cards = entry.text.partition("=")
        if name not in rules.space_names:
            entry.fail(f"a space's name must stand here, one of {' '.join(rules.space_names)}")
        if not cards:
            entry.fail("= and the cards that may lie there must follow", len(entry.text))
        space = rules.space_names.index(name)
        if space <= last:
            entry.fail("spaces stand in order, each once")
        last = space
        known[space] = _row(entry, rules, start=len(name) + 1)
    return tuple(known)
