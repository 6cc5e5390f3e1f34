"""Every reveal there is has the outcome that the specification gives it (R3 to R8)."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from sly_spec.reading import Card, Reading
from tests.differential.reveals import (
    NUM_CARDS,
    READINGS,
    REVEALS,
    Slices,
    Specified,
    Words,
    assert_same,
    bit_of,
    by_kernel,
    by_state,
    card_sets,
    compare,
    compiled_core,
    slices_of,
)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compiled_core(tmp_path_factory.mktemp("core"))


@pytest.fixture(scope="module")
def reveals() -> Words:
    return card_sets()


def test_the_sets_are_all_there_are(reveals: Words) -> None:
    cards = np.zeros(len(reveals), np.uint8)
    for bit in range(32):
        cards += (reveals >> bit & 1).astype(np.uint8)
    assert cards.max() == 8
    assert len(np.unique(reveals)) == len(reveals)
    assert 4 * len(reveals) == REVEALS == 19_165_292
    assert len(READINGS[0].cards) == NUM_CARDS


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.text)
def test_every_reveal(reading: Reading, core: ModuleType, reveals: Words) -> None:
    assert sum(compare(core, reading, reveals)) == REVEALS


@pytest.mark.parametrize("ask", [by_kernel, by_state])
@pytest.mark.parametrize("other", READINGS[1:3], ids=lambda reading: reading.text)
def test_a_wrong_outcome_is_found(
    ask: Callable[..., Slices], other: Reading, core: ModuleType
) -> None:
    """Two Foxes and two Hens: a core that plays by another switch is told apart (R3, R5)."""
    cards = [Card(1, 0), Card(3, 0), Card(0, 5), Card(2, 5)]
    reveals = np.array([0, sum(1 << bit_of(card) for card in cards)], np.uint32)
    sets = slices_of(reveals)
    expected = Specified(READINGS[0], 1)(sets)
    assert_same(expected, ask(core, READINGS[0], 1, reveals), sets, "here")
    found = ask(core, other, 1, reveals)
    with pytest.raises(AssertionError, match="here: of 0.,1F,2.,3F the cards .* by the core"):
        assert_same(expected, found, sets, "here")
