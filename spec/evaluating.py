"""Terms evaluated on arrays: the formal rules asked about many inputs at once, without a solver.

A term is a graph, for its parts are shared. Each part is worked out once, for all inputs, as one
operation on arrays. The rules themselves stay the terms that the solvers are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from sly_spec.smt import z3

Array = npt.NDArray[Any]
Operation = Callable[..., Any]

TRUE = 0
"""Where, among the values of a program, that stands which is true in every bit of a Boolean."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One operation: on which values, and which of them nobody needs afterwards."""

    operation: Operation
    inputs: tuple[int, ...]
    last_use_of: tuple[int, ...]


class Program:
    """Terms over some variables, made ready to be evaluated.

    A bit-vector takes and gives unsigned integers, in the smallest type that has its bits; a
    Boolean takes and gives truths. Arrays are broadcast against each other.

    >>> x, y = z3.BitVecs("x y", 4)
    >>> total, less = Program([x, y], [x + y, z3.ULT(x, y)])([1, 9], [15, 10])
    >>> total.tolist(), less.tolist()
    ([0, 3], [True, True])

    Where all variables are Booleans they may as well be words, unsigned integers, each bit of which
    is an input of its own.

    >>> p, q = z3.Bools("p q")
    >>> (found,) = Program([p, q], [z3.And(p, z3.Not(q))])(np.uint8(0b1100), np.uint8(0b1010))
    >>> f"{found:04b}"
    '0100'
    """

    def __init__(self, variables: Sequence[z3.ExprRef], terms: Sequence[z3.ExprRef]) -> None:
        """Order the parts of the terms, those that others need first.

        Raises:
            ValueError: a term has an operation that is not known here, or another variable.
        """
        simple = [z3.simplify(term) for term in terms]
        self._variables = [*variables]
        number = {variable.get_id(): n for n, variable in enumerate(variables, TRUE + 1)}
        parts = [part for part in _parts(simple) if part.get_id() not in number]
        inputs: list[tuple[int, ...]] = []
        for part in parts:
            needed = tuple(number[child.get_id()] for child in part.children())
            inputs.append(needed or (TRUE,))
            number[part.get_id()] = len(number) + 1
        self._results = [number[term.get_id()] for term in simple]
        self._compares = any(_compares(part) for part in parts)
        last_uses = _last_uses(inputs, kept={TRUE, *self._results})
        self._steps = [
            _Step(_operation(part), needed, done)
            for part, needed, done in zip(parts, inputs, last_uses, strict=True)
        ]

    def __call__(self, *values: npt.ArrayLike) -> list[Array]:
        """Evaluate the terms, in their order, with a value or an array for every variable.

        Raises:
            ValueError: too few or too many values, or one that its variable cannot have.
        """
        if len(values) != len(self._variables):
            raise ValueError(f"{len(self._variables)} values are expected, not {len(values)}")
        given = [_input(v, value) for v, value in zip(self._variables, values, strict=True)]
        shape = np.broadcast_shapes(*(value.shape for value in given))
        known: list[Any] = [self._true(given), *given]
        with np.errstate(over="ignore"):  # bit-vectors wrap round
            for step in self._steps:
                found = step.operation(*[known[n] for n in step.inputs])
                for n in step.last_use_of:
                    known[n] = None
                known.append(found)
        return [np.broadcast_to(known[n], shape) for n in self._results]

    def _true(self, given: list[Array]) -> Any:
        pairs = zip(self._variables, given, strict=True)
        types = {value.dtype for variable, value in pairs if z3.is_bool(variable)}
        if len(types) > 1:
            raise ValueError(f"Booleans of one type are expected, not {sorted(map(str, types))}")
        kind = types.pop() if types else np.dtype(np.bool_)
        if kind != np.bool_ and self._compares:
            raise ValueError("words of truths are for terms without bit-vectors")
        return ~np.zeros((), kind)


def _parts(terms: Sequence[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Give every part of the terms once, its own parts before it."""
    seen: set[int] = set()
    waiting = [(term, False) for term in reversed(terms)]
    while waiting:
        part, inner_done = waiting.pop()
        if part.get_id() in seen:
            continue
        if inner_done:
            seen.add(part.get_id())
            yield part
        else:
            waiting.append((part, True))
            waiting += [(child, False) for child in part.children()]


def _last_uses(inputs: list[tuple[int, ...]], kept: set[int]) -> list[tuple[int, ...]]:
    """Give for each step the values that no later one needs, so that few are held at a time."""
    needed_later = {*kept}
    found = []
    for needed in reversed(inputs):
        found.append(tuple({*needed} - needed_later))
        needed_later |= {*needed}
    return found[::-1]


def _compares(part: z3.ExprRef) -> bool:
    """Tell whether this makes a truth of bit-vectors."""
    return bool(z3.is_bool(part)) and any(not z3.is_bool(child) for child in part.children())


def _type_of(bits: int) -> Any:
    """Give the smallest type that has so many bits."""
    for size in (8, 16, 32, 64):
        if bits <= size:
            return np.dtype(f"uint{size}").type
    raise ValueError(f"bit-vectors of at most 64 bits are evaluated, not of {bits}")


def _input(variable: z3.ExprRef, value: npt.ArrayLike) -> Array:
    """Give the value of a variable in its type."""
    array = np.asarray(value)
    if z3.is_bool(variable):
        if array.dtype.kind not in "bu":
            raise ValueError(f"{variable} takes truths or unsigned words, not {array.dtype}")
        return array
    if array.dtype.kind not in "iu":
        raise ValueError(f"{variable} takes integers, not {array.dtype}")
    if array.size and not 0 <= array.min() <= array.max() < 1 << variable.size():
        raise ValueError(f"{variable} has {variable.size()} bits: no room for all of the values")
    return array.astype(_type_of(variable.size()), copy=False)


# Operations ---------------------------------------------------------------------------------


def _operation(part: z3.ExprRef) -> Operation:
    """Give what makes the value of this part out of those of its parts; a constant has TRUE."""
    kind = part.decl().kind()
    if z3.is_bv(part):
        if kind in _SHAPED:
            return _SHAPED[kind](part)
        if kind in _WRAPPING:
            width = part.size()
            return partial(_within, _WRAPPING[kind], _type_of(width)((1 << width) - 1))
    elif kind in _SIGNED:
        first = part.children()[0]
        sign = _type_of(first.size())(1 << first.size() - 1)
        return partial(_signed, _SIGNED[kind], sign)
    elif kind in _OF_TRUTHS and all(map(z3.is_bool, part.children())):
        return _OF_TRUTHS[kind]
    elif kind in _OF_NUMBERS:
        return _OF_NUMBERS[kind]
    raise ValueError(f"{part.decl().name()} is a free variable or an operation not known here")


def _within(combined: Operation, mask: Any, *values: Any) -> Any:
    return combined(*values) & mask


def _signed(compared: Operation, sign: Any, left: Any, right: Any) -> Any:
    return compared(left ^ sign, right ^ sign)


def _all(*values: Any) -> Any:
    return reduce(np.bitwise_and, values)


def _any(*values: Any) -> Any:
    return reduce(np.bitwise_or, values)


def _odd(*values: Any) -> Any:
    return reduce(np.bitwise_xor, values)


def _distinct(*values: Any) -> Any:
    return _all(*(a != b for a, b in combinations(values, 2)))


def _chosen(condition: Any, then: Any, other: Any) -> Any:
    return (condition & then) | (~condition & other)


def _joined(part: z3.ExprRef) -> Operation:
    sizes = [child.size() for child in part.children()]
    shifts = [sum(sizes[n + 1 :]) for n in range(len(sizes))]
    kind = _type_of(part.size())
    return lambda *values: _any(
        *(np.asarray(value, kind) << kind(by) for value, by in zip(values, shifts, strict=True))
    )


def _cut_out(part: z3.ExprRef) -> Operation:
    high, low = part.params()
    kind, mask = _type_of(part.size()), (1 << high - low + 1) - 1
    return lambda value: np.asarray((value >> low) & mask, kind)


def _number(part: z3.ExprRef) -> Operation:
    value = _type_of(part.size())(part.as_long())
    return lambda true: value


def _widened(part: z3.ExprRef) -> Operation:
    kind = _type_of(part.size())
    return lambda value: np.asarray(value, kind)


_SHAPED: dict[int, Callable[[z3.ExprRef], Operation]] = {
    z3.Z3_OP_BNUM: _number,
    z3.Z3_OP_CONCAT: _joined,
    z3.Z3_OP_EXTRACT: _cut_out,
    z3.Z3_OP_ZERO_EXT: _widened,
    z3.Z3_OP_ITE: lambda part: np.where,
}
_WRAPPING: dict[int, Operation] = {
    z3.Z3_OP_BADD: lambda *values: reduce(np.add, values),
    z3.Z3_OP_BSUB: lambda *values: reduce(np.subtract, values),
    z3.Z3_OP_BMUL: lambda *values: reduce(np.multiply, values),
    z3.Z3_OP_BNEG: np.negative,
    z3.Z3_OP_BNOT: np.invert,
    z3.Z3_OP_BAND: _all,
    z3.Z3_OP_BOR: _any,
    z3.Z3_OP_BXOR: _odd,
}
_SIGNED: dict[int, Operation] = {
    z3.Z3_OP_SLT: np.less,
    z3.Z3_OP_SLEQ: np.less_equal,
    z3.Z3_OP_SGT: np.greater,
    z3.Z3_OP_SGEQ: np.greater_equal,
}
_OF_NUMBERS: dict[int, Operation] = {
    z3.Z3_OP_EQ: np.equal,
    z3.Z3_OP_DISTINCT: _distinct,
    z3.Z3_OP_ULT: np.less,
    z3.Z3_OP_ULEQ: np.less_equal,
    z3.Z3_OP_UGT: np.greater,
    z3.Z3_OP_UGEQ: np.greater_equal,
}
_OF_TRUTHS: dict[int, Operation] = {
    z3.Z3_OP_TRUE: lambda true: true,
    z3.Z3_OP_FALSE: np.invert,
    z3.Z3_OP_AND: _all,
    z3.Z3_OP_OR: _any,
    z3.Z3_OP_NOT: np.invert,
    z3.Z3_OP_IMPLIES: lambda left, right: ~left | right,
    z3.Z3_OP_ITE: _chosen,
    z3.Z3_OP_XOR: np.bitwise_xor,
    z3.Z3_OP_EQ: lambda left, right: ~(left ^ right),
    z3.Z3_OP_DISTINCT: np.bitwise_xor,
}
