"""The state of a game as z3 terms (S1-S4).

Every card has one place, a bit-vector of five bits, and one face, of two. So no card can be in two
places and none can be lost: what is left to prove is that a place is one that there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sly_spec.citing import says
from sly_spec.reading import (
    DOWN,
    FRONT,
    GOES_ON,
    HAND,
    SAFE,
    TURNED,
    Card,
    Reading,
    Table,
)
from sly_spec.smt import all_of, any_of, at_most_one_of, z3

PLACE_BITS, FACE_BITS, SEAT_BITS, COUNT_BITS, END_BITS, NUMBER_BITS = 5, 2, 2, 16, 2, 3

SETTLED_FROM = FRONT
"""A place of this number or above is one that no card leaves."""


@dataclass(frozen=True, eq=False)
class State:
    """A position: where each card is and how it lies, whose turn, the count of G3, the end.

    ``where`` and ``face`` have a term for every card. The questions below give Boolean terms.
    """

    reading: Reading
    where: Mapping[Card, z3.BitVecRef]
    face: Mapping[Card, z3.BitVecRef]
    seat: z3.BitVecRef
    stall: z3.BitVecRef
    end: z3.BitVecRef

    def is_at(self, card: Card, place: int | z3.BitVecRef) -> z3.BoolRef:
        """Say that the card is at this place: a space, ``HAND``, ``FRONT + t`` or ``OUT``."""
        return self.where[card] == place

    def in_hand(self, card: Card) -> z3.BoolRef:
        """Say that the card is in its owner's hand."""
        return self.where[card] == HAND

    def in_front(self, card: Card, seat: int) -> z3.BoolRef:
        """Say that the card lies in front of this seat, gobbled or captured."""
        return self.where[card] == FRONT + seat

    def on_space(self, card: Card) -> z3.BoolRef:
        """Say that the card lies on some space."""
        return z3.ULT(self.where[card], HAND)

    def lies(self, card: Card, face: int) -> z3.BoolRef:
        """Say that the card lies on a space with this face."""
        return z3.And(self.on_space(card), self.face[card] == face)

    def is_settled(self, card: Card) -> z3.BoolRef:
        """Say that the card is Safe, gobbled, captured or out of the game: settled for good."""
        return z3.Or(self.lies(card, SAFE), z3.UGE(self.where[card], SETTLED_FROM))

    def any_turned(self) -> z3.BoolRef:
        """Say that a REVEAL is under way (R2)."""
        return any_of(self.lies(card, TURNED) for card in self.reading.cards)

    def occupied(self, space: int | z3.BitVecRef) -> z3.BoolRef:
        """Say that some card lies on this space."""
        return any_of(self.is_at(card, space) for card in self.reading.cards)

    def goes_on(self) -> z3.BoolRef:
        """Say that the game is not over."""
        return self.end == GOES_ON

    def acting(self, seat: int) -> z3.BoolRef:
        """Say that it is this seat's turn."""
        return self.seat == seat

    def changed(self, **parts: object) -> State:
        """Give the state with these parts replaced."""
        return replace(self, **parts)  # type: ignore[arg-type]  # names and types are the caller's

    def terms(self) -> list[z3.BitVecRef]:
        """Give every term of the state, in one fixed order."""
        cards = self.reading.cards
        scalars = [self.seat, self.stall, self.end]
        return [self.where[c] for c in cards] + [self.face[c] for c in cards] + scalars


def fresh(name: str, reading: Reading) -> State:
    """Give a state of which nothing is known: a constant for every part."""

    def parts(kind: str, bits: int) -> dict[Card, z3.BitVecRef]:
        return {
            card: z3.BitVec(f"{name}.{kind}.{card.seat}.{card.number}", bits)
            for card in reading.cards
        }

    return State(
        reading=reading,
        where=parts("where", PLACE_BITS),
        face=parts("face", FACE_BITS),
        seat=z3.BitVec(f"{name}.seat", SEAT_BITS),
        stall=z3.BitVec(f"{name}.stall", COUNT_BITS),
        end=z3.BitVec(f"{name}.end", END_BITS),
    )


def concrete(table: Table, reading: Reading) -> State:
    """Give the state that a position in plain data is."""
    cards = reading.cards
    return State(
        reading=reading,
        where={
            card: z3.BitVecVal(at, PLACE_BITS) for card, at in zip(cards, table.where, strict=True)
        },
        face={
            card: z3.BitVecVal(face, FACE_BITS)
            for card, face in zip(cards, table.face, strict=True)
        },
        seat=z3.BitVecVal(table.seat, SEAT_BITS),
        stall=z3.BitVecVal(table.stall, COUNT_BITS),
        end=z3.BitVecVal(table.end, END_BITS),
    )


def from_model(model: z3.ModelRef, state: State) -> Table:
    """Give the position that a model makes of a state, as plain data."""
    return _table(state, lambda term: model.eval(term, model_completion=True))


def evaluated(state: State) -> Table:
    """Give as plain data a state that holds constants only, or terms that simplify to them."""
    return _table(state, z3.simplify)


def _table(state: State, value_of: Callable[[z3.BitVecRef], z3.BitVecNumRef]) -> Table:
    values = [value_of(term).as_long() for term in state.terms()]
    size = len(state.reading.cards)
    seat, stall, end = values[2 * size :]
    return Table(tuple(values[:size]), tuple(values[size : 2 * size]), seat, stall, end)


def same(left: State, right: State) -> z3.BoolRef:
    """Say that two states are the same in every part."""
    return all_of(a == b for a, b in zip(left.terms(), right.terms(), strict=True))


@says("S1", "S2", "S3", "S4")
def start(reading: Reading) -> State:
    """Give the start: every card of every player in hand, no space taken, seat 0 to act."""
    size = len(reading.cards)
    return concrete(Table((HAND,) * size, (DOWN,) * size), reading)


@says("S1")
def left_of(seat: z3.BitVecRef, reading: Reading) -> z3.BitVecRef:
    """Give the seat to the left: the next higher one, and after the last the first."""
    return z3.If(seat == reading.players - 1, z3.BitVecVal(0, SEAT_BITS), seat + 1)


@says("S3")
def is_space(space: z3.BitVecRef, reading: Reading) -> z3.BoolRef:
    """Say that there is such a space around some house."""
    return z3.ULT(space, len(reading.spaces))


def at_most_one_in_hand(state: State, seat: int) -> z3.BoolRef:
    """Say that this seat holds no two cards."""
    return at_most_one_of(state.in_hand(card) for card in state.reading.cards_of(seat))


def none_in_hand(state: State, seat: int) -> z3.BoolRef:
    """Say that this seat holds no card."""
    return z3.Not(any_of(state.in_hand(card) for card in state.reading.cards_of(seat)))
