"""The core's declarations as data: its structs, its numbers, and its functions as syntax trees.

Cython's own parser reads the text. Nothing is guessed: what this page does not know is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from Cython.Compiler import ExprNodes, Nodes
from Cython.Compiler.TreeFragment import parse_from_strings

from tests.refinement.sources import Texts


class UnknownConstruct(Exception):
    """The text has something that the reader gives no meaning."""


@dataclass(frozen=True, slots=True)
class CType:
    """An integer type of C; ``int`` has 32 bits, as on every platform the core is built for."""

    name: str
    bits: int
    signed: bool


INT = CType("int", 32, True)
BINT = CType("bint", 32, True)
TYPES = {
    "int": INT,
    "bint": BINT,
    "int16_t": CType("int16_t", 16, True),
    **{f"uint{bits}_t": CType(f"uint{bits}_t", bits, False) for bits in (8, 16, 32, 64)},
}


@dataclass(frozen=True, slots=True)
class Declared:
    """A name with its type: an integer or a struct, ``length`` of them if it is an array."""

    name: str
    type: CType | str
    pointer: bool = False
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """A function: what it takes, what it gives, and its body, where the text has one."""

    name: str
    gives: CType | None
    takes: tuple[Declared, ...]
    body: Any = None


@dataclass(slots=True)
class Program:
    """All that the texts declare."""

    structs: dict[str, dict[str, Declared]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)


def parsed(texts: Texts) -> Program:
    """Read every ``.pxd`` text; `UnknownConstruct` where one has more than this page knows."""
    program = Program()
    for name, text in texts.items():
        if name.endswith(".pxd"):
            tree = parse_from_strings(name.removesuffix(".pxd"), text, level="module_pxd")
            for statement in statements(tree.body):
                _declare(program, statement)
    return program


def statements(node: Any) -> Iterator[Any]:
    """Give the statements of a block, one by one."""
    if isinstance(node, Nodes.StatListNode):
        for inner in node.stats:
            yield from statements(inner)
    else:
        yield node


def type_of(node: Any) -> CType | str | None:
    """Give the type that a declaration begins with; `None` is ``void``."""
    if isinstance(node, Nodes.CQualifierTypeNode):
        return type_of(node.base_type)
    if not isinstance(node, Nodes.CSimpleBaseTypeNode) or node.longness or not node.signed:
        raise UnknownConstruct(f"a type: {ast_name(node)}")
    return None if node.name == "void" else TYPES.get(node.name, str(node.name))


def declared(base: Any, declarator: Any) -> Declared:
    """Give what a declarator declares."""
    made, pointer, length = type_of(base), False, None
    if isinstance(declarator, Nodes.CPtrDeclaratorNode):
        declarator, pointer = declarator.base, True
    elif isinstance(declarator, Nodes.CArrayDeclaratorNode):
        length, declarator = number_of(declarator.dimension), declarator.base
        if isinstance(declarator, Nodes.CArrayDeclaratorNode):  # of arrays: nothing here reads it
            length *= number_of(declarator.dimension)
            declarator = declarator.base
    if not isinstance(declarator, Nodes.CNameDeclaratorNode) or made is None:
        raise UnknownConstruct(f"a declarator: {ast_name(declarator)}")
    return Declared(str(declarator.name), made, pointer, length)


def number_of(node: Any) -> int:
    """Give the number that a literal is."""
    if not isinstance(node, ExprNodes.IntNode) or node.longness or node.unsigned:
        raise UnknownConstruct(f"a number: {ast_name(node)}")
    return int(node.value, 0)


def ast_name(node: Any) -> str:
    """Name a node and its place, for an error."""
    place = getattr(node, "pos", None)
    return type(node).__name__ + (f" in line {place[1]}" if place else "")


def _declare(program: Program, node: Any) -> None:
    if isinstance(node, Nodes.FromCImportStatNode | Nodes.CImportStatNode):
        return
    if isinstance(node, Nodes.CDefExternNode):
        for inner in statements(node.body):
            _declare(program, inner)
    elif isinstance(node, Nodes.CEnumDefNode):
        for item in node.items:
            program.numbers[item.name] = number_of(item.value)
    elif isinstance(node, Nodes.CStructOrUnionDefNode) and node.kind == "struct":
        fields = [declared(a.base_type, d) for a in node.attributes for d in a.declarators]
        program.structs[node.name] = {one.name: one for one in fields}
    elif isinstance(node, Nodes.CFuncDefNode):
        _add(program, _function(node.base_type, node.declarator, node.body))
    elif isinstance(node, Nodes.CVarDefNode) and all(
        isinstance(declarator, Nodes.CFuncDeclaratorNode) for declarator in node.declarators
    ):
        for declarator in node.declarators:
            _add(program, _function(node.base_type, declarator, None))
    else:
        raise UnknownConstruct(f"a declaration: {ast_name(node)}")


def _add(program: Program, function: Function) -> None:
    if function.name in program.functions:
        raise UnknownConstruct(f"two functions named {function.name}")
    program.functions[function.name] = function


def _function(base: Any, declarator: Any, body: Any) -> Function:
    gives = type_of(base)
    if isinstance(gives, str):
        raise UnknownConstruct(f"a function that gives a struct: {ast_name(declarator)}")
    takes = tuple(declared(one.base_type, one.declarator) for one in declarator.args)
    return Function(str(declarator.base.name), gives, takes, body)
