"""How the source is kept: short files, no trace of a machine, docstrings, stubs that are true."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from tests.meta.cython_text import logical_lines
from tests.meta.tree import CODE, ROOT, SOURCE, WORDS, files

LIMIT = 500
# a folder of one machine, or the line with which a tool signs; no pattern matches itself
# manylinux's images have their Pythons in /opt/python, whosever machine it is
TRACES = re.compile(
    r"(?<![\w.])/(?:home|root|Users|work|workspace|mnt|opt(?!/python\b))/\w"
    r"|\.\./shared\b|[A-Z]:\\Users"
    r"|file:/{2}|(?i:co-authored[-]by|generated[ ]with|language[ ]model|chat[ ]?bot)"
)
# all but the loops that are not made, or not to be loaded, on every machine
COMPILED = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for path in files({".pyx"}, SOURCE)
    if path.stem != "bmi2"
)


def too_long(text: str) -> bool:
    return text.count("\n") > LIMIT


def undocumented_python(text: str) -> list[str]:
    """The public functions, methods and classes of a Python source that have no docstring.

    Of an overloaded function one form must have it.
    """
    tree = ast.parse(text)
    return [] if not text.strip() else ["module"] * (not ast.get_docstring(tree)) + _bare(tree)


def _bare(node: ast.Module | ast.ClassDef) -> list[str]:
    named: dict[str, bool] = {}
    inner: list[str] = []
    for item in node.body:
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if not item.name.startswith("_"):
            named[item.name] = named.get(item.name, False) or bool(ast.get_docstring(item))
            inner += _bare(item) if isinstance(item, ast.ClassDef) else []
    return [name for name, has in named.items() if not has] + inner


def undocumented_cython(text: str) -> list[str]:
    """The public `def`s, `cpdef`s and classes of a Cython source that have no docstring."""
    lines = logical_lines(text)
    found = [] if lines and lines[0].text == '""' else ["module"]
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        name = line.function or line.class_
        if name is None or name.startswith("_") or "function" in line.inside:
            continue
        if line.function and line.text.startswith("cdef"):
            continue  # not callable from Python
        if not (after and after.indent > line.indent and after.text == '""'):
            found.append(name)
    return found


def untrue_stub(stub: str, module: object) -> list[str]:
    """What a stub has and the module has not; of classes, also the other way round."""
    tree = ast.parse(stub)
    found = [f"{name}: no such thing" for name in _names(tree) if not hasattr(module, name)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and hasattr(module, node.name):
            made = vars(getattr(module, node.name))
            real = {name for name in made if not name.startswith("_")}
            found += [f"{node.name}.{name}: on one side only" for name in _names(node) ^ real]
    return found


def _names(node: ast.Module | ast.ClassDef) -> set[str]:
    names = set()
    for item in node.body:
        if isinstance(item, ast.FunctionDef | ast.ClassDef):
            names.add(item.name)
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            names.add(item.target.id)
    return {name for name in names if not name.startswith("_")}


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", files({*CODE, ""}), ids=_shown)
def test_files_are_short(path: Path) -> None:
    assert not too_long(path.read_text(encoding="utf-8")), f"over {LIMIT} lines: two ideas?"


@pytest.mark.parametrize("path", files({*WORDS, ""}), ids=_shown)
def test_nothing_names_a_machine_or_a_tool(path: Path) -> None:
    assert TRACES.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path",
    [path for top in ("src", "spec", "benchmarks") for path in files({".py"}, ROOT / top)],
    ids=_shown,
)
def test_public_python_has_docstrings(path: Path) -> None:
    assert undocumented_python(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", files({".pyx"}, SOURCE), ids=_shown)
def test_public_cython_has_docstrings(path: Path) -> None:
    assert undocumented_cython(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", COMPILED)
def test_stubs_are_there_and_true(name: str) -> None:
    stub = SOURCE.joinpath(*name.split(".")).with_suffix(".pyi")
    assert stub.exists(), f"{name} is compiled and has no stub"
    assert untrue_stub(stub.read_text(encoding="utf-8"), importlib.import_module(name)) == []


def test_the_core_is_among_the_compiled() -> None:
    assert "sly_core._core.state" in COMPILED


def test_a_long_file_is_found() -> None:
    assert too_long("\n" * (LIMIT + 1))
    assert not too_long("\n" * LIMIT)


@pytest.mark.parametrize(
    "text", ["see /" + "home/me/sly", "open('." + "./shared/x')", "Co-Authored" + "-By: x <y@z>"]
)
def test_a_trace_is_found(text: str) -> None:
    assert TRACES.search(text)


@pytest.mark.parametrize(
    "text",
    ["src/home/x", "VENV=/some/where", "https://example.org/home/x", "/opt/python/cp313-cp313"],
)
def test_what_is_no_trace_passes(text: str) -> None:
    assert not TRACES.search(text)


PYTHON = """
class Hen:
    def lay(self): ...
    def _x(self): ...
@overload
def fox(): ...
def fox():
    '''Do.'''
    def inner(): ...
"""
CYTHON = """
cdef class Hen:
    cdef int rank
    def lay(self,
            int space):  # no words
        def inner(): pass
        return space
    def _x(self): pass
cpdef int fox() except? -1:
    '''Do.'''
cdef int house(int x) noexcept nogil:
    return x
"""


def test_what_has_no_docstring_is_found() -> None:
    assert undocumented_python(PYTHON) == ["module", "Hen", "lay"]
    assert undocumented_cython(CYTHON) == ["module", "Hen", "lay"]


def test_an_untrue_stub_is_found() -> None:
    class Coop:
        def lay(self) -> None: ...

    class Module:
        pass

    setattr(Module, "Coop", Coop)  # noqa: B010  a module made up for this test
    true = "class Coop:\n    def lay(self) -> None: ...\n"
    assert untrue_stub(true, Module) == []
    assert len(untrue_stub(true.replace("lay", "gobble"), Module)) == 2
    assert untrue_stub(true + "def perft() -> int: ...\n", Module) == ["perft: no such thing"]
