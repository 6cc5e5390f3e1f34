"""`perft` by its laws; the known counts are in `golden/test_perft.py`."""

from __future__ import annotations

import signal
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import sly_core
from sly_core import Ruleset
from sly_core._core import build
from tests.strategies import random_game, random_rules, run
from tests.threads import progress_beside
from tests.tools import rules, snapshot

END = "01!,12!,03!,06! F245/F13456 -/- 1 0 -"
BAD_DEPTHS: list[Any] = [-1, 257, 10**30, 1.0, "2", None, True, float("nan"), [1]]


@pytest.mark.parametrize("seed", range(40))
def test_the_law(implementation: Any, seed: int) -> None:
    """perft(s, d) is the sum of perft(child, d - 1), and depth 1 counts the legal actions (T1)."""
    rng = Random(seed)
    state = run(implementation.State(random_rules(rng)), random_game(rng, rng.randrange(40)))
    before = snapshot(state)
    children = [state.child(action) for action in state.legal_actions()]
    assert implementation.perft(state, 0) == 1
    assert implementation.perft(state, 1) == len(children)
    for depth in (2, 3) if implementation is sly_core else (2,):
        below = sum(implementation.perft(child, depth - 1) for child in children)
        assert implementation.perft(state, depth) == below
    assert snapshot(state) == before


def test_past_the_end(implementation: Any) -> None:
    """The empty sequence is the only one that an end has (G2)."""
    end = implementation.State.from_text(END, Ruleset())
    assert [implementation.perft(end, depth) for depth in (0, 1, 2, 256)] == [1, 0, 0, 0]


def test_no_sequence_outlasts_a_game_that_must_end(implementation: Any) -> None:
    """One Hen, one space and a stall limit: every game is soon over (G3)."""
    start = implementation.State(rules("hens=1 houses=1 stall_limit=1"))
    counts = [implementation.perft(start, depth) for depth in range(12)]
    assert counts[:3] == [1, 2, 4]  # F or 1; then exposed or turned up
    assert counts[-1] == 0
    assert implementation.perft(start, 256) == 0


@pytest.mark.parametrize("depth", BAD_DEPTHS)
def test_bad_depths_are_refused(implementation: Any, depth: Any) -> None:
    state = implementation.State()
    wrong_value = type(depth) is int
    with pytest.raises(ValueError if wrong_value else TypeError):
        implementation.perft(state, depth)
    assert snapshot(state) == snapshot(implementation.State())


@pytest.mark.parametrize("state", [None, "-", 3, sly_core.reference.State()])
def test_only_states_of_the_core(state: Any) -> None:
    with pytest.raises(TypeError):
        sly_core.perft(state, 1)


def test_other_threads_go_on() -> None:
    """No interpreter lock is held while it counts."""
    state = sly_core.State()
    assert progress_beside(lambda: sly_core.perft(state, 8)) >= 10


SMALL_STACK = """
import signal, sys, threading
import sly_core as sly

class Enough(Exception): pass

def enough(*_): raise Enough

threading.stack_size(int(sys.argv[1]))
signal.signal(signal.SIGALRM, enough)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    sly.perft(sly.State(), 256, threads=2)
except Enough:
    print("enough")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="Windows has no such timer")
def test_the_greatest_depth_fits_a_small_stack() -> None:
    """A thread has 128 KiB where the C library is musl; the debug build's frames are larger."""
    stack = 1 << (20 if build.DEBUG else 17)
    done = subprocess.run(
        [sys.executable, "-c", SMALL_STACK, str(stack)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "enough\n"), done.stderr
