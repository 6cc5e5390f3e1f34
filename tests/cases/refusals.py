"""Why an action is not legal, as branches: of every step that may not be done just one holds."""

from __future__ import annotations

from typing import Any

from sly_spec.claims.claim import Scene
from sly_spec.reading import FULL_HOUSE, LAST_CARD, SAFE, STALLED, TURNED
from sly_spec.smt import any_of, z3
from sly_spec.terms import is_space
from sly_spec.transition import Kind, legal
from tests.cases.dimensions import Case, Dimension, in_order


def refused(at: Scene) -> tuple[Any, ...]:
    """Say that the action may not be done, though the ruleset has its card and its space."""
    reading, action = at.before.reading, at.action
    card = z3.ULE(action.number, reading.hens if action.kind is Kind.LAY else 0)
    space = action.space == 0 if action.kind is Kind.STOP else is_space(action.space, reading)
    return (z3.Not(legal(at.before, action)), card, space)


def why_not(at: Scene) -> tuple[Dimension, ...]:
    """Why not: the game is over, a REVEAL is under way, or what the kind of action asks for."""
    before = at.before
    over: list[Case] = [
        ("over by the last card", "G1", before.end == LAST_CARD),
        ("over by a full house", "G2", before.end == FULL_HOUSE),
        ("over by the count", "G3", before.end == STALLED),
    ]
    under_way: list[Case] = [("a REVEAL is under way", "R2", before.any_turned())]
    cases, otherwise = {
        Kind.LAY: (
            [*over, *under_way, ("the space is taken", "L1", before.occupied(at.action.space))],
            ("the card is not in hand", "L1"),
        ),
        Kind.EXPOSE: (
            [
                *over,
                *under_way,
                ("nothing lies there", "E1", z3.Not(before.occupied(at.action.space))),
                ("the card is Safe", "E1", _there(at, SAFE)),
            ],
            ("the card is one's own", "E1"),
        ),
        Kind.TURN: (
            [
                *over,
                ("nothing lies there", "R1", z3.Not(before.occupied(at.action.space))),
                ("the card is Safe", "R1", _there(at, SAFE)),
                ("the card is turned", "R1", _there(at, TURNED)),
            ],
            ("the card is around another house", "R1"),
        ),
        Kind.STOP: (
            [*over, ("no card is turned", "R1", z3.Not(before.any_turned()))],
            ("too few are turned", "R1"),
        ),
    }[at.action.kind]
    return (in_order("why not", cases, *otherwise),)


def _there(at: Scene, face: int) -> Any:
    return any_of(
        z3.And(at.before.is_at(card, at.action.space), at.before.face[card] == face)
        for card in at.before.reading.cards
    )
