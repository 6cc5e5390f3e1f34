"""The core's functions in C, called from Python without a compiler: the table, and the loops.

`Table` is `SlyApi` of `include/sly_core.h`, `Loops` the struct of `_core/loops/table.pxd`; each
function is a bare address. What they are given is not checked.
"""

from __future__ import annotations

import ctypes
from importlib import import_module
from typing import Any, ClassVar

from sly_core import Ruleset, State, c_api

PACKED_BYTES = 64
Packed = ctypes.c_char * PACKED_BYTES


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
            for name in ("count_leaves", "play_out", "play_many", "draw_many", "resolve_many")
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


def at(data: Any) -> ctypes.c_void_p:
    """Where something of ctypes lies."""
    return ctypes.c_void_p(ctypes.addressof(data))


def packed(rules: Ruleset, state: State) -> tuple[Any, Any]:
    """A position and its rules as `SlyState` and `SlyRules`, in memory of their own."""
    return (
        Packed.from_buffer_copy(c_api.pack_state(state)),
        Packed.from_buffer_copy(c_api.pack_rules(rules)),
    )
