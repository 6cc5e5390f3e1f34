"""A REVEAL as one choice: a set of spaces all at once, and what of it everybody sees (R1, R2).

The rules of :mod:`sly_spec.transition` turn one card after another. That both come to the same is
proved (:mod:`sly_spec.claims.turning`), so whoever likes may think in sets.
"""

from __future__ import annotations

from collections.abc import Mapping

from sly_spec.citing import says
from sly_spec.reading import DOWN, HAND, TURNED, Card
from sly_spec.reveal import CardSet
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import FACE_BITS, State

Spaces = Mapping[int, z3.BoolRef]


def lying_on(state: State, spaces: Spaces) -> CardSet:
    """Give the set of cards on these spaces."""
    return {
        card: any_of(z3.And(state.is_at(card, s), chosen) for s, chosen in spaces.items())
        for card in state.reading.cards
    }


@says("R1")
def may_choose(state: State, spaces: Spaces) -> z3.BoolRef:
    """Say that these are spaces of face-down cards, and under ``one_house`` of one house."""
    reading = state.reading
    down = {
        space: any_of(z3.And(state.is_at(c, space), state.lies(c, DOWN)) for c in reading.cards)
        for space in reading.spaces
    }
    all_down = all_of(z3.Implies(spaces[space], down[space]) for space in reading.spaces)
    if reading.reveal_scope == "any":
        return all_down
    return z3.And(all_down, at_most_one_of(_chosen_by_house(state, spaces)))


def _chosen_by_house(state: State, spaces: Spaces) -> list[z3.BoolRef]:
    reading = state.reading
    return [
        any_of(spaces[space] for space in reading.spaces if reading.house_of[space] == house)
        for house in range(len(reading.houses))
    ]


@says("R1", "R2")
def may_reveal(state: State, spaces: Spaces) -> z3.BoolRef:
    """Say that these may be revealed at once: enough of them, or all there are in their scope."""
    reading = state.reading
    some = any_of(spaces.values())
    enough = z3.BoolVal(True)
    if reading.min_reveal == 2:
        houses = _chosen_by_house(state, spaces)
        wide = reading.reveal_scope == "any"
        others = any_of(
            z3.And(
                z3.Not(spaces[space]),
                wide or houses[reading.house_of[space]],
                any_of(z3.And(state.is_at(c, space), state.lies(c, DOWN)) for c in reading.cards),
            )
            for space in reading.spaces
        )
        enough = z3.Or(z3.Not(at_most_one_of(spaces.values())), z3.Not(others))
    return z3.And(z3.Not(state.any_turned()), may_choose(state, spaces), some, enough)


@says("R1", "R2")
def turned_at_once(state: State, spaces: Spaces) -> State:
    """Give the position with the cards on all these spaces turned."""
    chosen = lying_on(state, spaces)
    up = z3.BitVecVal(TURNED, FACE_BITS)
    face = {card: z3.If(chosen[card], up, state.face[card]) for card in state.reading.cards}
    return state.changed(face=face)


@says("R2")
def everybody_sees(state: State, card: Card) -> z3.BoolRef:
    """Say that the card lies so that everybody sees what it is.

    Face up, before a player, or out of the game; turned in a reveal under way only ``stepwise``.
    """
    hidden_faces = [DOWN] if state.reading.reveal == "stepwise" else [DOWN, TURNED]
    hidden = any_of(state.face[card] == face for face in hidden_faces)
    return z3.Not(z3.Or(state.is_at(card, HAND), z3.And(state.on_space(card), hidden)))
