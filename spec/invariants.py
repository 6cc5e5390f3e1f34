"""What every position of a game has in common: the facts that the start has and every step keeps.

That they are kept is proved (:mod:`sly_spec.claims`); each other theorem may then start from them.
They are more than the games need and less than all that is true of them: a position for which all
hold may still be one that no game reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from sly_spec.citing import says
from sly_spec.reading import (
    DOWN,
    FRONT,
    FULL_HOUSE,
    HAND,
    LAST_CARD,
    OUT,
    SAFE,
    STALLED,
    TURNED,
    Card,
)
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import State, at_most_one_in_hand, is_space, none_in_hand
from sly_spec.transition import full_house, in_same_house, stall_reached

Fact = Callable[[State], z3.BoolRef]


@says("S2", "E1", "R5")
def every_place_exists(state: State) -> z3.BoolRef:
    """Say that each card is where such a card may be: no Hen is out, no Fox before its owner."""
    reading = state.reading

    def may_be(card: Card) -> z3.BoolRef:
        takers = [t for t in reading.seats if not (card.is_fox and t == card.seat)]
        places = [HAND, *(FRONT + t for t in takers)]
        if card.is_fox and reading.gobbling_fox == "leaves":
            places.append(OUT)
        there = [state.is_at(card, p) for p in places]
        return z3.Or(is_space(state.where[card], reading), *there)

    return all_of(may_be(card) for card in reading.cards)


@says("L1")
def one_card_a_space(state: State) -> z3.BoolRef:
    """Say that no two cards lie on one space."""
    return all_of(
        z3.Not(z3.And(state.on_space(a), state.where[a] == state.where[b]))
        for a, b in combinations(state.reading.cards, 2)
    )


@says("E3", "R2")
def faces_are_of_spaces(state: State) -> z3.BoolRef:
    """Say that a card lies face down, turned or Safe, and that no other card has a face."""
    return all_of(
        z3.And(
            z3.ULE(state.face[card], SAFE),
            z3.Implies(z3.Not(state.on_space(card)), state.face[card] == DOWN),
        )
        for card in state.reading.cards
    )


@says("G1")
def no_hand_is_empty(state: State) -> z3.BoolRef:
    """Say that everybody holds a card."""
    return all_of(z3.Not(none_in_hand(state, seat)) for seat in state.reading.seats)


@says("G1", "O5")
def who_acts_holds_two(state: State) -> z3.BoolRef:
    """Say that the seat has two cards at least, and only after G1 just one."""
    return all_of(
        z3.Implies(state.acting(seat), at_most_one_in_hand(state, seat) == (state.end == LAST_CARD))
        for seat in state.reading.seats
    )


@says("S1")
def seat_exists(state: State) -> z3.BoolRef:
    """Say that the seat is one of the players."""
    return any_of(state.acting(seat) for seat in state.reading.seats)


@says("G2", "G3", "O2", "O3")
def the_end_is_told(state: State) -> z3.BoolRef:
    """Say that the game is over by G2 or G3 just where the cards or the count say so."""
    over_by_count = stall_reached(state)
    full = z3.And(full_house(state), state.end != LAST_CARD)
    return z3.And(
        full == (state.end == FULL_HOUSE),
        over_by_count == (state.end == STALLED),
        z3.ULE(state.stall, state.reading.stall_limit) if state.reading.stall_limit else True,
    )


@says("R2", "G1", "O1")
def turned_only_in_play(state: State) -> z3.BoolRef:
    """Say that after the end no card is turned, and after G1 none is face down."""
    return all_of(
        z3.And(
            z3.Implies(state.lies(card, TURNED), state.goes_on()),
            z3.Implies(state.lies(card, DOWN), state.end != LAST_CARD),
        )
        for card in state.reading.cards
    )


@says("R1")
def turned_in_one_house(state: State) -> z3.BoolRef:
    """Say that under ``one_house`` all turned cards are around one house."""
    if state.reading.reveal_scope == "any":
        return z3.BoolVal(True)
    return all_of(
        z3.Implies(
            z3.And(state.lies(a, TURNED), state.lies(b, TURNED)),
            in_same_house(state.where[a], state.where[b], state.reading),
        )
        for a, b in combinations(state.reading.cards, 2)
    )


@says("R5", "R7", "E2", "G1")
def no_fox_is_safe(state: State) -> z3.BoolRef:
    """Say that a Fox lies face up only where G1 has turned it up."""
    return all_of(
        z3.Implies(state.lies(fox, SAFE), state.end == LAST_CARD) for fox in state.reading.foxes
    )


@says("R5")
def a_fox_that_left_gobbled_once(state: State) -> z3.BoolRef:
    """Say that under ``leaves`` just those Foxes are out whose seats have a Hen, and then one."""
    reading = state.reading
    if reading.gobbling_fox == "returns":
        return z3.BoolVal(True)
    facts = []
    for fox in reading.foxes:
        before = [state.in_front(hen, fox.seat) for hen in reading.hens_of_all]
        facts.append(state.is_at(fox, OUT) == any_of(before))
        facts.append(at_most_one_of(before))
    return all_of(facts)


@says("R3", "G1")
def nobody_gobbles_all_their_own(state: State) -> z3.BoolRef:
    """Say that not all Hens of a seat lie before it: one was in hand when it last gobbled."""
    return all_of(
        z3.Not(
            all_of(
                state.in_front(card, seat)
                for card in state.reading.cards_of(seat)
                if not card.is_fox
            )
        )
        for seat in state.reading.seats
    )


@says("G3")
def the_count_has_its_foxes(state: State) -> z3.BoolRef:
    """Say that where the count is not 0 a Fox is in play, and at an end by G3 one is in a hand."""
    foxes = state.reading.foxes
    in_play = any_of(z3.Or(state.in_hand(fox), state.on_space(fox)) for fox in foxes)
    in_hand = any_of(state.in_hand(fox) for fox in foxes)
    room = z3.Not(all_of(state.occupied(space) for space in state.reading.spaces))
    return z3.And(
        z3.Implies(state.stall != 0, in_play),
        z3.Implies(state.end == FULL_HOUSE, state.stall == 0),
        z3.Implies(state.end == STALLED, z3.And(in_hand, room)),
    )


FACTS: Mapping[str, Fact] = {
    fact.__name__.replace("_", " "): fact
    for fact in (
        every_place_exists,
        one_card_a_space,
        faces_are_of_spaces,
        no_hand_is_empty,
        who_acts_holds_two,
        seat_exists,
        the_end_is_told,
        turned_only_in_play,
        turned_in_one_house,
        no_fox_is_safe,
        a_fox_that_left_gobbled_once,
        nobody_gobbles_all_their_own,
        the_count_has_its_foxes,
    )
}
"""Every fact by its name."""


def possible(state: State) -> z3.BoolRef:
    """Say that all the facts hold."""
    return all_of(fact(state) for fact in FACTS.values())
