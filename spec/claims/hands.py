"""What players hold, and that they can always do something."""

from __future__ import annotations

from sly_spec.claims.claim import (
    Cut,
    Scene,
    Theorem,
    any_state,
    at_any_position,
    at_every_step,
    claim,
    is_possible,
)
from sly_spec.invariants import no_hand_is_empty
from sly_spec.reading import DOWN, Reading
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import State, at_most_one_in_hand, none_in_hand
from sly_spec.transition import Kind, may_stop, nothing_to_turn


@claim("a hand is never empty", "G1", "L1", "T1")
def never_empty(reading: Reading) -> Theorem:
    """After every step everybody holds a card: only a LAY takes one out of a hand, and whoever may
    LAY holds two.
    """
    lay = Scene.of(reading, Kind.LAY)
    rich = all_of(
        z3.Implies(lay.before.acting(s), z3.Not(at_most_one_in_hand(lay.after, s)))
        for s in reading.seats
    )
    return Theorem(
        cuts=at_every_step(reading, lambda at: no_hand_is_empty(at.after)),
        twin=lay.cut("after a LAY two cards are left", rich),
    )


@claim("just one card is at most one card", "G1", "O5")
def just_one(reading: Reading) -> Theorem:
    """G1 read as "just one card" and read as "at most one card" ends the same games: whoever's turn
    begins, the two say the same of that hand.
    """

    def alike(state: State) -> z3.BoolRef:
        return all_of(
            at_most_one_in_hand(state, seat) == _just_one(state, seat) for seat in reading.seats
        )

    state = any_state(reading)
    none = any_of(at_most_one_in_hand(state, s) for s in reading.seats)
    return Theorem(
        cuts=at_every_step(reading, lambda at: alike(at.after)),
        twin=at_any_position(reading, "nobody ever holds just one", lambda _: z3.Not(none)),
    )


def _just_one(state: State, seat: int) -> z3.BoolRef:
    return z3.And(at_most_one_in_hand(state, seat), z3.Not(none_in_hand(state, seat)))


@claim("a player always has an action", "T1", "L1", "R1", "G2")
def always_an_action(reading: Reading) -> Theorem:
    """While the game goes on, whoever is to act may LAY, or turn up a card, or end the reveal."""
    state = any_state(reading)
    full = all_of(state.occupied(space) for space in reading.spaces)
    may_lay = any_of(
        z3.And(z3.Not(full), state.acting(card.seat), state.in_hand(card)) for card in reading.cards
    )
    begun = state.any_turned()
    can = z3.If(begun, z3.Or(may_stop(state), _can_turn(state)), z3.Or(may_lay, _can_turn(state)))
    premises = (is_possible(reading), state.goes_on())
    states = {"before": state}
    return Theorem(
        cuts=(Cut("some action", premises, can, states),),
        twin=Cut("a player can always LAY", premises, z3.And(z3.Not(begun), may_lay), states),
    )


def _can_turn(state: State) -> z3.BoolRef:
    return z3.Not(nothing_to_turn(state))


@claim("only a LAY takes a card from a hand", "L1", "R5", "R6", "R7")
def only_lay(reading: Reading) -> Theorem:
    """A LAY takes one card from the hand of who acts and no card from another's; no other action
    takes a card from any hand.
    """

    def kept(at: Scene) -> z3.BoolRef:
        return all_of(
            z3.Implies(
                z3.And(at.before.in_hand(card), z3.Not(at.after.in_hand(card))),
                z3.And(at.before.acting(card.seat), at.action.number == card.number)
                if at.action.kind is Kind.LAY
                else False,
            )
            for card in reading.cards
        )

    stop = Scene.of(reading, Kind.STOP)
    same = all_of(stop.before.in_hand(c) == stop.after.in_hand(c) for c in reading.cards)
    return Theorem(
        cuts=at_every_step(reading, kept),
        twin=stop.cut("a REVEAL leaves all hands as they are", same),
    )


@claim("a reveal may take in one's own cards", "R1")
def own_cards(reading: Reading) -> Theorem:
    """Where a card lies face down and no reveal is under way, it may be turned, whoever owns it;
    but nobody may expose a card of their own.
    """
    turn, expose = Scene.of(reading, Kind.TURN), Scene.of(reading, Kind.EXPOSE)
    state = turn.before
    down = any_of(
        z3.And(state.is_at(card, turn.action.space), state.lies(card, DOWN))
        for card in reading.cards
    )
    own = all_of(
        z3.Not(z3.And(state.acting(card.seat), state.is_at(card, expose.action.space)))
        for card in reading.cards
    )
    premises = (is_possible(reading), state.goes_on(), z3.Not(state.any_turned()), down)
    states = {"before": state}
    return Theorem(
        cuts=(
            Cut("any card", premises, turn.premises[1], states),
            expose.cut("never one's own", own),
        ),
        twin=turn.cut("a reveal turns only cards of others", own),
    )
