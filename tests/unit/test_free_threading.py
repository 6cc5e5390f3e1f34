"""Many threads on shared and on own objects: what `docs/threads.md` promises.

This runs with the GIL too; `make free-threading` runs it without, and for longer.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from threading import Event

import numpy as np
import pytest

import sly_core
from sly_core import BatchState, Ruleset, State, c_api, search
from sly_core.errors import HistoryError, IllegalActionError, SlyError
from tests.strategies import random_rules
from tests.threads import again, at_once

ROOT = Path(__file__).parents[2]
THREADS = 6
FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""Whether this Python was built to run without the GIL."""

EVERY_MODULE = """
import pkgutil, sys
import sly_core
for module in pkgutil.walk_packages(sly_core.__path__, "sly_core."):
    if not module.name.endswith(("__main__", ".bmi2")):
        __import__(module.name)
compiled = [name for name in sys.modules if name.startswith("sly_core.") and
            (getattr(sys.modules[name], "__file__", None) or "").endswith((".so", ".pyd"))]
print(len(compiled), getattr(sys, "_is_gil_enabled", lambda: True)())
"""


FIRST_USES = """
import sly_core
from tests.threads import at_once

def ask(names):
    return lambda: [getattr(sly_core, name) for name in names]

names = sorted({*sly_core.__all__} - {"__version__"})
at_once(*[ask(names[i:] + names[:i]) for i in range(8)])
"""


def gil_is_on() -> bool:
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())


@pytest.fixture(autouse=True)
def _without_the_gil_where_that_can_be() -> None:
    """A module that asks for the GIL turns it on for all: then nothing here would be shown."""
    assert gil_is_on() == (not FREE)


def test_no_module_of_the_package_turns_the_gil_on() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", EVERY_MODULE], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    compiled, on = done.stdout.split()
    assert int(compiled) >= 18
    assert on == str(not FREE)


def test_first_uses_at_once() -> None:
    """Names load when they are first asked for, here by eight threads."""
    for _ in range(3):
        subprocess.run([sys.executable, "-c", FIRST_USES], check=True, cwd=ROOT)


PACKAGES = ("ask", "notation", "reference", "search", "show")
TWO_FIRST_USES = """
import sys, threading, time
import sly_core

package, name = sys.argv[1:]
begun = threading.Event()
raised = []

class Slow:
    def find_spec(self, found, *_):
        if found == f"sly_core.{package}":
            begun.set()
            time.sleep(0.3)     # the package is locked, and not there yet

def ask(name):
    try:
        getattr(sly_core, name)
    except BaseException as error:
        raised.append(error)

sys.meta_path.insert(0, Slow())
one, two = (threading.Thread(target=ask, args=[each]) for each in (package, name))
one.start()
begun.wait(10)
two.start()
one.join()
two.join()
print(raised)
"""


@pytest.mark.parametrize(
    ("package", "name"),
    [(a, b) for a in PACKAGES for b in sly_core.__all__ if b not in (a, "__version__")],
)
def test_who_needs_a_module_of_a_package_waits_for_the_package(package: str, name: str) -> None:
    """Importing takes a module's lock before its package's: two threads would wait for ever."""
    command = [sys.executable, "-c", TWO_FIRST_USES, package, name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.stdout, done.stderr) == ("[]\n", "")


# A state that one thread takes to and fro while others ask


def pair(text: str, token: str, rules: Ruleset) -> tuple[State, int]:
    """A state with some history, and an action that can be made there."""
    state = State.from_text(text, rules)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
        state.undo_action()
    return state, state.string_to_action(token)


def last_of_a_game() -> tuple[State, int]:
    """The state before the end of a game, and the action that ends it."""
    state = search.playout(State(Ruleset(hens=3)), 1)
    action = state.history()[-1]
    state.undo_action()
    return state, action


PAIRS: dict[str, Callable[[], tuple[State, int]]] = {
    "a LAY": lambda: pair("-,-,-,- F123456/F123456 -/- 0 0 -", "3a2", Ruleset()),
    "an EXPOSE of a Fox": lambda: pair("0F?,-,-,- 123456/F123456 -/- 1 0 -", "xa1", Ruleset()),
    "the last action": last_of_a_game,
}


def outcome(call: Callable[[], object]) -> object:
    """What a call gives, or what it raises, as something that can be compared."""
    try:
        found = call()
    except SlyError as error:
        return type(error).__name__, str(error)
    if isinstance(found, np.ndarray):
        return found.tolist()
    if isinstance(found, search.SearchResult):
        return found.actions, found.visits, str(found.values)
    return found


def cloned(state: State) -> tuple[list[int], str]:
    twin = state.clone()
    return twin.history(), twin.to_text()


def put_into_a_batch(state: State) -> tuple[str, object]:
    batch = BatchState(state.rules, 1, history=True)
    batch[0] = state
    return batch[0].to_text(), batch.information_state_tensor(0).tolist()


QUESTIONS: dict[str, Callable[[State], object]] = {
    "text": State.to_text,
    "bytes": State.to_bytes,
    "position": State.position,
    "repr": repr,
    "hash": hash,
    "key": State.key,
    "history": State.history,
    "history_str": State.history_str,
    "current_player": State.current_player,
    "is_terminal": State.is_terminal,
    "is_player_node": State.is_player_node,
    "end_reason": State.end_reason,
    "legal_actions": State.legal_actions,
    "legal_actions of 1": lambda s: s.legal_actions(1),
    "mask": State.legal_actions_mask,
    "scores": State.scores,
    "returns": State.returns,
    "winners": State.winners,
    "rewards": State.rewards,
    "player_return": lambda s: s.player_return(1),
    "candidates": lambda s: s.candidates(0),
    "worlds_count": lambda s: s.worlds_count(0),
    "resample": lambda s: s.resample_from_infostate(0, 7).to_text(),
    "observation": State.observation_string,
    "observation of 0": lambda s: s.observation_string(0),
    "information": State.information_state_string,
    "observation tensor": State.observation_tensor,
    "information tensor": State.information_state_tensor,
    "clone": cloned,
    "pickle": lambda s: pickle.loads(pickle.dumps(s)).to_text(),
    "child": lambda s: s.child(s.rules.players).to_text(),
    "pack": c_api.pack_state,
    "perft": lambda s: search.perft(s, 2),
    "playout": lambda s: search.playout(s, 5).history(),
    "playouts": lambda s: search.playouts(s, 20, 5),
    "ismcts": lambda s: search.ismcts(s, player=0, simulations=32, seed=3),
    "batch": put_into_a_batch,
}


@pytest.mark.parametrize("name", PAIRS)
def test_each_answer_is_of_one_moment(name: str) -> None:
    """Nothing but what is right before or after the action, while a thread makes and undoes it."""
    state, action = PAIRS[name]()
    before, after = state.clone(), state.child(action)
    right = {
        question: [outcome(partial(ask, before)), outcome(partial(ask, after))]
        for question, ask in QUESTIONS.items()
    }
    answered = Event()

    def to_and_fro() -> None:
        while not answered.is_set():
            state.apply_action(action)
            state.undo_action()

    def all_questions() -> None:
        for question, ask in QUESTIONS.items():
            assert outcome(partial(ask, state)) in right[question], question

    def ask_on() -> None:
        try:
            again(all_questions)()
        finally:
            answered.set()

    at_once(to_and_fro, *[ask_on] * (THREADS - 1))
    assert state == before


# A state that all of them play on


def test_no_action_is_lost_and_none_made_up() -> None:
    again(one_state_for_all)()


def one_state_for_all() -> None:
    """Who makes an action and who takes one back is counted; the history must come to the same."""
    rules = Ruleset.wide(players=4)
    state = State(rules)
    made = [0] * 4

    def play(me: int) -> None:
        for turn in range(300):
            try:
                if turn % 3 == 2:
                    state.undo_action()
                    made[me] -= 1
                else:
                    state.apply_action(state.legal_actions()[me])
                    made[me] += 1
            except (HistoryError, IllegalActionError, IndexError):
                pass  # another thread was there before

    at_once(*[partial(play, me) for me in range(len(made))])
    history = state.history()
    assert len(history) == sum(made)
    replayed = State(rules)
    replayed.apply_actions(history)
    assert replayed == state
    for _ in history:
        state.undo_action()
    assert state == State(rules)


def test_several_actions_are_made_together_or_not_at_all() -> None:
    state = State()
    both = [3, 0]

    def forth() -> None:
        try:
            state.apply_actions(both)
        except (HistoryError, IllegalActionError):
            pass
        else:
            state.undo_action()
            state.undo_action()

    def look() -> None:
        assert len(state.history()) <= 2

    at_once(*[again(forth)] * 2, again(look))
    assert state == State()


# Objects of their own: nothing that they share behind the scenes may show


def game(seed: int) -> list[object]:
    """A game of some ruleset, with all that can be done to a state, and what comes of it."""
    rng = Random(seed)
    state = State(random_rules(rng))
    for _ in range(60):
        actions = state.legal_actions()
        if not actions:
            break
        state.apply_action(rng.choice(actions))
        state = rng.choice((state, state.clone(), pickle.loads(pickle.dumps(state))))
        if rng.random() < 0.2:
            state = (
                state.child(rng.choice(state.legal_actions() or [-1]))
                if not (state.is_terminal())
                else state.clone()
            )
    return [state.history(), state.to_text(), state.key(), state.observation_tensor().tolist()]


def searches(seed: int) -> list[object]:
    state = State(Ruleset.standard(2 + seed % 3))
    batch = BatchState(state.rules, 1100, seed=seed, threads=1 + seed % 2)
    for _ in range(5):
        batch.step_random()
    return [
        search.perft(state, 3 + 2 * (seed % 2), threads=2) if seed % 3 == 0 else None,
        search.playouts(state, 300, seed, threads=2).tolist(),
        search.ismcts(state, simulations=40, seed=seed, threads=2).visits,
        batch.scores().tolist(),
        batch[1099].to_text(),
    ]


@pytest.mark.parametrize(("task", "count"), [(game, 12), (searches, 6)])
def test_own_objects_do_not_meet(task: Callable[[int], object], count: int) -> None:
    alone = [task(seed) for seed in range(count)]

    def from_(first: int) -> None:
        for n in range(count):
            seed = (first + n) % count
            assert task(seed) == alone[seed]

    at_once(*[again(partial(from_, n * count // THREADS)) for n in range(THREADS)])


# Batches


def refused(call: Callable[[], object]) -> bool:
    """Whether a batch was in use, so that nothing happened."""
    try:
        call()
    except RuntimeError as error:
        assert "in use" in str(error)
        return True
    return False


def test_a_batch_steps_for_whoever_comes_first() -> None:
    again(one_batch_for_all)()


def one_batch_for_all() -> None:
    def new() -> BatchState:
        return BatchState(
            Ruleset(stall_limit=3), 2100, seed=1, autoreset=True, history=True, threads=3
        )

    batch, other = new(), new()
    steps = [0] * THREADS
    looks: list[Callable[[], object]] = [
        batch.clone,
        lambda: batch == other,
        lambda: batch[7].to_text(),
        batch.information_state_tensor,
        lambda: batch.sample(seed=3),
        lambda: State.from_text(batch[2099].to_text(), batch.rules),
    ]

    def step(me: int) -> None:
        while steps[me] < 4:
            if refused(batch.step_random):
                time.sleep(0.0002)
            else:
                steps[me] += 1

    def look() -> None:
        for ask in looks * 4:
            refused(ask)

    at_once(*[partial(step, me) for me in range(THREADS)], look, look)
    for _ in range(sum(steps)):
        other.step_random()
    assert batch == other


def test_actions_that_change_while_they_are_read() -> None:
    """Rows take legal actions alone, whatever another thread writes into the array meanwhile."""
    batch = BatchState(Ruleset(players=3), 2100, autoreset=True, threads=2)
    legal = batch.sample(seed=5)
    wild = np.resize([-1, 161, 255, 256 + 3, 2**40, -2, 130], len(batch))
    actions = legal.copy()
    done = Event()

    def write() -> None:
        while not done.is_set():
            actions[::7] = wild[::7]
            actions[:] = legal

    def step() -> None:
        with suppress(SlyError):
            batch.apply(actions)

    def steps() -> None:
        try:
            again(step)()
        finally:
            done.set()

    at_once(write, steps)
    for state in (batch[row] for row in range(0, len(batch), 20)):
        assert State.from_text(state.to_text(), batch.rules) == state
