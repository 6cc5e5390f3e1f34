"""The cards of a reveal, turned one after another or chosen at once: R1, R2."""

from __future__ import annotations

from sly_spec.claims.claim import Cut, Scene, Theorem, any_state, claim, is_possible
from sly_spec.reading import DOWN, TURNED, Reading
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import PLACE_BITS, State, same
from sly_spec.transition import (
    Action,
    Kind,
    after,
    after_turn,
    legal,
    may_stop,
    may_turn,
    nothing_to_turn,
)
from sly_spec.whole import everybody_sees, may_choose, may_reveal, turned_at_once


@claim("the order of turning does not change the outcome", "R1", "R2")
def order_of_turning(reading: Reading) -> Theorem:
    """If one card and then another may be turned, then also the other and then the one, and both
    ways lead to the same position; so every order of the same cards does.
    """
    state = any_state(reading)
    one, two = Action.fresh(Kind.TURN, "one"), Action.fresh(Kind.TURN, "two")
    onward, back = after(state, one), after(state, two)
    premises = (is_possible(reading), legal(state, one), legal(onward, two))
    alike = same(after(onward, two), after(back, one))
    either = z3.And(legal(state, two), legal(back, one), alike)
    values = {"one": one.space, "two": two.space}
    states = {"before": state}
    return Theorem(
        cuts=(Cut("two cards", premises, either, states, values),),
        twin=Cut("one card is as good as the other", premises, same(onward, back), states, values),
    )


@claim("turning one by one comes to the chosen set", "R1", "R2")
def one_by_one(reading: Reading) -> Theorem:
    """To turn a set of cards at once, and to turn them one after another, lead to the same position
    and are legal together; and a reveal of the set may end just where the set may be chosen. By
    induction: of no card it is plain, and one card more changes both alike.
    """
    state = any_state(reading)
    chosen = {space: z3.Bool(f"chosen.{space}") for space in reading.spaces}
    more = z3.BitVec("more", PLACE_BITS)
    fewer = {space: z3.And(chosen[space], more != space) for space in reading.spaces}
    none = {space: z3.BoolVal(False) for space in reading.spaces}
    begun, whole = turned_at_once(state, fewer), turned_at_once(state, chosen)
    added = any_of(z3.And(chosen[space], more == space) for space in reading.spaces)
    premises = (is_possible(reading), state.goes_on(), z3.Not(state.any_turned()), added)
    legal_both = z3.And(may_choose(state, fewer), may_turn(begun, more))
    stops = z3.And(may_choose(state, chosen), may_stop(whole))
    values = {"more": more, **{f"chosen {space}": chosen[space] for space in reading.spaces}}
    states = {"before": state}
    chooses = may_choose(state, chosen)
    return Theorem(
        cuts=(
            Cut("no card", (), same(turned_at_once(state, none), state), states),
            Cut("one more is legal", premises, chooses == legal_both, states, values),
            Cut(
                "one more is the same",
                (*premises, chooses),
                same(after_turn(begun, more), whole),
                states,
                values,
            ),
            Cut("the end of it", premises, may_reveal(state, chosen) == stops, states, values),
        ),
        twin=Cut(
            "a set is the set without one card",
            (*premises, chooses),
            same(begun, whole),
            states,
            values,
        ),
    )


@claim("each card is seen before the next is chosen", "R2")
def seen_before_next(reading: Reading) -> Theorem:
    """What a reveal under way has turned, everybody sees. (Not so under `committed`.)"""
    scene = Scene.of(reading, Kind.TURN)

    def seen(face: int) -> z3.BoolRef:
        return all_of(
            z3.Implies(scene.after.lies(card, face), everybody_sees(scene.after, card))
            for card in reading.cards
        )

    return Theorem(
        cuts=(scene.cut("turned cards", seen(TURNED)),),
        twin=scene.cut("face-down cards are seen", seen(DOWN)),
    )


@claim("whoever has turned a card may stop", "R1", "R2")
def one_is_enough(reading: Reading) -> Theorem:
    """A reveal may end after any card. (Not so under `min_reveal=2`.)"""
    state = any_state(reading)
    premises = (is_possible(reading), state.any_turned())
    states = {"before": state}
    return Theorem(
        cuts=(Cut("one card", premises, may_stop(state), states),),
        twin=Cut("none can be left", premises, nothing_to_turn(state), states),
    )


@claim("any face-down card may be turned next", "R1")
def any_card_next(reading: Reading) -> Theorem:
    """Wherever a reveal has begun, each card that still lies face down may be turned in it. (Not so
    under `one_house` with more houses than one.)
    """
    state, turn = any_state(reading), Action.fresh(Kind.TURN)
    premises = (is_possible(reading), state.goes_on(), _down_at(state, turn))
    values = {"space": turn.space}
    return Theorem(
        cuts=(Cut("next", premises, legal(state, turn), {"before": state}, values),),
        twin=Cut(
            "a reveal turns one card",
            premises,
            z3.Not(z3.And(state.any_turned(), legal(state, turn))),
            {"before": state},
            values,
        ),
    )


def _down_at(state: State, turn: Action) -> z3.BoolRef:
    return any_of(
        z3.And(state.is_at(card, turn.space), state.lies(card, DOWN))
        for card in state.reading.cards
    )
