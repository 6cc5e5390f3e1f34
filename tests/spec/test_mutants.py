"""The mutants of the specification fit it, and a few are tried; `make spec-mutants` tries all."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import pytest

import sly_spec
from sly_core.ruleset import Ruleset
from sly_spec.check import expected
from sly_spec.claims import claims
from tests.meta.tree import ROOT
from tests.mutants import spec_evidence, spec_switches
from tests.mutants.evidence import section_of
from tests.mutants.faults import FaultError
from tests.mutants.spec_row import case_of, differences
from tests.mutants.spec_rules import SPEC, THEOREMS, Mutant, mutants
from tests.mutants.spec_switches import Effect, effects
from tests.mutants.spec_trial import comes_out, expected_of, named, what_killed

MUTANTS = mutants()
RULES = [mutant for mutant in MUTANTS if mutant.group != THEOREMS]
FAULTS = [mutant for mutant in MUTANTS if mutant.group == THEOREMS]
PAGE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
EFFECTS = [*effects()]
QUICK = [
    "The owner of a devoured Fox takes the Hen: the Fox is gone as well",
    "One card is enough, whatever min_reveal says",
    "A captured Fox gives as many points as there are opponents",
    "Among equals the active player comes last",
    "A turned card counts as face up once the action is complete",
    "The seat is every player",
    "Top is compared with top",
    "A Fox that goes back was revealed",
]
"""One of each way in which a mutant is killed or noticed, and two of the commonest."""


def by_name(mutant: Mutant) -> str:
    return mutant.name.replace(" ", "-")


@pytest.mark.parametrize("mutant", MUTANTS, ids=by_name)
def test_a_mutant_fits_the_specification(mutant: Mutant) -> None:
    text = (SPEC / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.old != mutant.new
    assert mutant.why
    assert "|" not in mutant.name
    assert len(mutant.fates) == 1
    is_claim = mutant.file.startswith("claims/") or mutant.file == "invariants.py"
    assert is_claim == (mutant.group == THEOREMS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=by_name)
def test_what_a_mutant_names_is_there(mutant: Mutant) -> None:
    if mutant.theorem:
        assert mutant.verdict in {"PROVED", "REFUTED", "premises", "twin"}
        assert mutant.verdict != expected_of(mutant.theorem, mutant.reading)
    if mutant.difference:
        case_of(mutant.difference)
    if mutant.lets_live:
        assert mutant.group == THEOREMS
        assert named()[mutant.lets_live].theorem


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(m.name for m in MUTANTS).items() if count > 1] == []


def test_there_are_enough() -> None:
    assert len([rule for rule in RULES if not rule.equivalent]) >= 40
    assert len(FAULTS) >= 20


def test_every_clause_and_every_switch_is_misread() -> None:
    assert {rule.clause for rule in RULES} == {clause.id for clause in sly_spec.clauses()}
    assert {rule.switch for rule in RULES} - {""} == {s.name for s in sly_spec.switches()}


def test_every_theorem_kills_a_wrong_rule_or_has_a_fault_noticed() -> None:
    assert {mutant.theorem for mutant in MUTANTS} - {""} == {claim.name for claim in claims()}


@pytest.mark.parametrize("name", QUICK)
def test_a_mutant_is_killed(name: str) -> None:
    assert comes_out(named()[name]) == ""
    assert what_killed(named()[name])


@pytest.mark.parametrize("name", [*{m.difference: m.name for m in RULES if m.difference}.values()])
def test_the_specification_as_it_is_plays_what_the_mutants_name(name: str) -> None:
    assert [*differences(named()[name].difference)] == []


def test_a_mutant_that_changes_nothing_lives() -> None:
    by_theorem, by_case, live = (named()[name] for name in (QUICK[0], QUICK[3], QUICK[7]))
    for mutant in (by_theorem, by_case):
        assert what_killed(replace(mutant, new=mutant.old)) == ""
    # with nothing wrong in the theorem, the wrong rule is killed
    assert what_killed(replace(live, new=live.old)) == ""


def test_another_rule_is_not_proved_equivalent() -> None:
    assert what_killed(replace(named()[QUICK[2]], theorem="", equivalent=True)) == ""


def test_a_mutant_that_breaks_the_page_is_not_killed() -> None:
    for name in (QUICK[0], QUICK[3], QUICK[4]):
        with pytest.raises(FaultError, match="it fails"):
            what_killed(replace(named()[name], new="no such thing ("))


def test_a_theorem_that_comes_out_as_nobody_said_is_no_kill() -> None:
    with pytest.raises(FaultError, match="REFUTED, and not twin"):
        what_killed(replace(named()[QUICK[0]], verdict="twin"))


def test_small_decks_are_in_the_table() -> None:
    assert expected_of("every Fox goes back", "players=2 hens=3 gobbling_fox=leaves") == "REFUTED"
    with pytest.raises(KeyError):
        expected_of("every Fox goes back", "players=4 hens=3 gobbling_fox=leaves")


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda one: f"{one.switch}={one.value}")
def test_every_value_of_a_switch_flips_a_theorem_or_has_a_witness(effect: Effect) -> None:
    assert effect.theorems or effect.difference
    assert set(effect.theorems) <= set(expected())


def test_every_switch_has_a_value_that_is_not_the_default() -> None:
    names = {field.name for field in fields(Ruleset)}
    assert {effect.switch for effect in EFFECTS} == names - {"players", "hens"}


def test_the_evidence_has_every_mutant_and_every_switch() -> None:
    assert spec_evidence.written(PAGE).keys() == {mutant.name for mutant in MUTANTS}
    assert section_of(PAGE, spec_switches.HEADING).strip() == spec_switches.section().strip()


def test_a_run_of_some_mutants_leaves_the_rows_of_the_others(tmp_path: Path) -> None:
    page = tmp_path / "evidence.md"
    page.write_text("# Evidence\n\n## Walk\n\nfar\n")
    first, second = RULES[0].name, FAULTS[-1].name
    spec_evidence.write(page, MUTANTS, {first: "by a | b", "gone": "c"})
    spec_evidence.write(page, MUTANTS, {second: "by d"})
    assert spec_evidence.written(page.read_text()) == {first: "by a / b", second: "by d"}
    assert "far\n" in page.read_text()
