"""`sly rules`."""

from __future__ import annotations

import pytest

import sly_spec
from sly_core.ruleset import SWITCHES, Ruleset
from tests.unit.command_line import refused, sly


def test_every_clause_and_switch_is_listed() -> None:
    lines = sly("rules").out.splitlines()
    for clause in sly_spec.clauses():
        assert any(line.split()[:1] == [clause.id] and clause.statement in line for line in lines)
    for name, switch in SWITCHES.items():
        row = next(line for line in lines if line.startswith(f"{name} "))
        assert switch.clause in row
        assert f" {switch.default} " in row


@pytest.mark.parametrize("clause", sly_spec.clauses(), ids=lambda clause: clause.id)
def test_one_clause_whole(clause: sly_spec.Clause) -> None:
    out = sly("rules", clause.id).out
    assert out.startswith(f"{clause.id}. {clause.title}")
    assert " ".join(clause.statement.split()) in " ".join(out.split())
    assert "\n#" not in out
    assert sly("rules", clause.id.lower()).out == out


def test_json() -> None:
    told = sly("rules", "--json").json
    assert [each["id"] for each in told["clauses"]] == [each.id for each in sly_spec.clauses()]
    assert {each["name"] for each in told["switches"]} >= set(SWITCHES)
    assert sly("rules", "R3", "--json").json["switches"] == ["multiple_foxes"]


def test_the_values_listed_are_allowed() -> None:
    """The table of the rules and the ruleset itself say the same."""
    for switch in sly_spec.switches():
        for value in (*switch.values, switch.default):
            if value in ("layout", "0..65535"):
                continue
            Ruleset.from_text(f"{switch.name}={value}")


def test_no_such_clause() -> None:
    assert "'Z9' is no clause (S1 to O5" in refused("rules", "Z9")


def test_a_switch_names_its_clauses() -> None:
    assert sly("rules", "gobbling_fox").out.startswith("R5")
    assert sly("rules", "houses", "--json").json["id"] == "S3"
