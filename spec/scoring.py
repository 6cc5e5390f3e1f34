"""What everything is worth: P1-P4. Points are bit-vectors of twelve bits, signed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sly_spec.citing import says
from sly_spec.reading import FRONT, SAFE, Card
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import State

POINT_BITS = 12


def points(value: int) -> z3.BitVecRef:
    """Give so many points as a constant."""
    return z3.BitVecVal(value, POINT_BITS)


def total(parts: Iterable[z3.BitVecRef]) -> z3.BitVecRef:
    """Add points up."""
    whole = points(0)
    for part in parts:
        whole = whole + part
    return whole


@says("P1", "P2", "P3", "P4")
def score(state: State, seat: int) -> z3.BitVecRef:
    """Give the points of a seat: Safe Hens, gobbled Hens and captured Foxes, and nothing else."""
    return safe_hens(state, seat) + gobbled_hens(state, seat) + captured_foxes(state, seat)


@says("P1")
def safe_hens(state: State, seat: int) -> z3.BitVecRef:
    """Add up the values of the spaces where a Hen of this seat lies Safe."""
    return total(space_pays(state, seat, space) for space in state.reading.spaces)


@says("P1", "S3")
def space_pays(state: State, seat: int, space: int) -> z3.BitVecRef:
    """Give what a space brings this seat: its value if a Hen of the seat lies Safe there."""
    hens = [card for card in state.reading.cards_of(seat) if not card.is_fox]
    safe = any_of(z3.And(state.is_at(hen, space), state.face[hen] == SAFE) for hen in hens)
    return z3.If(safe, points(state.reading.values[space]), points(0))


@says("P2")
def gobbled_hens(state: State, seat: int) -> z3.BitVecRef:
    """Add up the numbers of the Hens before this seat, those of its own counting against it."""
    return total(worth(state, hen, seat) for hen in state.reading.hens_of_all)


@says("P2", "P3")
def worth(state: State, card: Card, seat: int) -> z3.BitVecRef:
    """Give the points that a card brings this seat by lying in front of it."""
    if card.is_fox:
        value = state.reading.players
    else:
        value = -card.number if card.seat == seat else card.number
    return z3.If(state.where[card] == FRONT + seat, points(value), points(0))


@says("P3")
def captured_foxes(state: State, seat: int) -> z3.BitVecRef:
    """Count each Fox before this seat for as many points as there are players."""
    return total(worth(state, fox, seat) for fox in state.reading.foxes)


@says("P4")
def wins(state: State, seat: int) -> z3.BoolRef:
    """Say that nobody has more points than this seat: players level at the top share the win."""
    return has_most([score(state, other) for other in state.reading.seats], seat)


def has_most(scores: Sequence[z3.BitVecRef], seat: int) -> z3.BoolRef:
    """Say that none of these scores is above that of this seat."""
    return all_of(scores[seat] >= other for other in scores)
