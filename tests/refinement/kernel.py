"""The kernel of the REVEAL: its own text run on z3 words, and the words the rules give (R3-R8)."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from sly_spec.claims.claim import Cut, Theorem
from sly_spec.reading import Card, Reading
from sly_spec.reveal import Outcome, outcome
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import SEAT_BITS
from tests.refinement.packed import card_mask
from tests.refinement.sources import Texts
from tests.refinement.words import Word

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


def kernel_of(text: str, name: str = "resolve") -> FunctionType:
    """Give the function of this name of the text of `reveal.py`, run as Python."""
    names: dict[str, Any] = {}
    exec(compile(text, "reveal.py", "exec"), names)
    function: FunctionType = names[name]
    return function


def run(
    text: str, revealed: Mapping[Card, z3.BoolRef], active: int, reading: Reading
) -> tuple[list[z3.BitVecRef], z3.BoolRef]:
    """Run the kernel on a set of cards; give the words it writes, and that C gives it a meaning."""
    duties: list[z3.BoolRef] = []
    out: list[Word | None] = [None] * len(WORDS)
    kernel_of(text)(
        Word(card_mask(revealed), duties),
        Word(active, duties),
        Word(int(reading.multiple_foxes == "each"), duties),
        Word(int(reading.gobbling_fox == "leaves"), duties),
        out,
    )
    words = [word.term for word in out if word is not None]
    if len(words) != len(WORDS):
        raise ValueError(f"resolve wrote {len(words)} words of {len(WORDS)}")
    return words, all_of(duties)


def theorem(texts: Texts, reading: Reading) -> Theorem:
    """Whatever cards are turned and whoever is active, `resolve` writes the outcome of the rules,
    every word to the last bit, and does nothing that C leaves undefined.
    """
    revealed = {card: z3.Bool(f"revealed.{card.seat}.{card.number}") for card in reading.cards}
    values = {f"{card.seat} {card.number}": is_in for card, is_in in revealed.items()}
    cuts = []
    nothing_safe = z3.BoolVal(True)
    for active in reading.seats:
        found, defined = run(texts["reveal.py"], revealed, active, reading)
        result = outcome(revealed, z3.BitVecVal(active, SEAT_BITS), reading)
        words = expected_words(result, reading)
        same = [is_so == should for is_so, should in zip(found, words, strict=True)]
        # all words in one cut: with four seats and `each` a cut for each takes half as long again
        cuts.append(Cut(f"seat {active}", (), all_of([defined, *same]), values=values))
        nothing_safe = z3.And(nothing_safe, found[WORDS.index("safe")] == 0)
    return Theorem(tuple(cuts), Cut("no Hen is ever Safe", (), nothing_safe, values=values))
