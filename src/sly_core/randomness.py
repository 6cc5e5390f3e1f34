"""Chance that is the same everywhere: one small generator, and a way to use the caller's own.

`SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014)
and Lemire's multiply-shift ("Fast random integer generation in an interval", 2019) are stated here
once in Python; the core states them again in C. With both, a seed plays the same game everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from os import urandom
from typing import Any, Final, Protocol, SupportsIndex, TypeAlias, runtime_checkable

from sly_core.errors import SlyError, brief
from sly_core.given import plain_int, raised_in_call

MASK64: Final = 0xFFFF_FFFF_FFFF_FFFF
GAMMA: Final = 0x9E37_79B9_7F4A_7C15


@runtime_checkable
class _HasRandrange(Protocol):
    def randrange(self, stop: int, /) -> int: ...


@runtime_checkable
class _HasIntegers(Protocol):
    def integers(self, high: int, /) -> SupportsIndex: ...


Rng: TypeAlias = _HasRandrange | _HasIntegers | SupportsIndex | Callable[[], float]
"""A `random.Random`, a numpy `Generator`, an int seed, or a function giving floats in [0, 1)."""


_KINDS: Final = "rng is a random.Random, a numpy Generator, an int seed or a function () -> float"


def mix64(value: int) -> int:
    """SplitMix64's output function, a bijection of the numbers 0..2**64-1.

    Raises:
        TypeError: not an integer.
        SlyError: out of range.

    >>> hex(mix64(GAMMA))
    '0xe220a8397b1dcdaf'
    """
    return _mixed(_word("number", value))


def _mixed(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK64
    value = ((value ^ (value >> 27)) * 0x94D0_49BB_1331_11EB) & MASK64
    return value ^ (value >> 31)


def check_seed(seed: SupportsIndex) -> int:
    """`seed` as an `int` when 0 <= seed < 2**64.

    Raises:
        TypeError: not an integer.
        SlyError: out of range.
    """
    return _word("seed", seed)


def _word(what: str, value: object) -> int:
    """`value` as an `int` when it is one of 64 bits."""
    number = _whole(what, value)
    if not 0 <= number <= MASK64:
        raise SlyError(f"a {what} lies from 0 to 2**64 - 1")
    return number


def _whole(what: str, value: object) -> int:
    number = plain_int(value)
    if number is None:
        raise TypeError(f"a {what} is an int, not {type(value).__name__}")
    return number


class SplitMix64:
    """A stream of 64-bit numbers from a seed of 0..2**64-1.

    Raises:
        TypeError, SlyError: no such seed.

    >>> rng = SplitMix64(0)
    >>> hex(rng.next_u64()), rng.below(6)
    ('0xe220a8397b1dcdaf', 2)
    """

    __slots__ = ("_state",)

    def __init__(self, seed: SupportsIndex) -> None:
        self._state = check_seed(seed)

    def next_u64(self) -> int:
        """The next number, 0..2**64-1."""
        self._state = (self._state + GAMMA) & MASK64
        return _mixed(self._state)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each exactly as likely, for 1 <= n <= 2**32.

        Lemire's method on the upper half of each draw: the product's upper word is the answer, and
        the few products that would favour some answers are drawn again.

        Raises:
            TypeError: n is no integer.
            SlyError: n out of range.
        """
        n = _whole("bound", n)
        if not 1 <= n <= 1 << 32:
            raise SlyError("a bound lies from 1 to 2**32")
        product = (self.next_u64() >> 32) * n
        if product & 0xFFFF_FFFF < n:
            unfair = (1 << 32) % n
            while product & 0xFFFF_FFFF < unfair:
                product = (self.next_u64() >> 32) * n
        return product >> 32


def playout_seed(seed: SupportsIndex, i: SupportsIndex) -> int:
    """The seed of row `i` of `playouts`: output `i`, from 0, of `SplitMix64(seed)`.

    Raises:
        TypeError, SlyError: `seed` or `i` is no integer of 0..2**64-1.

    >>> rng = SplitMix64(7)
    >>> [rng.next_u64() for _ in range(3)] == [playout_seed(7, i) for i in range(3)]
    True
    """
    row = _word("row number", i)
    return _mixed((check_seed(seed) + (row + 1) * GAMMA) & MASK64)


def draw_below(rng: Rng, n: int) -> int:
    """A uniform number from 0 to n-1 (n >= 1) from the caller's source of chance.

    An int is a seed, so the same int gives the same number. A function is called once, and its
    float u gives floor(u * n), worked out without rounding. OpenSpiel's
    `UniformProbabilitySampler`, which Python cannot ask for a number, stands for the system's own.

    Raises:
        TypeError: `rng` is none of the kinds, `n` no integer, or what a function gave no float.
        SlyError: n < 1, a seed out of range, a float outside [0, 1), or a number outside 0..n-1.

    >>> draw_below(lambda: 0.5, 7), draw_below(1, 7) == draw_below(1, 7)
    (3, True)
    """
    n = _whole("bound", n)
    if n < 1:
        raise SlyError("there is nothing to draw from")
    seed = plain_int(rng)
    if seed is not None:
        return _below_any(SplitMix64(seed), n)
    if isinstance(rng, _HasRandrange):
        return _drawn(_asked(rng, rng.randrange, n), n)
    if isinstance(rng, _HasIntegers):
        return _drawn(_asked(rng, rng.integers, n), n)
    if type(rng).__name__ == "UniformProbabilitySampler":
        # OpenSpiel's IS-MCTS hands this over; it is opaque to Python, so the system draws for it.
        return _below_any(SplitMix64(int.from_bytes(urandom(8), "little")), n)
    if not callable(rng):
        raise TypeError(f"{_KINDS}, not {type(rng).__name__}")
    u = _asked(rng, rng)
    if not isinstance(u, float):
        raise TypeError(f"rng() gave {type(u).__name__}, where a float is needed")
    if not 0.0 <= u < 1.0:
        raise SlyError(f"rng() gave {u!r}, which is not in [0, 1)")
    numerator, denominator = float(u).as_integer_ratio()
    return numerator * n // denominator


def _asked(rng: object, ask: Callable[..., Any], *arguments: int) -> Any:
    """What `rng` answers; where it cannot be asked so, as a class cannot, a `TypeError` says so."""
    try:
        return ask(*arguments)
    except TypeError as error:
        # a class given for what it makes is refused within the call too, where it is compiled
        if raised_in_call(error) and not isinstance(rng, type):
            raise
        raise TypeError(f"{_KINDS}, not {brief(rng)}: {error}") from error


def _drawn(number: object, n: int) -> int:
    """What a generator gave, as a plain int; it may be anybody's class."""
    plain = plain_int(number)
    if plain is None:
        raise TypeError(f"rng gave {type(number).__name__}, where an int is needed")
    if not 0 <= plain < n:
        raise SlyError(f"rng gave {brief(plain)}, where a number from 0 to {n - 1} is needed")
    return plain


def _below_any(rng: SplitMix64, n: int) -> int:
    """Uniform below any n: as many random bits as n - 1 has, until they are below n."""
    bits = (n - 1).bit_length()
    words = -(-bits // 64)
    while True:
        number = 0
        for _ in range(words):
            number = number << 64 | rng.next_u64()
        number >>= words * 64 - bits
        if number < n:
            return number
