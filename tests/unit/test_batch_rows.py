"""Each row of a batch is a game as `State` plays it: the same actions, points and tensors."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core import BatchState, Ruleset, State
from sly_core.errors import SlyError
from tests.strategies import Wish, games, grant, rulesets, run
from tests.tools import rules

ROWS = 3


def assert_same(batch: BatchState, states: list[State], *, with_events: bool = True) -> None:
    """Everything that a batch tells of its rows, against one state a row."""
    for row, state in enumerate(states):
        assert batch[row] == state
    assert batch.current_player().tolist() == [s.current_player() for s in states]
    masks = np.array([s.legal_actions_mask() for s in states])
    assert np.array_equal(batch.legal_actions_mask(), masks)
    assert np.array_equal(unpacked(batch.legal_actions_bits()), masks)
    assert batch.scores().tolist() == [s.scores() for s in states]
    assert np.array_equal(batch.returns(), np.array([s.returns() for s in states], np.float32))
    assert batch.terminated().tolist() == [s.is_terminal() for s in states]
    for player in (None, *range(states[0].rules.players)):
        seen = np.array([s.observation_tensor(player) for s in states])
        assert batch.observation_tensor(player).tobytes() == seen.tobytes()
        if with_events:
            known = np.array([s.information_state_tensor(player) for s in states])
            assert batch.information_state_tensor(player).tobytes() == known.tobytes()


def unpacked(bits: Any) -> Any:
    """The words of `legal_actions_bits` as one number an action."""
    actions = np.arange(161, dtype=np.uint64)
    return (bits[:, actions // 64] >> (actions % 64)) & 1


@given(rulesets(), st.lists(games, min_size=ROWS, max_size=ROWS))
def test_rows_are_games(rules_: Ruleset, drawn: list[list[Wish]]) -> None:
    """T1, G1-G3, P1-P4 and what each seat sees, along games of which each goes its own way."""
    batch = BatchState(rules_, ROWS, history=True)
    states = [State(rules_) for _ in range(ROWS)]
    for turn in range(max(map(len, drawn))):
        actions = [-1] * ROWS
        for row, (state, game) in enumerate(zip(states, drawn, strict=True)):
            if turn < len(game) and not state.is_terminal():
                actions[row] = grant(state, game[turn], set())
                state.apply_action(actions[row])
        batch.apply(actions)
        if turn % 7 == 0:
            assert_same(batch, states)
    assert_same(batch, states)


@given(rulesets(), games, games)
def test_a_state_put_into_a_row_goes_on_there(
    rules_: Ruleset, before: list[Wish], after: list[Wish]
) -> None:
    state = run(State(rules_), before)
    batch = BatchState(rules_, 2, history=True)
    batch[1] = state
    assert batch[0] == State(rules_)
    assert_same(batch, [State(rules_), state])
    for wish in after:
        if state.is_terminal():
            break
        action = grant(state, wish, set())
        state.apply_action(action)
        batch.apply([-1, action])
    assert_same(batch, [State(rules_), state])


def test_one_pass_writes_what_the_methods_give() -> None:
    batch = BatchState(Ruleset.wide(3), 40, seed=2, history=True, max_plies=9)
    for _ in range(9):
        batch.step_random()
    names = [
        *("current_player", "legal_actions_mask", "legal_actions_bits", "scores", "returns"),
        *("terminated", "truncated", "observation_tensor", "information_state_tensor"),
    ]
    wanted: dict[str, Any] = {name: getattr(batch, name)() for name in names}
    assert wanted["truncated"].any()
    written = {name: np.full_like(array, 77) for name, array in wanted.items()}
    batch.write(**written)
    for name in names:
        assert written[name].tobytes() == wanted[name].tobytes(), name
    batch.write(player=1, observation_tensor=written["observation_tensor"])
    assert np.array_equal(written["observation_tensor"], batch.observation_tensor(1))


def test_results_land_in_the_array_that_is_given() -> None:
    batch = BatchState(Ruleset(), 5)
    for dtype in (np.int8, np.uint8, np.bool_):
        mask = np.full((5, 161), 1, dtype)
        assert batch.legal_actions_mask(mask) is mask
        assert mask.sum() == 5 * 28
    whole = np.zeros((3, 5, 139), np.float32)
    batch.observation_tensor(out=whole[1])  # a part of an array, without gaps
    assert whole[1].any()
    assert not whole[0].any()
    assert not whole[2].any()


def test_dtypes_and_shapes() -> None:
    batch = BatchState(Ruleset(players=3), 4, history=True)
    arrays: dict[str, Any] = {
        "seat": batch.current_player(),
        "mask": batch.legal_actions_mask(),
        "bits": batch.legal_actions_bits(),
        "scores": batch.scores(),
        "returns": batch.returns(),
        "terminated": batch.terminated(),
        "truncated": batch.truncated(),
        "sample": batch.sample(),
        "observation": batch.observation_tensor(),
        "information": batch.information_state_tensor(),
    }
    found = {name: (str(array.dtype), array.shape) for name, array in arrays.items()}
    assert found == {
        "seat": ("int8", (4,)),
        "mask": ("int8", (4, 161)),
        "bits": ("uint64", (4, 3)),
        "scores": ("int16", (4, 3)),
        "returns": ("float32", (4, 3)),
        "terminated": ("bool", (4,)),
        "truncated": ("bool", (4,)),
        "sample": ("int64", (4,)),
        "observation": ("float32", (4, 272)),
        "information": ("float32", (4, 1872)),
    }


def test_actions_of_any_kind_of_integer() -> None:
    one = BatchState(Ruleset(), 3)
    one.apply([3, 17, 99])
    for dtype in ("int8", "uint8", "int16", "uint64", "int32", ">i4", "int64"):
        other = BatchState(Ruleset(), 3)
        other.apply(np.array([3, 17, 99], dtype))
        assert other == one, dtype
    other = BatchState(Ruleset(), 3)
    other.apply(np.array([3, 0, 17, 0, 99, 0])[::2])
    assert other == one


def test_rows_are_a_sequence() -> None:
    batch: Any = BatchState(Ruleset(), 3)
    batch.apply([0, 1, 2])
    assert [state.to_text().split()[0] for state in batch] == [
        *("0F?,-,-,-", "-,0F?,-,-", "-,-,0F?,-"),
    ]
    assert batch[-1] == batch[2]
    assert len(batch) == 3
    for row in (3, -4, 2**70):
        with pytest.raises(IndexError):
            batch[row]
        with pytest.raises(IndexError):
            batch[row] = State()
    for odd in ("0", 1.0, None, True, slice(0, 1)):
        with pytest.raises(TypeError):
            batch[odd]


def test_a_row_given_out_is_a_copy() -> None:
    batch = BatchState(Ruleset(), 2)
    state = batch[0]
    state.apply_action(3)
    assert batch[0] == State()
    assert state.history() == [3]
    batch.apply([2, 2])
    assert batch[0] != state


def test_a_row_takes_only_a_state_of_its_ruleset() -> None:
    batch: Any = BatchState(Ruleset(), 2)
    before = batch.clone()
    with pytest.raises(SlyError, match="ruleset"):
        batch[0] = State(Ruleset(players=3))
    for odd in (None, "-", 3, batch):
        with pytest.raises(TypeError):
            batch[0] = odd
    assert batch == before


def test_a_game_that_is_over_goes_into_a_row_that_can_stand_still() -> None:
    end = State.from_text("14!,13!,04!,03! F125/F1256 06/- 0 0 -")
    batch = BatchState(Ruleset(), 2)
    batch[1] = end
    assert batch.terminated().tolist() == [False, True]
    assert batch.scores()[1].tolist() == end.scores()
    with pytest.raises(SlyError, match="autoreset"):
        BatchState(Ruleset(), 2, autoreset=True)[1] = end


def test_copies_are_equal_and_apart() -> None:
    batch = BatchState(Ruleset.wide(2), 50, seed=4, history=True, max_plies=30)
    for _ in range(20):
        batch.step_random()
    for twin in (batch.clone(), copy.copy(batch), copy.deepcopy(batch)):
        assert twin == batch
        twin.step_random()
        assert twin != batch
    twin = batch.clone()
    batch.step_random()
    twin.step_random()
    assert twin == batch
    assert np.array_equal(twin.information_state_tensor(), batch.information_state_tensor())


def test_batches_of_other_kinds_are_not_equal() -> None:
    batch = BatchState(Ruleset(), 2)
    others = [
        *(BatchState(Ruleset(), 3), BatchState(Ruleset(stall_limit=1), 2)),
        *(BatchState(Ruleset(), 2, autoreset=True), BatchState(Ruleset(), 2, max_plies=5)),
        *(BatchState(Ruleset(), 2, history=True), BatchState(Ruleset(), 2, seed=1)),
    ]
    assert all(batch != other for other in others)
    assert batch == BatchState(Ruleset(), 2, threads=2)
    assert batch != "batch"
    with pytest.raises(TypeError):
        hash(batch)


def test_batches_that_tell_the_same_are_equal() -> None:
    """Nothing remains of a game that was reset: no points and, without a limit, no plies."""
    for autoreset in (False, True):
        batch = BatchState(Ruleset(), 2, autoreset=autoreset)
        while not batch.terminated().all() and not (autoreset and batch.terminated().any()):
            batch.step_random()
        told = batch.clone()
        assert told == batch
        batch.reset(seed=1)
        assert told != batch
        assert batch == BatchState(Ruleset(), 2, seed=1, autoreset=autoreset)
    played, put = (BatchState(Ruleset(), 2, history=True) for _ in range(2))
    state = State()
    for _ in range(5):
        action = state.legal_actions()[-1]
        state.apply_action(action)
        played.apply([action] * 2)
    put[0] = put[1] = state
    assert played == put
    one, other = (BatchState(Ruleset(), 1, max_plies=5) for _ in range(2))
    one.apply([3])
    other[0] = one[0]
    assert one != other  # the one is cut off sooner


def test_the_points_of_games_that_are_over_are_compared() -> None:
    """With `autoreset` the last game's, too, as long as they are told."""
    a, b = (BatchState(Ruleset(), 9, autoreset=True, max_plies=8) for _ in range(2))
    for turn in range(8):
        a.apply(a.sample(turn))  # the streams stay
        b.apply(b.sample(turn + 100))
    assert a.truncated().all()
    assert b.truncated().all()
    assert list(a) == list(b)
    assert not np.array_equal(a.scores(), b.scores())
    assert a != b
    for batch in (a, b):
        batch.apply([-1] * 9)
    assert a == b


def test_what_a_batch_says_of_itself() -> None:
    ruleset = rules("players=3 hens=4")
    batch = BatchState(ruleset, 2, autoreset=True, max_plies=7, history=True, threads=2)
    assert (batch.rules, batch.num_players(), batch.num_distinct_actions()) == (ruleset, 3, 161)
    assert (batch.autoreset, batch.max_plies, batch.history, batch.threads) == (True, 7, True, 2)
    assert repr(batch) == (
        "<BatchState: 2 rows of Ruleset(players=3, hens=4), "
        "autoreset=True, max_plies=7, history=True, threads=2>"
    )
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(batch)
