"""Every reveal there is: the compiled core against the specification, evaluated.

With four seats and six Hens there are 28 cards and eight spaces: 4,791,323 sets of up to eight
cards, and each of four seats may be the active player. The specification's terms are evaluated on
words, 64 sets a word; no code is shared with an implementation.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from sly_core import Ruleset, State
from sly_spec.evaluating import Program
from sly_spec.reading import Card, Reading
from sly_spec.reveal import outcome
from sly_spec.smt import z3
from tests.compiling import built

Words = npt.NDArray[np.uint32]
Slices = npt.NDArray[np.uint64]

SOURCE = Path(__file__).with_name("resolving.pyx")
NUM_CARDS, MOST = 28, 8
SETS = sum(comb(NUM_CARDS, size) for size in range(MOST + 1))
REVEALS = 4 * SETS
CHUNK = 1 << 16  # sets at a time: what is worked on stays in the cache
NAMES = ("gobbled", "gobbled by seat 1 or 3", "gobbled by seat 2 or 3", "Safe", "going back")
READINGS = tuple(
    Reading(players=4, multiple_foxes=foxes, gobbling_fox=gobbling)
    for foxes in ("top", "each")
    for gobbling in ("returns", "leaves")
)


def bit_of(card: Card) -> int:
    """The card's bit in the core's card masks (docs/encoding.md)."""
    return (7 - card.number) * 4 + card.seat


BITS = [bit_of(card) for card in READINGS[0].cards]


def card_sets() -> Words:
    """Every set of up to eight cards of four seats with six Hens, as a card mask; none twice."""
    by_size = [np.zeros(1, np.uint32)] + [np.zeros(0, np.uint32)] * MOST
    for bit in sorted(BITS):
        more = [sets | np.uint32(1 << bit) for sets in by_size[:-1]]
        by_size = [by_size[0]] + [np.concatenate(p) for p in zip(by_size[1:], more, strict=True)]
    return np.concatenate(by_size)


def slices_of(reveals: Words) -> Slices:
    """The sets card by card: bit n % 64 of word n // 64 tells whether the card is in set n.

    Shape ``(28, words)``, the cards as in `Reading.cards`; the last word is filled with empty sets.
    """
    padded = np.zeros(-(-len(reveals) // 64) * 64, np.uint32)
    padded[: len(reveals)] = reveals
    bits = [np.packbits(padded >> bit & 1, bitorder="little") for bit in BITS]
    return np.stack(bits).view(np.uint64)


class Specified:
    """The outcome of reveals by the specification, for one reading and active seat."""

    def __init__(self, reading: Reading, active: int) -> None:
        cards = reading.cards
        revealed = {card: z3.Bool(f"revealed.{card.seat}.{card.number}") for card in cards}
        found = outcome(revealed, z3.BitVecVal(active, 2), reading)
        nothing = z3.BoolVal(False)

        def gobbled(card: Card, *seats: int) -> Any:
            return nothing if card.is_fox else z3.Or([found.gobbled[card][s] for s in seats])

        terms = (
            *(gobbled(card, *reading.seats) for card in cards),
            *(gobbled(card, 1, 3) for card in cards),
            *(gobbled(card, 2, 3) for card in cards),
            *(found.safe.get(card, nothing) for card in cards),
            *(found.back[card] for card in cards),
        )
        self._program = Program([*revealed.values()], terms)

    def __call__(self, sets: Slices) -> Slices:
        """The five words of each reveal, as slices: ``(5, 28, words)``."""
        return np.stack(self._program(*sets)).reshape(5, *sets.shape)


def compiled_core(folder: Path) -> ModuleType:
    """`resolving.pyx`, compiled in the folder against the installed package."""
    return built(folder, SOURCE.read_text("utf-8"), "resolving", "-O2")


def by_kernel(core: ModuleType, reading: Reading, active: int, reveals: Words) -> Slices:
    """The five words of each reveal as the kernel gives them."""
    slices = np.zeros((5, 32, -(-len(reveals) // 64)), np.uint64)
    each, leaves = reading.multiple_foxes == "each", reading.gobbling_fox == "leaves"
    core.resolve_all(reveals, active, each, leaves, slices)
    return slices[:, BITS]


def by_state(core: ModuleType, reading: Reading, active: int, reveals: Words) -> Slices:
    """The five words of each reveal after a STOP in a game; of no card at all they are zeros."""
    slices = np.zeros((5, 32, -(-len(reveals) // 64)), np.uint64)
    core.stop_all(State(Ruleset.from_text(reading.text)), reveals, active, slices)
    return slices[:, BITS]


def assert_same(expected: Slices, found: Slices, sets: Slices, where: str) -> None:
    """Compare the words of reveals; name one that differs."""
    if np.array_equal(expected, found):
        return
    word, _, column = np.argwhere(expected != found)[0].tolist()
    bit = np.uint64(int(np.bitwise_or.reduce(expected ^ found, axis=1)[word, column]))
    bit &= ~bit + np.uint64(1)  # the lowest: one set
    revealed, right, wrong = (
        in_words(cards[:, column] & bit) for cards in (sets, expected[word], found[word])
    )
    raise AssertionError(
        f"{where}: of {revealed} the cards {NAMES[word]} are {right} by the specification, "
        f"{wrong} by the core"
    )


def in_words(there: Slices) -> str:
    """The cards that are there, as a position in text has them; by card, zero where it is not."""
    cards = zip(READINGS[0].cards, there.tolist(), strict=True)
    return ",".join(f"{card.seat}{'F123456'[card.number]}" for card, is_in in cards if is_in) or "-"


def compare(core: ModuleType, reading: Reading, reveals: Words) -> Iterator[int]:
    """Compare every set with every active seat, in kernel and game; yield how many, as they come.

    Raises:
        AssertionError: a reveal has another outcome; says which.
    """
    by_specification = [Specified(reading, active) for active in reading.seats]
    for start in range(0, len(reveals), CHUNK):
        some = reveals[start : start + CHUNK]
        sets = slices_of(some)
        for active, specified in enumerate(by_specification):
            expected = specified(sets)
            for name, ask in {"kernel": by_kernel, "game": by_state}.items():
                where = f"{reading.text}, seat {active} active, {name}"
                assert_same(expected, ask(core, reading, active, some), sets, where)
        yield len(some) * len(by_specification)
