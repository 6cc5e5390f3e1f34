"""Two projects that search with open hands, by the .pxd files and by the table: right and quick."""

from __future__ import annotations

import importlib
import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sly_core
from sly_core.search.perft import made_moves
from tests.consumers.building import install, run

HERE = Path(__file__).parent
NAMES = ("cython_alphabeta", "c_alphabeta")
# by ruleset: how deep a search in plain Python can follow
DEPTHS = [
    ("hens=1 houses=1,2", 5),
    ("hens=2 houses=1,2/3 multiple_foxes=each stall_limit=1", 4),
    ("hens=3 reveal=committed gobbling_fox=leaves", 3),
    ("hens=6 min_reveal=2 reveal_scope=one_house houses=1,2/3,4", 3),
]

OTHER_TABLE = """
import ctypes, sly_core
size = {size}
words = (ctypes.c_uint32 * 2)({version}, size)
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
name = b"sly_core.c_api.API"
sly_core.c_api.API = new(ctypes.addressof(words), name, None)
try:
    import c_alphabeta
except ImportError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder into which the two projects are built and installed, on the path of this process."""
    top = tmp_path_factory.mktemp("alphabeta")
    for name in NAMES:
        shutil.copytree(HERE / name, top / name)
        install(top / name, top / "target", "-O3")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(top / "target"))
        yield top / "target"


def lead(state: sly_core.State) -> int:
    first, second = state.scores()
    return first - second


def minimax(state: sly_core.State, depth: int) -> int:
    """The lead of seat 0 after best play of `depth` actions, nothing left out."""
    if depth == 0 or state.is_terminal():
        return lead(state)
    values = [minimax(state.child(action), depth - 1) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)


def positions(rules: sly_core.Ruleset, count: int) -> Iterator[sly_core.State]:
    """The start, and positions of random games, the last ones before their ends among them."""
    yield sly_core.State(rules)
    rng = Random(1)
    for seed in range(count):
        made = sly_core.playout(sly_core.State(rules), seed).history()
        state = sly_core.State(rules)
        state.apply_actions(made[: rng.randrange(len(made)) if seed % 2 else -1])
        yield state


@pytest.mark.parametrize(("text", "depth"), DEPTHS)
@pytest.mark.parametrize("name", NAMES)
def test_it_finds_what_minimax_finds(name: str, text: str, depth: int, target: Path) -> None:
    search = importlib.import_module(name).search
    for state in positions(sly_core.Ruleset.from_text(text), 8):
        value, action, made = search(state, depth)
        assert value == minimax(state, depth), state.to_text()
        assert minimax(state.child(action), depth - 1) == value, state.to_text()
        assert made > 0


@pytest.mark.parametrize("name", NAMES)
def test_it_refuses_what_it_cannot_search(name: str, target: Path) -> None:
    search = importlib.import_module(name).search
    start = sly_core.State()
    ended = sly_core.playout(start, 1)
    for state, depth in [(sly_core.State(sly_core.Ruleset(players=3)), 1), (ended, 1), (start, 0)]:
        with pytest.raises(ValueError, match="two seats"):
            search(state, depth)
    with pytest.raises(TypeError):
        search(sly_core.reference.State(), 1)


def seconds(work: Callable[[], Any]) -> float:
    """The processor time that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.parametrize("name", NAMES)
def test_it_runs_at_the_speed_of_the_core(name: str, target: Path) -> None:
    """Moves a second, in turn with the core's own perft, which asks for no points."""
    search = importlib.import_module(name).search
    state = sly_core.State()
    made = search(state, 7)[2]
    counted = made_moves(state, 5)
    ratios = []
    for _ in range(7):
        core = counted / seconds(lambda: made_moves(state, 5))
        ratios.append(made / seconds(lambda: search(state, 7)) / core)
    assert statistics.median(ratios) > 0.2, ratios


@pytest.mark.parametrize(
    ("version", "size", "said"), [(2 << 16, 4096, "2.0"), (0, 4096, "0.0"), (1 << 16, 8, "1.0")]
)
def test_another_table_is_refused(version: int, size: int, said: str, target: Path) -> None:
    printed = run("-c", OTHER_TABLE.format(version=version, size=size), path=target)
    assert printed.startswith("compiled for version 1.0 of the C table")
    assert printed.endswith(f"has {said}\n")


def test_the_cython_project_asks_for_this_version() -> None:
    text = (HERE / "cython_alphabeta" / "pyproject.toml").read_text(encoding="utf-8")
    assert text.count(f"sly_core=={sly_core.__version__}") == text.count("sly_core==") == 2
