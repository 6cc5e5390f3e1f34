"""The page on interpretations is what the clauses and the witnesses make it."""

from __future__ import annotations

import pytest

import sly_spec
from docs.rules.build import HERE, PAGE, PAIRS, files

MADE = files()


@pytest.mark.parametrize("name", MADE)
def test_a_file_is_up_to_date(name: str) -> None:
    made = MADE[name]
    kept = (HERE / name).read_text(encoding="utf-8")
    assert kept == made, "run python -m docs.rules.build"


def test_nothing_else_lies_beside_them() -> None:
    kept = {path.name for path in HERE.iterdir() if path.suffix in {".md", ".svg"}}
    assert kept == set(MADE)


def test_every_switch_has_its_evidence_and_its_drawing() -> None:
    assert list(PAIRS) == [switch.name for switch in sly_spec.switches()]
    for switch in sly_spec.switches():
        assert f"## `{switch.name}`\n" in MADE[PAGE]
        assert f"]({switch.name}.svg)" in MADE[PAGE]
        for name in switch.clauses:
            clause = sly_spec.clause(name)
            assert clause.statement in MADE[PAGE]
            assert all(source.note in MADE[PAGE] for source in clause.sources)
