"""The seeded faults of `tests/mutants` still fit the source; `make mutants` plants them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import sly_spec
from tests.meta.tree import ROOT
from tests.mutants import evidence
from tests.mutants.faults import GROUPS, PACKAGE, Fault, FaultError, faults_of, replace_once

FAULTS = [fault for group in GROUPS for fault in faults_of(group)]
PLACES = {clause.id for clause in sly_spec.clauses()} | {"contract"}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_fault_fits_the_source(fault: Fault) -> None:
    text = (ROOT / PACKAGE / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    assert fault.old != fault.new
    assert fault.clause in PLACES
    assert fault.tests
    assert all((ROOT / "tests" / name).exists() for name in fault.tests)


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(f.id for f in FAULTS).items() if count > 1] == []


def test_there_are_enough() -> None:
    groups = Counter(fault.group for fault in FAULTS)
    assert groups["reference"] >= 32
    assert groups["core"] + groups["search"] >= 34


def test_a_text_that_stands_twice_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("a b a")
    for text in ("a", "c"):
        with pytest.raises(FaultError):
            replace_once(path, text, "d")
    replace_once(path, "b", "c")
    assert path.read_text() == "a c a"


def test_a_run_brings_its_own_rows_up_to_date(tmp_path: Path) -> None:
    page = tmp_path / "evidence.md"
    page.write_text("# Evidence\n\n## Seeded faults\n\nold\n\n## Walk\n\nfar\n")
    first, second = FAULTS[0], FAULTS[-1]
    evidence.write(page, FAULTS, {first.id: "unit/a.py::b[c|d]", "gone": "e"})
    evidence.write(page, FAULTS, {second.id: "unit/f.py::g"})
    text = page.read_text()
    assert {row["id"]: row["by"] for row in evidence.ROW.finditer(text)} == {
        first.id: "unit/a.py::b[c/d]",
        second.id: "unit/f.py::g",
    }
    assert "old" not in text
    assert text.endswith("\n\n## Walk\n\nfar\n")


def test_the_evidence_has_every_fault() -> None:
    page = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    section = evidence.section_of(page)
    rows = {row["id"]: row["by"] for row in evidence.ROW.finditer(section)}
    assert rows.keys() == {fault.id for fault in FAULTS}
    assert all("::" in by for by in rows.values())
