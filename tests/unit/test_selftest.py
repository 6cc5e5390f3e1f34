"""`python -m sly_core.selftest`: it passes here, runs without numpy, and sees what is wrong."""

from __future__ import annotations

import ctypes
import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import sly_core
import sly_core.reference
from sly_core.reference import reveal
from sly_core.selftest import calling, checks, comparing, running, tables
from sly_core.selftest.told import difference
from tests.tools import DATA

MOST_SECONDS = 20

ALONE = """
import sys
for name in {absent}:
    sys.modules[name] = None  # as if it were not installed
from sly_core.selftest.running import main
sys.exit(main([]))
"""


def run(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ | variables, capture_output=True, text=True
    )


def verdicts(out: str) -> dict[str, str]:
    """The verdicts of the table by check."""
    table = out.split("\n\n")[0].splitlines()[1:]
    names = {name: line for name in checks.CHECKS for line in table if line.startswith(name)}
    return {
        name: next(word for word in ("passed", "failed", "left out") if f"  {word}" in line)
        for name, line in names.items()
    }


def children_seconds() -> float:
    """Processor time of the processes that this one has started and waited for."""
    times = os.times()
    return times.children_user + times.children_system


def told(capsys: pytest.CaptureFixture[str], *chosen: str) -> tuple[int, str]:
    status = running.main(chosen)
    return status, capsys.readouterr().out


def test_what_is_installed_here_passes_in_time() -> None:
    before = children_seconds()
    done = subprocess.run(
        [sys.executable, "-m", "sly_core.selftest"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert verdicts(done.stdout) == dict.fromkeys(checks.CHECKS, "passed")
    assert children_seconds() - before < MOST_SECONDS
    report = done.stdout.split("For a bug report\n")[1]
    for fact in ("sly_core", "wheel", "build", "Python API", "C table", "loops", "platform"):
        assert f"  {fact}  " in report


def test_without_numpy_its_parts_are_left_out_and_not_passed() -> None:
    done = run(ALONE.format(absent=["numpy", "typer", "rich"]))
    assert (done.returncode, done.stderr) == (0, "")
    found = verdicts(done.stdout)
    left_out = {name for name, verdict in found.items() if verdict == "left out"}
    assert left_out == {"masks and tensors", "playouts and batches"}
    assert done.stdout.count("numpy is not installed") == 2
    assert "11 of 11 checks: 9 passed, 2 left out in " in done.stdout


def test_a_core_that_does_not_load_fails_with_the_reason() -> None:
    done = run(ALONE.format(absent=[]), SLY_CORE_LOOPS="fast")
    assert done.returncode == 1
    assert set(verdicts(done.stdout).values()) == {"failed"}
    assert done.stdout.count("SLY_CORE_LOOPS is 'fast'") == 1
    assert "the compiled core does not load" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="it takes a shell of Unix")
@pytest.mark.parametrize("words", [["edge positions"], ["--help"]], ids=["checks", "help"])
@pytest.mark.parametrize(
    ("to", "status", "said"),
    [
        ("| true", 1, ""),
        (">&-", 2, "python -m sly_core.selftest: standard output is closed\n"),
        ("> /dev/full", 2, "python -m sly_core.selftest: No space left on device\n"),
        ("2>&-", 0, ""),
        ("<&-", 0, ""),
    ],
)
def test_where_its_output_cannot_go(words: list[str], to: str, status: int, said: str) -> None:
    if "/dev/full" in to and not os.path.exists("/dev/full"):
        pytest.skip("a device of Linux that is always full")
    # the reader has gone before anything is written
    wait = '"$0" -c "import time; time.sleep(0.3)"; ' if "|" in to else ""
    line = f'{{ {wait}"$0" -m sly_core.selftest "$@"; echo "status $?" >&3; }} {to}'
    done = subprocess.run(
        ["/bin/sh", "-c", f"{{ {line}; }} 3>&1", sys.executable, *words],
        # argparse itself passes over a text of help that cannot be written at once
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == f"status {status}"
    assert done.stderr == said


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ on Windows")
def test_an_interrupt_is_one_line() -> None:
    script = """
import runpy, signal, sys
for name in ("numpy", "typer", "rich"):
    sys.modules[name] = None  # as if it were not installed
from sly_core.selftest import checks
checks.CHECKS["perft"] = lambda: signal.raise_signal(signal.SIGINT)
sys.argv = ["selftest", "perft"]
runpy.run_module("sly_core.selftest", run_name="__main__")
"""
    done = run(script)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "python -m sly_core.selftest: interrupted\n"


def test_a_check_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        running.main(["perfd"])
    assert left.value.code == 2
    assert "'perfd': expected one of: compiled modules, " in capsys.readouterr().err


@pytest.mark.parametrize("name", ["games.jsonl", "edges.jsonl"])
def test_what_ships_is_what_is_recorded(name: str) -> None:
    """Where it differs: `gzip -9nc tests/data/NAME > src/sly_core/selftest/NAME.gz`."""
    packed = (tables.__file__.removesuffix("tables.py")) + f"{name}.gz"
    with gzip.open(packed) as file:
        assert file.read() == DATA.joinpath(name).read_bytes()


# -- one fault at a time, and what is said of it ---------------------------------------------------

Patch = pytest.MonkeyPatch


def changed_rows(patch: Patch, change: Callable[[str, list[dict[str, Any]]], None]) -> None:
    read = checks.rows

    def rows(name: str) -> list[dict[str, Any]]:
        found = read(name)
        change(name, found)
        return found

    patch.setattr(checks, "rows", rows)


def another_score(patch: Patch) -> None:
    """Two lines are wrong; the one that goes wrong sooner is told."""

    def change(name: str, rows: list[dict[str, Any]]) -> None:
        rows[7]["scores"][0] += 1
        rows[9]["before_each"][2][1] += 1

    changed_rows(patch, change)


def another_edge(patch: Patch) -> None:
    def change(name: str, rows: list[dict[str, Any]]) -> None:
        rows[3]["end"] = "stalled"

    changed_rows(patch, change)


def another_count(patch: Patch) -> None:
    patch.setitem(checks.PERFT, 3, (56, 2_857))


def another_rule(patch: Patch) -> None:
    """R4: no Hen is made Safe, so all that are left go back."""
    made = reveal.outcome

    def outcome(*given: Any) -> reveal.Outcome:
        found = made(*given)
        spared = found.back | ({found.safe} if found.safe else set())
        return replace(found, safe=None, back=spared)

    patch.setattr(reveal, "outcome", outcome)


def another_signature(patch: Patch) -> None:
    patch.setattr(checks, "kept", lambda: "0123456789abcdef")


def another_playout(patch: Patch) -> None:
    """The end is that of another seed, under one ruleset, from game 2 on."""
    made = sly_core.playout

    def playout(state: Any, seed: int, *rest: int) -> Any:
        other = state.rules.players == 3 and seed != sly_core.playout_seed(1, 0)
        return made(state, seed ^ other, *rest)

    patch.setattr(sly_core, "playout", playout)


def other_loops(patch: Patch) -> None:
    made = sly_core.perft
    patch.setattr(sly_core, "perft", lambda state, depth: made(state, depth) + (depth == 2))


def a_hole_in_the_table(patch: Patch) -> None:
    holed = tables.Table.from_buffer_copy(tables.table())
    holed.resolve = None
    patch.setattr(calling, "table", lambda: holed)


def a_table_that_plays_otherwise(patch: Patch) -> None:
    """`apply` is `advance`, which does not keep up what is known."""
    other = tables.Table.from_buffer_copy(tables.table())
    other.apply = ctypes.cast(other.advance, ctypes.c_void_p).value
    patch.setattr(calling, "table", lambda: other)


def another_search(patch: Patch) -> None:
    made, seeds = sly_core.search.ismcts, iter(range(1000))
    patch.setattr(
        sly_core.search,
        "ismcts",
        lambda state, simulations, seed: made(state, simulations=simulations, seed=next(seeds)),
    )


def another_tensor(patch: Patch) -> None:
    made = sly_core.reference.State.observation_tensor

    def observation_tensor(state: Any, player: int) -> Any:
        tensor = made(state, player)
        tensor[3] += len(state.history()) == 2
        return tensor

    patch.setattr(sly_core.reference.State, "observation_tensor", observation_tensor)


def other_playouts(patch: Patch) -> None:
    made = sly_core.playouts

    def playouts(state: sly_core.State, n: int, seed: int, threads: int = 1) -> Any:
        found = made(state, n, seed, threads=threads)
        found[4, 1] += threads == 2
        return found

    patch.setattr(sly_core, "playouts", playouts)


def no_compiled_modules(patch: Patch) -> None:
    patch.setattr(checks, "EXTENSION_SUFFIXES", [".none"])


def an_error(patch: Patch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("a fault of this test")

    patch.setattr(comparing, "difference", fail)


SEEDED: list[tuple[str, Callable[[Patch], None], list[str]]] = [
    ("compiled modules", no_compiled_modules, ["is not compiled: it was loaded from "]),
    (
        "recorded games",
        another_score,
        ["2 of 240 lines", "line 10, ply 2:", "number of legal actions: ", " (T1)", "actions  "],
    ),
    ("edge positions", another_edge, ["1 of 29 lines", "line 4, ", "before   ", '"stalled"']),
    ("perft", another_count, ["players=3, depth 2, core", "found     2,856", "expected  2,857"]),
    (
        "core against reference",
        another_rule,
        ["rules      players=", "position   ", "action     r.", "fact       text", "reference  "],
    ),
    ("recorded games", another_rule, ["lines of games.jsonl in sly_core.reference; ", "actions  "]),
    ("signature", another_signature, ["expected 0123456789abcdef", "agree on the first 20 games"]),
    ("signature", another_playout, ["rules      players=3, playout 1", "core       ", "reference"]),
    ("builds of the loops", other_loops, [": sequences to depth 2, players=2", "found     644"]),
    ("table for C", a_hole_in_the_table, ["the table for C lacks resolve"]),
    (
        "table for C",
        a_table_that_plays_otherwise,
        ["the table: bytes, players=2, ", " 1 0 -[46]", "found     0", "expected  254"],
    ),
    ("search", another_search, ["one seed, players=2: visits differ", "again      ("]),
    ("masks and tensors", another_tensor, [".observation_tensor[", "position   "]),
    ("playouts and batches", other_playouts, ["playouts with two threads[4][1], players=2"]),
    ("core against reference", an_error, ["MemoryError: a fault of this test"]),
]


@pytest.mark.parametrize(
    ("check", "fault", "said"), SEEDED, ids=[f"{name}-{f.__name__}" for name, f, _ in SEEDED]
)
def test_a_fault_is_found_and_told(
    check: str,
    fault: Callable[[Patch], None],
    said: list[str],
    monkeypatch: Patch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fault(monkeypatch)
    status, out = told(capsys, check)
    assert status == 1
    assert verdicts(out) == {check: "failed"}
    assert f"failed: {check}\n" in out
    assert "Please report this" in out
    for words in said:
        assert words in out


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert {check for check, _, _ in SEEDED} == set(checks.CHECKS)


def test_the_first_difference_is_the_place() -> None:
    one = {"text": "a", "seats": [{"x": b"\x00\x01"}, {"x": b"\x00"}]}
    other = {"text": "a", "seats": [{"x": b"\x00\x02"}, {"x": b"\x01"}]}
    assert difference(one, other) == ("seats[0].x[1]", 1, 2)
    assert difference(one, one) is None
    assert difference([1], [1, 2]) == ("", [1], [1, 2])
    assert difference({"a": 1}, {"b": 1}) == ("", {"a": 1}, {"b": 1})
