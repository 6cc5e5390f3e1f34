"""The reader of the core's text: what it knows means what C means, the rest is refused."""

from __future__ import annotations

import pytest

from sly_spec.check import PROVED, REFUTED, examine
from sly_spec.claims.claim import Cut, Theorem
from sly_spec.reading import FULL_HOUSE, GOES_ON, LAST_CARD, STALLED
from sly_spec.smt import z3
from tests.refinement.machine import Machine
from tests.refinement.parsing import TYPES, UnknownConstruct, parsed
from tests.refinement.sources import installed
from tests.refinement.store import bit_loop_is_so
from tests.refinement.values import Value

HEAD = "from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t\n"
WORD = z3.BitVec("word", 32)


def ran(body: str) -> Machine:
    """Run a function `f` of one word, whose body this is; its value is in `machine.given`."""
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{HEAD}cdef inline uint32_t f(uint32_t x) noexcept nogil:\n{indented}"
    machine = Machine(parsed({"bits.pxd": installed()["bits.pxd"], "f.pxd": text}), {})
    given = machine.call("f", Value(TYPES["uint32_t"], WORD))
    assert given is not None
    machine.store[("given",)] = given.term
    return machine


def value_of(body: str, word: int) -> int:
    """Give what `f` gives for one word; it must be defined there."""
    machine = ran(body)
    at = [(WORD, z3.BitVecVal(word, 32))]
    assert z3.is_true(z3.simplify(z3.substitute(machine.defined, at)))
    found: int = z3.simplify(z3.substitute(machine.store[("given",)], at)).as_long()
    return found


def always(condition: z3.BoolRef) -> bool:
    """Tell whether two solvers prove it; the twin is that a word is 0."""
    found = examine(Theorem((Cut("always", (), condition),), Cut("zero", (), WORD == 0)))
    assert found["verdict"] in (PROVED, REFUTED)
    return bool(found["verdict"] == PROVED)


@pytest.mark.parametrize(
    ("body", "word", "given"),
    [
        ("return x >> 31", 2**32 - 1, 1),
        ("return (<int>(x >> 1)) - 1", 2, 0),
        ("return <uint8_t>x", 0x1FF, 0xFF),
        ("return <uint8_t>x - 1 < 0", 0, 1),  # promoted: an int
        ("return x - 1 < 0", 0, 0),  # unsigned
        ("return ~x", 1, 2**32 - 2),
        ("return -(x & 1)", 1, 2**32 - 1),
        ("return <uint64_t>x << 32 >> 32 == x", 7, 1),
        ("return 3 if x > 2 else 4", 3, 3),
        ("return x // 3 * 10 + x % 3", 11, 32),
        ("return not x & (x - 1)", 8, 1),
        ("return popcount32(x)", 0x80000003, 3),
        ("return lowest32(x)", 0x50, 4),
        ("return every_fourth(x)", 0x9000E11F, 0b10000111),
        ("if x == 1:\n    return 10\nelif x == 2:\n    return 20\nx += 1\nreturn x", 2, 20),
        ("if x == 1:\n    return 10\nelif x == 2:\n    return 20\nx += 1\nreturn x", 3, 4),
        ("cdef uint32_t a[3]\na[0] = a[1] = a[2] = 5\na[x] = 6\nreturn a[1]", 1, 6),
        (
            "cdef uint32_t i\ncdef uint32_t n = 0\nfor i in range(4):\n    n += i * x\nreturn n",
            2,
            12,
        ),
        (
            "cdef int n = 0\nwhile x:\n    n = n * 10 + lowest32(x)\n    x &= x - 1\nreturn n + x",
            0b10110,
            124,
        ),
        ("return x != 0 and lowest32(x) == 0", 0, 0),
        ("cdef uint32_t i\nfor i in range(1 + 3 * 0):\n    x += 1\nreturn x", 5, 6),
    ],
)
def test_what_is_known_means_what_c_means(body: str, word: int, given: int) -> None:
    assert value_of(body, word) == given


@pytest.mark.parametrize(
    "body",
    [
        "while x:\n    x -= 1\nreturn x",
        "while x:\n    x &= x - 1\n    x &= x - 1\nreturn x",
        "while x:\n    x &= x - 1\n    if x:\n        return 1\nreturn x",
        "while x:\n    x &= x - 2\nreturn x",
        "while x:\n    if x > 1:\n        x &= x - 1\nreturn x",
        "while x:\n    x &= x - 1\n    return lowest32(x)\nreturn x",
        "cdef uint32_t i\nfor i in range(x):\n    x += 1\nreturn x",
        "cdef uint32_t i\nfor i in range(3):\n    break\nreturn x",
        "return 0 <= x < 3",
        "return x and 2",
        "return 0xFFFFFFFF",
        "return 1UL",
        "return x ** 2",
        "return <int>x // 2",
        "return ~1",
        "return nothing(x)",
        "return y",
        "cdef double d = 1\nreturn x",
        "try:\n    x = 1\nfinally:\n    pass\nreturn x",
        "x, y = 1, 2\nreturn x",
        "return (lambda: x)()",
    ],
)
def test_what_is_not_known_is_refused(body: str) -> None:
    with pytest.raises(UnknownConstruct):
        ran(body)


@pytest.mark.parametrize(
    "body",
    [
        "return 1 << x",
        "return x >> (x & 63)",
        "return lowest32(x)",
        "return 7 // x",
        "return <int>x",
        "return <int>(x & 1) * 0x7FFFFFFF + 1",
        "cdef uint32_t a[3]\na[x] = 1\nreturn 1",
        "cdef bint b = x\nreturn b",
    ],
)
def test_what_c_leaves_undefined_is_a_duty(body: str) -> None:
    assert not always(ran(body).defined)


@pytest.mark.parametrize(
    "body",
    [
        "return 1 << (x & 15)",
        "if x:\n    return lowest32(x)\nreturn 0",
        "return 7 // (x | 1)",
        "return x != 0 and lowest32(x) < 32",
        "cdef uint32_t a[4]\na[x & 3] = 1\nreturn 1",
    ],
)
def test_what_c_defines_is_none(body: str) -> None:
    assert always(ran(body).defined)


def test_what_a_variable_holds_before_it_is_set_is_unknown() -> None:
    machine = ran("cdef uint32_t y\nif x:\n    y = 1\nreturn y")
    assert not always(machine.store[("given",)] <= 1)
    assert always(z3.Implies(WORD != 0, machine.store[("given",)] == 1))


@pytest.mark.parametrize("bits", [32, 64])
def test_a_loop_over_bits_walks_them_in_order(bits: int) -> None:
    assert always(bit_loop_is_so(bits))


@pytest.mark.parametrize(
    "text",
    ["cdef class Hen:\n    pass", "cdef union u:\n    int x", "cdef enum:\n    A = 1 + 1", "x = 1"],
)
def test_a_declaration_that_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(UnknownConstruct):
        parsed({"f.pxd": text})


def test_two_functions_of_one_name_are_refused() -> None:
    function = "cdef inline int f() noexcept nogil:\n    return 1\n"
    with pytest.raises(UnknownConstruct, match="two functions"):
        parsed({"f.pxd": function + function})


def test_the_ends_have_one_numbering() -> None:
    numbers = parsed(installed()).numbers
    names = ("NOT_ENDED", "LAST_CARD", "FULL_HOUSE", "STALLED")
    assert [numbers[name] for name in names] == [GOES_ON, LAST_CARD, FULL_HOUSE, STALLED]


def test_the_spaces_of_a_slot_are_those_that_name_it_all_16_compared() -> None:
    text = f"{HEAD}cdef struct Slots:\n    uint8_t slot[16]\n"
    text += (
        "cdef inline uint32_t f(const Slots *s, uint32_t x) noexcept nogil:\n"
        "    return spaces_with(s.slot, x)\n"
    )
    machine = Machine(parsed({"bits.pxd": installed()["bits.pxd"], "f.pxd": text}), {})
    slots = [z3.BitVecVal(number, 8) for number in (9, 0, 9, *range(10, 23))]
    given = machine.call(
        "f", machine.struct("s", "Slots", {"slot": slots}), Value(TYPES["uint32_t"], WORD)
    )
    assert given is not None
    for slot, spaces in ((9, 0b101), (0, 0b10), (22, 1 << 15), (23, 0)):
        at = z3.substitute(given.term, [(WORD, z3.BitVecVal(slot, 32))])
        assert z3.simplify(at).as_long() == spaces
    assert not always(machine.defined)
