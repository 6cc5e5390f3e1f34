"""How a game ends, and how not: G1-G3, O1-O5."""

from __future__ import annotations

from sly_spec.claims.claim import (
    COMPLETE,
    Cut,
    Scene,
    Theorem,
    at_any_position,
    at_every_step,
    claim,
)
from sly_spec.reading import DOWN, FULL_HOUSE, GOES_ON, HAND, LAST_CARD, STALLED, TURNED, Reading
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import PLACE_BITS, State, at_most_one_in_hand, left_of
from sly_spec.transition import Kind, full_house, last_card, stall_reached


@claim("no two ends come together", "G1", "G2", "G3", "O2", "O3", "O5")
def no_two_ends(reading: Reading) -> Theorem:
    """Where an action fills the house, the count is not at its limit, and whoever acted holds two
    cards: so it does not matter in which order the ends are asked, as long as the turn passes last.
    """

    def apart(at: Scene) -> z3.BoolRef:
        done = at.done
        rich = z3.Not(last_card(done, done.seat))
        over = z3.Or(full_house(done), stall_reached(done))
        return z3.And(z3.Not(z3.And(full_house(done), stall_reached(done))), z3.Implies(over, rich))

    stop = Scene.of(reading, Kind.STOP)
    return Theorem(
        cuts=at_every_step(reading, apart, COMPLETE),
        twin=stop.cut("a REVEAL never fills the house", stop.after.end != FULL_HOUSE),
    )


@claim("a LAY ends the game only by the last card", "L1", "G1", "G2", "O4", "O5")
def lay_ends(reading: Reading) -> Theorem:
    """After a LAY the house is not full of face-up cards and the count has not moved: if the game
    is over, the next player holds one card.
    """
    lay = Scene.of(reading, Kind.LAY)
    last = z3.Or(lay.after.end == GOES_ON, lay.after.end == LAST_CARD)
    return Theorem(
        cuts=(lay.cut("lay", last),),
        twin=lay.cut("a LAY never ends the game", lay.after.goes_on()),
    )


@claim("a reveal of two cards never fills the house", "R4", "R5", "R6", "R7", "G2")
def two_cards_free_a_space(reading: Reading) -> Theorem:
    """A REVEAL of two cards or more frees a space, so only a card revealed alone, or an EXPOSE,
    ends the game by a full house.
    """
    stop = Scene.of(reading, Kind.STOP)
    before, done = stop.before, stop.done
    stay = [z3.And(before.lies(card, TURNED), done.on_space(card)) for card in reading.cards]
    no_fox = all_of(z3.Not(on) for card, on in zip(reading.cards, stay, strict=True) if card.is_fox)
    stayed = all_of(
        z3.Implies(done.on_space(card), done.where[card] == before.where[card])
        for card in reading.cards
    )
    return Theorem(
        cuts=(
            stop.cut("one turned card stays", at_most_one_of(stay)),
            stop.cut("it is a Hen", no_fox),
            stop.cut("who is on a space was there", stayed),
            _space_of_who_left(),
        ),
        twin=stop.cut("no REVEAL does", stop.after.end != FULL_HOUSE),
    )


def _space_of_who_left() -> Cut:
    """Give the cut that a card that leaves its space leaves it free: of any two cards, if one goes,
    the other is not there afterwards, for it was not there before.
    """
    gone, other, later = z3.BitVecs("gone other later", PLACE_BITS)
    on_space = z3.ULT(gone, HAND)
    apart = gone != other
    stayed = z3.Implies(z3.ULT(later, HAND), later == other)
    return Cut("and who goes leaves it free", (on_space, apart, stayed), later != gone)


@claim("the turn passes to the left and stays at a full house", "S1", "O2", "O3", "O4", "O5")
def whose_turn(reading: Reading) -> Theorem:
    """After a LAY, an EXPOSE or a whole REVEAL the seat is the next to the left; it stays after a
    full house and after a stall; between the cards of a REVEAL it stays too.
    """

    def passed(at: Scene) -> z3.BoolRef:
        if at.action.kind is Kind.TURN:
            return at.after.seat == at.before.seat
        stays = z3.Or(at.after.end == FULL_HOUSE, at.after.end == STALLED)
        onward = left_of(at.before.seat, reading)
        return at.after.seat == z3.If(stays, at.before.seat, onward)

    stop = Scene.of(reading, Kind.STOP)
    onward = stop.after.seat == left_of(stop.before.seat, reading)
    return Theorem(
        cuts=at_every_step(reading, passed),
        twin=stop.cut("the turn always passes", onward),
    )


@claim("the last card turns all up and gobbles nothing", "G1", "O5")
def turning_up(reading: Reading) -> Theorem:
    """At an end by the last card no card is left face down or turned, and no card has changed its
    place for it: where the action put them, they are.
    """

    def up(at: Scene) -> z3.BoolRef:
        done = at.done
        still = all_of(at.after.where[card] == done.where[card] for card in reading.cards)
        none = all_of(
            z3.Not(z3.Or(at.after.lies(card, DOWN), at.after.lies(card, TURNED)))
            for card in reading.cards
        )
        return z3.Implies(at.after.end == LAST_CARD, z3.And(still, none))

    lay = Scene.of(reading, Kind.LAY)
    some = any_of(lay.after.lies(card, DOWN) for card in reading.cards)
    return Theorem(
        cuts=at_every_step(reading, up, COMPLETE),
        twin=lay.cut("after a LAY a card lies face down", some),
    )


@claim("while the game goes on everybody holds two cards", "G1", "O5")
def everybody_holds_two(reading: Reading) -> Theorem:
    """Nobody holds a single card before the end. (Not so: it ends the game only when the turn of
    who holds it begins.)
    """

    def rich(state: State) -> z3.BoolRef:
        return all_of(z3.Not(at_most_one_in_hand(state, seat)) for seat in reading.seats)

    def goes_on(state: State) -> z3.BoolRef:
        return z3.Implies(state.goes_on(), rich(state))

    return Theorem(
        cuts=(at_any_position(reading, "every hand", goes_on),),
        twin=at_any_position(reading, "at the end too", rich),
    )
