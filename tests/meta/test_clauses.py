"""The clauses: RULES.md and clauses.toml say the same, and code and tests name every clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

import sly_spec
from sly_core import ruleset
from tests.meta.citations import cited_in
from tests.meta.rules_text import SILENT, clauses_in, switches_in, texts_in
from tests.meta.tree import CODE, ROOT, SOURCE, files

IDS = {clause.id for clause in sly_spec.clauses()}
RULES = (ROOT / "spec" / "RULES.md").read_text(encoding="utf-8")
Facts = dict[str, dict[str, object]]
KINDS = {"rule", "chosen", "outside", "switch", "theorem"}


def disagreements(text: str) -> list[str]:
    """Where a text of the rules says other than clauses.toml."""
    machine_clauses: Facts = {
        clause.id: {
            "title": clause.title,
            "part": clause.part,
            "kind": clause.kind,
            "switches": clause.switches,
            "statement": clause.statement,
            "sources": tuple(
                f"{source.language}, {source.place}: {source.note}." for source in clause.sources
            )
            or SILENT,
        }
        for clause in sly_spec.clauses()
    }
    machine_switches: Facts = {
        switch.name: {
            "default": switch.default,
            "clauses": switch.clauses,
            "effect": switch.effect,
        }
        for switch in sly_spec.switches()
    }
    return [
        *_differences(clauses_in(text), machine_clauses),
        *_differences(switches_in(text), machine_switches),
    ]


def _differences(left: Facts, right: Facts) -> list[str]:
    found = [f"{name}: only one of the two has it" for name in left.keys() ^ right.keys()]
    for name in left.keys() & right.keys():
        found += [
            f"{name}, {field}: {left[name][field]!r} and {value!r}"
            for field, value in right[name].items()
            if left[name][field] != value
        ]
    return found


def all_cited(paths: Iterable[Path]) -> set[str]:
    return {name for path in paths for name in cited_in(path.read_text(encoding="utf-8"))}


def test_both_texts_of_the_rules_agree() -> None:
    assert disagreements(RULES) == []
    assert [*clauses_in(RULES)] == [clause.id for clause in sly_spec.clauses()]
    assert texts_in(RULES) == {text.language: text.file for text in sly_spec.texts()}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("### R8. Rank", "### R" + "9. Rank"),
        ("### R8. Rank", "### R8. Order"),
        ("*rule, switch: `gobbling_fox`*", "*rule*"),
        ("**If the exposed card is a Hen,", "**If the exposed card is a Fox,"),
        ("- Czech, EXPOSE, sentence 3:", "- Czech, EXPOSE, sentence 2:"),
        (
            "- French, RENARDS SEULEMENT, sentence 1: all",
            "- French, RENARDS SEULEMENT, sentence 1: none",
        ),
        ("Default: `stepwise`", "Default: `committed`"),
        ("Clauses: G3, O3.", "Clauses: G3."),
        ("Which of several revealed Foxes gobble.", "Which of the Foxes gobble."),
    ],
)
def test_a_disagreement_is_found(right: str, wrong: str) -> None:
    assert RULES.count(right) == 1
    assert disagreements(RULES.replace(right, wrong))


def test_clauses_are_well_formed() -> None:
    names = {switch.name for switch in sly_spec.switches()}
    for clause in sly_spec.clauses():
        assert clause.kind
        assert set(clause.kind) <= KINDS
        assert ("switch" in clause.kind) == bool(clause.switches)
        assert set(clause.switches) <= names
        assert clause.statement.endswith(".")
        assert {source.language for source in clause.sources} in (
            set(),
            {text.language for text in sly_spec.texts()},
        )


def test_switches_and_clauses_name_each_other() -> None:
    from_clauses = {(name, clause.id) for clause in sly_spec.clauses() for name in clause.switches}
    from_switches = {
        (switch.name, name) for switch in sly_spec.switches() for name in switch.clauses
    }
    assert from_clauses == from_switches


@pytest.mark.parametrize("text", sly_spec.texts(), ids=lambda text: text.language)
def test_every_place_of_a_text_is_taken_up_and_no_other(text: sly_spec.Text) -> None:
    cited = {
        place
        for clause in sly_spec.clauses()
        for source in clause.sources
        if source.file == text.file
        for place in source.places
    }
    assert cited == set(text.places)
    assert max(Counter(text.places).values()) == 1


def test_the_ruleset_has_the_same_switches() -> None:
    known = {switch.name: switch for switch in sly_spec.switches()}
    for name, switch in ruleset.SWITCHES.items():
        assert known[name].default == str(switch.default)
        assert switch.clause in known[name].clauses
    assert known.keys() - ruleset.SWITCHES.keys() <= {"houses"}


def test_every_clause_is_cited_by_the_reference() -> None:
    assert IDS - all_cited(files({".py"}, SOURCE / "sly_core" / "reference")) == set()


def test_every_clause_is_cited_by_a_test() -> None:
    tests = [path for path in files({".py"}, ROOT / "tests") if path.parent.name != "meta"]
    assert IDS - all_cited(tests) == set()


@pytest.mark.parametrize(
    "path",
    [path for path in files({*CODE, ".md", ".toml"}) if cited_in(path.read_text(encoding="utf-8"))],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_no_text_names_a_clause_that_is_none(path: Path) -> None:
    assert cited_in(path.read_text(encoding="utf-8")) - IDS == set()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("as R3 has it; G1, then P4.", {"R3", "G1", "P4"}),
        (
            "E1-E3, R3 to R5, O1..O2, S1 to S2",
            {"E1", "E2", "E3", "R3", "R4", "R5", "O1", "O2", "S1", "S2"},
        ),
        ("nobody (" + "R" + "9) knows", {"R" + "9"}),
        ("E501, UTF8, 0F?,1F? F123456 xa1 r.R3a #P1", set()),
    ],
)
def test_ids_are_found_in_a_text(text: str, ids: set[str]) -> None:
    assert cited_in(text) == ids
