"""What the debug build compares after every move: it holds in games, and what is wrong is seen."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sly_core
from sly_core import c_api
from tests.compiling import built

SOURCE = '''
from libc.string cimport memcpy
from sly_core._core.moves cimport apply_unchecked
from sly_core._core.recompute cimport difference
from sly_core._core.types cimport PackedRules, PackedState


def told(bytes state, bytes rules, bint keep_known):
    """The difference found in a packed state, or None."""
    cdef PackedState s
    cdef PackedRules r
    cdef const char *wrong
    memcpy(&s, <const char *>state, sizeof(s))
    memcpy(&r, <const char *>rules, sizeof(r))
    wrong = difference(&s, &r, keep_known)
    return None if wrong == NULL else wrong.decode()


def moved(bytes state, bytes rules, int action):
    """The state after an action."""
    cdef PackedState s
    cdef PackedRules r
    memcpy(&s, <const char *>state, sizeof(s))
    memcpy(&r, <const char *>rules, sizeof(r))
    apply_unchecked(&s, &r, action)
    return (<const char *>&s)[:sizeof(s)]
'''
RULESETS = [
    sly_core.Ruleset(),
    sly_core.Ruleset(players=3, hens=7, multiple_foxes="each", gobbling_fox="leaves"),
    sly_core.Ruleset.wide(4, reveal="committed", min_reveal=2, reveal_scope="one_house"),
    sly_core.Ruleset(hens=1, stall_limit=1),
]
# the fields of docs/encoding.md, by their first byte
TAKEN, TAKER_LOW, TAKER_HIGH, STALL, SLOT, KNOWN, SEAT, END, SPARE = (
    4,
    8,
    12,
    26,
    28,
    44,
    60,
    61,
    62,
)
# the spaces of the standard game for two, in `slot` and in `known`
LAYOUT = 4
BROKEN = (
    "import {name}, sys; {name}.moved(bytes.fromhex(sys.argv[1]), bytes.fromhex(sys.argv[2]), 3)"
)


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return built(tmp_path_factory.mktemp("recompute"), SOURCE)


def positions(rules: sly_core.Ruleset, seed: int) -> Iterator[sly_core.State]:
    rng = random.Random(seed)
    state = sly_core.State(rules)
    while state.legal_actions():
        yield state
        state = state.child(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_no_position_of_a_game_differs(checker: Any, rules: sly_core.Ruleset) -> None:
    packed = c_api.pack_rules(rules)
    for seed in range(5):
        for state in positions(rules, seed):
            assert checker.told(c_api.pack_state(state), packed, True) is None
            assert checker.told(c_api.pack_state(state), packed, False) is None


def may_be(state: bytes, byte: int, bit: int) -> bool:
    """Whether this bit is free: with the other value, too, all else is as worked out anew."""
    taken = state[TAKEN + byte % 4] >> bit & 1
    if TAKER_LOW <= byte < TAKER_HIGH:
        return bool(taken)  # the other seat has taken it
    space = byte - KNOWN
    if 0 <= space < LAYOUT:
        own = state[SLOT + space] >> 2 == bit
        return state[byte] != 0 and not own  # one card more or less that may lie there
    return STALL <= byte < SLOT or byte == SEAT


def test_every_wrong_bit_is_seen(checker: Any) -> None:
    """The standard game for two: each bit turned over that is not free is a difference."""
    rules = c_api.pack_rules(RULESETS[0])
    seen = free = 0
    for state in positions(RULESETS[0], 7):
        whole = c_api.pack_state(state)
        for byte in range(len(whole)):
            for bit in range(8):
                changed = bytearray(whole)
                changed[byte] ^= 1 << bit
                if may_be(whole, byte, bit):
                    free += 1
                    continue
                seen += 1
                assert checker.told(bytes(changed), rules, True), (str(state), byte, bit)
    assert seen > 10 * free > 0


@pytest.mark.parametrize(("debug", "status"), [(1, -6), (0, 0)])
def test_the_debug_build_ends_at_the_move(tmp_path: Path, debug: int, status: int) -> None:
    """After a move from a state whose owner plane is wrong; in other builds nothing asks."""
    name = f"debug{debug}"
    built(tmp_path, SOURCE, name, f"-O1 -DSLY_DEBUG={debug}")
    state = sly_core.State.from_text("0F?,-,-,- 123456/F123456 -/- 0 0 -")
    data = bytearray(c_api.pack_state(state))
    data[22] ^= 1
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            BROKEN.format(name=name),
            data.hex(),
            c_api.pack_rules(state.rules).hex(),
        ],
        cwd=tmp_path,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stderr
    assert ("the owner planes differ" in done.stderr) == bool(debug)
