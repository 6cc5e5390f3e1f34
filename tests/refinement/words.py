"""Words of 32 bits as z3 terms, with what Python's operators mean to C's `uint32_t`.

A z3 term itself will not do: its `>>` copies the sign, and its comparisons are terms, so that a
branch on one would go its way without a word. Here a branch is an error.
"""

from __future__ import annotations

from typing import NoReturn

from sly_spec.smt import z3

BITS = 32


class Word:
    """An unsigned word. ``duties`` gathers what must hold for C to give the text a meaning."""

    def __init__(self, term: z3.BitVecRef | int, duties: list[z3.BoolRef]) -> None:
        if isinstance(term, int) and not -(2 ** (BITS - 1)) <= term < 2**BITS:
            raise ValueError(f"{term} is no word of {BITS} bits")
        self.term = z3.BitVecVal(term, BITS) if isinstance(term, int) else term
        self.duties = duties

    def _of(self, other: Word | int) -> z3.BitVecRef:
        return other.term if isinstance(other, Word) else Word(other, self.duties).term

    def _new(self, term: z3.BitVecRef) -> Word:
        return Word(term, self.duties)

    def __and__(self, other: Word | int) -> Word:
        return self._new(self.term & self._of(other))

    def __or__(self, other: Word | int) -> Word:
        return self._new(self.term | self._of(other))

    def __xor__(self, other: Word | int) -> Word:
        return self._new(self.term ^ self._of(other))

    def __add__(self, other: Word | int) -> Word:
        return self._new(self.term + self._of(other))

    def __sub__(self, other: Word | int) -> Word:
        return self._new(self.term - self._of(other))

    def __mul__(self, other: Word | int) -> Word:
        return self._new(self.term * self._of(other))

    __rand__, __ror__, __rxor__, __radd__, __rmul__ = __and__, __or__, __xor__, __add__, __mul__

    def __rsub__(self, other: int) -> Word:
        return self._new(self._of(other) - self.term)

    def __neg__(self) -> Word:
        return self._new(-self.term)

    def _count(self, by: Word | int) -> z3.BitVecRef:
        count = self._of(by)
        self.duties.append(z3.ULT(count, BITS))  # C gives no meaning to a longer shift
        return count

    def __lshift__(self, by: Word | int) -> Word:
        return self._new(self.term << self._count(by))

    def __rshift__(self, by: Word | int) -> Word:
        return self._new(z3.LShR(self.term, self._count(by)))

    def __rlshift__(self, other: int) -> Word:
        return self._new(self._of(other)) << self

    def __rrshift__(self, other: int) -> Word:
        return self._new(self._of(other)) >> self

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError("the text compares a word; it may only compute with it")

    def __bool__(self) -> NoReturn:
        raise TypeError("the text branches on a word; it may only compute with it")
