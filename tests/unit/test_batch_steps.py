"""What steps do: random ones and their streams, new games, games cut off, threads."""

from __future__ import annotations

import _thread
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from sly_core import BatchState, Ruleset, State, playout, playout_seed, playouts
from tests.strategies import random_rules
from tests.threads import Interrupted, progress_beside
from tests.tools import rules


def test_random_steps_are_the_playouts_of_the_rows_seeds() -> None:
    for seed in range(8):
        ruleset = random_rules(Random(seed))
        batch = BatchState(ruleset, 30, seed=seed)
        while not batch.terminated().all():
            batch.step_random()
        assert np.array_equal(batch.scores(), playouts(State(ruleset), 30, seed))
        for row in range(0, 30, 7):
            assert batch[row] == playout(State(ruleset), playout_seed(seed, row))
        before = batch.clone()
        batch.step_random()
        assert batch == before  # rows that are over stand still


def test_a_random_step_is_a_sample_that_is_applied() -> None:
    fused, apart = (BatchState(Ruleset.wide(3), 64, seed=3, autoreset=True) for _ in range(2))
    made = np.empty(64, np.int64)
    for _ in range(200):
        fused.step_random(actions=made)
        actions = apart.sample()
        assert np.array_equal(made, actions)
        apart.apply(actions)
        assert fused == apart


def test_a_sample_with_a_seed_leaves_the_streams() -> None:
    batch = BatchState(Ruleset(), 100, seed=1)
    before = batch.clone()
    drawn = batch.sample(9)
    assert batch == before
    assert np.array_equal(drawn, batch.sample(9))
    assert not np.array_equal(drawn, batch.sample(10))
    assert [playout(State(), playout_seed(9, i)).history()[0] for i in range(100)] == drawn.tolist()
    out = np.empty(100, np.int64)
    assert batch.sample(9, out) is out
    assert np.array_equal(out, drawn)


def test_samples_are_uniform() -> None:
    """Chi-square over 28 first actions, 27 degrees of freedom; 55.5 has p = 0.001."""
    drawn = BatchState(Ruleset(), 28 * 400, seed=0).sample()
    counts = Counter(drawn.tolist())
    assert sorted(counts) == State().legal_actions()
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 55.5


def test_a_seed_at_reset_begins_the_streams_anew() -> None:
    batch = BatchState(Ruleset(), 20, seed=5)
    before = batch.clone()
    first = batch.sample()
    batch.step_random()
    batch.reset()
    assert batch != before  # the streams have moved on
    batch.reset(seed=5)
    assert batch == before
    assert np.array_equal(batch.sample(), first)


def test_reset_of_some_rows() -> None:
    batch = BatchState(Ruleset(), 4)
    batch.apply([0, 1, 2, 3])
    batch.reset([True, False, False, True])
    assert list(batch) == [State(), State().child(1), State().child(2), State()]


def test_a_row_that_is_over_stands_still() -> None:
    """G2: no action, no sample, the points stay; a reset begins again."""
    batch = BatchState(Ruleset(), 2)
    batch[0] = State.from_text("14!,13!,04!,03? F125/F1256 06/- 1 0 -")
    batch.apply([131, 3])
    assert batch.terminated().tolist() == [True, False]
    assert batch.current_player().tolist() == [-4, 1]
    assert batch.legal_actions_mask().any(axis=1).tolist() == [False, True]
    points = batch[0].scores()
    assert batch.scores()[0].tolist() == points
    assert batch.returns()[0].tolist() == batch[0].returns()
    assert batch.sample()[0] == -1
    batch.apply([-1, 2])
    assert batch.terminated().tolist() == [True, False]
    batch.reset(batch.terminated())
    assert batch[0] == State()
    assert not batch.terminated().any()
    assert batch.returns().tolist() == [[0, 0], [0, 0]]


def test_autoreset_begins_anew_in_the_same_step() -> None:
    """The flags and points are the old game's, the seat, mask and tensors the new one's (S4)."""
    by_itself = BatchState(Ruleset.wide(2), 200, seed=6, autoreset=True, history=True, max_plies=45)
    by_hand = BatchState(Ruleset.wide(2), 200, seed=6, history=True, max_plies=45)
    ended = cut = 0
    for _ in range(300):
        by_itself.step_random()
        by_hand.step_random()
        for name in ("terminated", "truncated", "scores", "returns"):
            assert np.array_equal(getattr(by_itself, name)(), getattr(by_hand, name)()), name
        over = by_hand.terminated() | by_hand.truncated()
        ended += int(by_hand.terminated().sum())
        cut += int(by_hand.truncated().sum())
        by_hand.reset(over)
        for name in ("current_player", "legal_actions_mask", "information_state_tensor"):
            assert np.array_equal(getattr(by_itself, name)(), getattr(by_hand, name)()), name
    assert ended > 200
    assert cut > 50


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_new_game_remembers_nothing_of_the_old(autoreset: bool) -> None:
    """No event, no ply: the information state is that of a start (S4)."""
    batch = BatchState(Ruleset(), 50, seed=1, autoreset=autoreset, history=True, max_plies=20)
    fresh = [State().information_state_tensor(player).tobytes() for player in range(2)]
    begun = 0
    for _ in range(60):
        batch.step_random()
        over = batch.terminated() | batch.truncated()
        if not autoreset:
            batch.reset(over)
        for player in range(2):
            seen = batch.information_state_tensor(player)
            assert {row.tobytes() for row in seen[over]} <= {fresh[player]}
        begun += int(over.sum())
    assert begun > 50


def test_a_row_left_as_it_is_has_not_just_ended() -> None:
    batch = BatchState(Ruleset(), 30, seed=1, autoreset=True)
    while not batch.terminated().any():
        batch.step_random()
    before = list(batch)
    batch.apply([-1] * 30)
    assert list(batch) == before
    assert not batch.terminated().any()


def test_a_game_is_cut_off_after_max_plies() -> None:
    batch = BatchState(Ruleset(), 3, max_plies=2)
    batch.apply([0, 1, -1])
    assert not batch.truncated().any()
    batch.apply([1, 129, 2])
    assert batch.truncated().tolist() == [True, True, False]
    assert not batch.terminated().any()
    assert batch.returns().tolist() == [[0, 0]] * 3
    assert batch.current_player().tolist() == [0, 0, 1]  # what a value function is asked about
    assert batch.legal_actions_mask().any(axis=1).tolist() == [False, False, True]
    assert batch.scores().tolist() == [state.scores() for state in batch]
    batch.reset(batch.truncated())
    batch.apply([0, 0, 3])
    assert batch.truncated().tolist() == [False, False, True]


def test_a_game_that_ends_with_its_last_ply_has_ended() -> None:
    end = playout(State(), 1)
    plies = len(end.history())
    for most, flag in ((plies, "terminated"), (plies - 1, "truncated")):
        batch = BatchState(Ruleset(), 1, max_plies=most)
        for action in end.history()[:most]:
            batch.apply([action])
        assert (batch.terminated().item(), batch.truncated().item()) == (
            flag == "terminated",
            flag == "truncated",
        )


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(threads: int) -> None:
    n = 20_000
    one, many = (
        BatchState(Ruleset(), n, seed=2, autoreset=True, threads=count) for count in (1, threads)
    )
    masks = [np.empty((n, 161), np.int8) for _ in range(2)]
    for turn in range(40):
        if turn % 2:
            one.step_random(legal_actions_mask=masks[0])
            many.step_random(legal_actions_mask=masks[1])
        else:
            actions = one.sample()
            assert np.array_equal(actions, many.sample())
            one.apply(actions, legal_actions_mask=masks[0])
            many.apply(actions, legal_actions_mask=masks[1])
        assert np.array_equal(masks[0], masks[1])
    assert one == many


def test_threads_name_the_first_of_the_bad_rows() -> None:
    batch = BatchState(Ruleset(), 20_000, threads=3)
    actions = batch.sample()
    before = batch.clone()
    actions[[5_000, 12_000, 19_999]] = 160
    with pytest.raises(ValueError, match="row 5000: action 160"):
        batch.apply(actions)
    assert batch == before


def test_other_threads_go_on() -> None:
    """No interpreter lock is held while rows are stepped."""
    batch = BatchState(Ruleset(), 3_000_000, autoreset=True)
    assert progress_beside(batch.step_random) >= 10


def test_one_thread_at_a_time() -> None:
    """A second one is told so; what it asked for is not done, and the batch goes on unharmed."""
    batch = BatchState(Ruleset(), 300_000, autoreset=True)
    told: list[str] = []
    done = 0

    def steps() -> None:
        nonlocal done
        for _ in range(30):
            try:
                batch.step_random()
                done += 1
            except RuntimeError as error:
                told.append(str(error))

    workers = [threading.Thread(target=steps) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(told) == {"this BatchState is in use; it serves one thread at a time"}
    same = BatchState(Ruleset(), 300_000, autoreset=True)
    for _ in range(done):
        same.step_random()
    assert same == batch


def test_an_interrupted_step_is_a_whole_step() -> None:
    batch = BatchState(Ruleset(), 200_000, autoreset=True, threads=2)

    def handler(*_: object) -> None:
        raise Interrupted

    previous = signal.signal(signal.SIGINT, handler)
    interrupts = 0
    try:
        for delay in (0.0, 0.001, 0.003, 0.005, 0.01, 0.02):
            twin = batch.clone()
            alarm = threading.Timer(delay, signal.raise_signal, (signal.SIGINT,))
            steps = 0
            try:
                alarm.start()
                while steps < 1000:
                    batch.step_random()
                    steps += 1
            except Interrupted:
                interrupts += 1
            alarm.join()
            for _ in range(steps):
                twin.step_random()
            if twin != batch:  # the step that was interrupted counts, whole
                twin.step_random()
            assert twin == batch
    finally:
        signal.signal(signal.SIGINT, previous)
    assert interrupts == 6


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, bool], None]]:
    """Have a signal come with a later start of a thread: just before it, or just after."""
    start: Any = _thread.start_new_thread
    calls: list[int] = []

    def set_to(number: int, after: bool) -> None:
        def interrupted(*args: Any) -> None:
            calls.append(number)
            now = len(calls) == number
            if now and not after:
                signal.raise_signal(signal.SIGINT)
            start(*args)
            if now and after:
                signal.raise_signal(signal.SIGINT)

        calls.clear()
        monkeypatch.setattr("sly_core._core.threads.start_new_thread", interrupted)

    previous = signal.getsignal(signal.SIGINT)
    yield set_to
    signal.signal(signal.SIGINT, previous)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("error", [Interrupted, RuntimeError])
def test_an_interrupted_apply_is_made(
    interrupt: Callable[[int, bool], None], after: bool, error: type[BaseException]
) -> None:
    """Whether the signal comes while actions are checked (the first two helpers) or made."""

    def handler(*_: object) -> None:
        raise error("of the handler")

    signal.signal(signal.SIGINT, handler)
    batch = BatchState(Ruleset(), 20_000, threads=3)
    for number in (1, 2, 3, 4):
        actions = batch.sample()
        twin = batch.clone()
        twin.apply(actions)
        seats = np.full(20_000, 9, np.int8)
        interrupt(number, after)
        with pytest.raises(error, match="of the handler"):
            batch.apply(actions, current_player=seats)
        assert batch == twin
        assert np.array_equal(seats, batch.current_player())


def test_an_interrupted_apply_of_a_bad_action_is_not_made(
    interrupt: Callable[[int, bool], None],
) -> None:
    def handler(*_: object) -> None:
        raise Interrupted

    signal.signal(signal.SIGINT, handler)
    batch = BatchState(Ruleset(), 20_000, threads=3)
    actions = batch.sample()
    before = batch.clone()
    actions[12_000] = 160
    interrupt(1, False)
    with pytest.raises(Interrupted):
        batch.apply(actions)
    assert batch == before


OFTEN = """
import random, signal
from sly_core import BatchState, Ruleset
signal.signal(signal.SIGALRM, signal.default_int_handler)
batch = BatchState(Ruleset.wide(4), 8000, autoreset=True, threads=3)
for number in range(1500):
    try:
        signal.setitimer(signal.ITIMER_REAL, 1e-6 + random.random() * 0.001)
        while True:
            batch.step_random()
    except KeyboardInterrupt:
        pass
    batch.step_random()
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals by the clock are POSIX's")
def test_interrupted_steps_leave_nothing_locked() -> None:
    """The next step is made, and the process ends, wherever the interrupts came."""
    subprocess.run([sys.executable, "-c", OFTEN], check=True, timeout=60)


FORK = """
import os, sys
from sly_core import BatchState, Ruleset
batch = BatchState(Ruleset(), 20_000, threads=2, autoreset=True)
batch.step_random()
twin = batch.clone()
child = os.fork() if hasattr(os, "fork") else 0
batch.step_random()
twin.step_random()
if child:
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or (batch != twin))
os._exit(batch != twin)
"""


def test_a_forked_process_makes_threads_of_its_own() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], check=True, timeout=60)


def test_importing_the_package_loads_no_numpy() -> None:
    code = "import sys, sly_core; sly_core.Ruleset; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_stall_limit_ends_a_row() -> None:
    """G3: with a stall limit a reveal of Foxes alone may end the game."""
    batch = BatchState(rules("stall_limit=1"), 1)
    for token in ("Fa1", "1a2", "ra1", "r."):
        state: Any = batch[0]
        batch.apply([state.string_to_action(token)])
    assert batch[0].end_reason() == "stalled"
    assert batch.terminated().item()
