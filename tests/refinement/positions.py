"""The start, and that the words of a position hold every card once (S2, S4, L1).

An action leads from the words of a possible position to those of a possible position (`actions.py`,
and the theorem that every step leads to one), so what is said of the words here is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sly_spec.claims.claim import Cut, Theorem, any_state, at_any_position, is_possible
from sly_spec.reading import Reading
from sly_spec.smt import all_of, z3
from sly_spec.terms import State, start
from tests.refinement.actions import Run, differing
from tests.refinement.packed import SLOTS, SPACES, packed, slot_of
from tests.refinement.sources import Texts


def start_theorem(texts: Texts, reading: Reading) -> Theorem:
    """The text of `start` makes the start of the rules, whatever the words were before."""
    state = any_state(reading)
    run = Run(texts, state)
    run.machine.call("start", run.position, run.rules)
    found = run.machine.read(run.position)
    goals = differing(found, packed(start(reading)))
    goals["known"] = all_of(known == 0 for known in found["known"])
    goals["defined"] = run.machine.defined
    same = all_of(differing(found, run.fields).values())
    return Theorem(_cuts(state, goals), at_any_position(reading, "as before", lambda _: same))


def conservation(_: Texts, reading: Reading) -> Theorem:
    """Each card of the deck is in one word: in hand, taken, or on one space; a space holds a card
    just where one of the three masks names it, and no word has any other bit. (Under ``leaves`` a
    Fox may be in none.)
    """
    state = any_state(reading)
    fields = packed(state)
    deck = sum(1 << slot_of(card) for card in reading.cards)
    on_spaces = [card_on(fields, space) for space in range(SPACES)]
    seen, apart = fields["hands"], []
    for word in (fields["taken"], *on_spaces):
        apart.append(seen & word == 0)
        seen = seen | word
    may_be_gone = 0xF << 28 if reading.gobbling_fox == "leaves" else 0
    masks = [fields[name] for name in ("down", "turned", "safe")]
    layout = z3.BitVecVal((1 << len(reading.spaces)) - 1, SPACES)
    occupied = masks[0] | masks[1] | masks[2]
    blank = [
        z3.Or(z3.Extract(space, space, occupied) == 1, fields["slot"][space] == 0)
        for space in range(SPACES)
    ]
    pairs = [(masks[0], masks[1]), (masks[0] | masks[1], masks[2])]
    taker_planes = fields["taker_low"] | fields["taker_high"]
    owner_planes = fields["owner_low"] | fields["owner_high"]
    goals = {
        "no card twice": all_of(apart),
        "no card lost": (seen | may_be_gone) & deck == (deck | may_be_gone) & deck,
        "no other card": seen & ~z3.BitVecVal(deck, SLOTS) == 0,
        "one face a space": all_of(a & b == 0 for a, b in pairs),
        "no other space": occupied & ~layout == 0,
        "an empty space is blank": all_of(blank),
        "planes of taken cards": taker_planes & ~fields["taken"] == 0,
        "planes of spaces": owner_planes & ~occupied == 0,
    }
    twin = at_any_position(reading, "all cards are in hand", lambda _: fields["hands"] == deck)
    return Theorem(_cuts(state, goals), twin)


def _cuts(state: State, goals: Mapping[str, z3.BoolRef]) -> tuple[Cut, ...]:
    premises = (is_possible(state.reading),)
    return tuple(Cut(name, premises, goal, {"before": state}) for name, goal in goals.items())


def card_on(fields: dict[str, Any], space: int) -> z3.BitVecRef:
    """Give the card mask of the card on a space."""
    occupied = fields["down"] | fields["turned"] | fields["safe"]
    bit = z3.BitVecVal(1, SLOTS) << z3.ZeroExt(SLOTS - 8, fields["slot"][space])
    lies = z3.Extract(space, space, occupied) == 1
    return z3.If(lies, bit, z3.BitVecVal(0, SLOTS))
