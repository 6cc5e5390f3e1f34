"""Every import and cimport of a source file, and when it is carried out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tests.meta.cython_text import Line, logical_lines
from tests.meta.tree import SOURCE, files, module_of

When = Literal["import", "lazy", "typing"]

_CYTHON_FROM = re.compile(r"(?:^|:\s*)from\s+(\.*[\w.]*)\s+c?import\s+(.+)$")
_CYTHON_PLAIN = re.compile(r"(?:^|:\s*)c?import\s+(.+)$")
_LOADERS = {"import_module", "__import__"}
MODULES = frozenset(module_of(path) for path in files({".py", ".pyx", ".pxd"}, SOURCE))


@dataclass(frozen=True, slots=True)
class Import:
    """`importer` asks for the module `target`: as it is loaded, in a function, or for types only.

    A target that nobody can read off the text (a loader called with a computed name) is "?".
    """

    importer: str
    target: str
    when: When
    line: int


def imports_of(path: Path) -> list[Import]:
    """The imports of one file of ours; a `.pxd` counts as part of the module that it declares."""
    text = path.read_text(encoding="utf-8")
    package = path.name.startswith("__init__.")
    read = read_cython if path.suffix in (".pyx", ".pxd", ".pxi") else read_python
    found = read(text, module_of(path), package=package)
    # a stub is never run
    return [replace(item, when="typing") for item in found] if path.suffix == ".pyi" else found


def read_python(text: str, module: str, *, package: bool = False) -> list[Import]:
    """The imports in Python source that is the module (or the package) of this name."""
    return list(_visit(ast.parse(text), module, package, "import"))


def read_cython(text: str, module: str, *, package: bool = False) -> list[Import]:
    """The imports and cimports in Cython source, `include`s too."""
    found: list[Import] = []
    for line in logical_lines(text):
        for target in _targets_of_line(line.text, module, package):
            found.append(Import(module, target, _when(line), line.number))
    return found


def _visit(node: ast.AST, module: str, package: bool, when: When) -> Iterator[Import]:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Call):
        for target in _targets_of_node(node, module, package):
            yield Import(module, target, when, node.lineno)
    blocks: list[tuple[Iterable[ast.AST], When]]
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        blocks = [(node.body, "typing"), (node.orelse, when)]
    else:
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        blocks = [(ast.iter_child_nodes(node), "lazy" if inside and when == "import" else when)]
    for children, then in blocks:
        for child in children:
            yield from _visit(child, module, package, then)


def _targets_of_node(
    node: ast.Import | ast.ImportFrom | ast.Call, module: str, package: bool
) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = _absolute("." * node.level + (node.module or ""), module, package)
        return _members(base, [alias.name for alias in node.names])
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    if called not in _LOADERS:
        return []
    name = node.args[0] if node.args else None
    return [str(name.value)] if isinstance(name, ast.Constant) else ["?"]


def _targets_of_line(text: str, module: str, package: bool) -> list[str]:
    if found := _CYTHON_FROM.search(text):
        names = [item.split()[0] for item in found[2].strip("() ").split(",") if item.strip()]
        return _members(_absolute(found[1], module, package), names)
    if found := _CYTHON_PLAIN.search(text):
        return [item.split()[0] for item in found[1].split(",")]
    if text.startswith("include ") or any(f"{loader}(" in text for loader in _LOADERS):
        return ["?"]
    return []


def _members(base: str, names: list[str]) -> list[str]:
    """What `from base import names` loads: a name may be a module of ours or a thing in `base`."""
    return sorted({f"{base}.{name}" if f"{base}.{name}" in MODULES else base for name in names})


def _absolute(name: str, module: str, package: bool) -> str:
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    parts = module.split(".")
    kept = parts[: len(parts) - level + package]
    return ".".join([*kept, name[level:]] if name[level:] else kept)


def _when(line: Line) -> When:
    if "typing" in line.inside:
        return "typing"
    return "lazy" if "function" in line.inside else "import"
