"""What `make bench` prints: ratios and verdicts that say what was found, and what was left out."""

from __future__ import annotations

import doctest
import importlib.util
import io
import json
import os
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest
from rich.console import Console

from benchmarks import baseline, batch, instructions, run, single, sly_tasks, threads, timing
from benchmarks import rows as rows_module
from benchmarks.report import Report
from benchmarks.rows import LeftOut, Row, Rows, faster, longer
from benchmarks.timing import Plan, Series, Task, measure, measure_pairs

SHORT = Plan(7, 1e-6)


def series(subject: str, *rates: float) -> Series:
    return Series(Task(subject, "a measure", "moves", int), rates)


@pytest.mark.parametrize("module", [instructions, rows_module, timing], ids=lambda m: m.__name__)
def test_examples_of_docstrings(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def clock(ticks: list[float]) -> float:
    ticks[0] += 1.0
    return ticks[0]


def test_a_task_has_one_rate_for_each_round() -> None:
    ticks = [0.0]
    task = Task("one", "measure", "units", lambda: 6)
    found = measure([task], Plan(7, 2.0), lambda: clock(ticks))
    assert found[0].rates == (6.0,) * 7


def test_which_of_a_pair_is_first_alternates() -> None:
    order: list[str] = []
    rounds: list[str] = []

    def task(name: str) -> Task:
        def run() -> int:
            order.append(name)
            return 1

        return Task(name, "", "", run)

    def tick() -> None:
        rounds.append("".join(order))
        order.clear()

    ticks = [0.0]
    pairs = measure_pairs([(task("a"), task("b"))], Plan(3, 0.5, tick), lambda: clock(ticks))
    assert rounds == ["ba", "ab", "ba", "ab"]
    assert [s.task.subject for s in pairs[0]] == ["a", "b"]


def test_a_ratio_is_the_median_over_pairs_of_the_same_round() -> None:
    row = faster(series("core", 10, 40, 30), series("C", 20, 20, 10), rate=30, ratio=2.5)
    assert row.ratios == (0.5, 2.0, 3.0)
    assert [(t.text, t.verdict) for t in row.targets] == [
        ("at least 30.0 moves/s", "reached"),
        ("at least 2.5 x", "missed"),
    ]


def test_a_time_is_compared_with_a_time() -> None:
    row = longer(series("core", 1e7, 1e7), series("empty", 2e7, 4e7), nanoseconds=99, ratio=3)
    assert row.values == pytest.approx((100.0, 100.0))
    assert row.ratios == (2.0, 4.0)
    assert [t.verdict for t in row.targets] == ["missed", "reached"]


def report(rows: Rows, kept: str = "same") -> Report:
    return Report({"a part": rows}, "same", kept, "a load of 2.0 on 2 cores")


def printed(found: Report) -> str:
    out = io.StringIO()
    found.show(Console(file=out, width=160))
    return out.getvalue()


def test_what_was_missed_is_said_and_counted() -> None:
    found = report([faster(series("core", 1, 1), series("C", 2, 2), ratio=0.95)])
    assert not found.met()
    assert "0.5 x" in printed(found)
    assert "missed" in printed(found)
    assert "0 reached, 1 missed" in printed(found)
    assert "a load of 2.0 on 2 cores" in printed(found)
    assert json.loads(json.dumps(found.to_json()))["targets"] == {"reached": 0, "missed": 1}


def test_all_is_well_only_where_nothing_was_left_out() -> None:
    row = faster(series("core", 2, 2), series("C", 1, 1), ratio=0.95)
    assert report([row]).met()
    assert not report([row], kept="another").met()
    missing = report([row, LeftOut("ratios to pgx", "pgx is not installed")])
    assert not missing.met()
    assert "left out: ratios to pgx: pgx is not installed" in printed(missing)
    assert missing.to_json()["left_out"] == [
        {"what": "ratios to pgx", "why": "pgx is not installed"}
    ]


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    find = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name in missing else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", found)


def left_out(rows: Rows) -> list[str]:
    return [f"{row.what}: {row.why}" for row in rows if isinstance(row, LeftOut)]


def test_without_pgx_the_core_is_measured_and_the_ratio_is_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without(monkeypatch, "jax", "pgx")
    monkeypatch.setattr(batch, "STEPS", 1)
    rows = batch.rows(SHORT)
    assert left_out(rows) == [
        "the ratios of batches to pgx: jax and pgx not installed (extra `bench`)"
    ]
    measured = [row for row in rows if isinstance(row, Row)]
    assert len(measured) == 8
    promised = [t.text for row in measured for t in row.targets]
    assert promised == ["at least 10 M steps/s", "at least 3 M steps/s"]


def test_without_openspiel_the_core_is_measured_and_its_rows_are_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without(monkeypatch, "pyspiel")
    monkeypatch.setattr(sly_tasks, "native_playouts", one_unit)
    rows = single.rows(SHORT)
    (line,) = left_out(rows)
    assert "open_spiel is not installed (extra `bench`)" in line
    assert not [row for row in rows if isinstance(row, Row) and "OpenSpiel" in row.beside]
    assert [row.measure for row in rows if isinstance(row, Row) and row.targets][:3] == [
        "apply and undo",
        "legal actions, 16",
        "clone",
    ]


def one_unit(name: str) -> Task:
    return Task(f"core, {name}", "native playouts", "moves", lambda: 1)


def test_without_a_compiler_or_cython_the_yardstick_is_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without(monkeypatch, "Cython")
    monkeypatch.setenv("CC", "no-such-compiler")
    (line,) = left_out(baseline.rows(SHORT))
    assert "no C compiler (no-such-compiler)" in line
    assert "Cython is not installed (extra `bench`)" in line


def test_on_one_core_threads_are_said_to_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0}, raising=False)
    assert left_out(threads.rows(SHORT)) == ["two threads beside one: there is one core only"]


def test_bad_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for bad in (["--rounds", "6"], ["--seconds", "nan"], ["--seconds", "0"], ["--only", "x"]):
        with pytest.raises(SystemExit) as caught:
            run.main(bad)
        assert caught.value.code == 2
    capsys.readouterr()
