"""The tables of docs/encoding.md are the structs of types.pxd: every field, at its bytes."""

from __future__ import annotations

import ctypes
import re

import pytest

from tests.meta.tree import ROOT, SOURCE

PAGE = ROOT / "docs" / "encoding.md"
TYPES = SOURCE / "sly_core" / "_core" / "types.pxd"
_C = {"uint8_t": ctypes.c_uint8, "uint16_t": ctypes.c_uint16, "uint32_t": ctypes.c_uint32}
# what a column of the page may call a type of that size
_WORDS = {1: {"uint8_t", "lane"}, 2: {"uint16_t", "space mask"}, 4: {"card mask"}}

Row = tuple[str, int, int]
"""A field as it is declared, its first byte and its last."""


def declared(name: str) -> list[Row]:
    """The fields of a struct, laid out as C does."""
    body = TYPES.read_text("utf-8").split(f"cdef struct {name}:\n")[1].split("\n\n")[0]
    found = re.findall(r"^    (\w+) (\w+)(?:\[(\d+)\])?", body, re.MULTILINE)
    types = [(field, _C[kind] * int(n) if n else _C[kind]) for kind, field, n in found]
    struct = type(name, (ctypes.Structure,), {"_fields_": types})
    assert ctypes.sizeof(struct) == 64
    rows = []
    for (_, field, n), (_, kind) in zip(found, types, strict=True):
        first = getattr(struct, field).offset
        rows.append((f"{field}[{n}]" if n else field, first, first + ctypes.sizeof(kind) - 1))
    return rows


def shown(name: str) -> list[tuple[Row, str]]:
    """The rows of a struct's table on the page, each with its type in words."""
    section = PAGE.read_text("utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (\d+)(?:–(\d+))? \| `([\w\[\]]+)` \| `?([\w ]+?)`? \|", section, re.M)
    return [((field, int(first), int(last or first)), kind) for first, last, field, kind in cells]


@pytest.mark.parametrize("name", ["PackedState", "PackedRules"])
def test_the_page_shows_the_struct(name: str) -> None:
    rows = shown(name)
    assert [row for row, _ in rows] == declared(name)
    for (field, first, last), kind in rows:
        count = int(field.partition("[")[2].rstrip("]") or 1)
        assert kind in _WORDS[(last - first + 1) // count], field
