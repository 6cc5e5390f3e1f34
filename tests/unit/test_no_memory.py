"""Memory that gives out at each allocation in turn: an error; no crash, no hang, no half step."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip(
    "_testcapi", reason="a Python without its own test modules cannot refuse memory"
)

# memory is refused from the n-th allocation on, in all threads
EACH = """
import _testcapi, numpy, sly_core as sly
from sly_core import search

def refused(call, most):
    found = 0
    for n in range(most):
        _testcapi.set_nomemory({first}, {last})
        try:
            call()
        except MemoryError:
            found += 1
        finally:
            _testcapi.remove_mem_hooks()
    return found

state = sly.State()
batch = sly.BatchState(sly.Ruleset(), 5000, seed=1, autoreset=True, threads=2)
batch.step_random()
"""
LATE = EACH.format(first="n", last="0")  # no memory any more, from there on
ONE = EACH.format(first="n", last="n + 1")  # none once

THREADS = {
    "a step": "batch.step_random",
    "playouts": "lambda: sly.playouts(state, 5000, 1, threads=2)",
    "perft": "lambda: sly.perft(state, 5, threads=2)",
    "ismcts": "lambda: search.ismcts(state, simulations=200, seed=1, threads=2)",
}


def said(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("name", THREADS)
def test_threads_that_find_no_memory(name: str) -> None:
    """A helper that came to nothing still lets the caller go, and the caller says so."""
    program = f"{ONE}\nprint(refused({THREADS[name]}, 120) > 0)"
    assert said(program) == "True\n"


def test_a_batch_without_memory_is_stepped_wholly_or_not_at_all() -> None:
    program = f"""{ONE}
def rows(b):
    return numpy.array([hash(row) for row in b])

torn = 0
for n in range(100):
    twin = batch.clone()
    whole = batch.clone()
    whole.step_random()
    _testcapi.set_nomemory(n, n + 1)
    try:
        twin.step_random()
    except MemoryError:
        pass
    finally:
        _testcapi.remove_mem_hooks()
    torn += twin != whole and twin != batch
print(torn)"""
    assert said(program) == "0\n"


LISTS = {
    "current_player": "batch.current_player",
    "scores": "state.scores",
    "returns": "state.returns",
    "position": "state.position",
    "candidates": "lambda: state.candidates(0)",
    "actions of any size": "lambda: batch.apply([10**30] * 5000)",
}


@pytest.mark.parametrize("name", LISTS)
def test_no_memory_for_a_list_leaves_numbers_alone(name: str) -> None:
    """Cython 3.3 gives up a new object twice where a comprehension cannot add it to its list.

    CPython 3.12 itself crashes where it has no memory for a function, a generator's too: so none is
    made while memory is refused.
    """
    program = f"""{LATE}
made = {LISTS[name]}

def call():
    try:
        made()
    except ValueError:
        pass

refused(call, 60)
for _ in range(20):
    numbers = [[i + 10**6 for i in range(1000)] for _ in range(20)]
    assert all(row == list(range(10**6, 10**6 + 1000)) for row in numbers)
print("alive")"""
    assert said(program) == "alive\n"
