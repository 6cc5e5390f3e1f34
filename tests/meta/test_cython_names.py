"""Every function in the table of docs/cython.md is declared in the file that it is listed under."""

from __future__ import annotations

import re

import pytest

from tests.meta.cython_text import logical_lines
from tests.meta.tree import ROOT, SOURCE

CORE = SOURCE / "sly_core" / "_core"
_ROW = re.compile(r"^\| `([\w.]+)` \| (.+) \|$", re.MULTILINE)
# functions and fields; types are named beside them wherever they come from
_NAME = re.compile(r"`([a-z]\w*)(?:\(\))?`")
# a bracket that no pointer to a function begins with: what comes after it are arguments, or bases
_ARGUMENTS = re.compile(r"\((?!\*)")


def listed() -> dict[str, list[str]]:
    """By file, as the page has it: the names in its row."""
    table = ROOT.joinpath("docs", "cython.md").read_text(encoding="utf-8").split("\n## ")[1]
    return {file: _NAME.findall(names) for file, names in _ROW.findall(table)}


def declared(source: str) -> set[str]:
    """The words of a .pxd where something is declared: in no import, body or argument."""
    lines = [line for line in logical_lines(source) if "function" not in line.inside]
    heads = [_ARGUMENTS.split(line.text)[0] for line in lines]
    return {word for head in heads if "cimport" not in head for word in re.findall(r"\w+", head)}


@pytest.mark.parametrize("file", listed())
def test_what_the_page_lists_is_declared_there(file: str) -> None:
    path = CORE.joinpath(*file.split(".")).with_suffix(".pxd")
    assert set(listed()[file]) <= declared(path.read_text(encoding="utf-8"))


def test_the_table_is_read() -> None:
    assert len(listed()) == 12
    assert [file for file, names in listed().items() if not names] == ["types", "state"]


def test_what_is_used_is_not_declared() -> None:
    source = """
from sly_core._core.bits cimport lowest32

cdef inline int twice(int x) noexcept nogil:
    # thrice
    return lowest32(x) + called(x)

cdef struct Loops:
    int (*play)(int depth) noexcept nogil
    int (*last)(
        int seed
    ) except -2 nogil
"""
    assert {"twice", "Loops", "play", "last"} <= declared(source)
    assert not {"lowest32", "called", "thrice", "depth", "seed", "x"} & declared(source)
