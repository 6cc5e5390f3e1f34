"""The seats are alike: nothing in the rules but who is to act tells one from another."""

from __future__ import annotations

from sly_spec.claims.claim import STEPS, Cut, Theorem, any_state, claim, is_possible
from sly_spec.reading import FRONT, OUT, Card, Reading
from sly_spec.smt import z3
from sly_spec.terms import PLACE_BITS, State, left_of, same
from sly_spec.transition import Action, Kind, after, legal


@claim("the seats are alike", "S1", "R8", "O4")
def seats_alike(reading: Reading) -> Theorem:
    """If all cards, all piles and the turn move one seat to the left, then the same actions are
    legal, and each leads to what it led to, one seat to the left.
    """
    state = any_state(reading)
    moved = rotated(state)
    return Theorem(
        cuts=tuple(_alike(reading, state, moved, Action.fresh(kind)) for kind in STEPS),
        twin=_alike(reading, state, moved.changed(seat=state.seat), Action.fresh(Kind.STOP)),
    )


def _alike(reading: Reading, state: State, moved: State, action: Action) -> Cut:
    here, there = after(state, action), after(moved, action)
    same_legal = legal(state, action) == legal(moved, action)
    return Cut(
        action.kind.value,
        (is_possible(reading),),
        z3.And(same_legal, z3.Implies(legal(state, action), same(there, rotated(here)))),
        {"before": state, "after": here},
        {"space": action.space, "number": action.number},
    )


def rotated(state: State) -> State:
    """Give the position in which every seat has what its right neighbour had."""
    reading = state.reading
    origin = {Card((card.seat + 1) % reading.players, card.number): card for card in reading.cards}
    return state.changed(
        where={card: _place(state.where[origin[card]], reading) for card in reading.cards},
        face={card: state.face[origin[card]] for card in reading.cards},
        seat=left_of(state.seat, reading),
    )


def _place(place: z3.BitVecRef, reading: Reading) -> z3.BitVecRef:
    last = place == FRONT + reading.players - 1
    before_somebody = z3.And(z3.UGE(place, FRONT), z3.ULT(place, OUT))
    first = z3.BitVecVal(FRONT, PLACE_BITS)
    return z3.If(z3.And(before_somebody, z3.Not(last)), place + 1, z3.If(last, first, place))
