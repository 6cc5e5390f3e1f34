"""A smallest position for every combination of branches of the clauses, as z3 finds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import sly_spec
from sly_core import Ruleset
from sly_core.errors import IllegalActionError
from sly_spec.claims.claim import Scene
from sly_spec.reading import Reading
from sly_spec.smt import any_of, at_most_one_of, z3
from tests.cases.branches import TABLES
from tests.cases.dimensions import Dimension
from tests.cases.rows import PLAN, Maker
from tests.tools import play, rows

ROWS = rows("branches.jsonl")
PLANNED = [(reading, table) for reading, tables in PLAN.items() for table in tables]


def kept(reading: str, table: str) -> list[dict[str, Any]]:
    return [row for row in ROWS if (row["rules"], row["table"]) == (reading, table)]


def cases(reading: str, table: str) -> list[dict[str, Any]]:
    return [row for row in kept(reading, table) if "never" not in row]


def questions(reading: str, table: str) -> tuple[Scene, tuple[Dimension, ...]]:
    scene = Scene.of(Reading.from_text(reading), TABLES[table].kind)
    return scene, TABLES[table].dimensions(scene)


def combinations_told(
    told: list[dict[str, Any]], dimensions: tuple[Dimension, ...]
) -> Iterator[tuple[dict[str, str], int]]:
    """Every combination, or beginning of one that none begins with, and how many rows tell of it.

    A beginning goes on while no row tells of it as a whole.
    """
    ends: dict[tuple[str, ...], int] = {}
    for row in told:
        begun = tuple(row["branches"].values())
        for words in next(iter(row["never"].values())) if "never" in row else [None]:
            whole = begun if words is None else (*begun, words)
            ends[whole] = ends.get(whole, 0) + 1

    def walk(begun: tuple[str, ...]) -> Iterator[tuple[dict[str, str], int]]:
        if begun in ends or len(begun) == len(dimensions):
            names = [dimension.name for dimension in dimensions]
            yield dict(zip(names, begun, strict=False)), ends.pop(begun, 0)
            return
        for branch in dimensions[len(begun)].branches:
            yield from walk((*begun, branch.words))

    yield from walk(())
    yield from (({"no such": " ".join(whole)}, count) for whole, count in ends.items())


@pytest.mark.parametrize(("reading", "table"), PLANNED)
def test_every_case_is_played(implementation: Any, reading: str, table: str) -> None:
    rules = Ruleset.from_text(reading)
    for row in cases(reading, table):
        state = implementation.State.from_text(row["before"], rules)
        assert state.to_text() == row["before"], row
        if "refused" in row:
            with pytest.raises(IllegalActionError) as refused:
                play(state, row["action"])
            assert refused.value.clause in row["clauses"], row
        else:
            play(state, row["action"])
        assert state.to_text() == row["after"], row
        assert state.end_reason() == row["end"], row
        assert state.scores() == row["scores"], row
        assert state.winners() == row["winners"], row
        assert implementation.State.from_text(row["after"], rules) == state, row
        for _ in state.history():
            state.undo_action()
        assert state.to_text() == row["before"], row


@pytest.mark.parametrize(("reading", "table"), PLANNED)
def test_every_combination_has_one_row(reading: str, table: str) -> None:
    _, dimensions = questions(reading, table)
    told = [*combinations_told(kept(reading, table), dimensions)]
    assert [words for words, count in told if count != 1 or "no such" in words] == []


def test_a_combination_left_out_told_twice_or_made_up_is_found() -> None:
    reading, table = PLANNED[0]
    _, dimensions = questions(reading, table)
    told = kept(reading, table)
    made_up = {"branches": {**told[0]["branches"], "card": "a Cow"}}
    assert 0 in [count for _, count in combinations_told(told[1:], dimensions)]
    assert 2 in [count for _, count in combinations_told([*told, told[0]], dimensions)]
    assert any("no such" in w for w, _ in combinations_told([*told, made_up], dimensions))


def test_the_file_holds_what_is_planned() -> None:
    assert list(dict.fromkeys((row["rules"], row["table"]) for row in ROWS)) == PLANNED


def test_every_clause_of_play_is_named_by_some_row() -> None:
    named = {name for row in ROWS for name in row.get("clauses", [])}
    ids = {clause.id for clause in sly_spec.clauses()}
    assert {name for name in ids if name[0] in "TLERGOP"} - named == set()
    assert named <= ids


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("reading", ["players=2 stall_limit=3", "players=3 multiple_foxes=each"])
def test_of_every_step_one_branch_of_a_question_holds(reading: str, table: str) -> None:
    scene, dimensions = questions(reading, table)
    solver = z3.SolverFor("QF_FD")
    solver.add(*TABLES[table].premises(scene))
    for dimension in dimensions:
        held = [branch.holds for branch in dimension.branches]
        assert len({branch.words for branch in dimension.branches}) == len(held)
        one = z3.And(any_of(held), at_most_one_of(held))
        solver.push()
        solver.add(z3.Not(one))
        assert solver.check() == z3.unsat, dimension.name
        solver.pop()


@pytest.mark.parametrize(("reading", "table"), PLANNED[::4])
def test_cases_are_made_again(reading: str, table: str) -> None:
    maker = Maker(reading, table)
    for row in cases(reading, table)[::20]:
        assert maker.row(row["branches"]) == row
