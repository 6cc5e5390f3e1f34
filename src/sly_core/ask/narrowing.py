"""The smallest step that breaks a claim, narrowed down question by question.

The order: fewest cards away from hands, at the moment when most are, before the step or after it;
then the lowest ranks of the cards away before it, as ascending lists; then the board, hands and
piles whose text comes first; then the lowest seat, the lowest count of G3, the lowest action id.
Each question has one true answer, so the result does not hang on the solver or its version.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sly_core.ask.solving import Session
from sly_core.ask.viewing import away_from_hands
from sly_core.notation import STOP, card_letter, expose, lay, turn

if TYPE_CHECKING:
    from sly_spec.claims.claim import Scene
    from sly_spec.reading import Card, Table
    from sly_spec.terms import State

_PLACINGS = 500


@dataclass(frozen=True, slots=True)
class Found:
    """A step that breaks a claim: `order` sorts such steps, `position` is in text."""

    order: tuple[int, list[int], str, int]
    position: str
    action: int


def smallest_step(scene: Scene, session: Session) -> Found:
    """The first step of this kind, in order, that the session allows; it must allow one.

    Raises:
        UndecidedError: a solver gave no answer within its time.
    """
    cards = _fewest_away(scene, session)
    ranks = _lowest_ranks(scene.before, session)
    _first_board(scene.before, session)
    table = _first_placing(scene.before, session)
    _pin(scene.before, table, session)
    for term, bits in ((scene.before.seat, 2), (scene.before.stall, 16)):
        session.hold(term == _lowest(term, session, bits))
    action = _lowest_action(scene, session)
    session.may()
    text = session.position(scene.before).text(scene.before.reading)
    return Found((cards, ranks, text, action), text, action)


def any_step(scene: Scene, session: Session) -> Found:
    """Some step of this kind that the session allows, as the last answer, yes, has it."""
    table = session.position(scene.before)
    number, space = session.value(scene.action.number), session.value(scene.action.space)
    text = table.text(scene.before.reading)
    return Found((0, [], text, 0), text, _id(scene, number, space))


def _fewest_away(scene: Scene, session: Session) -> int:
    terms = [away_from_hands(state) for state in (scene.before, scene.after)]
    cards = 0
    while not session.may(*(term <= cards for term in terms)):
        cards += 1
    session.hold(*(term <= cards for term in terms))
    return cards


def _lowest_ranks(state: State, session: Session) -> list[int]:
    """The ranks of the cards away before the step, ascending; they are held to."""
    from sly_spec.smt import z3

    reading = state.reading
    away = {
        rank: [z3.Not(state.in_hand(card)) for card in reading.cards if card.number == rank]
        for rank in range(reading.hens + 1)
    }
    ranks: list[int] = []
    for rank, flags in away.items():
        size = z3.Sum([z3.If(flag, z3.BitVecVal(1, 8), z3.BitVecVal(0, 8)) for flag in flags])
        # a list that ends here is below any that goes on
        others = [flag for higher in range(rank, reading.hens + 1) for flag in away[higher]]
        if session.may(*(z3.Not(flag) for flag in others)):
            session.hold(*(z3.Not(flag) for flag in others))
            break
        count = next(n for n in range(len(flags), -1, -1) if n == 0 or session.may(size == n))
        session.hold(size == count)
        ranks += [rank] * count
    return ranks


def _first_board(state: State, session: Session) -> None:
    """Hold to the board whose text comes first, space by space; an empty space comes first."""
    from sly_spec.smt import z3

    for space in state.reading.spaces:
        empty = z3.Not(state.occupied(space))
        if session.may(empty):
            session.hold(empty)
            continue
        for _, card, face in sorted(_cells(state), key=lambda cell: cell[0]):
            there = z3.And(state.is_at(card, space), state.face[card] == face)
            if session.may(there):
                session.hold(there)
                break


def _cells(state: State) -> Iterator[tuple[str, Card, int]]:
    for card in state.reading.cards:
        for face, mark in enumerate("?*!"):
            yield f"{card.seat}{card_letter(card.number)}{mark}", card, face


def _first_placing(state: State, session: Session) -> Table:
    """Of all ways to have the cards that are not on the board in hands and piles, the first."""
    from sly_spec.smt import all_of, z3

    seen: list[Table] = []
    blocked: list[Any] = []
    while session.may(*blocked) and len(seen) < _PLACINGS:
        table = session.position(state)
        seen.append(table)
        places = zip(state.reading.cards, table.where, strict=True)
        blocked.append(z3.Not(all_of(state.where[card] == place for card, place in places)))
    return min(seen, key=lambda table: table.text(state.reading).split(" ")[1:3])


def _pin(state: State, table: Table, session: Session) -> None:
    for card, place in zip(state.reading.cards, table.where, strict=True):
        session.hold(state.where[card] == place)


def _lowest(term: Any, session: Session, bits: int) -> int:
    """The lowest value that a term can have, of so many bits, without a sign."""
    from sly_spec.smt import z3

    value = 0
    for bit in reversed(range(bits)):
        if not session.may(z3.ULE(term, value + (1 << bit) - 1), z3.UGE(term, value)):
            value += 1 << bit
    return value


def _lowest_action(scene: Scene, session: Session) -> int:
    from sly_spec.transition import Kind

    action, kind = scene.action, scene.action.kind
    number = space = 0
    if kind is Kind.LAY:
        number = _lowest(action.number, session, 3)
        session.hold(action.number == number)
    if kind is not Kind.STOP:
        space = _lowest(action.space, session, 4)
        session.hold(action.space == space)
    return _id(scene, number, space)


def _id(scene: Scene, number: int, space: int) -> int:
    """The action's id."""
    kind = scene.action.kind.value
    if kind == "lay":
        return lay(number, space)
    if kind == "expose":
        return expose(space)
    return turn(space) if kind == "turn" else STOP
