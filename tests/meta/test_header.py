"""sly_core.h says what the .pxd files say, is good C and C++, and keeps what it has promised."""

from __future__ import annotations

import re
import subprocess
import sysconfig

import pytest

from tests.meta.tree import SOURCE

CORE = SOURCE / "sly_core" / "_core"
HEADER = SOURCE / "sly_core" / "include" / "sly_core.h"

# The table of version 1.0. Within major version 1 these stay where they are; new ones come after.
VERSION_1_0 = [
    *("version", "size"),
    *("rules_from_text", "rules_from_object", "state_from_object", "state_to_object"),
    *("start", "num_legal", "nth_legal", "legal_actions", "legal_words", "is_legal"),
    *("apply", "advance", "score", "key", "resolve"),
    *("perft", "play_out"),
]


def header() -> str:
    """The header without its comments."""
    return re.sub(r"/\*.*?\*/", "", HEADER.read_text("utf-8"), flags=re.DOTALL)


def pxd(name: str) -> str:
    """A .pxd file without its comments."""
    return re.sub(r"#.*", "", CORE.joinpath(name).read_text("utf-8"))


def c_fields(struct: str) -> list[str]:
    """The fields of a struct of the header, as they are written, without spaces."""
    body = header().split(f"typedef struct {struct} {{")[1].split("}")[0]
    return [re.sub(r"\s", "", field) for field in body.split(";") if field.strip()]


def cython_fields(text: str, struct: str) -> list[str]:
    """The fields of a struct of a .pxd, in the header's words for the same types."""
    body = re.split(rf"struct {struct}:\n", text)[1].split("\n\n")[0]
    body = re.sub(r"\b(?:except -1|noexcept|nogil)\b", "", body)
    body = re.sub(r"\bobject \(", "struct _object *(", body)
    body = re.sub(r"\bobject ", "struct _object *", body).replace("bint", "int")
    return [re.sub(r"\s", "", line) for line in body.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("c", "cython"), [("SlyState", "PackedState"), ("SlyRules", "PackedRules")]
)
def test_the_structs_are_those_of_the_core(c: str, cython: str) -> None:
    fields = c_fields(c)
    assert len(fields) > 10
    assert fields == cython_fields(pxd("types.pxd"), cython)


def names(fields: list[str]) -> list[str]:
    """What the fields of the table are called; two numbers, then pointers to functions."""
    functions = [re.findall(r"\(\*(\w+)\)", field)[0] for field in fields[2:]]
    return [field.removeprefix("uint32_t") for field in fields[:2]] + functions


def test_the_table_is_the_one_that_is_filled() -> None:
    fields = c_fields("SlyApi")
    assert fields == cython_fields(pxd("c_header.pxd"), "SlyApi")
    assert names(fields)[: len(VERSION_1_0)] == VERSION_1_0
    filled = [
        name
        for file in ("c_api.pyx", "loops/steps.pxi")
        for name in re.findall(r"^(?:table|steps)\.(\w+) = ", pxd(file), re.MULTILINE)
    ]
    assert sorted(filled) == sorted(names(fields))


def test_the_numbers_are_those_of_the_core() -> None:
    numbers = re.compile(r"^\s*(?:SLY_)?([A-Z_]+) = (\d+)", re.MULTILINE)
    found = dict(numbers.findall(header()))
    assert found == dict(numbers.findall(pxd("types.pxd")))
    assert found["TURN"] == "144"


@pytest.mark.parametrize("language", ["-xc -std=c99", "-xc++ -std=c++11"])
def test_the_header_reads_in_both_languages(language: str) -> None:
    """With Python.h and without it, and no compiler warns."""
    compiler = sysconfig.get_config_var("CC").split()
    for before in ("", "#include <Python.h>\n"):
        done = subprocess.run(
            [
                *(*compiler, *language.split(), "-fsyntax-only", "-Wall", "-Wextra", "-Werror"),
                *("-Wno-unused-function", "-isystem", sysconfig.get_path("include")),
                *("-I", str(HEADER.parent), "-"),
            ],
            input=f"{before}#include <sly_core.h>\n",
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
