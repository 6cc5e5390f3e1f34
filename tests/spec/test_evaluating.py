"""Evaluated on arrays, a term has the values that z3 finds one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sly_spec.evaluating import Program
from sly_spec.smt import z3

WIDTHS = (1, 2, 3, 5, 8, 12, 16, 20)
NUMBERS = {width: z3.BitVecs(f"x{width} y{width}", width) for width in WIDTHS}
TRUTHS = z3.Bools("p q r")
VARIABLES = [*TRUTHS, *(variable for pair in NUMBERS.values() for variable in pair)]

WRAPPING = (
    *(lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a & b),
    *(lambda a, b: a | b, lambda a, b: a ^ b, lambda a, b: -a, lambda a, b: ~b),
)
COMPARING = (
    *(z3.ULT, z3.ULE, z3.UGT, z3.UGE, lambda a, b: a < b, lambda a, b: a <= b),
    *(lambda a, b: a > b, lambda a, b: a >= b, lambda a, b: a == b, lambda a, b: a != b),
    lambda a, b: z3.Distinct(a, b, a + 1),
)
JOINING = (
    *(z3.And, z3.Or, z3.Xor, z3.Implies, lambda a, b: a == b, lambda a, b: a != b),
    lambda a, b: z3.Not(a),
)


@st.composite
def numbers(draw: st.DrawFn, width: int, depth: int) -> Any:
    """A term of so many bits."""
    if depth == 0:
        constant = st.integers(0, (1 << width) - 1).map(lambda n: z3.BitVecVal(n, width))
        return draw(st.sampled_from(NUMBERS[width]) | constant)
    how = draw(st.sampled_from(("wrapping", "chosen", "cut out", "joined", "widened")))
    if how == "chosen":
        condition = draw(truths(depth - 1))
        return z3.If(condition, draw(numbers(width, depth - 1)), draw(numbers(width, depth - 1)))
    if how == "cut out":
        whole = draw(st.sampled_from([w for w in WIDTHS if w >= width]))
        low = draw(st.integers(0, whole - width))
        return z3.Extract(low + width - 1, low, draw(numbers(whole, depth - 1)))
    parts = [w for w in WIDTHS if w < width and width - w in WIDTHS]
    if how == "joined" and parts:
        left = draw(st.sampled_from(parts))
        return z3.Concat(draw(numbers(left, depth - 1)), draw(numbers(width - left, depth - 1)))
    if how == "widened" and width > 1:
        part = draw(st.sampled_from([w for w in WIDTHS if w < width]))
        return z3.ZeroExt(width - part, draw(numbers(part, depth - 1)))
    combined = draw(st.sampled_from(WRAPPING))
    return combined(draw(numbers(width, depth - 1)), draw(numbers(width, depth - 1)))


@st.composite
def truths(draw: st.DrawFn, depth: int, *, numbers_too: bool = True) -> Any:
    """A Boolean term."""
    if depth == 0:
        return draw(st.sampled_from([*TRUTHS, z3.BoolVal(True), z3.BoolVal(False)]))
    inner = truths(depth - 1, numbers_too=numbers_too)
    how = draw(st.sampled_from(("joining", "chosen", "comparing")))
    if how == "comparing" and numbers_too:
        width = draw(st.sampled_from(WIDTHS))
        compared = draw(st.sampled_from(COMPARING))
        return compared(draw(numbers(width, depth - 1)), draw(numbers(width, depth - 1)))
    if how == "chosen":
        return z3.If(draw(inner), draw(inner), draw(inner))
    return draw(st.sampled_from(JOINING))(draw(inner), draw(inner))


def by_z3(term: Any, values: list[Any]) -> Any:
    """The value of the term as z3 simplifies it."""
    constants = [
        z3.BoolVal(bool(value)) if z3.is_bool(variable) else z3.BitVecVal(value, variable.size())
        for variable, value in zip(VARIABLES, values, strict=True)
    ]
    found = z3.simplify(z3.substitute(term, *zip(VARIABLES, constants, strict=True)))
    return bool(z3.is_true(found)) if z3.is_bool(found) else found.as_long()


def drawn_values(seed: int, count: int) -> list[Any]:
    """So many values for every variable, the least and the greatest among them."""
    rng = np.random.default_rng(seed)
    found: list[Any] = []
    for variable in VARIABLES:
        if z3.is_bool(variable):
            found.append(rng.random(count) < 0.5)
        else:
            top = (1 << variable.size()) - 1
            found.append(rng.choice([0, top, *rng.integers(0, top + 1, 6)], count))
    return found


TERMS = st.one_of(
    st.sampled_from(WIDTHS).flatmap(lambda width: numbers(width, 4)), truths(4), truths(0)
)


@settings(max_examples=80)
@given(st.lists(TERMS, min_size=1, max_size=3), st.integers(0, 2**32))
def test_every_value_is_that_of_z3(terms: list[Any], seed: int) -> None:
    count = 6
    values = drawn_values(seed, count)
    found = Program(VARIABLES, terms)(*values)
    for n in range(count):
        one = [value[n].item() for value in values]
        assert [result[n].item() for result in found] == [by_z3(term, one) for term in terms]


@settings(max_examples=40)
@given(truths(4, numbers_too=False), st.integers(0, 2**32))
def test_each_bit_of_a_word_is_an_input(term: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = rng.integers(0, 2**64, (3, 2), dtype=np.uint64)
    bits = [np.unpackbits(word.view(np.uint8)).astype(bool) for word in words]
    program = Program(TRUTHS, [term])
    (in_words,), (one_by_one,) = program(*words), program(*bits)
    assert np.unpackbits(in_words.copy().view(np.uint8)).astype(bool).tolist() == [*one_by_one]


def test_arrays_are_broadcast_and_constants_have_the_shape() -> None:
    x, y = NUMBERS[5]
    total, constant = Program([x, y], [x + y, z3.BoolVal(True)])([[1], [2]], [3, 4, 5])
    assert total.tolist() == [[4, 5, 6], [5, 6, 7]]
    assert constant.tolist() == [[True] * 3] * 2


def test_what_cannot_be_evaluated_is_refused() -> None:
    x, y = NUMBERS[5]
    p, q, _ = TRUTHS
    with pytest.raises(ValueError, match="y5 is a free variable or an operation not known here"):
        Program([x], [x + y])
    with pytest.raises(ValueError, match="free variable or an operation not known here"):
        Program([x, y], [z3.UDiv(x, y)])
    with pytest.raises(ValueError, match="at most 64 bits"):
        Program([x], [z3.ZeroExt(60, x)])
    with pytest.raises(ValueError, match="x5 has 5 bits"):
        Program([x], [x])([0, 32])
    with pytest.raises(ValueError, match="x5 takes integers, not float64"):
        Program([x], [x])(0.5)
    with pytest.raises(ValueError, match="p takes truths or unsigned words, not int"):
        Program([p], [p])([1])
    with pytest.raises(ValueError, match="2 values are expected, not 1"):
        Program([x, y], [x + y])(0)
    with pytest.raises(
        ValueError, match=r"Booleans of one type are expected, not \['bool', 'uint8"
    ):
        Program([p, q], [p])(np.True_, np.uint8(1))
    with pytest.raises(ValueError, match="words of truths are for terms without bit-vectors"):
        Program([p, x], [z3.And(p, x == 1)])(np.uint8(1), 1)
