"""What a batch refuses: illegal actions, wrong arrays, wrong numbers; and no row changes."""

from __future__ import annotations

import array
import ctypes
import pickle
import threading
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sly_core
from sly_core import BatchState, Ruleset, State
from sly_core.errors import IllegalActionError, IllegalRowError, SlyError
from tests.strategies import random_game, random_rules, rulesets, run
from tests.threads import at_once

N = 6


def somewhere(seed: int, **options: Any) -> BatchState:
    """A batch in the middle of drawn games."""
    rng = Random(seed)
    rules = random_rules(rng)
    batch = BatchState(rules, N, **options)
    for row in range(N):
        batch[row] = run(State(rules), random_game(rng, 12))
    return batch


def refuses(batch: BatchState, actions: Any, error: type[Exception], match: str) -> None:
    """The call raises, and all rows are as they were, to the byte."""
    before = batch.clone()
    written = np.full((len(batch), 161), 9, np.int8)
    with pytest.raises(error, match=match):
        batch.apply(actions, legal_actions_mask=written)
    assert batch == before
    assert (written == 9).all()


@given(rulesets(), st.integers(0, 2**32), st.integers(-3, 200))
def test_an_illegal_action_is_refused_as_a_state_refuses_it(
    rules: Ruleset, seed: int, action: int
) -> None:
    """The row, the action and the clause are named, and the words are those of `State`."""
    batch = BatchState(rules, 4, seed=seed)
    for _ in range(seed % 9):
        batch.step_random()
    actions = batch.sample()
    row = seed % 4
    state = batch[row]
    actions[row] = action
    if action == -1 or action in state.legal_actions():
        batch.apply(actions)
        return
    before = batch.clone()
    with pytest.raises(IllegalActionError) as single:
        state.apply_action(action)
    with pytest.raises(IllegalRowError) as caught:
        batch.apply(actions)
    assert str(caught.value) == f"row {row}: {single.value}"
    error = caught.value
    assert (error.row, error.action, error.clause) == (row, action, single.value.clause)
    assert batch == before


def test_one_illegal_action_among_many_changes_no_row() -> None:
    for seed in range(20):
        batch = somewhere(seed, history=seed % 2 == 0)
        for row in range(N):
            actions = batch.sample()
            actions[row] = 161
            refuses(batch, actions, IllegalRowError, f"row {row}: action 161")


def test_the_first_bad_row_is_named() -> None:
    refuses(BatchState(Ruleset(), 4), [0, 160, 128, 160], IllegalRowError, "row 1: action 160")


def test_a_row_that_is_over_takes_no_action() -> None:
    batch = BatchState(Ruleset(), 2)
    batch[0] = State.from_text("14!,13!,04!,03! F125/F1256 06/- 0 0 -")
    refuses(batch, [0, 0], IllegalRowError, r"row 0: action 0: the game is over: full house \(G2\)")
    batch = BatchState(Ruleset(), 2, max_plies=1)
    batch.apply([-1, 0])
    refuses(batch, [0, 17], IllegalRowError, "row 1: action 17: the game was cut off after 1 plies")


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_game_that_was_cut_off_is_named_only_where_it_still_lies(autoreset: bool) -> None:
    """With `autoreset` the row is in a new game, and the error is that of the new game."""
    batch = BatchState(Ruleset(), 2, autoreset=autoreset, max_plies=1)
    batch.apply([3, 3])
    for action in (128, -7, 999):
        with pytest.raises(IllegalRowError) as caught:
            batch.apply([action, 3])
        with pytest.raises(IllegalActionError) as single:
            State().apply_action(action)
        cut = f"action {action}: the game was cut off after 1 plies; reset the row"
        assert str(caught.value) == f"row 0: {single.value if autoreset else cut}"
        assert caught.value.clause == (single.value.clause if autoreset else None)


def test_the_action_that_was_refused_is_the_one_that_is_named() -> None:
    """Another thread writes into the array meanwhile: the error tells what was checked."""
    batch = BatchState(Ruleset(), 100_000)
    actions = np.full(100_000, -1)
    refused: set[int] = set()

    def write() -> None:
        while not done.is_set():
            for action in (128, -1):
                for _ in range(20):
                    actions[-1] = action

    def step() -> None:
        told = 0
        while told < 50:
            try:
                batch.apply(actions)
            except IllegalRowError as error:
                refused.add(error.action)
                told += 1
        done.set()

    done = threading.Event()
    at_once(write, step, timeout=60)
    assert refused == {128}


def test_the_error_survives_pickling() -> None:
    with pytest.raises(IllegalRowError) as caught:
        BatchState(Ruleset(), 1).apply([128])
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.row, twin.action, twin.clause) == (
        *("row 0: action 128: no card lies on a1 (E1)", 0, 128, "E1"),
    )


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0] * 5, SlyError),
        ([[0] * 6], SlyError),
        (0, SlyError),
        ([], SlyError),  # numpy makes floats of it, but its shape is what is wrong
        ([0.0] * 6, TypeError),
        ([True] * 6, TypeError),
        ([True, 1, 1, 1, 1, 1], TypeError),  # numpy makes integers of it
        ((1, 1, 1, 1, 1, np.False_), TypeError),
        (["Fa1"] * 6, TypeError),
        (None, TypeError),
        ([None] * 6, TypeError),
        (np.zeros(6, np.complex64), TypeError),
        (np.zeros(6, object), TypeError),
    ],
)
def test_what_are_no_actions(actions: Any, error: type[Exception]) -> None:
    refuses(BatchState(Ruleset(), 6), actions, error, "actions")


@pytest.mark.parametrize("nothing", [[], (), np.zeros(0), np.zeros((0, 6), bool), [[]]])
def test_nothing_is_refused_for_its_shape(nothing: Any) -> None:
    batch = BatchState(Ruleset(), 6)
    refuses(batch, nothing, SlyError, r"actions: shape \(.*0.*\) is not \(6,\)")
    with pytest.raises(SlyError, match=r"rows: shape \(.*0.*\) is not \(6,\)"):
        batch.reset(nothing)


@pytest.mark.parametrize("huge", [2**64 - 1, 2**64 - 2, 2**63, 2**32, 2**8 + 3])
def test_a_huge_action_is_no_small_one(huge: int) -> None:
    """2**64 - 1 is not -1, and 2**8 + 3 is not 3."""
    actions = np.full(6, huge, np.uint64)
    refuses(BatchState(Ruleset(), 6), actions, IllegalRowError, f"row 0: action {huge}: action ids")
    refuses(BatchState(Ruleset(), 6), [-(2**63)] * 6, IllegalRowError, "row 0")


@pytest.mark.parametrize("huge", [2**63, 2**64, 10**30, -(10**30)])
def test_nor_is_one_that_no_array_of_integers_holds(huge: int) -> None:
    """A list with both is made floats or objects of by numpy."""
    for actions in ([-1, 0, 1, huge, 2, 3], (-1, 0, 1, huge, 2, -huge)):
        match = f"row 3: action {huge}: action ids"
        refuses(BatchState(Ruleset(), 6), actions, IllegalRowError, match)


class Odd:
    """Something with a shape and a dtype that lends no memory."""

    shape = (N,)
    dtype = np.dtype(np.bool_)


GOOD = np.zeros((N, 161), np.int8)
MISALIGNED = np.frombuffer(bytearray(N * 8 + 1), np.uint8)[1:].view(np.float32).reshape(N, 2)
READ_ONLY = np.zeros((N, 2), np.float32)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("name", "given_", "error", "match"),
    [
        ("legal_actions_mask", GOOD.astype("int16"), TypeError, "int8, uint8 or bool"),
        ("legal_actions_mask", GOOD[:5], SlyError, r"not shape \(5, 161\)"),
        ("legal_actions_mask", GOOD.T, SlyError, r"shape \(161, 6\)"),
        ("legal_actions_mask", np.asfortranarray(GOOD), SlyError, "gaps or another order"),
        ("legal_actions_mask", np.zeros((N, 322), np.int8)[:, ::2], SlyError, "gaps"),
        ("legal_actions_mask", GOOD.reshape(-1), SlyError, "shape"),
        ("legal_actions_bits", np.zeros((N, 3), np.int64), TypeError, "uint64"),
        ("legal_actions_bits", np.zeros((N, 3), ">u8"), TypeError, "uint64"),
        ("returns", np.zeros((N, 2), np.float64), TypeError, "float32"),
        ("returns", READ_ONLY, SlyError, "read-only"),
        ("returns", MISALIGNED, (SlyError, TypeError), "returns"),
        ("returns", np.zeros((N, 2), ">f4"), TypeError, "float32"),
        ("scores", np.zeros((N, 4), np.int16), SlyError, "shape"),
        ("terminated", [False] * N, TypeError, "not list"),
        ("terminated", Odd(), TypeError, "not Odd"),
        ("terminated", b"\0" * N, SlyError, "read-only"),
        ("terminated", np.zeros(N, "datetime64[s]"), TypeError, "lends no memory"),
        ("terminated", np.zeros(N, object), TypeError, "format"),
        ("terminated", np.zeros(N, [("a", "?")]), TypeError, "format"),
        ("terminated", np.array(False), SlyError, r"shape \(\)"),
        ("current_player", np.broadcast_to(np.int8(0), (N,)), SlyError, "read-only"),
        ("actions", np.zeros(N, np.int64), TypeError, "actions"),
        ("fox", GOOD, TypeError, "'fox' is nothing"),
        ("information_state_tensor", np.zeros((N, 1355), np.float32), SlyError, "history=True"),
    ],
)
def test_arrays_that_do_not_fit(name: str, given_: Any, error: Any, match: str) -> None:
    batch = BatchState(Ruleset(), N)
    before = batch.clone()
    for call in (batch.write, lambda **out: batch.apply([0] * N, **out)):
        with pytest.raises(error, match=match):
            call(**{name: given_})
    if name not in ("actions", "fox"):
        ask: Any = getattr(batch, name)
        with pytest.raises(error, match=match):
            ask(out=given_)
    assert batch == before


def test_anything_with_memory_that_fits_will_do() -> None:
    batch = BatchState(Ruleset(), N)
    flags: Any = bytearray(b"\7" * N)
    batch.terminated(flags)
    assert flags == bytes(N)
    seats: Any = array.array("b", [7] * N)
    batch.current_player(seats)
    assert list(seats) == [0] * N
    returns: Any = ((ctypes.c_float * 2) * N)()
    returns[0][0] = 7.0
    batch.returns(returns)
    assert returns[0][0] == 0.0
    view: Any = memoryview(bytearray(N * 161)).cast("b", (N, 161))
    batch.legal_actions_mask(view)
    assert sum(view.tolist()[0]) == 28


def test_what_cannot_be_written_is_not_named_among_what_can() -> None:
    batch: Any = BatchState(Ruleset(), N)
    actions = np.zeros(N, np.int64)
    with pytest.raises(TypeError, match="'actions' is nothing.* truncated are$"):
        batch.write(actions=actions)
    with pytest.raises(TypeError, match="'nothing' is nothing.* actions are$"):
        batch.step_random(nothing=actions)


def test_results_may_not_share_memory() -> None:
    batch = BatchState(Ruleset(), N)
    raw = np.zeros(4 * N * 139, np.uint8)
    tensor = raw.view(np.float32).reshape(N, 139)
    batch.write(observation_tensor=tensor)
    before = raw.copy()
    for low, high in ((0, N), (100, 100 + N), (4 * N * 139 - N, 4 * N * 139)):
        flags = raw[low:high]
        with pytest.raises(SlyError, match="share memory"):
            batch.write(observation_tensor=tensor, terminated=flags.view(np.bool_))
    assert np.array_equal(raw, before)
    batch.write(terminated=raw[:N].view(np.bool_), truncated=raw[N : 2 * N].view(np.bool_))


def test_actions_may_lie_where_results_go() -> None:
    """All actions are read and checked before the first result is written."""
    batch, twin = (BatchState(Ruleset(), N, seed=1) for _ in range(2))
    bits = np.zeros((N, 3), np.uint64)
    for _ in range(3):
        actions = batch.sample()
        twin.apply(actions)
        bits.view(np.int64).reshape(-1)[:N] = actions
        batch.apply(bits.view(np.int64).reshape(-1)[:N], legal_actions_bits=bits)
        assert batch[0] == twin[0]
        assert list(batch) == list(twin)


def test_seats() -> None:
    batch: Any = BatchState(Ruleset(), N)
    for seat in (2, -1, 2**40):
        with pytest.raises(SlyError, match="S1"):
            batch.observation_tensor(seat)
    for odd in (True, 1.0, "0"):
        with pytest.raises(TypeError):
            batch.write(player=odd)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"n": 0}, SlyError),
        ({"n": -1}, SlyError),
        ({"n": 2**24 + 1}, SlyError),
        ({"n": 2**70}, SlyError),
        ({"n": 1.0}, TypeError),
        ({"n": True}, TypeError),
        ({"n": None}, TypeError),
        ({"rules": None}, TypeError),
        ({"rules": "players=2"}, TypeError),
        ({"seed": -1}, SlyError),
        ({"seed": 2**64}, SlyError),
        ({"seed": None}, TypeError),
        ({"max_plies": 0}, SlyError),
        ({"max_plies": 2**31}, SlyError),
        ({"max_plies": "9"}, TypeError),
        ({"threads": 0}, SlyError),
        ({"threads": 257}, SlyError),
        ({"threads": None}, TypeError),
        ({"autoreset": 1}, TypeError),
        ({"history": None}, TypeError),
    ],
)
def test_batches_that_cannot_be(options: dict[str, Any], error: type[Exception]) -> None:
    make: Any = BatchState
    with pytest.raises(error):
        make(**{"rules": Ruleset(), "n": 2, **options})
    blank: Any = BatchState.__new__
    with pytest.raises(TypeError):
        blank(BatchState)


def test_what_is_left_out_is_named() -> None:
    make: Any = BatchState
    with pytest.raises(TypeError, match="rules must be a Ruleset"):
        make()
    with pytest.raises(TypeError, match="^n: a NoneType"):
        make(Ruleset())


def test_a_bool_is_one_of_pythons() -> None:
    make: Any = BatchState
    with pytest.raises(
        TypeError, match=r"autoreset is True or False, not .* of <class 'numpy\.bool"
    ):
        make(Ruleset(), 1, autoreset=np.True_)


def test_no_row_is_deleted() -> None:
    batch: Any = BatchState(Ruleset(), 2)
    with pytest.raises(TypeError, match="none can be deleted"):
        del batch[0]
    assert len(batch) == 2


def test_a_batch_stays_as_it_was_made() -> None:
    batch: Any = BatchState(Ruleset.wide(4), 3)
    before = batch.clone()
    batch.__init__(Ruleset(hens=1), 1)
    assert batch == before
    for name in ("threads", "rules", "autoreset"):
        with pytest.raises(AttributeError):
            setattr(batch, name, 9)


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([True] * 5, SlyError),
        ([[True] * 6], SlyError),
        ([0, 1, 2, 3, 4, 5], TypeError),
        (-1, TypeError),
        ([None] * 6, TypeError),
        ("all", TypeError),
    ],
)
def test_rows_that_cannot_be_reset(rows: Any, error: type[Exception]) -> None:
    batch = BatchState(Ruleset(), 6)
    batch.step_random()
    before = batch.clone()
    with pytest.raises(error, match="rows"):
        batch.reset(rows, seed=1)
    with pytest.raises((SlyError, TypeError), match="seed"):
        batch.reset(seed=rows)
    with pytest.raises((SlyError, TypeError)):
        batch.sample(rows)
    assert batch == before


class Meddler:
    """A number, or an array, that first does something else."""

    def __init__(self, deed: Any, value: Any) -> None:
        self.deed = deed
        self.value = value

    def __index__(self) -> int:
        self.deed()
        return int(self.value)

    def __array__(self, *_: Any, **__: Any) -> Any:
        self.deed()
        return np.array(self.value)


def test_code_of_the_callers_may_step_the_batch_it_is_asked_by() -> None:
    """What arguments do is done before the step begins."""
    batch: Any = BatchState(Ruleset(), 2)
    batch.apply(Meddler(lambda: batch.apply([0, 0]), [1, 1]))
    assert [state.to_text().split()[0] for state in batch] == ["0F?,1F?,-,-"] * 2
    assert batch[Meddler(batch.reset, 1)] == State()
    batch.observation_tensor(Meddler(batch.step_random, 1))
    batch.reset(Meddler(batch.step_random, [True, True]))
    batch.apply(Meddler(lambda: batch.__init__(Ruleset(hens=1), 1), [1, 1]))
    assert len(batch) == 2


def test_arrays_are_measured_after_code_of_the_callers_has_run() -> None:
    batch: Any = BatchState(Ruleset(), N)
    flags = bytearray(N)
    with pytest.raises(SlyError, match="shape"):
        batch.write(player=Meddler(flags.clear, 0), terminated=flags)


def test_the_reference_is_no_row() -> None:
    batch: Any = BatchState(Ruleset(), 1)
    with pytest.raises(TypeError, match=r"sly_core\.State"):
        batch[0] = sly_core.reference.State()
