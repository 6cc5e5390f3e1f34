"""The kernel's own text gives the outcome of the rules, R3 to R8, for every set of cards."""

from __future__ import annotations

import pytest

from sly_spec.check import PROVED, REFUTED, examine
from sly_spec.reading import Reading
from tests.refinement import kernel
from tests.refinement.parsing import UnknownConstruct
from tests.refinement.sources import changed, installed

# four seats under `each` are the one hard case, half a minute: all Hens for one value of the other
# switch here, for both in `make refine`
READINGS = [
    Reading(
        players=players,
        hens=3 if (players, foxes, fox) == (4, "each", "returns") else 7,
        multiple_foxes=foxes,
        gobbling_fox=fox,
    )
    for players in (2, 3, 4)
    for foxes in ("top", "each")
    for fox in ("returns", "leaves")
]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.text)
def test_the_kernel_is_the_outcome_of_the_rules(reading: Reading) -> None:
    verdict = examine(kernel.theorem(installed(), reading))
    assert verdict["verdict"] == PROVED, verdict["why"]


@pytest.mark.parametrize("hens", range(1, 7))
def test_so_it_is_with_fewer_hens(hens: int) -> None:
    assert examine(kernel.theorem(installed(), Reading(hens=hens)))["verdict"] == PROVED


def test_a_fox_that_gobbles_twice_is_found() -> None:
    faulty = changed(installed(), "reveal.pxd", "range(1 + 3 * each)", "range(2 + 2 * each)")
    faulty = changed(faulty, "reveal.pxd", "        foxes &= foxes - 1\n", "")
    verdict = examine(kernel.theorem(faulty, Reading()))
    assert verdict["verdict"] == REFUTED
    assert any(verdict["witness"]["values"].values())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hens = order & 0x0FFFFFFF", "hens = order & 0x0FFFFFFF if order else order"),
        ("-((foxes + 15) >> 4)", "-(foxes != 0)"),
        ("        gobbled |= hen\n", "        if hen:\n            gobbled |= hen\n"),
        ("    out[0] = gobbled\n", "    while hens:\n        hens &= hens - 1\n"),
        ("range(1 + 3 * each)", "range(1 + foxes)"),
    ],
)
def test_a_kernel_that_branches_on_a_word_is_refused(old: str, new: str) -> None:
    faulty = changed(installed(), "reveal.pxd", old, new)
    with pytest.raises(UnknownConstruct):
        kernel.theorem(faulty, Reading(hens=1))


def test_a_kernel_may_branch_on_a_switch() -> None:
    same = changed(
        installed(),
        "reveal.pxd",
        "    out[4] = cards",
        "    if each:\n        low = 0\n    out[4] = cards",
    )
    assert examine(kernel.theorem(same, Reading(hens=1)))["verdict"] == PROVED


def test_a_shift_that_c_does_not_define_is_found() -> None:
    faulty = changed(installed(), "reveal.pxd", "(28 + (seat & 3))", "(28 + seat)")
    verdict = examine(kernel.theorem(faulty, Reading(players=4, hens=1, gobbling_fox="leaves")))
    assert verdict["verdict"] == REFUTED
