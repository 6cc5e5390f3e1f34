"""Where no thread can be started, the one that calls does all the work."""

from __future__ import annotations

import array
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import sly_core
from sly_core import BatchState, Ruleset, State, search

N = 20_000


@pytest.fixture
def no_threads() -> Iterator[None]:
    """Nobody has the memory for a stack of this size."""
    previous = threading.stack_size(1 << 44)
    try:
        with pytest.raises(RuntimeError, match="can't start new thread"):
            threading.Thread(target=print).start()
        yield
    finally:
        threading.stack_size(previous)


SEARCHES: dict[str, Callable[[int], Any]] = {
    "perft": lambda threads: sly_core.perft(State(), 5, threads=threads),
    "playouts": lambda threads: sly_core.playouts(State(), 2000, 1, threads=threads).tolist(),
}


@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_is_the_same(name: str) -> None:
    assert SEARCHES[name](3) == SEARCHES[name](1)


def test_all_trees_are_grown(request: pytest.FixtureRequest) -> None:
    with_threads = search.ismcts(State(), simulations=600, seed=2, threads=3)
    request.getfixturevalue("no_threads")
    without = search.ismcts(State(), simulations=600, seed=2, threads=3)
    assert (without.visits, without.values) == (with_threads.visits, with_threads.values)


@pytest.mark.usefixtures("no_threads")
def test_a_batch_steps_on() -> None:
    """Each step once: neither left out, nor made and refused."""
    one, many = (BatchState(Ruleset(), N, seed=3, threads=threads) for threads in (1, 3))
    for _ in range(3):
        one.step_random()
        many.step_random()
        actions = one.sample()
        assert np.array_equal(many.sample(), actions)
        one.apply(actions)
        many.apply(actions)
        assert one == many
    actions = np.full(N, -1)
    actions[15_000] = 160
    with pytest.raises(ValueError, match="row 15000: action 160"):
        many.apply(actions)
    assert one == many


def test_a_batch_has_threads_again() -> None:
    """What could not be begun holds no array, and does nothing later."""
    batch, twin = (BatchState(Ruleset(), N, seed=3, threads=threads) for threads in (3, 1))
    seats: Any = array.array("b", [7] * N)
    previous = threading.stack_size(1 << 44)
    try:
        batch.step_random(current_player=seats)
    finally:
        threading.stack_size(previous)
    del seats[:]  # a BufferError, if anybody still held it
    for _ in range(5):
        batch.step_random()
    for _ in range(6):
        twin.step_random()
    assert batch == twin


AT_EXIT = """
import atexit
from sly_core import BatchState, Ruleset, State, perft, playouts
batches = [BatchState(Ruleset(), 20_000, threads=threads) for threads in (1, 3)]
{before}

def at_exit():
    for batch in batches:
        batch.step_random()
        batch.apply(batch.sample())
    print(batches[0] == batches[1], perft(State(), 4, threads=3) == perft(State(), 4),
          (playouts(State(), 500, 1, threads=3) == playouts(State(), 500, 1)).all())

atexit.register(at_exit)
"""


@pytest.mark.parametrize("before", ["", "import threading", "batches[1].sample(1)"])
def test_as_the_interpreter_ends(before: str) -> None:
    """Whether the batch has had its threads before or not."""
    done = subprocess.run(
        [sys.executable, "-c", AT_EXIT.format(before=before)],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout.strip(), done.stderr) == ("True True True", "")
