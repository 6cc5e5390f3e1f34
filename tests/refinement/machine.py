"""Reads the core's functions and runs them on a store of z3 terms.

Where one side of a branch returns, what follows is run for the other alone. A `while` loop is run
only where it has the one form that the core uses, over the set bits of a mask, and then bit by bit
in ascending order: see :func:`store.bit_loop_is_so`. What this page does not know is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from Cython.Compiler import ExprNodes, Nodes
from Cython.Compiler.ExprNodes import SimpleCallNode

from sly_spec.smt import z3
from tests.refinement.parsing import (
    BINT,
    INT,
    TYPES,
    CType,
    Declared,
    Function,
    Program,
    UnknownConstruct,
    ast_name,
    declared,
    number_of,
    statements,
    type_of,
)
from tests.refinement.store import (
    FALSE,
    TRUE,
    Argument,
    Cell,
    LowestBit,
    Path,
    Pointer,
    SizeOf,
    Spent,
    Store,
    joined,
    lowest_bit,
    unknown,
)
from tests.refinement.values import (
    Value,
    arithmetic,
    balanced,
    boolean,
    compared,
    constant,
    converted,
    negative,
)

RETURNED = "<returned>"

Intrinsic = Callable[["Machine", Sequence[Argument]], Value | None]
AtRound = Callable[["Frame", int], None]


def _lowest(machine: Machine, arguments: Sequence[Argument]) -> Value:
    (word,) = arguments
    assert isinstance(word, Value)
    machine.duty(word.truth)
    return Value(TYPES["uint32_t"], lowest_bit(word.term))


def _every_fourth(_: Machine, arguments: Sequence[Argument]) -> Value:
    (word,) = arguments
    assert isinstance(word, Value)
    bits = [z3.Extract(i, i, word.term) for i in range(28, -1, -4)]
    return Value(TYPES["uint32_t"], z3.ZeroExt(24, z3.Concat(*bits)))


def _memset(machine: Machine, arguments: Sequence[Argument]) -> None:
    struct, byte, size = arguments
    zero = isinstance(byte, Value) and z3.is_true(z3.simplify(byte.term == 0))
    if not isinstance(struct, Pointer) or not zero or size != SizeOf(str(struct.type)):
        raise UnknownConstruct(f"a memset that is not of a whole struct to zero: {arguments}")
    machine.store.update(
        {
            place: z3.BitVecVal(0, cell.size())
            for place, cell in machine.store.items()
            if place[: len(struct.path)] == struct.path
        }
    )


def _popcount(_: Machine, arguments: Sequence[Argument]) -> Value:
    (word,) = arguments
    assert isinstance(word, Value)
    bits = [z3.ZeroExt(31, z3.Extract(i, i, word.term)) for i in range(32)]
    return Value(TYPES["uint32_t"], sum(bits[1:], bits[0]))


def _spaces_with(machine: Machine, arguments: Sequence[Argument]) -> Value:
    slots, card = arguments
    if not isinstance(slots, Pointer) or slots.length != 16 or not isinstance(card, Value):
        raise UnknownConstruct(f"spaces_with of what are not 16 slots: {slots}")
    sought = z3.Extract(7, 0, card.term)
    found = z3.BitVecVal(0, 32)
    for space in range(16):
        here = z3.BitVecVal(1 << space, 32)
        found |= z3.If(machine.store[(*slots.path, space)] == sought, here, z3.BitVecVal(0, 32))
    machine.duty(z3.ULT(card.term, 256))  # the instruction compares bytes, a loop would not
    return Value(TYPES["uint32_t"], found)


INTRINSICS: Mapping[str, Intrinsic] = {
    "every_fourth": _every_fourth,
    "lowest32": _lowest,
    "lowest64": _lowest,
    "memset": _memset,
    "popcount32": _popcount,
    "spaces_with": _spaces_with,
}
"""What the functions mean that have no text here, or one in C."""


class Frame:
    """One call of a function: its name in the store and the names that it knows."""

    def __init__(self, number: int, function: Function) -> None:
        self.name = f"{function.name} {number}"
        self.function = function
        self.names: dict[str, CType | Pointer] = {}


class Machine(Store):
    """A store and the functions that run on it; ``intrinsics`` stand for some of them, by name.

    ``at_round`` is called before each round of a loop, and after the last one.
    """

    def __init__(
        self, program: Program, intrinsics: Mapping[str, Intrinsic], at_round: AtRound | None = None
    ) -> None:
        super().__init__(program)
        self.intrinsics = {**INTRINSICS, **intrinsics}
        self.at_round = at_round
        self.calls = 0

    # Calls -------------------------------------------------------------------------------

    def call(self, name: str, *arguments: Argument) -> Value | None:
        """Call a function: an intrinsic, or one whose text is there."""
        function = self.program.functions.get(name)
        if function is not None:
            arguments = tuple(self._passed(function, arguments))
        if name in self.intrinsics:
            return self.intrinsics[name](self, arguments)
        if function is None or function.body is None:
            raise UnknownConstruct(f"a function without a text: {name}")
        self.calls += 1
        frame = Frame(self.calls, function)
        for made, argument in zip(function.takes, arguments, strict=True):
            self._bind(frame, made.name, argument)
        if function.gives is not None:
            self._bind(frame, RETURNED, Value(function.gives, unknown(function.gives)))
        self._block(frame, [*statements(function.body)])
        given = self._variable(frame, RETURNED) if function.gives is not None else None
        self.store = {path: cell for path, cell in self.store.items() if path[0] != frame.name}
        return given

    def _passed(self, function: Function, arguments: Sequence[Argument]) -> Iterator[Argument]:
        for made, argument in zip(function.takes, arguments, strict=True):
            if made.pointer != isinstance(argument, Pointer) or (
                isinstance(argument, Pointer) and argument.type != made.type
            ):
                raise UnknownConstruct(f"{function.name} takes {made}, and is given {argument}")
            if isinstance(argument, Value) and isinstance(made.type, CType):
                yield converted(argument, made.type, self.duty)
            else:
                yield argument

    def _bind(self, frame: Frame, name: str, value: Argument) -> None:
        if isinstance(value, Pointer):
            frame.names[name] = value
        elif isinstance(value, Value):
            frame.names[name] = value.type
            self.store[(frame.name, name)] = value.term

    def _variable(self, frame: Frame, name: str) -> Value:
        kind, cell = frame.names.get(name), self.store.get((frame.name, name))
        if not isinstance(kind, CType) or not z3.is_bv(cell):
            raise UnknownConstruct(f"{name} is used as a number in {frame.function.name}")
        return Value(kind, cell)

    # Statements: each gives the condition under which what comes after it is run ------------

    def _block(self, frame: Frame, block: Sequence[Any]) -> z3.BoolRef:
        for index, statement in enumerate(block):
            goes_on = z3.simplify(self._statement(frame, statement))
            if not z3.is_true(goes_on):
                rest = block[index + 1 :]
                return self.either(goes_on, partial(self._block, frame, rest), lambda: FALSE)
        return TRUE

    def _statement(self, frame: Frame, node: Any) -> z3.BoolRef:
        if isinstance(node, Nodes.ReturnStatNode):
            if node.value is not None:
                self._set(frame, RETURNED, self.value(frame, node.value))
            return FALSE
        if isinstance(node, Nodes.IfStatNode):
            return self._if(frame, node.if_clauses, node.else_clause)
        if isinstance(node, Nodes.CVarDefNode):
            for declarator in node.declarators:
                self._declare(frame, declared(node.base_type, declarator), declarator)
        elif isinstance(node, Nodes.InPlaceAssignmentNode):
            if isinstance(self._mask(frame, node.lhs), LowestBit):
                self._clear(frame, node)
                return TRUE
            old, change = self.value(frame, node.lhs), self.value(frame, node.rhs)
            self._assign(frame, node.lhs, arithmetic(node.operator, old, change, self.duty))
        elif isinstance(node, Nodes.SingleAssignmentNode):
            self._assign(frame, node.lhs, self.value(frame, node.rhs))
        elif isinstance(node, Nodes.CascadedAssignmentNode):
            value = self.value(frame, node.rhs)
            for place in node.lhs_list:
                self._assign(frame, place, value)
        elif isinstance(node, Nodes.ExprStatNode) and isinstance(node.expr, SimpleCallNode):
            self._called(frame, node.expr)
        elif isinstance(node, Nodes.ForInStatNode):
            self._for(frame, node)
        elif isinstance(node, Nodes.WhileStatNode):
            self._for_bits(frame, node)
        elif not isinstance(node, Nodes.PassStatNode):
            raise UnknownConstruct(f"a statement: {ast_name(node)}")
        return TRUE

    def _if(self, frame: Frame, clauses: Sequence[Any], otherwise: Any) -> z3.BoolRef:
        if not clauses:
            return TRUE if otherwise is None else self._inner(frame, otherwise)
        first, *rest = clauses
        return self.either(
            self.condition(frame, first.condition),
            lambda: self._inner(frame, first.body),
            lambda: self._if(frame, rest, otherwise),
        )

    def _inner(self, frame: Frame, body: Any) -> z3.BoolRef:
        return self._block(frame, [*statements(body)])

    def _declare(self, frame: Frame, made: Declared, declarator: Any) -> None:
        if not isinstance(made.type, CType) or made.pointer or made.name in frame.names:
            raise UnknownConstruct(f"a local variable: {ast_name(declarator)}")
        if made.length is not None:
            path = (frame.name, made.name)
            frame.names[made.name] = self.array(path, made.type, made.length)
            return
        self._bind(frame, made.name, Value(made.type, unknown(made.type)))
        if declarator.default is not None:
            self._set(frame, made.name, self.value(frame, declarator.default))

    def _for(self, frame: Frame, node: Any) -> None:
        call = node.iterator.sequence
        plain = isinstance(call, SimpleCallNode) and call.function.name == "range"
        if not plain or len(call.args) != 1 or node.else_clause is not None:
            raise UnknownConstruct(f"a loop: {ast_name(node)}")
        rounds = z3.simplify(self.value(frame, call.args[0]).term)
        if not z3.is_bv_value(rounds):
            raise UnknownConstruct(f"a loop of as many rounds as a word says: {ast_name(node)}")
        for index in range(rounds.as_signed_long()):
            self._next_round(frame, index)
            self._assign(frame, node.target, constant(index))
            self._whole(frame, node.body)
        self._next_round(frame, rounds.as_signed_long())

    def _next_round(self, frame: Frame, index: int) -> None:
        if self.at_round is not None:
            self.at_round(frame, index)

    def _whole(self, frame: Frame, body: Any) -> None:
        if not z3.is_true(self._inner(frame, body)):
            raise UnknownConstruct(f"a loop that is left: {ast_name(body)}")

    def _for_bits(self, frame: Frame, node: Any) -> None:
        """Run the body for every set bit of the mask that the loop is over, the lowest first.

        In the body the mask serves for its lowest bit, then it is cleared of it, once.
        """
        name = getattr(node.condition, "name", None)
        clears = [_clears_lowest_bit(inner, name) for inner in statements(node.body)]
        if name is None or clears.count(True) != 1 or node.else_clause is not None:
            raise UnknownConstruct(f"a loop: {ast_name(node)}")
        mask = self._variable(frame, name)
        place = (frame.name, name)
        for index in range(mask.type.bits):
            self._next_round(frame, index)
            self.store[place] = LowestBit(index)
            self.either(
                z3.Extract(index, index, mask.term) == 1,
                lambda: self._whole(frame, node.body),
                lambda: self.store.update({place: Spent()}),
            )
        self._next_round(frame, mask.type.bits)
        self.store[place] = z3.BitVecVal(0, mask.type.bits)

    def _mask(self, frame: Frame, node: Any) -> Cell:
        return self.store.get((frame.name, getattr(node, "name", "")))

    def _clear(self, frame: Frame, node: Any) -> None:
        if not _clears_lowest_bit(node, node.lhs.name):
            raise UnknownConstruct(f"a mask is changed in the loop over it: {ast_name(node)}")
        self.store[(frame.name, node.lhs.name)] = Spent()

    # Places -------------------------------------------------------------------------------

    def _set(self, frame: Frame, name: str, value: Value) -> None:
        kind = frame.names.get(name)
        if not isinstance(kind, CType) or not z3.is_bv(self.store[(frame.name, name)]):
            raise UnknownConstruct(f"{name} is set in {frame.function.name}")
        self.store[(frame.name, name)] = converted(value, kind, self.duty).term

    def _assign(self, frame: Frame, place: Any, value: Value) -> None:
        if isinstance(place, ExprNodes.NameNode):
            self._set(frame, place.name, value)
            return
        cells, kind = self._cells(frame, place)
        term = converted(value, kind, self.duty).term
        for path, chosen in cells:
            self.store[path] = joined(chosen, term, self.store[path])

    def _cells(self, frame: Frame, node: Any) -> tuple[list[tuple[Path, z3.BoolRef]], CType]:
        """Give the cells that an expression may mean, each with when it does."""
        pointer, index = self.pointer(frame, node), None
        if isinstance(node, ExprNodes.IndexNode):
            pointer, index = self.pointer(frame, node.base), self.value(frame, node.index)
        if not isinstance(pointer.type, CType) or (pointer.length is None) != (index is None):
            raise UnknownConstruct(f"a place: {ast_name(node)}")
        if index is None or pointer.length is None:
            return [((*pointer.path, 0), TRUE)], pointer.type
        at = z3.simplify(index.term)
        self.duty(z3.ULT(at, pointer.length))
        if z3.is_bv_value(at) and at.as_long() < pointer.length:
            return [((*pointer.path, at.as_long()), TRUE)], pointer.type
        return [((*pointer.path, i), at == i) for i in range(pointer.length)], pointer.type

    def pointer(self, frame: Frame, node: Any) -> Pointer:
        """Give where the struct, the array or the field lies that an expression names."""
        if isinstance(node, ExprNodes.NameNode):
            found = frame.names.get(node.name)
            if isinstance(found, Pointer):
                return found
        if isinstance(node, ExprNodes.AttributeNode):
            struct = self.pointer(frame, node.obj)
            if isinstance(struct.type, str) and node.attribute in self.program.structs[struct.type]:
                made = self.program.structs[struct.type][node.attribute]
                return Pointer((*struct.path, made.name), made.type, made.length)
        if isinstance(node, ExprNodes.IndexNode):
            return self.pointer(frame, node.base)
        raise UnknownConstruct(f"a pointer: {ast_name(node)}")

    # Expressions --------------------------------------------------------------------------

    def condition(self, frame: Frame, node: Any) -> z3.BoolRef:
        """Say that an expression is not zero; of ``and`` and ``or`` the rest may not be reached."""
        if isinstance(node, ExprNodes.BoolBinopNode):
            first = self.condition(frame, node.operand1)
            second = partial(self.condition, frame, node.operand2)
            if node.operator == "and":
                return self.either(first, second, lambda: FALSE)
            return self.either(first, lambda: TRUE, second)
        if isinstance(node, ExprNodes.NotNode):
            return z3.Not(self.condition(frame, node.operand))
        if isinstance(node, ExprNodes.PrimaryCmpNode):
            if node.cascade is not None:
                raise UnknownConstruct(f"a chain of comparisons: {ast_name(node)}")
            left, right = self.value(frame, node.operand1), self.value(frame, node.operand2)
            return compared(node.operator, left, right, self.duty)
        return self.value(frame, node).truth

    def value(self, frame: Frame, node: Any) -> Value:
        """Give the number that an expression is."""
        if isinstance(node, ExprNodes.BoolNode):
            return boolean(z3.BoolVal(bool(node.value)))
        if isinstance(node, ExprNodes.IntNode):
            return constant(number_of(node))
        if isinstance(node, ExprNodes.NameNode) and node.name in self.program.numbers:
            if node.name in frame.names:
                raise UnknownConstruct(f"{node.name} is two things in {frame.function.name}")
            return constant(self.program.numbers[node.name])
        if isinstance(node, ExprNodes.NameNode):
            return self._variable(frame, node.name)
        if isinstance(node, ExprNodes.NotNode | ExprNodes.PrimaryCmpNode):
            return boolean(self.condition(frame, node))
        if isinstance(node, ExprNodes.BoolBinopNode):
            return self._both(frame, node)
        if isinstance(node, ExprNodes.NumBinopNode):
            left, right = self.value(frame, node.operand1), self.value(frame, node.operand2)
            return arithmetic(node.operator, left, right, self.duty)
        if isinstance(node, ExprNodes.UnaryMinusNode):
            return negative(self.value(frame, node.operand), self.duty)
        if isinstance(node, ExprNodes.TildeNode):
            operand = self.value(frame, node.operand)
            if operand.type.bits < INT.bits or operand.type.signed:
                raise UnknownConstruct(f"~ of what is not an unsigned word: {ast_name(node)}")
            return Value(operand.type, ~operand.term)
        if isinstance(node, ExprNodes.TypecastNode):
            to = type_of(node.base_type)
            if not isinstance(to, CType) or not isinstance(
                node.declarator, Nodes.CNameDeclaratorNode
            ):
                raise UnknownConstruct(f"a cast: {ast_name(node)}")
            return converted(self.value(frame, node.operand), to, self.duty)
        if isinstance(node, ExprNodes.CondExprNode):
            return self._chosen(frame, node)
        if isinstance(node, SimpleCallNode):
            given = self._called(frame, node)
            if given is not None:
                return given
        if isinstance(node, ExprNodes.AttributeNode | ExprNodes.IndexNode):
            cells, kind = self._cells(frame, node)
            term = self.store[cells[0][0]]
            for path, chosen in cells[1:]:
                term = z3.If(chosen, self.store[path], term)
            return Value(kind, term)
        raise UnknownConstruct(f"an expression: {ast_name(node)}")

    def _both(self, frame: Frame, node: Any) -> Value:
        # in C, of truths alone: of other numbers Cython gives one of the two, not whether
        if not all(_is_truth(self.program, one) for one in (node.operand1, node.operand2)):
            raise UnknownConstruct(f"`{node.operator}` of numbers: {ast_name(node)}")
        return boolean(self.condition(frame, node))

    def _chosen(self, frame: Frame, node: Any) -> Value:
        condition = self.condition(frame, node.condition)
        ways = [partial(self.value, frame, one) for one in (node.true_val, node.false_val)]
        chosen: Value = self.either(condition, *ways)
        # the type is of both, whichever is taken
        for way in ways:
            chosen, _ = balanced(chosen, self._aside(way), self.duty)
        return chosen

    def _aside(self, way: Callable[[], Value]) -> Value:
        path, store = self.path, dict(self.store)
        self.path = FALSE
        value = way()
        self.path, self.store = path, store
        return value

    def _called(self, frame: Frame, node: Any) -> Value | None:
        if not isinstance(node.function, ExprNodes.NameNode):
            raise UnknownConstruct(f"a call: {ast_name(node)}")
        name = node.function.name
        if name in ("lowest32", "lowest64"):
            cell = self._mask(frame, node.args[0])
            if isinstance(cell, LowestBit):
                return Value(TYPES["uint32_t"], z3.BitVecVal(cell.index, 32))
        return self.call(name, *[self._argument(frame, one) for one in node.args])

    def _argument(self, frame: Frame, node: Any) -> Argument:
        if isinstance(node, ExprNodes.NameNode):
            named = frame.names.get(node.name)
            if isinstance(named, Pointer):
                return named
        if isinstance(node, ExprNodes.AttributeNode):
            field = self.pointer(frame, node)
            if field.length is not None:
                return field
        if isinstance(node, ExprNodes.SizeofVarNode) and node.operand.name in self.program.structs:
            return SizeOf(node.operand.name)
        return self.value(frame, node)


def _clears_lowest_bit(node: Any, name: str | None) -> bool:
    """Tell whether a statement is `name &= name - 1`."""
    return (
        isinstance(node, Nodes.InPlaceAssignmentNode)
        and node.operator == "&"
        and isinstance(node.rhs, ExprNodes.SubNode)
        and getattr(node.lhs, "name", None) == name
        and getattr(node.rhs.operand1, "name", None) == name
        and isinstance(node.rhs.operand2, ExprNodes.IntNode)
        and number_of(node.rhs.operand2) == 1
    )


def _is_truth(program: Program, node: Any) -> bool:
    """Tell whether an expression is 0 or 1 by its form."""
    if isinstance(node, ExprNodes.BoolBinopNode):
        return _is_truth(program, node.operand1) and _is_truth(program, node.operand2)
    if isinstance(node, SimpleCallNode):
        called = program.functions.get(node.function.name)
        return called is not None and called.gives == BINT
    return isinstance(node, ExprNodes.BoolNode | ExprNodes.NotNode | ExprNodes.PrimaryCmpNode)
