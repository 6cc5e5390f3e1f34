"""Code of the caller's that runs inside a call: the state stays a state (S1, S3)."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import sysconfig
from typing import Any

import numpy as np
import pytest

import sly_core as sly
from sly_core._core import packing
from tests.tools import all_facts

SMALL = sly.Ruleset(players=2, hens=1, houses=[[1]])
FOUR = sly.Ruleset.wide(players=4)


class Meddler:
    """A number that first does something else."""

    def __init__(self, number: int, deed: Any) -> None:
        self.number = number
        self.deed = deed

    def __index__(self) -> int:
        self.deed()
        return self.number


def test_a_state_keeps_its_ruleset() -> None:
    s: Any = sly.State(FOUR)
    s.__init__(SMALL)
    assert s.rules == FOUR
    assert s == sly.State(FOUR)


@pytest.mark.parametrize(
    "ask",
    [
        "observation_tensor",
        "information_state_tensor",
        "observation_string",
        "worlds_count",
        "legal_actions",
        "player_return",
    ],
)
def test_a_seat_stays_checked(ask: str) -> None:
    s: Any = sly.State(FOUR)
    meddler = Meddler(3, lambda: s.__init__(SMALL))
    assert str(getattr(s, ask)(meddler)) == str(getattr(sly.State(FOUR), ask)(3))


def test_a_space_stays_checked() -> None:
    s: Any = sly.State(FOUR)
    assert s.candidates(Meddler(15, lambda: s.apply_action(15))) == list(range(7))


def test_undo_survives_actions_made_meanwhile() -> None:
    s: Any = sly.State(FOUR)
    s.apply_action(0)

    def act() -> None:
        # enough to move the record of what was made to another place in memory
        if len(s.history()) == 1:
            s.apply_actions([1, 2, 3, 20, 21, 22, 23, 40, 41, 42, 43, 60, 61, 62, 63])

    with pytest.raises(sly.errors.HistoryError):
        s.undo_action(Meddler(0, act), 0)
    assert len(s.history()) == 16


def test_a_sample_is_of_the_state_that_was_asked() -> None:
    s = sly.State.from_text("1F?,12?,03?,- F12456/13456 -/- 0 0 -", sly.Ruleset())
    before = s.clone()

    def meddle() -> float:
        s.apply_actions([144, 160])
        return 0.5

    assert s.resample_from_infostate(0, meddle) == before.resample_from_infostate(0, lambda: 0.5)


def test_a_ruleset_is_checked_when_it_is_unpickled() -> None:
    # protocol 2 writes 2 players and 6 Hens as K\x02K\x06
    data = pickle.dumps(sly.Ruleset(players=2, hens=6), 2)
    assert pickle.loads(data) == sly.Ruleset(players=2, hens=6)
    with pytest.raises(sly.errors.RulesetError, match="players"):
        pickle.loads(data.replace(b"K\x02K\x06", b"K\x09K\x3c"))
    blank = sly.Ruleset.__new__(sly.Ruleset)
    with pytest.raises(sly.errors.RulesetError, match="houses"):
        blank.__setstate__([2, 6, ((1,) * 1000,), "stepwise", "any", "top", "returns", 1, 0])


def test_a_forged_ruleset_is_checked_by_the_core() -> None:
    forged = sly.Ruleset()
    object.__setattr__(forged, "players", 9)
    with pytest.raises(sly.errors.RulesetError, match="players"):
        sly.State(forged)


def test_what_a_subclass_says_of_seats_does_not_count() -> None:
    class Anything(sly.Ruleset):
        def check_seat(self, seat: int) -> int:
            return seat

    s = sly.State(Anything(players=2))
    with pytest.raises(ValueError, match="seat 3"):
        s.observation_tensor(3)
    assert type(s.rules) is sly.Ruleset


def test_a_ruleset_forged_behind_the_state_does_not_reach_the_core() -> None:
    s = sly.State(sly.Ruleset(hens=5))
    rules = s.rules
    object.__setattr__(rules, "players", 4)
    try:
        with pytest.raises(ValueError, match="3 is out of range"):
            s.observation_tensor(3)
    finally:
        object.__setattr__(rules, "players", 2)


FORGED = """
import sly_core as sly
s = sly.State(sly.Ruleset(hens=5))
object.__setattr__(s.rules, "players", 4)  # every equal ruleset has this one as its own
text = "-,-,-,- F12345/F12345/F12345/F12345 -/-/-/- 3 0 -"
try:
    sly.State.from_text(text, sly.Ruleset(hens=5))
except ValueError as error:
    print(error)
"""


def test_a_position_of_a_forged_ruleset_does_not_reach_the_core() -> None:
    """In a process of its own: the ruleset stays forged."""
    done = subprocess.run([sys.executable, "-c", FORGED], capture_output=True, text=True)
    assert "of 2 seats and 4 spaces was expected, not of 4 and 4" in done.stdout, done.stderr


FORGED_ROW = """
import sly_core as sly
wide = sly.State(sly.Ruleset(players=4, hens=5, houses=[[1] * 8, [1] * 8]))
for name, value in (("players", 2), ("houses", ((1,),))):
    object.__setattr__(wide.rules, name, value)
batch = sly.BatchState(sly.Ruleset(players=2, hens=5, houses=[[1]]), 2)
assert wide.rules == sly.Ruleset(players=2, hens=5, houses=[[1]])
before = batch.clone()
try:
    batch[0] = wide
except sly.errors.SlyError as error:
    print(batch == before, error)
"""


def test_a_state_of_a_forged_ruleset_is_put_into_no_batch() -> None:
    """It has seats and spaces that the arrays of the batch have not."""
    done = subprocess.run([sys.executable, "-c", FORGED_ROW], capture_output=True, text=True)
    assert done.stdout.startswith("True the ruleset of the state is "), done.stderr


def test_packed_rules_are_of_checked_ones() -> None:
    forged = sly.Ruleset()
    object.__setattr__(forged, "houses", ((1,) * 4000,))
    with pytest.raises(sly.errors.RulesetError, match="houses"):
        packing.RulesHandle(forged)


BASE = """
import sly_core
base = sly_core.State.__base__
for _ in range(200):
    base(), sly_core.State()
"""


def test_states_and_those_of_their_base_class_share_free_memory() -> None:
    """Neither has the header of the collector of cycles (`Py_TPFLAGS_HAVE_GC`)."""
    kinds: list[Any] = [sly.State, sly.State.__base__]
    assert [kind.__flags__ >> 14 & 1 for kind in kinds] == [0, 0]
    subprocess.run([sys.executable, "-c", BASE], check=True)


NO_MEMORY = """
import resource
import sly_core
state = sly_core.State(sly_core.Ruleset(players=2, hens=1, houses=[[1, 1]]))
actions = bytes([0, 144, 160]) * 1_000_000
with open("/proc/self/statm") as sizes:
    room = int(sizes.read().split()[0]) * resource.getpagesize() + 150 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    state.apply_actions(actions)
except MemoryError:
    print(len(state.history()))
else:
    print("there was memory for all of them")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is set, and read, as on Linux")
@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="without the GIL Python has a gigabyte set aside before the limit is set",
)
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="asan ends the process")
def test_without_memory_for_all_actions_none_is_made() -> None:
    done = subprocess.run([sys.executable, "-c", NO_MEMORY], capture_output=True, text=True)
    assert done.stdout == "0\n", done.stderr


def test_a_ruleset_stays_as_it_was_made() -> None:
    rules: Any = sly.Ruleset()
    with pytest.raises(AttributeError, match="stays as it was made"):
        rules.__init__(players=4)
    with pytest.raises(AttributeError, match="stays as it was made"):
        rules.__setstate__([4, 6, ((1,),), "stepwise", "any", "top", "returns", 1, 0])
    assert rules == sly.Ruleset(players=2)


@pytest.mark.parametrize("kind", [sly.State, sly.reference.State])
def test_none_of_several_actions_is_made_if_they_undo_meanwhile(kind: Any) -> None:
    s = kind(FOUR)
    s.apply_action(0)

    def actions() -> Any:
        s.undo_action()
        yield 1

    with pytest.raises(sly.errors.HistoryError, match="changed while"):
        s.apply_actions(actions())
    assert s == kind(FOUR)


class Sly(int):
    """An int that lies when it is divided."""

    def __divmod__(self, other: int) -> tuple[int, int]:
        return 0, 4_000_000


class Source:
    """A generator that gives one number."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def randrange(self, stop: int) -> Any:
        return self.number


@pytest.mark.parametrize("kind", [sly.State, sly.reference.State])
def test_what_a_generator_gives_is_checked(kind: Any) -> None:
    s = kind(sly.Ruleset())
    s.apply_action(0)
    assert s.resample_from_infostate(1, Source(Sly(3))) == s.resample_from_infostate(1, Source(3))
    for wrong in (-1, 7, 10**30):
        with pytest.raises(ValueError, match="number from 0 to 6"):
            s.resample_from_infostate(1, Source(wrong))
    with pytest.raises(TypeError):
        s.resample_from_infostate(1, Source(1.5))


class EqualToAll(sly.Ruleset):
    """Equal to every ruleset."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(sly.Ruleset(players=2, hens=5))


def test_a_subclass_stands_for_no_other_ruleset() -> None:
    assert sly.State(EqualToAll(players=4, hens=3)).rules == sly.Ruleset(players=4, hens=3)
    assert sly.State(sly.Ruleset(players=2, hens=5)).rules == sly.Ruleset(players=2, hens=5)


UNBOUND = """
import importlib, inspect, pkgutil
import sly_core
from sly_core import BatchState, Ruleset, State, reference

names = [module.name for module in pkgutil.walk_packages(sly_core.__path__, "sly_core.")]
compiled = [
    importlib.import_module(name)
    for name in names
    if importlib.util.find_spec(name).origin.endswith((".so", ".pyd")) and not name.endswith("bmi2")
]
kinds = {kind for module in compiled for kind in vars(module).values() if inspect.isclass(kind)}
kinds = {kind for kind in kinds if kind.__module__ in names and not issubclass(kind, Exception)}
others = (None, 5, "state", reference.State(), State(), BatchState(Ruleset(), 2))
tried = 0
for kind in kinds:
    for name, method in vars(kind).items():
        if name.startswith("__") or not inspect.isroutine(method):
            continue
        if inspect.isfunction(method) or isinstance(method, (staticmethod, classmethod)):
            continue    # it is Python's, or has no self
        for other in others:
            if isinstance(other, kind):
                continue
            print(kind.__name__, name, type(other).__name__, flush=True)
            try:
                method(other)
            except TypeError as error:
                assert "doesn't apply to" in str(error), error
                tried += 1
            else:
                raise SystemExit("was not refused")
print(tried)
"""


def test_a_method_takes_no_object_of_another_class_for_its_own() -> None:
    """In a process of its own, which would crash; what it tried last would be the last line."""
    done = subprocess.run([sys.executable, "-c", UNBOUND], capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout.splitlines()[-1:], done.stderr)
    assert int(done.stdout.splitlines()[-1]) > 200


class Fickle:
    """A number that is another one each time it is asked for, and counts how often."""

    def __init__(self, *numbers: Any) -> None:
        self.numbers = list(numbers)

    def __index__(self) -> int:
        number = self.numbers.pop(0)
        if isinstance(number, Exception):
            raise number
        return int(number)


@pytest.mark.parametrize("ask", ["apply_action", "child", "apply_actions"])
def test_the_number_that_is_refused_is_the_one_that_was_checked(
    implementation: Any, ask: str
) -> None:
    for number, later in ((200, 3), (128, KeyError("later")), (2**80, 0)):
        state = implementation.State()
        fickle = Fickle(number, later)
        with pytest.raises(sly.errors.IllegalActionError, match=f"action {number}:") as caught:
            getattr(state, ask)([fickle] if ask == "apply_actions" else fickle)
        assert caught.value.action == number
        assert fickle.numbers == [later]
        assert state == implementation.State()


@pytest.mark.parametrize("error", [TypeError("mine"), KeyError("mine")])
def test_what_a_number_raises_is_told(implementation: Any, error: Exception) -> None:
    with pytest.raises(type(error), match="mine"):
        implementation.State().apply_action(Fickle(error))


def test_undo_of_what_was_undone_meanwhile(implementation: Any) -> None:
    state = implementation.State()
    state.apply_action(0)
    with pytest.raises(sly.errors.HistoryError):
        state.undo_action(0, Meddler(0, state.undo_action))
    state.apply_action(0)
    with pytest.raises(sly.errors.IllegalActionError):
        state.undo_action(0, 2**80)


class Nothing(sly.State):
    """What it is asked to copy it makes nothing of."""

    def clone(self) -> Any:
        return None


class Itself(sly.State):
    """What it is asked to copy it hands out itself."""

    def clone(self) -> Any:
        return self


@pytest.mark.parametrize("kind", [Nothing, Itself])
def test_what_copies_a_state_does_not_ask_its_class(kind: type[sly.State]) -> None:
    plain, state = sly.State(), kind()
    for each in (plain, state):
        each.apply_actions([3, 17])
    before = all_facts(plain)
    assert all_facts(state.child(34)) == all_facts(plain.child(34))
    assert all_facts(sly.playout(state, 1)) == all_facts(sly.playout(plain, 1))
    assert (sly.playouts(state, 10, 1) == sly.playouts(plain, 10, 1)).all()
    again = state.resample_from_infostate(1, 5)
    assert all_facts(again) == all_facts(plain.resample_from_infostate(1, 5))
    assert all_facts(state) == before


class Shadowed(sly.BatchState):
    """Says something else of itself than it is."""

    history: Any = False
    autoreset: Any = True
    max_plies: Any = 3


def test_a_batch_is_copied_and_compared_by_what_it_is() -> None:
    def batch(kind: type[sly.BatchState], **how: Any) -> sly.BatchState:
        made = kind(sly.Ruleset(players=4), 500, **how)
        made.step_random()
        return made

    for how in ({"history": True}, {}):
        plain, shadowed = batch(sly.BatchState, **how), batch(Shadowed, **how)
        twin = shadowed.clone()
        assert type(twin) is sly.BatchState
        assert (twin.history, twin.autoreset, twin.max_plies) == (bool(how), False, None)
        assert twin == plain == shadowed == twin
    assert batch(Shadowed, history=True) != batch(Shadowed)
    assert batch(Shadowed, max_plies=3) != batch(Shadowed)
    over = batch(Shadowed)
    while not over.terminated().all():
        over.step_random()
    actions = np.zeros(500, "int64")
    over.clone().step_random(actions=actions)
    assert (actions == -1).all()
