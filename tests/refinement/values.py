"""C's integers as z3 terms: conversions, arithmetic, and what C leaves undefined.

``duty`` is told each condition without which C gives an operation no meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sly_spec.smt import z3
from tests.refinement.parsing import BINT, INT, CType, UnknownConstruct

Duty = Callable[[z3.BoolRef], None]


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """An integer of C."""

    type: CType
    term: z3.BitVecRef

    @property
    def truth(self) -> z3.BoolRef:
        """Say that it is not zero."""
        return self.term != 0


def constant(number: int) -> Value:
    """Give a literal: an ``int``. A greater one has a type that depends on how it is spelt."""
    if not 0 <= number < 2**31:
        raise UnknownConstruct(f"a literal that is no int: {number}")
    return Value(INT, z3.BitVecVal(number, 32))


def boolean(condition: z3.BoolRef) -> Value:
    """Give what a comparison gives."""
    return Value(BINT, z3.If(condition, z3.BitVecVal(1, 32), z3.BitVecVal(0, 32)))


def extended(value: Value, bits: int) -> z3.BitVecRef:
    """Give the term in so many bits, the high ones dropped or filled in."""
    more = bits - value.type.bits
    if more <= 0:
        return z3.Extract(bits - 1, 0, value.term) if more else value.term
    return z3.SignExt(more, value.term) if value.type.signed else z3.ZeroExt(more, value.term)


def converted(value: Value, to: CType, duty: Duty) -> Value:
    """Give the value in another type; into a signed one it has to fit, into ``bint`` be 0 or 1."""
    if value.type == to:
        return value
    if to == BINT:
        duty(z3.ULE(value.term, 1))
    result = Value(to, extended(value, to.bits))
    narrower = value.type.bits < to.bits or (value.type.bits == to.bits and value.type.signed)
    if to.signed and not narrower:
        wide = value.type.bits + 1
        duty(extended(value, wide) == extended(result, wide))
    return result


def promoted(value: Value, duty: Duty) -> Value:
    """Do what C does to every operand: what is smaller than an ``int`` becomes one."""
    return converted(value, INT, duty) if value.type.bits < 32 else value


def balanced(left: Value, right: Value, duty: Duty) -> tuple[Value, Value]:
    """Bring two operands to one type, as C does."""
    left, right = promoted(left, duty), promoted(right, duty)
    bits = max(left.type.bits, right.type.bits)
    widest = [one.type for one in (left, right) if one.type.bits == bits]
    to = next((one for one in widest if not one.signed), INT if bits == 32 else widest[0])

    def brought(value: Value) -> Value:
        # into an unsigned type any value goes, modulo its size
        return Value(to, extended(value, bits))

    return brought(left), brought(right)


def arithmetic(operator: str, left: Value, right: Value, duty: Duty) -> Value:
    """Give ``left operator right``, for the operators that compute."""
    if operator in ("<<", ">>"):
        return _shifted(operator, promoted(left, duty), promoted(right, duty), duty)
    left, right = balanced(left, right, duty)
    a, b, kind = left.term, right.term, left.type
    if operator in ("&", "|", "^"):
        return Value(kind, {"&": a & b, "|": a | b, "^": a ^ b}[operator])
    if operator in ("//", "%") and not kind.signed:
        duty(b != 0)
        return Value(kind, z3.UDiv(a, b) if operator == "//" else z3.URem(a, b))
    if operator not in ("+", "-", "*"):
        raise UnknownConstruct(f"the operator {operator} on {kind.name}")

    def computed(x: z3.BitVecRef, y: z3.BitVecRef) -> z3.BitVecRef:
        return {"+": x + y, "-": x - y, "*": x * y}[operator]

    result = Value(kind, computed(a, b))
    if kind.signed:  # the sum in more bits is the sum: nothing has overflowed
        bits = kind.bits * 2 if operator == "*" else kind.bits + 1
        duty(computed(extended(left, bits), extended(right, bits)) == extended(result, bits))
    return result


def _shifted(operator: str, left: Value, right: Value, duty: Duty) -> Value:
    kind = left.type
    duty(z3.ULT(right.term, kind.bits))
    count = extended(Value(CType("count", right.type.bits, False), right.term), kind.bits)
    if operator == ">>":
        if kind.signed:
            duty(left.term >= 0)  # else it is the compiler that says
        return Value(kind, z3.LShR(left.term, count))
    result = left.term << count
    if kind.signed:
        duty(z3.And(left.term >= 0, result >= 0, z3.LShR(result, count) == left.term))
    return Value(kind, result)


def negative(value: Value, duty: Duty) -> Value:
    """Give ``-value``."""
    value = promoted(value, duty)
    if value.type.signed:
        duty(value.term != z3.BitVecVal(1 << (value.type.bits - 1), value.type.bits))
    return Value(value.type, -value.term)


def compared(operator: str, left: Value, right: Value, duty: Duty) -> z3.BoolRef:
    """Say that ``left operator right``."""
    left, right = balanced(left, right, duty)
    a, b = left.term, right.term
    if operator in ("==", "!="):
        return a == b if operator == "==" else a != b
    if operator not in ("<", "<=", ">", ">="):
        raise UnknownConstruct(f"the comparison {operator}")
    if left.type.signed:
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
    unsigned = {"<": z3.ULT, "<=": z3.ULE, ">": z3.UGT, ">=": z3.UGE}
    return unsigned[operator](a, b)
