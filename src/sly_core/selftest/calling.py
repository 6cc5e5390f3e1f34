"""The checks of what lies below Python: the builds of the loops, and the table for C."""

from __future__ import annotations

import ctypes
from typing import Any

import sly_core
from sly_core import Ruleset, State, c_api
from sly_core.selftest.signature import RULESETS, SEED
from sly_core.selftest.tables import (
    Loops,
    Packed,
    Table,
    at,
    build,
    call,
    legal_ways,
    packed,
    table,
)
from sly_core.selftest.told import difference
from sly_core.selftest.verdict import Differs

DEPTH = 3
GAMES = 20
MOST_PLIES = 10_000
FOX, SIX, THREE = 1 << 29, 1 << 4, 1 << 16
"""Seat 1's Fox, seat 0's 6 and 3 for `resolve`: the Fox gobbles the 6, the 3 is Safe (R3-R5)."""


def loops() -> str:
    """Each build that this CPU can run counts and plays as the core does.

    Raises:
        Differs: with the build, the ruleset and the count or game.
    """
    from sly_core._core.loops.table import CHOSEN, builds

    for name in builds():
        steps, inner = build(name)
        if inner.size != ctypes.sizeof(Loops) or steps.size != ctypes.sizeof(Table):
            raise Differs(f"the build {name}: {inner.size} and {steps.size} bytes of functions")
        for text in RULESETS:
            start = State(Ruleset.from_text(text))
            s, r = packed(start.rules, start)
            nodes = ctypes.c_uint64(0)
            for depth in range(1, DEPTH + 1):
                found = call(
                    *(inner, "count_leaves", ctypes.c_int64, at(s), at(r)),
                    *(ctypes.c_int(depth), ctypes.c_int(False), at(nodes)),
                )
                _same(
                    f"{name}: sequences to depth {depth}", text, found, sly_core.perft(start, depth)
                )
            _play_out(name, text, inner, steps)
            _step(name, text, steps, _end(start, 0).history())
    return f"{', '.join(builds())}; {CHOSEN} is used"


def c_table() -> str:
    """The table says its version and size, has every function, and plays as `State` does.

    Raises:
        Differs: with what is missing, or the ruleset and the position.
    """
    whole = table()
    _same("version", "c_api", (whole.version >> 16, whole.version & 0xFFFF), c_api.VERSION)
    _same("size", "c_api", whole.size, ctypes.sizeof(Table))
    names = [field[0] for field in Table._fields_ if field[1] is ctypes.c_void_p]
    missing = [name for name in names if not getattr(whole, name)]
    if missing:
        raise Differs(f"the table for C lacks {', '.join(missing)}")
    for text in RULESETS:
        start = State(Ruleset.from_text(text))
        s, r = packed(start.rules, start)
        count = call(whole, "perft", ctypes.c_int64, at(s), at(r), ctypes.c_int(2))
        _same("perft", text, count, sly_core.perft(start, 2))
        _play_out("the table", text, whole, whole)
        _step("the table", text, whole, _end(start, 0).history())
        _objects(whole, text)
    major, minor = c_api.VERSION
    return f"version {major}.{minor}, {len(names)} functions"


def _end(start: State, index: int) -> State:
    return sly_core.playout(start, sly_core.playout_seed(SEED, index))


def _play_out(name: str, text: str, loops: Loops | Table, steps: Table) -> None:
    """Seeded games end after as many plies, and with the points, that `playout` has."""
    start = State(Ruleset.from_text(text))
    for index in range(GAMES):
        end = _end(start, index)
        s, r = packed(start.rules, start)
        rng = ctypes.c_uint64(sly_core.playout_seed(SEED, index))
        plies = call(
            *(loops, "play_out", ctypes.c_int64, at(s), at(r), at(rng)),
            ctypes.c_int64(MOST_PLIES),
        )
        found = (plies, _points(steps, s, r, start.rules.players))
        _same(
            f"{name}: plies and points of playout {index}",
            text,
            found,
            (len(end.history()), end.scores()),
        )


def _points(steps: Table, s: Any, r: Any, players: int) -> list[int]:
    points = (ctypes.c_int * 4)()
    call(steps, "score", None, at(s), at(r), at(points))
    return list(points)[:players]


def _step(name: str, text: str, steps: Table, actions: list[int]) -> None:
    """One game action by action: what is legal, and the whole position."""
    state = State(Ruleset.from_text(text))
    players = state.rules.players
    s, r = packed(state.rules, state)
    call(steps, "start", None, at(s), at(r))
    for action in [*actions, None]:
        where = f"{text}, {state.to_text()}"
        _same(f"{name}: bytes", where, bytes(s), c_api.pack_state(state))
        for way, legal in legal_ways(steps, s, r).items():
            _same(f"{name}: {way}", where, legal, state.legal_actions())
        if action is None:
            break
        quick = Packed.from_buffer_copy(s)
        call(steps, "advance", None, at(quick), at(r), ctypes.c_uint32(action))
        call(steps, "apply", None, at(s), at(r), ctypes.c_uint32(action))
        state.apply_action(action)
        _same(
            f"{name}: points after advance",
            where,
            _points(steps, quick, r, players),
            state.scores(),
        )
    out = (ctypes.c_uint32 * 5)()
    given = (ctypes.c_uint32(word) for word in (FOX | SIX | THREE, 0, 0, 0))
    call(steps, "resolve", None, *given, at(out))
    _same(
        f"{name}: resolve", "seat 1's Fox, seat 0's 6 and 3", list(out), [SIX, SIX, 0, THREE, FOX]
    )


def _objects(whole: Table, text: str) -> None:
    """The functions that take and give Python objects."""
    rules = Ruleset.from_text(text)
    state = _end(State(rules), 0)
    s, r = packed(rules, state)
    state_there, rules_there = Packed(), Packed()
    given = ctypes.c_char_p(text.encode())
    call(whole, "rules_from_text", ctypes.c_int, given, at(rules_there))
    _same("the table: rules_from_text", text, bytes(rules_there), bytes(r))
    call(whole, "rules_from_object", ctypes.c_int, ctypes.py_object(rules), at(rules_there))
    _same("the table: rules_from_object", text, bytes(rules_there), bytes(r))
    call(
        *(whole, "state_from_object", ctypes.c_int, ctypes.py_object(state)),
        *(at(state_there), at(rules_there)),
    )
    _same(
        "the table: state_from_object",
        text,
        bytes(state_there) + bytes(rules_there),
        bytes(s) + bytes(r),
    )
    twin = call(whole, "state_to_object", ctypes.py_object, at(s), ctypes.py_object(rules))
    _same("the table: state_to_object", text, twin.to_text(), state.to_text())
    key = call(whole, "key", ctypes.c_uint64, at(s), at(r)) ^ rules.key()
    _same("the table: key", text, key, state.key())


def _same(what: str, where: str, found: object, expected: object) -> None:
    place = difference(found, expected)
    if place is not None:
        raise Differs(
            f"{what}, {where}{place[0]}", f"found     {place[1]}", f"expected  {place[2]}"
        )
