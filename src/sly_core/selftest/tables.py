"""The core's functions in C, called from Python without a compiler: the table, and the loops.

`Table` is `SlyApi` of `include/sly_core.h`, `Loops` the struct of `_core/loops/table.pxd`; each
function is a bare address. What they are given is not checked.
"""

from __future__ import annotations

import ctypes
from importlib import import_module
from typing import Any, ClassVar

from sly_core import Ruleset, State, c_api
from sly_core.notation.actions import NUM_ACTIONS

PACKED_BYTES = 64
Packed: type[ctypes.Array[ctypes.c_char]] = ctypes.c_char * PACKED_BYTES


class Table(ctypes.Structure):
    """`SlyApi` of the header."""

    _fields_: ClassVar = [
        *((name, ctypes.c_uint32) for name in ("version", "size")),
        *(
            (name, ctypes.c_void_p)
            for name in (
                *("rules_from_text", "rules_from_object", "state_from_object", "state_to_object"),
                *("start", "num_legal", "nth_legal", "legal_actions", "legal_words", "is_legal"),
                *("apply", "advance", "score", "key", "resolve", "perft", "play_out"),
            )
        ),
    ]


class Loops(ctypes.Structure):
    """The loops of one build."""

    _fields_: ClassVar = [
        ("size", ctypes.c_size_t),
        *(
            (name, ctypes.c_void_p)
            for name in (
                *("count_leaves", "play_out", "play_many"),
                *("draw_rows", "step_rows", "mask_rows", "observe_many", "resolve_many"),
            )
        ),
    ]


def table() -> Table:
    """The table that programs in C are given."""
    return Table.from_address(c_api.address())


def build(name: str) -> tuple[Table, Loops]:
    """The functions of the build `name` of `sly_core._core.loops`: single steps, and the loops."""
    module = import_module(f"sly_core._core.loops.{name}")
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return (
        Table.from_address(address(module.STEPS, b"sly_core._core.steps")),
        Loops.from_address(address(module.LOOPS, b"sly_core._core.loops")),
    )


def call(table: Table | Loops, name: str, result: Any, *arguments: Any) -> Any:
    """Call a function of a table; arguments are ctypes' own, a Python object in `py_object`."""
    kind = ctypes.PYFUNCTYPE(result, *map(type, arguments))
    return kind(getattr(table, name))(*arguments)


def legal_ways(table: Table, s: Any, r: Any) -> dict[str, list[int]]:
    """The legal actions of a position, by each function of the table that tells of them."""
    room, words = (ctypes.c_uint8 * NUM_ACTIONS)(), (ctypes.c_uint64 * 3)()
    count = call(table, "num_legal", ctypes.c_uint32, at(s), at(r))
    written = call(table, "legal_actions", ctypes.c_uint32, at(s), at(r), at(room))
    call(table, "legal_words", None, at(s), at(r), at(words))

    # called often: bound once
    kind = ctypes.PYFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)
    nth, is_legal = kind(table.nth_legal), kind(table.is_legal)
    there, rules = at(s), at(r)
    asked = [*range(NUM_ACTIONS + 9), 256, 2**32 - 1]  # any number may be asked about
    return {
        "nth_legal": [nth(there, rules, k) for k in range(count)],
        "legal_actions": list(room)[:written],
        "legal_words": [a for a in range(192) if words[a >> 6] >> (a & 63) & 1],
        "is_legal": [a for a in asked if is_legal(there, rules, a)],
    }


def at(data: Any) -> ctypes.c_void_p:
    """Where something of ctypes lies."""
    return ctypes.c_void_p(ctypes.addressof(data))


def packed(rules: Ruleset, state: State) -> tuple[Any, Any]:
    """A position and its rules as `SlyState` and `SlyRules`, in memory of their own."""
    return (
        Packed.from_buffer_copy(c_api.pack_state(state)),
        Packed.from_buffer_copy(c_api.pack_rules(rules)),
    )
