"""Threads in `playouts`, `perft` and `ismcts`: the same results, the same errors, and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from math import isnan
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sly_core
from sly_core import Ruleset, State, playout_seed, search
from sly_core._core import build
from sly_core.errors import PlayoutLimitError
from tests.strategies import random_game, random_rules, run
from tests.threads import Interrupted, progress_beside
from tests.tools import snapshot

COUNTS = (2, 3, 7)
CALLS: dict[str, Callable[[State, Any], object]] = {
    "playouts": lambda state, threads: search.playouts(state, 2000, 1, threads=threads),
    "perft": lambda state, threads: search.perft(state, 5, threads=threads),
    "ismcts": lambda state, threads: search.ismcts(state, simulations=200, threads=threads),
}


def some_state(seed: int) -> State:
    """A position of some ruleset, amid a REVEAL too."""
    rng = Random(seed)
    state: State = run(State(random_rules(rng)), random_game(rng, rng.randrange(25)))
    return state


def stuck_in(state: State, n: int, seed: int, most: int, threads: int) -> tuple[int, list[int]]:
    with pytest.raises(PlayoutLimitError) as caught:
        sly_core.playouts(state, n, seed, most, threads=threads)
    reached: Any = caught.value.state
    return caught.value.plies, reached.history()


@pytest.mark.parametrize("threads", COUNTS)
@pytest.mark.parametrize("n", [0, 1, 127, 128, 129, 257, 3000, 20_001])
def test_playouts_are_the_same(n: int, threads: int) -> None:
    state = State(Ruleset(players=3))
    found = sly_core.playouts(state, n, 5, threads=threads)
    assert np.array_equal(found, sly_core.playouts(state, n, 5))


@given(st.integers(0, 2**32), st.integers(0, 1500), st.integers(0, 2**64 - 1), st.integers(1, 9))
def test_playouts_from_any_position(position: int, n: int, seed: int, threads: int) -> None:
    state = some_state(position)
    try:
        alone = sly_core.playouts(state, n, seed)
    except PlayoutLimitError as error:
        assert stuck_in(state, n, seed, 10_000, threads)[0] == error.plies
    else:
        assert np.array_equal(sly_core.playouts(state, n, seed, threads=threads), alone)


def game_lengths(state: State, n: int, seed: int) -> list[int]:
    return [len(sly_core.playout(state, playout_seed(seed, i)).history()) for i in range(n)]


@pytest.mark.parametrize("threads", COUNTS)
@pytest.mark.parametrize("over", [1, 2, 50, 600])
def test_the_first_row_over_the_limit_is_told(over: int, threads: int) -> None:
    """Where `over` of 600 games are too long."""
    state = State()
    lengths = game_lengths(state, 600, 9)
    most = sorted([0, *lengths])[-over - 1]
    first = next(i for i, length in enumerate(lengths) if length > most)
    plies, history = stuck_in(state, 600, 9, most, threads)
    assert plies == most
    assert history == sly_core.playout(state, playout_seed(9, first)).history()[:most]


def test_the_first_row_is_told_where_a_later_one_is_met_before() -> None:
    """The first is near the end of one thread's range of 128, a later one early in the next."""
    state = State()
    for seed in range(10_000):
        lengths = game_lengths(state, 140, seed)
        most = max(lengths[:110])
        early = [i for i, length in enumerate(lengths) if length > most]
        if early and early[0] < 128 <= early[-1]:
            break
    history = sly_core.playout(state, playout_seed(seed, early[0])).history()[:most]
    for _ in range(50):
        assert stuck_in(state, 2000, seed, most, 2) == (most, history)


@pytest.mark.parametrize("threads", COUNTS)
@pytest.mark.parametrize("depth", range(7))
def test_perft_is_the_same(depth: int, threads: int) -> None:
    state = State(Ruleset(players=2))
    assert sly_core.perft(state, depth, threads=threads) == sly_core.perft(state, depth)


@given(st.integers(0, 2**32), st.integers(4, 5), st.integers(2, 9))
def test_perft_from_any_position(position: int, depth: int, threads: int) -> None:
    state = some_state(position)
    assert sly_core.perft(state, depth, threads=threads) == sly_core.perft(state, depth)


@pytest.mark.parametrize("threads", [1, 2, 256])
def test_perft_where_the_game_ends(threads: int) -> None:
    """Behind an end there is nothing; neither is there where all games end before the depth."""
    small = State(Ruleset(players=2, hens=1, houses=[[1]], stall_limit=1))
    for depth in (5, 6, 256):
        assert sly_core.perft(small, depth, threads=threads) == sly_core.perft(small, depth)
    assert sly_core.perft(sly_core.playout(State(), 1), 7, threads=threads) == 0


@pytest.mark.parametrize("threads", COUNTS)
@pytest.mark.parametrize("player", [0, 1])
def test_a_search_is_its_trees(threads: int, player: int) -> None:
    """By threads, seeds and simulations as documented; visits add up, means are weighted."""
    state = run(State(Ruleset.standard(2)), random_game(Random(4), 6))
    found = search.ismcts(state, player, 1003, seed=8, threads=threads)
    trees = [
        search.ismcts(
            state, player, 1003 // threads + (i < 1003 % threads), seed=playout_seed(8, i)
        )
        for i in range(threads)
    ]
    assert found.simulations == sum(found.visits) == 1003
    assert set(found.actions) == {action for tree in trees for action in tree.actions}
    for action, visits, value in zip(found.actions, found.visits, found.values, strict=True):
        of_trees = [row for tree in trees for row in tree.ranked() if row[0] == action]
        assert visits == sum(row[1] for row in of_trees)
        total = sum(row[1] * row[2] for row in of_trees if row[1])
        assert isnan(value) if not visits else value == pytest.approx(total / visits)


@pytest.mark.parametrize("threads", [1, *COUNTS])
def test_a_seed_and_a_number_of_threads_are_a_search(threads: int) -> None:
    state = State(Ruleset.wide(4))
    found = [
        search.ismcts(state, simulations=900, seed=3, threads=count)
        for count in (threads, threads, threads + 1)
    ]
    facts = [(result.visits, [value.hex() for value in result.values]) for result in found]
    assert facts[0] == facts[1] != facts[2]


def test_more_trees_than_simulations() -> None:
    found = search.ismcts(State(), simulations=3, threads=5)
    assert found.simulations == sum(found.visits) == 3


def test_trees_share_the_nodes() -> None:
    state = State()
    halves = [
        search.ismcts(state, simulations=5000, seed=playout_seed(1, i), max_nodes=300)
        for i in range(2)
    ]
    found = search.ismcts(state, simulations=10_000, seed=1, max_nodes=600, threads=2)
    assert list(found.visits) == np.add(halves[0].visits, halves[1].visits).tolist()
    assert search.ismcts(state, simulations=3000, max_nodes=256, threads=7).simulations == 3000


def test_seconds_are_kept_by_all_trees() -> None:
    found = search.ismcts(State(), seconds=0.1, threads=2)
    assert 0.1 <= found.seconds < 5
    assert found.simulations == sum(found.visits) >= 128
    assert search.ismcts(State(), seconds=1e-9, threads=3).simulations == 3 * 64


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("threads", [0, -1, 257, 10**30, 1.0, "2", None, True])
def test_bad_numbers_of_threads(name: str, threads: Any) -> None:
    state = State()
    before = snapshot(state)
    with pytest.raises(ValueError if type(threads) is int else TypeError, match="threads"):
        CALLS[name](state, threads)
    assert snapshot(state) == before


@pytest.mark.parametrize("name", CALLS)
def test_the_state_is_left_as_it_is(name: str) -> None:
    state = run(State(), random_game(Random(1), 5))
    before = snapshot(state)
    CALLS[name](state, 3)
    assert snapshot(state) == before


def test_other_threads_go_on() -> None:
    # where there are two cores, both are at work, and a nap may last for hundredths of a second
    work = partial(sly_core.playouts, State(), 3_000_000, 1, threads=2)
    assert progress_beside(work) >= 10


PATIENCE = 30 if build.DEBUG else 5
"""Seconds until Ctrl-C must have been heard; the debug build is many times slower."""
ENDLESS = {
    "ismcts": "sly_core.search.ismcts(state, seconds=600, threads=3)",
    "perft": "sly_core.perft(state, 14, threads=3)",
    "playouts": "sly_core.playouts(state, 10**9, 1, threads=3)",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_control_c_stops_all_threads(name: str) -> None:
    """Not only is the exception raised: the call does not come back while others are at work."""
    lines = (
        "import time",
        # else `playouts` imports it; cut short in there, Python ends as if nobody had caught it
        "import numpy",
        "import sly_core",
        "state = sly_core.State(sly_core.Ruleset.wide(3))",
        "print('ready', flush=True)",
        "try:",
        f"    {ENDLESS[name]}",
        "except KeyboardInterrupt:",
        "    print('stopped', flush=True)",
        "began, spent = time.perf_counter(), time.process_time()",
        "time.sleep(0.3)",
        "print(time.process_time() - spent)",
    )
    with subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        deadline = threading.Timer(2 * PATIENCE, process.kill)  # then nothing more is read
        try:
            assert process.stdout.readline() == "ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.3)
            began = time.perf_counter()
            process.send_signal(signal.SIGINT)
            deadline.start()
            assert process.stdout.readline() == "stopped\n"
            assert time.perf_counter() - began < PATIENCE
            assert float(process.stdout.readline()) < 0.15
            assert process.wait(20) == 0
        finally:
            deadline.cancel()
            process.kill()


def test_an_interrupt_at_any_moment_raises_what_the_handler_raised() -> None:
    """While threads are begun, at work, and waited for; and the next call is as any other."""

    def handler(number: int, frame: object) -> None:
        raise Interrupted

    state = State()
    right = sly_core.playouts(state, 5000, 2)

    def go_on(alarm: threading.Timer) -> None:
        alarm.start()
        while True:
            assert np.array_equal(sly_core.playouts(state, 5000, 2, threads=4), right)

    previous = signal.signal(signal.SIGINT, handler)
    try:
        for delay in (0.0, 0.0002, 0.0005, 0.001, 0.003, 0.01, 0.05):
            alarm = threading.Timer(delay, signal.raise_signal, (signal.SIGINT,))
            with pytest.raises(Interrupted):
                go_on(alarm)
            alarm.join()
    finally:
        signal.signal(signal.SIGINT, previous)


def test_calls_side_by_side_do_not_meet() -> None:
    state = State()
    alone = sly_core.perft(state, 6)
    found: list[int] = []
    workers = [
        threading.Thread(target=lambda: found.append(sly_core.perft(state, 6, threads=3)))
        for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [alone] * 4
