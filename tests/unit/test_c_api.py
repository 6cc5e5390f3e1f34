"""The C table does what `State` does, and what Python hands to its module is checked."""

from __future__ import annotations

import ctypes as c
import sys
from random import Random
from typing import Any

import pytest

import sly_core
from sly_core import c_api
from sly_core.errors import BytesError, PositionError, RulesetError, SlyError
from sly_core.selftest import tables
from sly_core.selftest.tables import Packed, Table, at, packed, table

RULESETS = [
    sly_core.Ruleset(),
    sly_core.Ruleset(players=3, hens=7, multiple_foxes="each", gobbling_fox="leaves"),
    sly_core.Ruleset.wide(4, reveal="committed", min_reveal=2, reveal_scope="one_house"),
    sly_core.Ruleset(hens=1, stall_limit=1),
]
END_REASONS = [None, "last card", "full house", "stalled"]

TABLE = table()


def call(name: str, result: Any, *arguments: Any) -> Any:
    return tables.call(TABLE, name, result, *arguments)


def number(value: int) -> c.c_uint32:
    return c.c_uint32(value)


def test_the_table_has_the_size_it_says() -> None:
    assert (TABLE.version >> 16, TABLE.version & 0xFFFF) == c_api.VERSION == (1, 0)
    assert TABLE.size == c.sizeof(Table)


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_a_game_by_the_table_is_a_game_by_state(rules: sly_core.Ruleset) -> None:
    rng = Random(1)
    for _ in range(5):
        state = sly_core.State(rules)
        s, r = packed(rules, state)
        call("start", None, at(s), at(r))
        while True:
            assert bytes(s) == c_api.pack_state(state)
            legal = state.legal_actions()
            ways = tables.legal_ways(TABLE, s, r)
            assert ways == dict.fromkeys(ways, legal)
            points = (c.c_int * 4)()
            call("score", None, at(s), at(r), at(points))
            assert list(points)[: rules.players] == state.scores()
            assert call("key", c.c_uint64, at(s), at(r)) ^ rules.key() == state.key()
            assert END_REASONS[bytes(s)[61]] == state.end_reason()
            made = call("state_to_object", c.py_object, at(s), c.py_object(rules))
            assert made == state
            if not legal:
                break
            action = rng.choice(legal)
            quick = Packed.from_buffer_copy(s)
            call("advance", None, at(quick), at(r), number(action))
            call("apply", None, at(s), at(r), number(action))
            assert kept_up(bytes(quick)) == kept_up(bytes(s))
            state.apply_action(action)


def kept_up(state: bytes) -> bytes:
    """What `advance` keeps up as well: all but what is known, and `slot` where no card lies."""
    board = int.from_bytes(state[16:18], sys.byteorder)
    board |= int.from_bytes(state[18:20], sys.byteorder)
    board |= int.from_bytes(state[20:22], sys.byteorder)
    slots = bytes(slot for space, slot in enumerate(state[28:44]) if board >> space & 1)
    return state[:28] + slots + state[60:]


def test_loops_by_the_table_are_those_of_the_package() -> None:
    state = sly_core.State(sly_core.Ruleset(players=3))
    s, r = packed(state.rules, state)
    assert call("perft", c.c_int64, at(s), at(r), c.c_int(3)) == sly_core.perft(state, 3)
    rng = c.c_uint64(sly_core.playout_seed(7, 0))
    plies = call("play_out", c.c_int64, at(s), at(r), at(rng), c.c_int64(10_000))
    end = sly_core.playout(state, sly_core.playout_seed(7, 0))
    assert plies == len(end.history())
    points = (c.c_int * 4)()
    call("score", None, at(s), at(r), at(points))
    assert list(points)[:3] == sly_core.playouts(state, 1, 7)[0].tolist() == end.scores()


def test_resolve_by_the_table() -> None:
    """R3, R4, R5: seat 1's Fox and seat 0's 6 and 3; the Fox gobbles the 6, the 3 is Safe."""
    out = (c.c_uint32 * 5)()
    fox, six, three = 1 << 29, 1 << 4, 1 << 16
    call("resolve", None, *map(number, (fox | six | three, 0, 0, 0)), at(out))
    assert list(out) == [six, six, 0, three, fox]


def test_rules_and_states_come_from_objects_and_text() -> None:
    rules = sly_core.Ruleset(players=3, reveal="committed")
    state = sly_core.State(rules)
    s, r = Packed(), Packed()
    assert call("rules_from_text", c.c_int, c.c_char_p(rules.to_text().encode()), at(r)) == 0
    assert bytes(r) == c_api.pack_rules(rules)
    assert call("rules_from_object", c.c_int, c.py_object(sly_core.Ruleset()), at(r)) == 0
    assert bytes(r) == c_api.pack_rules(sly_core.Ruleset())
    assert call("state_from_object", c.c_int, c.py_object(state), at(s), at(r)) == 0
    assert (bytes(s), bytes(r)) == (c_api.pack_state(state), c_api.pack_rules(rules))


def test_the_functions_for_objects_set_errors() -> None:
    s, r = Packed(), Packed()
    with pytest.raises(RulesetError, match="players"):
        call("rules_from_text", c.c_int, c.c_char_p(b"players=5"), at(r))
    with pytest.raises(UnicodeDecodeError):
        call("rules_from_text", c.c_int, c.c_char_p(b"\xff"), at(r))
    with pytest.raises(TypeError, match="not int"):
        call("rules_from_object", c.c_int, c.py_object(1), at(r))
    with pytest.raises(TypeError, match="State is expected, not int"):
        call("state_from_object", c.c_int, c.py_object(1), at(s), at(r))
    with pytest.raises(SlyError):
        call("state_to_object", c.py_object, at(s), c.py_object(sly_core.Ruleset()))
    assert bytes(s) == bytes(r) == bytes(64)


def test_what_is_no_state_is_refused() -> None:
    for wrong in (None, 1, sly_core.reference.State()):
        with pytest.raises(TypeError, match="State is expected"):
            c_api.pack_state(as_any(wrong))
    with pytest.raises(TypeError):
        c_api.pack_rules(as_any("players=2"))
    for no_buffer in (None, 64, "x" * 64):
        with pytest.raises(TypeError):
            c_api.unpack_state(as_any(no_buffer), sly_core.Ruleset())
    for data in (b"", bytes(63), bytes(65)):
        with pytest.raises(BytesError, match=f"64 bytes, not {len(data)}"):
            c_api.unpack_state(data, sly_core.Ruleset())


def as_any(value: object) -> Any:
    return value


def test_stale_knowledge_is_refused() -> None:
    """A state that `advance` made has the points of the game and not its public knowledge."""
    state = sly_core.State()
    s, r = packed(state.rules, state)
    call("advance", None, at(s), at(r), number(state.string_to_action("Fa1")))
    with pytest.raises(BytesError, match="byte 44: .* leaves out the card"):
        c_api.unpack_state(bytes(s), state.rules)


def test_an_impossible_position_is_refused() -> None:
    """G1: a Fox lies face up at such an end alone."""
    rules = sly_core.Ruleset(hens=1)
    state = sly_core.State.from_text("0F?,-,-,- 1/F1 -/- 1 0 -", rules)
    data = bytearray(c_api.pack_state(state))
    data[16:18], data[20:22] = b"\0\0", data[16:18]
    with pytest.raises(PositionError):
        c_api.unpack_state(bytes(data), rules)


@pytest.mark.parametrize(
    ("first", "value"),
    [(3, 0x80), (7, 0x80), (15, 0x10), (17, 0x80), (28, 2), (28, 40), (60, 2)],
    ids=["hands", "taken", "taker", "space", "owner", "card", "seat"],
)
def test_bytes_that_name_what_is_not_there_are_refused(first: int, value: int) -> None:
    """S1-S3: no third seat, no fifth space, no slot above 31; byte 15 gives the Fox to seat 3."""
    rules = sly_core.Ruleset(hens=3)
    state = sly_core.State.from_text("11!,03!,-,- 1/F23 -/0F,02 1 0 -", rules)
    data = bytearray(c_api.pack_state(state))
    data[first] = value
    with pytest.raises(BytesError, match="does not have"):
        c_api.unpack_state(bytes(data), rules)


def test_a_card_on_a_space_that_is_not_there_is_refused() -> None:
    """S3: space 15, with a card that the game has."""
    rules = sly_core.Ruleset(hens=3)
    data = bytearray(c_api.pack_state(sly_core.State(rules)))
    board = int.from_bytes(data[16:18], sys.byteorder) | 1 << 15
    data[16:18], data[28 + 15] = board.to_bytes(2, sys.byteorder), 4 * (7 - 1)
    with pytest.raises(BytesError, match="does not have"):
        c_api.unpack_state(bytes(data), rules)


def test_any_bytes_are_taken_exactly_or_refused() -> None:
    rng = Random(2)
    taken = 0
    for seed in range(400):
        rules = RULESETS[seed % len(RULESETS)]
        state = sly_core.State(rules)
        made = sly_core.playout(state, seed).history()
        state.apply_actions(made[: rng.randrange(len(made) + 1)])
        assert c_api.unpack_state(memoryview(c_api.pack_state(state)), rules) == state
        data = bytearray(c_api.pack_state(state))
        for _ in range(rng.choice((1, 2, 64))):
            data[rng.randrange(64)] = rng.randrange(256)
        try:
            found = c_api.unpack_state(bytes(data), rules)
        except SlyError:
            continue
        taken += 1
        assert c_api.pack_state(found) == data
    assert taken > 0
