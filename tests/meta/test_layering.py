"""Who may import whom: the table of rooms, and a short list of exceptions with their reasons."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache

import pytest

from tests.meta.imports import Import, When, imports_of, read_cython, read_python
from tests.meta.tree import CODE, ROOT, SOURCE, files

# Leaves are the modules that know nothing of the rest, all of whose names are public.
LEAVES = {"errors", "given", "ruleset", "randomness", "protocol", "arrays", "notation"}
ROOMS = {"reference", "_core", "c_api", "search", "batch", "adapters"}
ROOMS |= {"show", "ask", "cli", "selftest"}
C = {"libc", "cpython", "cython"}

# "door" is `sly_core` itself: its names, not the modules behind it; "c" what C and Cython bring
TABLE: dict[str, set[str]] = {
    "spec": {"spec", "stdlib", "z3", "bitwuzla"},
    "leaves": {"leaves", "stdlib"},
    "reference": {"reference", "leaves", "stdlib"},
    "_core": {"_core", "leaves", "stdlib", "c"},
    "c_api": {"_core", "stdlib"},
    "search": {"search", "_core", "leaves", "stdlib", "c"},
    "batch": {"batch", "search", "_core", "leaves", "stdlib", "c"},
    "adapters": {"door", "leaves", "stdlib"},
    "show": {"show", "door", "leaves", "stdlib"},
    "ask": {"ask", "spec", "reference", "door", "leaves", "stdlib"},
    "cli": {"cli", "door", "leaves", "c_api", "search", "show", "ask", "stdlib"},
    "selftest": {"selftest", "cli", "_core", "c_api", "reference", "door", "leaves", "stdlib"},
    "door": {"stdlib"},
}


@dataclass(frozen=True, slots=True)
class Exempt:
    """An import that the table forbids and that has a reason."""

    importer: str
    """A module; its submodules are meant too."""
    target: str
    when: set[When]
    reason: str

    def covers(self, found: Import) -> bool:
        return (
            (found.importer + ".").startswith(self.importer + ".")
            and (found.target + ".").startswith(self.target + ".")
            and found.when in self.when
        )


EXEMPT = [
    Exempt("sly_core", "numpy", {"typing"}, "types of arrays; nothing is loaded"),
    Exempt("sly_core", "typing_extensions", {"typing"}, "stubs; type checkers bring it themselves"),
    Exempt("sly_core.arrays", "numpy", {"lazy"}, "numpy is loaded here alone, when first needed"),
    Exempt("sly_core", "sly_core", {"typing"}, "the door names what it opens, for type checkers"),
    Exempt("sly_core", "?", {"lazy"}, "the door loads a room when one of its names is asked for"),
    Exempt(
        "sly_core._core.state", "sly_core.show", {"lazy"}, "a notebook asks a state to draw itself"
    ),
    Exempt("sly_core._core.loops.portable", "?", {"import"}, "its text is also that of bmi2"),
    Exempt("sly_core._core.loops.bmi2", "?", {"import"}, "its text is also that of portable"),
    Exempt("sly_core._core.loops.table", "?", {"import"}, "loads the one that fits the CPU"),
    Exempt(
        "sly_core.ask.solving", "bitwuzla", {"lazy"}, "a second opinion, within what time is left"
    ),
    Exempt("sly_spec.claims", "?", {"lazy"}, "its door loads the pages of claims, by one list"),
    Exempt("sly_spec.evaluating", "numpy", {"import"}, "terms are evaluated on arrays"),
    Exempt("sly_spec.playing", "numpy", {"import"}, "positions are asked about many at once"),
    Exempt("sly_core.cli.facts", "sly_core._core", {"lazy"}, "the build says what it is"),
    Exempt("sly_core.cli.facts", "?", {"lazy"}, "it tries whether what the package needs imports"),
    Exempt("sly_core.selftest.checks", "?", {"lazy"}, "it loads every compiled module"),
    Exempt("sly_core.selftest.tables", "?", {"lazy"}, "it loads each build of the loops"),
    Exempt("sly_core.cli", "typer", {"import", "lazy", "typing"}, "the library of the command"),
    Exempt("sly_core.cli", "rich", {"import", "lazy", "typing"}, "typer brings it: tables, colour"),
    Exempt("sly_core.cli", "sly_spec", {"lazy", "typing"}, "`sly rules` prints the clauses"),
]
# these are meant for the door alone, not for what is behind it
DOOR_ONLY = {"sly_core", "?"}


def room_of(module: str) -> str:
    """The room of a module, by the table's names; a stranger is its own room."""
    top, *rest = module.split(".")
    if top == "sly_spec":
        return "spec"
    if top == "sly_core":
        if not rest:
            return "door"
        if rest[0] in LEAVES:
            return "leaves"
        if rest[0] == "__main__":  # `python -m sly_core` is the command
            return "cli"
        return rest[0] if rest[0] in ROOMS else module
    if top in C:
        return "c"
    return "stdlib" if top in sys.stdlib_module_names else top


def is_exempt(found: Import) -> bool:
    return any(
        exempt.covers(found)
        and (exempt.target not in DOOR_ONLY or found.importer == exempt.importer)
        for exempt in EXEMPT
    )


def breaches(imports: list[Import]) -> list[str]:
    """The imports that neither the table nor the exceptions allow, in words."""
    return [
        f"{found.importer}, line {found.line}: {found.target} ({found.when}): the room "
        f"{room_of(found.importer)!r} may not import {room_of(found.target)!r}"
        for found in imports
        if room_of(found.target) not in TABLE.get(room_of(found.importer), set())
        and not is_exempt(found)
    ]


@cache
def everything() -> list[Import]:
    paths = [*files(CODE, SOURCE), *files({".py"}, ROOT / "spec")]
    return [found for path in paths for found in imports_of(path)]


def test_every_import_keeps_to_the_table() -> None:
    assert breaches(everything()) == []


def test_the_reading_finds_the_imports() -> None:
    found = {(item.importer, item.target) for item in everything()}
    assert ("sly_core._core.moves", "sly_core._core.reveal") in found
    assert ("sly_core._core.state", "sly_core.ruleset") in found
    assert ("sly_core._core.state", "sly_core.arrays") in found
    assert ("sly_core.reference.state", "sly_core.ruleset") in found
    assert ("sly_spec", "tomllib") in found


def test_every_module_has_a_room() -> None:
    assert {room_of(found.importer) for found in everything()} <= TABLE.keys()


@pytest.mark.parametrize("exempt", EXEMPT, ids=lambda exempt: f"{exempt.importer}-{exempt.target}")
def test_no_exception_is_stale(exempt: Exempt) -> None:
    needed = [found for found in everything() if exempt.covers(found)]
    assert needed, f"nobody needs it any more: {exempt}"


FAULTS = [
    ("sly_core.reference.state", "from sly_core._core.state import State", "py"),
    ("sly_core.reference.state", "from .._core import state", "py"),
    ("sly_core.reference.state", "from sly_core import State", "py"),
    ("sly_core.reference.state", "def f():\n    from sly_core.search import perft", "py"),
    ("sly_core.reference.state", "importlib.import_module('sly_core._core')", "py"),
    ("sly_core.reference.state", "__import__('sly' + '_core')", "py"),
    ("sly_core.errors", "if TYPE_CHECKING:\n    from sly_core.reference import State", "py"),
    ("sly_core.ruleset", "import numpy", "py"),
    ("sly_core.arrays", "import numpy", "py"),
    ("sly_core.show.svg", "import sly_core.cli", "py"),
    ("sly_core.show.svg", "from sly_core._core.state import State", "py"),
    ("sly_core", "from sly_core._core.state import State", "py"),
    ("sly_core.attic", "import sly_core.errors", "py"),
    ("sly_spec", "import sly_core", "py"),
    ("sly_core._core.moves", "from sly_core.reference.state cimport x", "pyx"),
    ("sly_core._core.moves", "from sly_core.reference cimport (\n    x,  # )\n    y,\n)", "pyx"),
    ("sly_core._core.moves", "x = 1; import numpy", "pyx"),
    ("sly_core._core.moves", "cimport numpy as cnp", "pyx"),
    ("sly_core._core.moves", "cdef int f() except? -1:\n    import \\\n  sly_core.search", "pyx"),
    ("sly_core._core.moves", "if a: from ..search import perft", "pyx"),
    ("sly_core._core.moves", 'include "../search/x.pxi"', "pyx"),
    ("sly_core.search.ismcts", "from sly_core.reference import State", "pyx"),
]


@pytest.mark.parametrize(("module", "text", "language"), FAULTS)
def test_a_forbidden_import_is_found(module: str, text: str, language: str) -> None:
    read = read_python if language == "py" else read_cython
    assert len(breaches(read(text, module))) == 1


GOOD = [
    ("sly_core.arrays", "def f():\n    import numpy", "py"),
    ("sly_core.search", "from . import perft\nfrom .._core.state import State", "py"),
    ("sly_core._core.x", '"""\nimport numpy\n"""\nimport sys  # import numpy', "pyx"),
    ("sly_core._core.x", "s = 'import numpy'  # a comment's apostrophe\nimport sys", "pyx"),
    ("sly_core._core.x", 'cdef extern from "a.h":\n    int f(int x)', "pyx"),
]


@pytest.mark.parametrize(("module", "text", "language"), GOOD)
def test_what_the_table_allows_passes(module: str, text: str, language: str) -> None:
    read = read_python if language == "py" else read_cython
    found = read(text, module, package=module == "sly_core.search")
    assert found or "extern" in text
    assert breaches(found) == []
