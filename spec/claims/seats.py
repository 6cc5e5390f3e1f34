"""The seats are alike: nothing in the rules but who is to act tells one from another."""

from __future__ import annotations

from collections.abc import Iterator

from sly_spec.claims.claim import STEPS, Cut, Theorem, any_state, claim, is_possible
from sly_spec.invariants import seat_exists
from sly_spec.reading import FRONT, OUT, Card, Reading
from sly_spec.smt import z3
from sly_spec.terms import PLACE_BITS, State, left_of, same
from sly_spec.transition import Action, Kind, after_complete, effect, legal


@claim("the seats are alike", "S1", "R8", "O4")
def seats_alike(reading: Reading) -> Theorem:
    """If all cards, all piles and the turn move one seat to the left, then the same actions are
    legal, and each leads to what it led to, one seat to the left. In cuts: what is legal, what an
    action does, and what follows, of whatever position, are each the same one seat to the left.
    """
    state = any_state(reading)
    moved, stop = rotated(state), Action.fresh(Kind.STOP)
    stays = moved.changed(seat=state.seat)
    cuts = [cut for kind in STEPS for cut in _alike(state, moved, Action.fresh(kind))]
    return Theorem(
        cuts=(*cuts, _alike_in_the_end(state, moved)), twin=_does_alike(state, stays, stop)
    )


def _alike(state: State, moved: State, action: Action) -> Iterator[Cut]:
    same_legal = legal(state, action) == legal(moved, action)
    yield _cut(state, action, f"{action.kind.value} is legal", same_legal)
    yield _does_alike(state, moved, action)


def _does_alike(state: State, moved: State, action: Action) -> Cut:
    alike = same(effect(moved, action), rotated(effect(state, action)))
    goal = z3.Implies(legal(state, action), alike)
    return _cut(state, action, f"{action.kind.value} does", goal)


def _cut(state: State, action: Action, name: str, goal: z3.BoolRef) -> Cut:
    values = {"space": action.space, "number": action.number}
    return Cut(name, (is_possible(state.reading),), goal, {"before": state}, values)


def _alike_in_the_end(state: State, moved: State) -> Cut:
    alike = same(after_complete(moved), rotated(after_complete(state)))
    return Cut("what follows", (seat_exists(state),), alike, {"before": state})


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
