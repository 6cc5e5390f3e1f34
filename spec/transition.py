"""The actions, what each does, and what follows it at once: T1, L1, E1-E3, R1-R7, G1-G3, O1-O5.

An action is a kind and its arguments, which are terms or numbers: a card's number and a space. For
each kind there is what makes it legal and what it does to the cards; the bodies have one order,
that of the rules. :func:`after` joins the effect and what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sly_spec.citing import says
from sly_spec.reading import (
    DOWN,
    FRONT,
    FULL_HOUSE,
    GOES_ON,
    HAND,
    LAST_CARD,
    MAX_COUNT,
    OUT,
    SAFE,
    STALLED,
    TURNED,
    Card,
    Reading,
)
from sly_spec.reveal import CardSet, Outcome, foxes_alone, outcome
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import (
    COUNT_BITS,
    END_BITS,
    FACE_BITS,
    NUMBER_BITS,
    PLACE_BITS,
    State,
    at_most_one_in_hand,
    is_space,
    left_of,
    same,
)


class Kind(Enum):
    """The kinds of action; a REVEAL is as many ``TURN`` as cards, and one ``STOP`` (T1, R2)."""

    LAY = "lay"
    EXPOSE = "expose"
    TURN = "turn"
    STOP = "stop"


@dataclass(frozen=True, eq=False)
class Action:
    """An action. ``number`` is of the card laid, ``space`` where an action but STOP takes place."""

    kind: Kind
    space: z3.BitVecRef
    number: z3.BitVecRef

    @classmethod
    def fresh(cls, kind: Kind, name: str = "action") -> Action:
        """Give an action of this kind of which nothing else is known."""
        space = z3.BitVec(f"{name}.space", PLACE_BITS)
        return cls(kind, space, z3.BitVec(f"{name}.number", NUMBER_BITS))

    @classmethod
    def of(cls, kind: Kind, space: int = 0, number: int = 0) -> Action:
        """Give one action."""
        constant = z3.BitVecVal(space, PLACE_BITS)
        return cls(kind, constant, z3.BitVecVal(number, NUMBER_BITS))


# What is legal ------------------------------------------------------------------------------


@says("T1")
def legal(state: State, action: Action) -> z3.BoolRef:
    """Say that the action may be done: the game goes on, and one of the three actions is chosen.

    Once a REVEAL has begun, nothing but that REVEAL. There is no passing.
    """
    allowed = {
        Kind.LAY: lambda: z3.And(z3.Not(state.any_turned()), may_lay(state, action)),
        Kind.EXPOSE: lambda: z3.And(z3.Not(state.any_turned()), may_expose(state, action)),
        Kind.TURN: lambda: may_turn(state, action.space),
        Kind.STOP: lambda: may_stop(state),
    }[action.kind]()
    return z3.And(state.goes_on(), allowed)


@says("L1")
def may_lay(state: State, action: Action) -> z3.BoolRef:
    """Say that the card is in the player's hand, and the space is one where nothing lies."""
    reading = state.reading
    held = any_of(z3.And(laid(state, action, c), state.in_hand(c)) for c in reading.cards)
    return z3.And(is_space(action.space, reading), z3.Not(state.occupied(action.space)), held)


def laid(state: State, action: Action, card: Card) -> z3.BoolRef:
    """Say that this card is the one that a LAY names."""
    return z3.And(state.acting(card.seat), action.number == card.number)


@says("E1")
def may_expose(state: State, action: Action) -> z3.BoolRef:
    """Say that an opponent's card lies face down there."""
    return any_of(
        z3.And(is_down_at(state, card, action.space), z3.Not(state.acting(card.seat)))
        for card in state.reading.cards
    )


def is_down_at(state: State, card: Card, space: z3.BitVecRef) -> z3.BoolRef:
    """Say that this card lies face down on this space."""
    return z3.And(state.is_at(card, space), state.lies(card, DOWN))


@says("R1")
def may_turn(state: State, space: z3.BitVecRef) -> z3.BoolRef:
    """Say that a card lies face down there, anyone's, in the house that the reveal is of."""
    lies = any_of(is_down_at(state, card, space) for card in state.reading.cards)
    return z3.And(lies, in_its_scope(state, space))


@says("R1")
def in_its_scope(state: State, space: z3.BitVecRef) -> z3.BoolRef:
    """Say that a reveal under way may turn cards there: under ``one_house`` in one house only."""
    reading = state.reading
    if reading.reveal_scope == "any":
        return z3.BoolVal(True)
    return all_of(
        z3.Implies(state.lies(card, TURNED), in_same_house(state.where[card], space, reading))
        for card in reading.cards
    )


@says("S3")
def in_same_house(one: z3.BitVecRef, other: z3.BitVecRef, reading: Reading) -> z3.BoolRef:
    """Say that two spaces are around the same house."""
    return any_of(
        z3.And(is_in_house(one, house, reading), is_in_house(other, house, reading))
        for house in range(len(reading.houses))
    )


def is_in_house(space: z3.BitVecRef, house: int, reading: Reading) -> z3.BoolRef:
    """Say that this is a space of this house."""
    spaces = [s for s in reading.spaces if reading.house_of[s] == house]
    return z3.And(z3.UGE(space, spaces[0]), z3.ULE(space, spaces[-1]))


@says("R1", "R2")
def may_stop(state: State) -> z3.BoolRef:
    """Say that the reveal under way may end: cards enough are turned, or no more can be."""
    turned = [state.lies(card, TURNED) for card in state.reading.cards]
    if state.reading.min_reveal == 1:
        return any_of(turned)
    return z3.And(any_of(turned), z3.Or(z3.Not(at_most_one_of(turned)), nothing_to_turn(state)))


def nothing_to_turn(state: State) -> z3.BoolRef:
    """Say that no card, or no further card, can be turned."""
    return z3.Not(
        any_of(
            z3.And(state.lies(card, DOWN), in_its_scope(state, state.where[card]))
            for card in state.reading.cards
        )
    )


# What it does -------------------------------------------------------------------------------


@says("O1")
def effect(state: State, action: Action) -> State:
    """Give the position once a legal action has had its effect, before any end is asked."""
    return {
        Kind.LAY: lambda: after_lay(state, action),
        Kind.EXPOSE: lambda: after_expose(state, action),
        Kind.TURN: lambda: after_turn(state, action.space),
        Kind.STOP: lambda: after_stop(state),
    }[action.kind]()


@says("L1")
def after_lay(state: State, action: Action) -> State:
    """Put the card on the space, face down; everything else stays."""
    where = {
        card: z3.If(laid(state, action, card), action.space, state.where[card])
        for card in state.reading.cards
    }
    return state.changed(where=where)


@says("E1", "E2", "E3")
def after_expose(state: State, action: Action) -> State:
    """Turn the card up. A Fox goes in front of the player, a Hen stays and is Safe."""
    where = dict(state.where)
    face = dict(state.face)
    for card in state.reading.cards:
        exposed = state.is_at(card, action.space)
        if card.is_fox:
            where[card] = z3.If(exposed, in_front_of(state.seat), state.where[card])
        else:
            face[card] = z3.If(exposed, z3.BitVecVal(SAFE, FACE_BITS), state.face[card])
    return state.changed(where=where, face=face, stall=z3.BitVecVal(0, COUNT_BITS))


@says("E2")
def in_front_of(seat: z3.BitVecRef) -> z3.BitVecRef:
    """Give the place in front of a seat that is a term."""
    return z3.ZeroExt(PLACE_BITS - seat.size(), seat) + FRONT


@says("R1", "R2")
def after_turn(state: State, space: z3.BitVecRef) -> State:
    """Turn one more card of the REVEAL; it stays on its space, and the player goes on."""
    face = {
        card: z3.If(state.is_at(card, space), z3.BitVecVal(TURNED, FACE_BITS), state.face[card])
        for card in state.reading.cards
    }
    return state.changed(face=face)


def turned_cards(state: State) -> CardSet:
    """Give the set of cards that the reveal under way has turned."""
    return {card: state.lies(card, TURNED) for card in state.reading.cards}


@says("R3", "R4", "R5", "R6", "R7")
def after_stop(state: State) -> State:
    """Let the outcome follow: every turned card is gobbled, Safe, out of the game, or goes back."""
    turned = turned_cards(state)
    result = outcome(turned, state.seat, state.reading)
    where = {card: _place_after(state, card, result) for card in state.reading.cards}
    face = {
        card: z3.If(turned[card], _face_after(card, result), state.face[card])
        for card in state.reading.cards
    }
    return state.changed(where=where, face=face, stall=count_after(state, turned))


def _place_after(state: State, card: Card, result: Outcome) -> z3.BitVecRef:
    cases: Mapping[int, z3.BoolRef] = {HAND: result.back[card]}
    if card.is_fox:
        cases = {**cases, OUT: result.out[card]}
    else:
        cases = {**cases, **{FRONT + t: took for t, took in result.gobbled[card].items()}}
    place = state.where[card]
    for there, goes in cases.items():
        place = z3.If(goes, z3.BitVecVal(there, PLACE_BITS), place)
    return place


def _face_after(card: Card, result: Outcome) -> z3.BitVecRef:
    down, safe = z3.BitVecVal(DOWN, FACE_BITS), z3.BitVecVal(SAFE, FACE_BITS)
    return down if card.is_fox else z3.If(result.safe[card], safe, down)


@says("G3")
def count_after(state: State, turned: CardSet) -> z3.BitVecRef:
    """Give the count after a REVEAL: one more if it showed Foxes alone, else none.

    It stays at its ceiling once there, for it has to be kept in so many bits.
    """
    ceiling = z3.BitVecVal(MAX_COUNT, COUNT_BITS)
    more = z3.If(state.stall == ceiling, ceiling, state.stall + 1)
    return z3.If(foxes_alone(turned), more, z3.BitVecVal(0, COUNT_BITS))


# What follows -------------------------------------------------------------------------------


@says("O1", "G2", "R2")
def after(state: State, action: Action) -> State:
    """Give the position after a legal action: its effect, then what follows a complete action.

    A REVEAL is complete with its STOP; until then nothing follows.
    """
    done = effect(state, action)
    return done if action.kind is Kind.TURN else after_complete(done)


def step(state: State, action: Action, following: State) -> z3.BoolRef:
    """Say that this action is legal here and leads there: the relation of the game."""
    return z3.And(legal(state, action), same(following, after(state, action)))


@says("O1", "O2", "O3", "O4", "O5")
def after_complete(state: State) -> State:
    """Ask for the end and pass the turn, in the order of the rules.

    G2 is asked, then the count; at either end the seat stays. Then the turn passes to the left, and
    that player alone is asked for G1.
    """
    reading = state.reading
    full = full_house(state)
    stalled = z3.And(z3.Not(full), stall_reached(state))
    passes = z3.Not(z3.Or(full, stalled))
    seat = z3.If(passes, left_of(state.seat, reading), state.seat)
    last = z3.And(passes, last_card(state, seat))
    end = z3.BitVecVal(GOES_ON, END_BITS)
    for reason, holds in {LAST_CARD: last, STALLED: stalled, FULL_HOUSE: full}.items():
        end = z3.If(holds, z3.BitVecVal(reason, END_BITS), end)
    return state.changed(face=faces_at_the_end(state, last), seat=seat, end=end)


@says("G2")
def full_house(state: State) -> z3.BoolRef:
    """Say that a card lies face up on every space; one turned in a reveal does not count."""
    reading = state.reading
    return all_of(
        any_of(z3.And(state.is_at(c, space), state.face[c] == SAFE) for c in reading.cards)
        for space in reading.spaces
    )


@says("G3")
def stall_reached(state: State) -> z3.BoolRef:
    """Say that as many reveals of Foxes alone have come as ``stall_limit`` allows."""
    limit = state.reading.stall_limit
    return z3.UGE(state.stall, limit) if limit else z3.BoolVal(False)


@says("G1")
def last_card(state: State, seat: z3.BitVecRef) -> z3.BoolRef:
    """Say that the player whose turn begins holds just one card, read as at most one."""
    return all_of(
        z3.Implies(seat == holder, at_most_one_in_hand(state, holder))
        for holder in state.reading.seats
    )


@says("G1")
def faces_at_the_end(state: State, last: z3.BoolRef) -> Mapping[Card, z3.BitVecRef]:
    """Turn every face-down card up where G1 ends the game: no more than that happens to it."""
    up = z3.BitVecVal(SAFE, FACE_BITS)
    return {
        card: z3.If(z3.And(last, state.on_space(card)), up, state.face[card])
        for card in state.reading.cards
    }
