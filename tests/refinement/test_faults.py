"""The theorems can fail: faults in the text bring them down (R3, R5, L1, E2, G1, O5, T1, P2)."""

from __future__ import annotations

import pytest

from sly_spec.check import PROVED, REFUTED
from tests.refinement.faults import Fault, faults, verdict_of
from tests.refinement.sources import changed, installed
from tests.refinement.theorems import THEOREMS

# a handful; `python -m tests.refinement.faults` plants them all
HERE = [
    "kernel-all-hungry",
    "kernel-wrong-fox-leaves",
    "same-with",
    "lay-card",
    "expose-taker",
    "end-before-the-turn",
    "legal-reads-past",
    "score-own",
]


@pytest.mark.parametrize("fault", [f for f in faults() if f.id in HERE], ids=lambda f: f.id)
def test_a_fault_brings_its_theorem_down(fault: Fault) -> None:
    assert verdict_of(fault)["verdict"] == (PROVED if fault.equivalent else REFUTED)


def test_the_handful_is_in_the_table() -> None:
    assert {*HERE} <= {fault.id for fault in faults()}


def test_every_fault_has_its_place_in_the_text() -> None:
    for fault in faults():
        assert changed(installed(), fault.file, fault.old, fault.new) != installed(), fault.id
        assert fault.theorem in THEOREMS


def test_the_table_has_enough_of_each() -> None:
    real = [fault for fault in faults() if not fault.equivalent]
    assert len({fault.id for fault in faults()}) == len(faults())
    assert sum(fault.file == "reveal.pxd" for fault in real) >= 30
    assert sum(fault.file in ("moves.pxd", "scoring.pxd") for fault in real) >= 15
    assert {fault.theorem for fault in real} >= {"kernel", "lay", "expose", "turn", "stop", "score"}


def test_a_place_that_is_gone_is_an_error() -> None:
    with pytest.raises(ValueError, match="not once"):
        changed(installed(), "moves.pxd", "no such text", "")
