"""A position of the formal rules as the words of the core's `PackedState`.

This is what the two have to do with each other, said once; `types.pxd` says it in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sly_spec.reading import DOWN, SAFE, TURNED, Card, Reading
from sly_spec.smt import any_of, z3
from sly_spec.terms import END_BITS, SEAT_BITS, State

SLOTS, SPACES = 32, 16


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


def packed(state: State) -> dict[str, Any]:
    """Give every field of the `PackedState` that this position is, but ``known``."""
    reading = state.reading

    def spaces(holds: Callable[[Card, int], z3.BoolRef], cards: Sequence[Card]) -> z3.BitVecRef:
        return mask({s: any_of(holds(c, s) for c in cards) for s in reading.spaces}, SPACES)

    def lies(face: int) -> z3.BitVecRef:
        def so(card: Card, space: int) -> z3.BoolRef:
            return z3.And(state.is_at(card, space), state.face[card] == face)

        return spaces(so, reading.cards)

    def owner(bit: int) -> z3.BitVecRef:
        return spaces(state.is_at, [card for card in reading.cards if card.seat & bit])

    def taken(takers: Sequence[int]) -> z3.BitVecRef:
        return card_mask(
            {card: any_of(state.in_front(card, t) for t in takers) for card in reading.cards}
        )

    return {
        "hands": card_mask({card: state.in_hand(card) for card in reading.cards}),
        "taken": taken(reading.seats),
        "taker_low": taken([seat for seat in reading.seats if seat & 1]),
        "taker_high": taken([seat for seat in reading.seats if seat & 2]),
        "down": lies(DOWN),
        "turned": lies(TURNED),
        "safe": lies(SAFE),
        "owner_low": owner(1),
        "owner_high": owner(2),
        "stall": state.stall,
        "slot": [slot_at(state, space) for space in range(SPACES)],
        "seat": z3.ZeroExt(8 - SEAT_BITS, state.seat),
        "end": z3.ZeroExt(8 - END_BITS, state.end),
        "spare": [byte(0)] * 2,
    }


def slot_at(state: State, space: int) -> z3.BitVecRef:
    """Give the slot of the card on a space, or 0 where none lies."""
    found = byte(0)
    for card in state.reading.cards if space in state.reading.spaces else ():
        found = z3.If(state.is_at(card, space), byte(slot_of(card)), found)
    return found


def byte(number: int) -> z3.BitVecRef:
    """Give a constant of eight bits."""
    return z3.BitVecVal(number, 8)


def packed_rules(reading: Reading) -> dict[str, Any]:
    """Give the `PackedRules` that this reading is."""
    spaces = len(reading.spaces)
    house = [
        sum(1 << s for s in reading.spaces if reading.house_of[s] == mine)
        for mine in reading.house_of
    ]
    words = {
        "deck": (sum(1 << slot_of(card) for card in reading.cards), SLOTS),
        "all_spaces": ((1 << spaces) - 1, SPACES),
        "stall_limit": (reading.stall_limit, 16),
        "players": (reading.players, 8),
        "hens": (reading.hens, 8),
        "num_spaces": (spaces, 8),
        "min_reveal": (reading.min_reveal, 8),
        "committed": (reading.reveal == "committed", 8),
        "one_house": (reading.reveal_scope == "one_house", 8),
        "each": (reading.multiple_foxes == "each", 8),
        "leaves": (reading.gobbling_fox == "leaves", 8),
    }
    more = [0] * (SPACES - spaces)
    return {
        **{name: z3.BitVecVal(int(value), bits) for name, (value, bits) in words.items()},
        "house": [z3.BitVecVal(one, SPACES) for one in house + more],
        "value": [byte(one) for one in [*reading.values, *more]],
    }
