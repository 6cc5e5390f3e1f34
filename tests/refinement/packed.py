"""A position of the formal rules as the words of the core's `PackedState`.

This is what the two have to do with each other, said once; `types.pxd` says it in words.
"""

from __future__ import annotations

from collections.abc import Mapping

from sly_spec.reading import Card
from sly_spec.smt import z3

SLOTS = 32


def slot_of(card: Card) -> int:
    """Give the slot of a card: Hen 7 of seat 0 first, the Foxes last."""
    return (7 - card.number) * 4 + card.seat


def mask(conditions: Mapping[int, z3.BoolRef], bits: int) -> z3.BitVecRef:
    """Give the word of which bit ``i`` is set where ``conditions[i]`` holds, and no other bit."""
    one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
    bit = [z3.If(conditions[i], one, zero) if i in conditions else zero for i in range(bits)]
    return z3.Concat(*reversed(bit))


def card_mask(cards: Mapping[Card, z3.BoolRef]) -> z3.BitVecRef:
    """Give the card mask of a set of cards."""
    return mask({slot_of(card): held for card, held in cards.items()}, SLOTS)
