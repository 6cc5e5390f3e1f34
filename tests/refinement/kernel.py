"""The kernel of the REVEAL: its own text run on z3 words, and the words the rules give (R3-R8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sly_spec.claims.claim import Cut, Theorem
from sly_spec.reading import Card, Reading
from sly_spec.reveal import Outcome, outcome
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import SEAT_BITS
from tests.refinement.machine import Frame, Machine
from tests.refinement.packed import card_mask
from tests.refinement.parsing import TYPES, Program, UnknownConstruct, ast_name, parsed
from tests.refinement.sources import Texts
from tests.refinement.values import Value

WORDS = ("gobbled", "taker low", "taker high", "safe", "back")
"""What `resolve` writes, in its order."""


def expected_words(result: Outcome, reading: Reading) -> tuple[z3.BitVecRef, ...]:
    """Give the words that `resolve` has to write for this outcome."""

    def taken_by(seats: list[int]) -> z3.BitVecRef:
        return card_mask({h: any_of(took[s] for s in seats) for h, took in result.gobbled.items()})

    return (
        taken_by([*reading.seats]),
        taken_by([seat for seat in reading.seats if seat & 1]),
        taken_by([seat for seat in reading.seats if seat & 2]),
        card_mask(result.safe),
        card_mask(result.back),
    )


class Straight(Machine):
    """A machine that goes one way only: the text may ask after the switches, not after a word."""

    def condition(self, frame: Frame, node: Any) -> z3.BoolRef:
        """Say that an expression is not zero, where that is settled."""
        condition = z3.simplify(super().condition(frame, node))
        if not (z3.is_true(condition) or z3.is_false(condition)):
            raise UnknownConstruct(f"a branch on a word: {ast_name(node)}")
        return condition

    def _for_bits(self, frame: Frame, node: Any) -> None:
        raise UnknownConstruct(f"a loop over a word: {ast_name(node)}")


def run(
    program: Program, revealed: Mapping[Card, z3.BoolRef], active: int, reading: Reading
) -> tuple[list[z3.BitVecRef], z3.BoolRef]:
    """Run the kernel on a set of cards; give the words it writes, and that C gives it a meaning."""
    machine = Straight(program, {})
    word = TYPES["uint32_t"]
    out = machine.array(("out",), word, len(WORDS))
    given = (active, reading.multiple_foxes == "each", reading.gobbling_fox == "leaves")
    numbers = [Value(word, z3.BitVecVal(int(number), 32)) for number in given]
    machine.call("resolve", Value(word, card_mask(revealed)), *numbers, out)
    return [machine.store[("out", index)] for index in range(len(WORDS))], machine.defined


def theorem(texts: Texts, reading: Reading) -> Theorem:
    """Whatever cards are turned and whoever is active, `resolve` writes the outcome of the rules,
    every word to the last bit, and does nothing that C leaves undefined.
    """
    revealed = {card: z3.Bool(f"revealed.{card.seat}.{card.number}") for card in reading.cards}
    values = {f"{card.seat} {card.number}": is_in for card, is_in in revealed.items()}
    program = parsed(texts)
    cuts = []
    nothing_safe = z3.BoolVal(True)
    for active in reading.seats:
        found, defined = run(program, revealed, active, reading)
        result = outcome(revealed, z3.BitVecVal(active, SEAT_BITS), reading)
        words = expected_words(result, reading)
        same = [is_so == should for is_so, should in zip(found, words, strict=True)]
        # all words in one cut: with four seats and `each` a cut for each takes half as long again
        cuts.append(Cut(f"seat {active}", (), all_of([defined, *same]), values=values))
        nothing_safe = z3.And(nothing_safe, found[WORDS.index("safe")] == 0)
    return Theorem(tuple(cuts), Cut("no Hen is ever Safe", (), nothing_safe, values=values))
