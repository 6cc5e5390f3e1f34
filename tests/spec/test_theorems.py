"""The checker: it proves what is so, refutes what is not, and is not taken in (G1, R3, R8, P2)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sly_core.reference import State
from sly_core.ruleset import Ruleset
from sly_spec.check import (
    PROVED,
    REFUTED,
    UNKNOWN,
    Verdict,
    examine,
    expected,
    main,
    obligations,
    verify,
)
from sly_spec.claims import claim, claims
from sly_spec.claims.claim import Cut, Theorem
from sly_spec.reading import Reading
from sly_spec.smt import z3
from tests.cases.rows import PLAN

SMALL = Reading(hens=3)
NAMES = [one.name for one in claims()]
SWITCHES = [
    "players=2 multiple_foxes=each gobbling_fox=leaves",
    "players=2 reveal=committed min_reveal=2 stall_limit=2",
    "players=2 houses=1,2/3 reveal_scope=one_house",
]

SEVERAL_FOXES = {
    "players=3 multiple_foxes=each",
    "players=2 multiple_foxes=each gobbling_fox=leaves",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_small_deck_has_the_verdicts_of_the_whole(name: str) -> None:
    verdict = examine(claim(name).theorem(SMALL))
    assert verdict["verdict"] == expected()[name]["players=2"], verdict["why"]


@pytest.mark.parametrize("name", NAMES)
def test_every_twin_is_refuted_when_taken_for_the_theorem(name: str) -> None:
    theorem = claim(name).theorem(SMALL)
    swapped = examine(Theorem(cuts=(theorem.twin,), twin=theorem.twin))
    assert swapped["verdict"] == REFUTED
    assert swapped["witness"]["cut"] == theorem.twin.name


def test_the_table_lists_every_obligation_and_no_unknown() -> None:
    assert list(expected()) == NAMES
    rows = {name: {k: v for k, v in row.items() if k != "cap"} for name, row in expected().items()}
    shortest = min(map(tuple, rows.values()), key=len)
    assert all(tuple(row)[: len(shortest)] == shortest for row in rows.values())
    more = {name: {*row} - {*shortest} for name, row in rows.items()}
    # the search for smallest positions takes this one for granted under its own readings
    assert more.pop("a reveal of two cards never fills the house") == {*PLAN} - {*shortest}
    assert {text for texts in more.values() for text in texts} == SEVERAL_FOXES
    assert {verdict for row in rows.values() for verdict in row.values()} == {PROVED, REFUTED}
    assert all(Reading.from_text(text).text == text for row in rows.values() for text in row)


def test_the_table_has_every_value_of_every_switch() -> None:
    readings = [Reading.from_text(text) for text in expected()[NAMES[0]] if text != "cap"]
    standard = [Reading(players) for players in (2, 3, 4)]
    assert {*standard, Reading.wide(2)} <= set(readings)
    for name, values in {
        "reveal": {"stepwise", "committed"},
        "reveal_scope": {"any", "one_house"},
        "multiple_foxes": {"top", "each"},
        "gobbling_fox": {"returns", "leaves"},
        "min_reveal": {1, 2},
    }.items():
        assert {getattr(reading, name) for reading in readings} == values
    assert any(reading.stall_limit for reading in readings)


def test_every_switch_flips_a_verdict() -> None:
    rows = {name: {k: v for k, v in row.items() if k != "cap"} for name, row in expected().items()}
    for switch in (
        "reveal=committed",
        "houses=1,2,3,4/1,2,3,4 reveal_scope=one_house",
        "multiple_foxes=each",
        "gobbling_fox=leaves",
        "min_reveal=2",
        "stall_limit=3",
    ):
        row = f"players=2 {switch}"
        assert any(found[row] != found["players=2"] for found in rows.values()), switch


def test_a_fault_in_a_theorem_is_noticed() -> None:
    theorem = claim("a reveal makes one Hen Safe at most").theorem(SMALL)
    cut = theorem.cuts[0]
    faulty = replace(cut, goal=z3.Not(cut.goal))
    assert examine(replace(theorem, cuts=(faulty,)))["verdict"] == REFUTED


def test_premises_that_never_hold_prove_nothing() -> None:
    theorem = claim("a hand is never empty").theorem(SMALL)
    empty = tuple(replace(cut, premises=(*cut.premises, z3.BoolVal(False))) for cut in theorem.cuts)
    verdict = examine(replace(theorem, cuts=empty))
    assert verdict["verdict"] == UNKNOWN
    assert "hold nowhere" in verdict["why"]


def test_a_twin_that_is_true_proves_nothing() -> None:
    theorem = claim("a hand is never empty").theorem(SMALL)
    verdict = examine(replace(theorem, twin=theorem.cuts[0]))
    assert verdict["verdict"] == UNKNOWN
    assert "was not refuted" in verdict["why"]


def test_a_limit_that_is_reached_is_unknown() -> None:
    # that a prime of 127 bits is no product of two numbers of 64: nobody knows a quick proof
    a, b = (z3.ZeroExt(64, factor) for factor in z3.BitVecs("a b", 64))
    hard = Cut("factors", (a * b != 0,), a * b != 2**127 - 1)
    theorem = claim("a hand is never empty").theorem(SMALL)
    verdict = examine(replace(theorem, cuts=(hard,)), cap=0, seconds=1)
    assert verdict["verdict"] == UNKNOWN


def test_a_witness_is_a_position_of_the_game() -> None:
    verdict = examine(claim("while the game goes on everybody holds two cards").theorem(SMALL))
    text = verdict["witness"]["states"]["before"]["text"]
    state = State.from_text(text, Ruleset(hens=3))
    assert not state.is_terminal()
    assert min(map(len, state.position().hands)) == 1


@pytest.mark.parametrize("text", SWITCHES)
def test_what_is_kept_is_kept_under_other_switches(text: str) -> None:
    reading = replace(Reading.from_text(text), hens=3)
    for name in ("every step leads to a possible position", "a player always has an action"):
        assert examine(claim(name).theorem(reading))["verdict"] == PROVED


def test_verify_runs_obligations_in_processes_and_writes_them(tmp_path: Path) -> None:
    chosen = obligations(readings=[SMALL], only="one Hen")
    told: list[Verdict] = []
    verdicts = [*verify(chosen, 2, lambda _, verdict: told.append(verdict), smt=tmp_path)]
    assert verdicts == told
    assert {verdict.claim for verdict in verdicts} == {one.claim for one in chosen}
    again = {verdict.claim: verdict for verdict in verify(chosen)}
    for verdict in verdicts:
        assert verdict.verdict == PROVED
        # a process of its own each time: the same questions, to the letter
        questions = [one.sha256 for one in verdict.asked]
        assert questions == [one.sha256 for one in again[verdict.claim].asked]
        assert verdict.specification == again[verdict.claim].specification
        assert {one.solver for one in verdict.asked} == set(verdict.solvers)
    written = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.smt2")]
    assert len(written) >= 3 * len(chosen)
    assert all("(check-sat)" in text for text in written)


def test_the_command_tells_and_fails_where_a_verdict_is_not_expected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = tmp_path / "records.json"
    arguments = ["--reading", "players=2", "--only", "the start", "--json", str(records)]
    assert main(arguments) == 0
    assert "PROVED" in capsys.readouterr().out
    assert [one["claim"] for one in json.loads(records.read_text())] == [NAMES[0]]
    assert main(["--reading", "players=2 hens=2", "--only", "the start"]) == 1
    assert "expected None" in capsys.readouterr().out


def test_a_process_that_fails_is_unknown() -> None:
    bad = replace(obligations(readings=[SMALL], only="the start")[0], claim="no such claim")
    (verdict,) = verify([bad])
    assert verdict.verdict == UNKNOWN
    assert "no claim" in verdict.why
