"""What the core's functions run on: a term for every scalar, and all ways at once.

Both sides of a branch are run, each on a copy of the cells, and the copies are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sly_spec.smt import all_of, z3
from tests.refinement.parsing import CType, Program, UnknownConstruct
from tests.refinement.values import Value, balanced

Path = tuple[str | int, ...]
TRUE, FALSE = z3.BoolVal(True), z3.BoolVal(False)


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where a struct lies in the store, or an array; ``length`` is of the array."""

    path: Path
    type: CType | str
    length: int | None = None


@dataclass(frozen=True, slots=True)
class LowestBit:
    """What a mask is inside a loop over its bits: of use for its lowest bit only."""

    index: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What the mask is once the bit has been cleared: of no use till the next round."""


@dataclass(frozen=True, slots=True)
class SizeOf:
    """How many bytes a struct has."""

    type: str


Cell = Any  # a term, or what a mask is inside a loop over its bits
Argument = Value | Pointer | SizeOf


def lowest_bit(word: z3.BitVecRef) -> z3.BitVecRef:
    """Give the index of the lowest set bit, as a word of 32 bits; of 0 it is 0."""
    found = z3.BitVecVal(0, 32)
    for index in reversed(range(word.size())):
        found = z3.If(z3.Extract(index, index, word) == 1, z3.BitVecVal(index, 32), found)
    return found


def bit_loop_is_so(bits: int) -> z3.BoolRef:
    """Say that ``lowest`` and ``x & (x - 1)`` walk the set bits of a word in ascending order: the
    first is the index of a set bit with none below it, the second clears that bit and no other.
    """
    word = z3.BitVec("word", bits)
    index = lowest_bit(word)
    at = z3.Extract(bits - 1, 0, z3.ZeroExt(bits, index)) if bits > 32 else index
    bit = z3.BitVecVal(1, bits) << at
    first = z3.And(word & bit == bit, word & (bit - 1) == 0, z3.ULT(at, bits))
    return z3.Implies(word != 0, z3.And(first, word & (word - 1) == word & ~bit))


def unknown(kind: CType) -> z3.BitVecRef:
    """Give a term of which nothing is known: what an uninitialised variable holds."""
    return z3.FreshConst(z3.BitVecSort(kind.bits), "undefined")


class Store:
    """The cells, the condition under which the run comes to where it is, and its duties: what must
    hold for C to give the run a meaning.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.store: dict[Path, Cell] = {}
        self.duties: list[z3.BoolRef] = []
        self.path = TRUE

    def duty(self, condition: z3.BoolRef) -> None:
        """Note what must hold whenever the run comes here."""
        needed = z3.simplify(z3.Implies(self.path, condition))
        if not z3.is_true(needed):
            self.duties.append(needed)

    @property
    def defined(self) -> z3.BoolRef:
        """Say that nothing is done that C leaves undefined."""
        return all_of(self.duties)

    def struct(self, name: str, type_name: str, terms: Mapping[str, Any]) -> Pointer:
        """Put a struct into the store; a term for every field, for an array a list of them."""
        for field, made in self.program.structs[type_name].items():
            values = terms[field] if made.length is not None else [terms[field]]
            sizes = [value.size() for value in values]
            if not isinstance(made.type, CType) or sizes != [made.type.bits] * (made.length or 1):
                raise ValueError(f"{type_name}.{field} is {made}, and not of {sizes} bits")
            for index, value in enumerate(values):
                self.store[(name, field, index)] = value
        return Pointer((name,), type_name)

    def array(self, path: Path, kind: CType, length: int) -> Pointer:
        """Put an array of integers into the store, of which nothing is known."""
        for index in range(length):
            self.store[(*path, index)] = unknown(kind)
        return Pointer(path, kind, length)

    def read(self, pointer: Pointer) -> dict[str, list[z3.BitVecRef]]:
        """Give the fields of a struct, each as a list."""
        assert isinstance(pointer.type, str)
        return {
            field: [self.store[(*pointer.path, field, i)] for i in range(made.length or 1)]
            for field, made in self.program.structs[pointer.type].items()
        }

    def either(
        self, condition: z3.BoolRef, then: Callable[[], Any], otherwise: Callable[[], Any]
    ) -> Any:
        """Run one of two ways, or both and merge what they leave; join the terms that they give."""
        condition = z3.simplify(condition)
        if z3.is_true(condition) or z3.is_false(condition):
            return then() if z3.is_true(condition) else otherwise()
        path, before = self.path, self.store
        found, stores = [], []
        for holds, way in ((condition, then), (z3.Not(condition), otherwise)):
            self.path, self.store = z3.And(path, holds), dict(before)
            found.append(way())
            stores.append(self.store)
        self.path = path
        self.store = {
            place: joined(condition, cell, stores[1][place])
            for place, cell in stores[0].items()
            if place in stores[1]
        }
        return joined(condition, *found)


def joined(condition: z3.BoolRef, then: Any, otherwise: Any) -> Any:
    """Give one of two cells, or of two values, depending on the condition."""
    if isinstance(then, Value) and isinstance(otherwise, Value):
        left, right = balanced(then, otherwise, lambda _: None)
        return Value(left.type, joined(condition, left.term, right.term))
    if then is None and otherwise is None:
        return None
    if isinstance(then, Spent) and isinstance(otherwise, Spent):
        return then
    if not (z3.is_expr(then) and z3.is_expr(otherwise)):
        raise UnknownConstruct(f"two ways leave what cannot be joined: {then}, {otherwise}")
    return then if then.eq(otherwise) else z3.If(condition, then, otherwise)
