"""Truths and numbers of a step that are terms of a solver, as a function of a step meets them.

A solver's own terms turn a fraction into a whole number, count beyond their bits from the other end
and answer `if` and `not` by how they are written. A claim would then be another than the one that
was meant. These refuse all that.
"""

from __future__ import annotations

from typing import Any, Final

from sly_core.ask.language import ClaimError

NUMBER_BITS: Final = 40
"""Numbers of claims are whole numbers of so many bits, with a sign."""
_END: Final = 2 ** (NUMBER_BITS - 1)
_TOO_LARGE: Final = f"a number may become too large for {NUMBER_BITS} bits with a sign"


class Truth:
    """A truth that hangs on the step."""

    __slots__ = ("term",)
    term: Any

    def __init__(self, term: Any) -> None:
        self.term = term

    def __bool__(self) -> bool:
        raise ClaimError(
            "a truth hangs on the step: join truths by all_of, any_of, no and implies of the step, "
            "not by and, or, not, if or a chain of comparisons"
        )

    def __eq__(self, other: object) -> bool:
        return bool(self)

    def __ne__(self, other: object) -> bool:
        return bool(self)


class Number:
    """A whole number that hangs on the step; in size it is at most `bound`."""

    __slots__ = ("bound", "term")
    term: Any
    bound: int

    def __init__(self, term: Any, bound: int) -> None:
        if bound >= _END:
            raise ClaimError(_TOO_LARGE)
        self.term, self.bound = term, bound

    def __bool__(self) -> bool:
        raise ClaimError("a number is no truth: compare it")

    def __neg__(self) -> Number:
        return Number(-self.term, self.bound)

    def __add__(self, other: object) -> Number:
        term, bound = _number(other)
        return Number(self.term + term, self.bound + bound)

    def __sub__(self, other: object) -> Number:
        term, bound = _number(other)
        return Number(self.term - term, self.bound + bound)

    def __mul__(self, other: object) -> Number:
        term, bound = _number(other)
        return Number(self.term * term, self.bound * bound)

    def __radd__(self, other: object) -> Number:
        return self + other

    def __rmul__(self, other: object) -> Number:
        return self * other

    def __rsub__(self, other: object) -> Number:
        return -self + other

    def __lt__(self, other: object) -> Truth:
        return Truth(self.term < _number(other)[0])

    def __le__(self, other: object) -> Truth:
        return Truth(self.term <= _number(other)[0])

    def __gt__(self, other: object) -> Truth:
        return Truth(self.term > _number(other)[0])

    def __ge__(self, other: object) -> Truth:
        return Truth(self.term >= _number(other)[0])

    def __eq__(self, other: object) -> Any:
        return Truth(self.term == _number(other)[0])

    def __ne__(self, other: object) -> Any:
        return Truth(self.term != _number(other)[0])


def term_of(truth: object) -> Any:
    """A truth as a term; one that holds no word of the step is a plain one.

    Raises:
        ClaimError: it is no truth.
    """
    from sly_spec.smt import z3

    if isinstance(truth, bool):
        return z3.BoolVal(truth)
    if not isinstance(truth, Truth):
        raise ClaimError(f"a claim gives a truth, not {type(truth).__name__}")
    return truth.term


def _number(value: object) -> tuple[Any, int]:
    """The term of a number and a bound on its size."""
    if isinstance(value, Number):
        return value.term, value.bound
    if type(value) is not int:
        raise ClaimError(f"a number of a claim is a whole number, not {type(value).__name__}")
    if abs(value) >= _END:
        raise ClaimError(_TOO_LARGE)
    return value, abs(value)
