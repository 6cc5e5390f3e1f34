"""Every reveal there is: the compiled core against the specification, evaluated.

    python -m tests.differential.reveals [--one-reading]

With four seats and six Hens there are 28 cards and eight spaces: 4,791,323 sets of up to eight
cards, and each of four seats may be the active player. The specification's terms are evaluated on
words, 64 sets a word; no code is shared with an implementation.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
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


def card_sets() -> Words:
    """Every set of up to eight cards of four seats with six Hens, as a card mask; none twice."""
    by_size = [np.zeros(1, np.uint32)] + [np.zeros(0, np.uint32)] * MOST
    for bit in sorted(map(bit_of, READINGS[0].cards)):
        more = [sets | np.uint32(1 << bit) for sets in by_size[:-1]]
        by_size = [by_size[0]] + [np.concatenate(p) for p in zip(by_size[1:], more, strict=True)]
    return np.concatenate(by_size)


class Specified:
    """The outcome of reveals by the specification, for one reading and active seat."""

    def __init__(self, reading: Reading, active: int) -> None:
        self._cards = reading.cards
        revealed = {card: z3.Bool(f"revealed.{card.seat}.{card.number}") for card in self._cards}
        found = outcome(revealed, z3.BitVecVal(active, 2), reading)
        nothing = z3.BoolVal(False)

        def gobbled(card: Card, *seats: int) -> Any:
            return z3.Or([found.gobbled[card][s] for s in seats]) if not card.is_fox else nothing

        terms = [
            [gobbled(card, 0, 1, 2, 3) for card in self._cards],
            [gobbled(card, 1, 3) for card in self._cards],
            [gobbled(card, 2, 3) for card in self._cards],
            [found.safe.get(card, nothing) for card in self._cards],
            [found.back[card] for card in self._cards],
        ]
        self._program = Program([*revealed.values()], [term for row in terms for term in row])

    def __call__(self, reveals: Words) -> Words:
        """The five words of each reveal, shape ``(n, 5)``, for card masks of shape ``(n,)``."""
        padded = np.zeros(-len(reveals) % 64 + len(reveals), np.uint32)
        padded[: len(reveals)] = reveals
        inputs = [
            np.packbits(padded >> bit_of(card) & 1, bitorder="little").view(np.uint64)
            for card in self._cards
        ]
        bits = np.zeros((5, 32, len(padded)), np.uint8)
        found = iter(self._program(*inputs))
        for word in bits:
            for card in self._cards:
                slices = np.ascontiguousarray(next(found)).view(np.uint8)
                word[bit_of(card)] = np.unpackbits(slices, bitorder="little")
        packed = np.packbits(bits, axis=1, bitorder="little")  # (5, 4, n): words byte by byte
        words = np.ascontiguousarray(packed.transpose(2, 0, 1)).view(np.uint32)
        return words[: len(reveals), :, 0]


def compiled_core(folder: Path) -> ModuleType:
    """`resolving.pyx`, compiled in the folder against the installed package."""
    return built(folder, SOURCE.read_text("utf-8"), "resolving", "-O2")


def by_kernel(core: ModuleType, reading: Reading, active: int, reveals: Words) -> Words:
    """The five words of each reveal as the kernel gives them."""
    words = np.empty((len(reveals), 5), np.uint32)
    each, leaves = reading.multiple_foxes == "each", reading.gobbling_fox == "leaves"
    core.resolve_all(reveals, active, each, leaves, words)
    return words


def by_state(core: ModuleType, reading: Reading, active: int, reveals: Words) -> Words:
    """The five words of each reveal after a STOP in a game; of no card at all they are zeros."""
    state = State(Ruleset.from_text(reading.text))
    words = np.zeros((len(reveals), 5), np.uint32)
    some = np.flatnonzero(reveals)
    found = np.empty((len(some), 5), np.uint32)
    core.stop_all(state, reveals[some], active, found)
    words[some] = found
    return words


def in_words(cards: int) -> str:
    """The cards of a mask, as a position in text has them."""
    named = [f"{c.seat}{'F123456'[c.number]}" for c in READINGS[0].cards if cards >> bit_of(c) & 1]
    return ",".join(named) or "none"


def assert_same(reveals: Words, expected: Words, found: Words, where: str) -> None:
    """Compare the words of reveals; name the first that differs."""
    wrong = np.argwhere(expected != found)
    if len(wrong):
        n, word = wrong[0].tolist()
        raise AssertionError(
            f"{where}: of {in_words(int(reveals[n]))} the cards {NAMES[word]} are "
            f"{in_words(int(expected[n, word]))} by the specification, "
            f"{in_words(int(found[n, word]))} by the core"
        )


def compare(core: ModuleType, reading: Reading, sets: Words) -> Iterator[int]:
    """Compare every set with every active seat, in kernel and game; yield how many, as they come.

    Raises:
        AssertionError: a reveal has another outcome; says which.
    """
    for active in reading.seats:
        specified = Specified(reading, active)
        for start in range(0, len(sets), CHUNK):
            some = sets[start : start + CHUNK]
            expected = specified(some)
            for name, ask in {"kernel": by_kernel, "game": by_state}.items():
                where = f"{reading.text}, seat {active} active, {name}"
                assert_same(some, expected, ask(core, reading, active, some), where)
            yield len(some)


def main() -> int:
    """Compare all reveals under the readings; 1 if one differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential.reveals",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--one-reading", action="store_true", help="the standard reading alone")
    options = parser.parse_args()
    sets = card_sets()
    failed = 0
    with TemporaryDirectory() as folder:
        core = compiled_core(Path(folder))
        for reading in READINGS[:1] if options.one_reading else READINGS:
            began, done, wrong = time.monotonic(), 0, ""
            try:
                for count in compare(core, reading, sets):
                    done += count
                    print(f"\r  {done:>10,} of {REVEALS:,}", end="", file=sys.stderr, flush=True)
            except AssertionError as error:
                wrong = str(error)
            failed += bool(wrong) or done != REVEALS
            seconds = time.monotonic() - began
            print(f"\r{done:>10,} reveals {seconds:6.1f} s  {reading.text}  {wrong}".rstrip())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
