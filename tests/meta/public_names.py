"""What the package offers, a line for each thing: `data/public_api.txt` keeps it.

`python -m tests.meta.public_names` shows what has changed; with `--update` it writes the text anew.
docs/stability.md says what a change of it means.

Names come from the installed modules. Signatures come from their source, or from the stub of a
compiled module, which `make types-installed` holds to the module itself.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import typer

import sly_core
from sly_core.cli.app import build

RECORD = Path(__file__).parents[1] / "data" / "public_api.txt"
MODULES = (
    "sly_core",
    "sly_core.ask",
    "sly_core.c_api",
    "sly_core.errors",
    "sly_core.notation",
    "sly_core.protocol",
    "sly_core.randomness",
    "sly_core.reference",
    "sly_core.ruleset",
    "sly_core.search",
    "sly_core.show",
)
HEAD = """\
# What sly_core offers: docs/stability.md. Made by `python -m tests.meta.public_names --update`.
"""
# methods that a user writes by a sign or a word of the language
_OPERATORS = {"eq", "hash", "len", "iter", "getitem", "setitem", "call", "contains", "lt"}
_PLAIN = (int, float, str, bytes, range, type(None))


def text() -> str:
    """All of it, as it is now."""
    found: dict[int, str] = {}
    parts = [module_lines(name, found) for name in MODULES]
    return (
        HEAD
        + "\n".join(line for part in [*parts, command_lines(), header_lines()] for line in part)
        + "\n"
    )


def difference(recorded: str, made: str) -> str:
    """What was recorded and is gone, with `-`; what is new, with `+`; empty where nothing is."""
    lines = unified_diff(
        recorded.splitlines(), made.splitlines(), "recorded", "now", lineterm="", n=0
    )
    return "\n".join(line for line in lines if not line.startswith("@@"))


def module_lines(name: str, found: dict[int, str]) -> Iterator[str]:
    """A module's public names; one that was `found` before, under another name, is only named."""
    module = importlib.import_module(name) if name != "sly_core.c_api" else sly_core.c_api
    yield f"\nmodule {name}"
    for public in sorted(getattr(module, "__all__", None) or _defined(module)):
        thing = getattr(module, public)
        path = f"{name}.{public}"
        if isinstance(thing, ModuleType):
            yield f"{path} is a module"
        elif not callable(thing) or not str(thing.__module__).startswith("sly_core"):
            yield _value(path, thing)
        elif id(thing) in found:
            yield f"{path} = {found[id(thing)]}"
        else:
            found[id(thing)] = path
            yield from _defined_lines(path, thing)


def command_lines() -> Iterator[str]:
    """The command `sly`: its commands, their arguments and options with defaults."""
    yield "\ncommand sly"
    command: Any = typer.main.get_command(build())
    for name, inner in sorted({"": command, **command.commands}.items()):
        words = " ".join(filter(None, ["sly", name]))
        yield words
        for parameter in inner.params:
            kind = ", ".join([*parameter.opts, *parameter.secondary_opts])
            takes = f" {parameter.metavar}" if parameter.metavar else ""
            many = " …" if parameter.nargs == -1 or parameter.multiple else ""
            default = (
                ""
                if parameter.default is None or parameter.default is False
                else f" = {parameter.default}"
            )
            yield f"{words} {kind}{takes}{many}{default}"


def header_lines() -> Iterator[str]:
    """The C header: its version, numbers, structs and table, as declared."""
    yield "\nheader sly_core.h"
    header = Path(sly_core.get_include(), "sly_core.h").read_text(encoding="utf-8")
    header = re.sub(r"/\*(?! declarations).*?\*/", "", header, flags=re.DOTALL)
    yield from re.findall(r"^#define SLY_API_\w+ \d+$", header, re.MULTILINE)
    declared = header.split("/* declarations begin */")[1].split("/* declarations end */")[0]
    for line in re.sub(r"\n\s*\n+", "\n", declared).strip().splitlines():
        yield " ".join(line.split())


def function_line(path: str, node: ast.FunctionDef, *, bound: bool = False) -> str:
    """One signature; `bound`: the first argument is not given.

    >>> made = ast.parse("def lay(self, card: int, space: int = 0) -> int: ...").body[0]
    >>> assert isinstance(made, ast.FunctionDef)
    >>> function_line("State.lay", made, bound=True)
    'State.lay(card: int, space: int=0) -> int'
    """
    arguments = ast.unparse(node.args)
    if bound:
        arguments = re.sub(r"^\w+(, /)?(, |$)", "", arguments)
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{path}({arguments}){returned}"


def class_lines(path: str, node: ast.ClassDef) -> Iterator[str]:
    """The public parts of a class that its own body names."""
    overloaded: set[str] = set()
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            default = f" = {ast.unparse(item.value)}" if item.value else ""
            if not item.target.id.startswith("_"):
                yield f"{path}.{item.target.id}: {ast.unparse(item.annotation)}{default}"
        elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
            if not item.targets[0].id.startswith("_"):
                yield f"{path}.{ast.unparse(item)}"
        elif isinstance(item, ast.FunctionDef):
            marked = {ast.unparse(mark) for mark in item.decorator_list}
            if (
                "overload" in marked or item.name not in overloaded
            ):  # not what carries overloads out
                yield from _method_lines(path, item)
            overloaded |= {item.name} if "overload" in marked else set()


def _method_lines(path: str, node: ast.FunctionDef) -> Iterator[str]:
    marks = {ast.unparse(mark).split("(")[0] for mark in node.decorator_list}
    if node.name in {"__init__", "__new__"}:
        yield (
            function_line(path, node, bound=True).removesuffix(" -> None").removesuffix(" -> Self")
        )
    elif node.name.startswith("_") and node.name.strip("_") not in _OPERATORS:
        return
    elif "property" in marks:
        yield f"{path}.{node.name}: {ast.unparse(node.returns or ast.Constant(...))}  (property)"
    else:
        kind = "".join(f"  ({mark})" for mark in ("staticmethod", "classmethod") if mark in marks)
        bound = "staticmethod" not in marks
        yield function_line(f"{path}.{node.name}", node, bound=bound) + kind


def _defined_lines(path: str, thing: Any) -> Iterator[str]:
    """A function, or a class with all that it takes from classes of the package."""
    node = _definition(thing.__module__, thing.__qualname__)
    if isinstance(node, ast.FunctionDef):
        yield function_line(path, node)
        return
    above = [base for base in thing.__mro__[1:] if base.__module__.split(".")[0] == "sly_core"]
    bases = ", ".join(base.__name__ for base in thing.__bases__ if base is not object)
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    notes = "".join(f"  ({mark})" for mark in marks if mark != "disjoint_base")
    yield f"class {path}({bases}){notes}"
    lines = list(class_lines(path, node))
    for base in above:
        own = {line.split("(")[0].split(":")[0] for line in lines}
        more = class_lines(path, _class(base.__module__, base.__qualname__))
        lines += [line for line in more if line.split("(")[0].split(":")[0] not in own]
    yield from lines


def _definition(module: str, name: str) -> ast.FunctionDef | ast.ClassDef:
    for node in ast.walk(_source(module)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node
    raise LookupError(f"{module} does not define {name}")


def _source(module: str) -> ast.Module:
    """The text of a module; of a compiled one, its stub."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    origin = Path(spec.origin)
    stub = origin.with_name(f"{origin.name.split('.')[0]}.pyi")
    return ast.parse((stub if stub.exists() else origin).read_text(encoding="utf-8"))


def _class(module: str, name: str) -> ast.ClassDef:
    node = _definition(module, name)
    assert isinstance(node, ast.ClassDef)
    return node


def _defined(module: ModuleType) -> list[str]:
    """The public names that a module without `__all__` has of its own."""
    names = []
    for node in _source(module.__name__).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return [name for name in names if not name.startswith("_")]


def _value(path: str, thing: object) -> str:
    """A constant; what is no plain value, or another one in each release, by its name alone."""
    plain = isinstance(thing, _PLAIN) or (
        isinstance(thing, tuple) and all(isinstance(item, _PLAIN) for item in thing)
    )
    if plain and not path.endswith(".__version__"):
        return f"{path} = {thing!r}"
    return f"{path} is a value"


def main() -> int:
    """Show what has changed, or write it down; 1 where the record is not what is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the record anew")
    asked = parser.parse_args()
    made = text()
    changed = difference(RECORD.read_text(encoding="utf-8") if RECORD.exists() else "", made)
    print(changed or "nothing has changed")
    if asked.update:
        RECORD.write_text(made, encoding="utf-8")
    return 1 if changed and not asked.update else 0


if __name__ == "__main__":
    sys.exit(main())
