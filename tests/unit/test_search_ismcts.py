"""What `ismcts` takes and gives: budgets, results, interruption, refusals."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from math import isnan
from random import Random
from typing import Any

import pytest

import sly_core
from sly_core import Ruleset, reference
from sly_core.search import SearchResult, ismcts
from tests.strategies import random_game, random_rules, run
from tests.threads import progress_beside
from tests.tools import snapshot

INF, NAN = float("inf"), float("nan")
BAD: dict[str, list[Any]] = {
    "simulations": [0, -1, 2**30 + 1, 10**30, 1.5, "1", True, b"1", [1]],
    "seconds": [0, -0.1, NAN, INF, -INF, 10**400, "1", True, 1j, [1]],
    "seed": [-1, 2**64, 1.0, "1", None, True],
    "player": [-1, 2, 10**30, 0.0, "0", False],
    "exploration": [-0.1, NAN, INF, "1", None, True],
    "max_nodes": [0, 255, 2**29 + 1, 10**30, 1e3, "256", None, True],
}


def facts(found: SearchResult) -> tuple[Any, ...]:
    """All of a result but its time."""
    values = tuple(value.hex() for value in found.values)
    return found.player, found.actions, found.visits, values, found.simulations


@pytest.mark.parametrize("simulations", [1, 2, 63, 64, 65, 1000, 4321])
@pytest.mark.parametrize("player", [None, 0, 1, 2])
def test_simulations_are_exact(simulations: int, player: int | None) -> None:
    state = sly_core.State(Ruleset(players=3))
    found = ismcts(state, player=player, simulations=simulations)
    assert found.simulations == simulations == sum(found.visits)
    assert found.player == (player or 0)


@pytest.mark.parametrize("seed", range(60))
def test_the_result_in_any_position(seed: int) -> None:
    """Any ruleset, any seat, amid a REVEAL too: legal actions, and visits that add up."""
    rng = Random(seed)
    state = run(sly_core.State(random_rules(rng)), random_game(rng, rng.randrange(25)))
    if state.is_terminal():
        return
    before = snapshot(state)
    for player in range(state.rules.players):
        found = ismcts(state, player=player, simulations=300, seed=seed)
        assert sum(found.visits) == 300
        if player == state.current_player():
            assert list(found.actions) == state.legal_actions()
        else:
            assert list(found.actions) == sorted(set(found.actions))
            assert min(found.visits) > 0
        for visits, value in zip(found.visits, found.values, strict=True):
            assert visits >= 0
            assert isnan(value) == (visits == 0)
            assert isnan(value) or abs(value) <= 16 * 15 + 28
        assert found.best in found.actions
        assert found.seconds > 0
    assert snapshot(state) == before


def test_a_thousand_simulations_by_default() -> None:
    assert ismcts(sly_core.State()).simulations == 1000


def test_every_action_is_tried_first() -> None:
    """28 simulations try 28 actions once; with fewer some have no value."""
    state = sly_core.State()
    assert ismcts(state, simulations=28).visits == (1,) * 28
    found = ismcts(state, simulations=5)
    assert sorted(found.visits) == [0] * 23 + [1] * 5
    assert sum(map(isnan, found.values)) == 23
    assert found.visits[found.actions.index(found.best)] == 1


def test_seconds_are_kept() -> None:
    found = ismcts(sly_core.State(), seconds=0.2)
    assert 0.2 <= found.seconds < 5
    assert found.simulations == sum(found.visits) > 64
    assert found.simulations % 64 == 0


def test_the_clock_is_looked_at_every_64_simulations() -> None:
    assert ismcts(sly_core.State(), seconds=1e-9).simulations == 64


def test_of_two_budgets_the_first_spent_ends_it() -> None:
    state = sly_core.State()
    assert ismcts(state, simulations=700, seconds=600).simulations == 700
    found = ismcts(state, simulations=2**30, seconds=0.05)
    assert 64 <= found.simulations < 2**30
    assert 0.05 <= found.seconds < 5


def test_a_seed_is_a_search() -> None:
    state = sly_core.State(Ruleset.wide(4))
    found = [facts(ismcts(state, simulations=500, seed=seed)) for seed in (3, 3, 4, 2**64 - 1)]
    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_searches_side_by_side_do_not_meet() -> None:
    state = sly_core.State()

    def search(seed: int) -> tuple[Any, ...]:
        return facts(ismcts(state, simulations=3000, seed=seed))

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(search, range(12)))
    assert together == [search(seed) for seed in range(12)]


def test_other_threads_go_on() -> None:
    """No interpreter lock is held while it searches."""
    state = sly_core.State()
    assert progress_beside(lambda: ismcts(state, simulations=60_000)) >= 10


def test_a_full_tree_goes_on_with_what_it_has() -> None:
    state = sly_core.State()
    small = ismcts(state, simulations=20_000, max_nodes=256)
    assert small.simulations == sum(small.visits) == 20_000
    assert min(small.visits) > 0
    large = ismcts(state, simulations=20_000, max_nodes=20_001)
    assert facts(large) == facts(ismcts(state, simulations=20_000))
    assert facts(large) != facts(small)


def test_memory_is_given_back() -> None:
    """As much address space after many searches as after a few: 40 MB would be lost otherwise."""
    done = subprocess.run(
        [sys.executable, "-c", LEAK], capture_output=True, text=True, check=True, timeout=120
    )
    assert int(done.stdout) < 10_000


LEAK = """
import resource
import sly_core
state = sly_core.State()
def peak():
    for seed in range(20):
        sly_core.search.ismcts(state, simulations=2000, seed=seed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
first = peak()
for _ in range(20):
    last = peak()
print(last - first)
"""

ENDLESS = {
    "ismcts": "sly_core.search.ismcts(state, seconds=600)",
    "perft": "sly_core.perft(state, 14)",
    "playouts": "sly_core.playouts(state, 10**9, 1)",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_control_c_interrupts(name: str) -> None:
    lines = (
        "import sly_core",
        "state = sly_core.State(sly_core.Ruleset.wide(3))",
        "print('ready', flush=True)",
        ENDLESS[name],
    )
    with subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert process.stdout.readline() == "ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.3)
            process.send_signal(signal.SIGINT)
            assert process.wait(20) != 0
            assert "KeyboardInterrupt" in process.stderr.read()
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
def test_bad_arguments(name: str, value: Any) -> None:
    """A number out of range is a ValueError, what is no such number a TypeError."""
    numbers = (int, float) if name in ("seconds", "exploration") else (int,)
    state = sly_core.State()
    before = snapshot(state)
    with pytest.raises(ValueError if type(value) in numbers else TypeError, match=name):
        ismcts(state, **{name: value})
    assert snapshot(state) == before


def test_one_bad_budget_beside_a_good_one() -> None:
    with pytest.raises(ValueError, match="seconds"):
        ismcts(sly_core.State(), simulations=10, seconds=-1)
    with pytest.raises(ValueError, match="simulations"):
        ismcts(sly_core.State(), simulations=0, seconds=1)


@pytest.mark.parametrize("state", [None, "-", 3, reference.State()])
def test_only_states_of_the_core(state: Any) -> None:
    with pytest.raises(TypeError):
        ismcts(state)


def test_nothing_to_search_at_an_end() -> None:
    end = sly_core.playout(sly_core.State(), 1)
    with pytest.raises(ValueError, match="over"):
        ismcts(end)
    with pytest.raises(ValueError, match="over"):
        ismcts(end, player=1, seconds=1)


@pytest.mark.parametrize("exploration", [0, 0.4, 2, 1e308])
def test_any_exploration_constant(exploration: float) -> None:
    found = ismcts(sly_core.State(), simulations=2000, exploration=exploration)
    assert sum(found.visits) == 2000


def test_more_exploration_spreads_more() -> None:
    state = sly_core.State()
    most = [
        max(ismcts(state, simulations=3000, seed=1, exploration=constant).visits)
        for constant in (0.05, 0.4, 50)
    ]
    assert most == sorted(most, reverse=True)
    assert most[0] > most[1] > most[2]


def test_a_result_ranks_its_actions() -> None:
    """Most visits first, then the higher value, then the lower id; untried ones last."""
    result = SearchResult(1, (2, 5, 6, 9, 160), (4, 0, 6, 6, 6), (9.0, NAN, 1.0, 2.0, 1.0), 22, 0.5)
    assert result.best == 9
    assert [row[0] for row in result.ranked()] == [9, 6, 160, 2, 5]
    assert result.ranked()[0] == (9, 6, 2.0)
    with pytest.raises(FrozenInstanceError):
        result.player = 0  # type: ignore[misc]  # that it is refused is the point
