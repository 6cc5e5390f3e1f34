"""The one generator of chance: known outputs, bounds, seeds, and the callers' own sources."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core.errors import SlyError
from sly_core.randomness import SplitMix64, draw_below, mix64, playout_seed

SEEDS = st.integers(0, 2**64 - 1)


def test_the_stream_is_the_published_one() -> None:
    # the first outputs of the authors' C program for the seeds 0 and 1234567
    rng = SplitMix64(0)
    assert [rng.next_u64() for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    rng = SplitMix64(1234567)
    assert [rng.next_u64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(SEEDS, st.integers(1, 2**32))
def test_below_is_the_multiply_shift_of_the_upper_half(seed: int, n: int) -> None:
    rng, again = SplitMix64(seed), SplitMix64(seed)
    number = rng.below(n)
    assert 0 <= number < n
    product = (again.next_u64() >> 32) * n
    while product % 2**32 < 2**32 % n:
        product = (again.next_u64() >> 32) * n
    assert number == product // 2**32
    assert rng.next_u64() == again.next_u64()


def test_below_draws_again_where_it_must() -> None:
    # just over half of all draws would be unfair for this bound
    n = 2**31 + 1
    rng, again = SplitMix64(5), SplitMix64(5)
    for _ in range(100):
        rng.below(n)
    plain = 0
    while again._state != rng._state:
        again.next_u64()
        plain += 1
    assert 150 < plain < 300


def test_below_is_even() -> None:
    rng = SplitMix64(1)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 400 for count in counts.values())


@given(SEEDS, st.integers(0, 50))
def test_row_i_of_playouts_has_output_i_as_its_seed(seed: int, i: int) -> None:
    rng = SplitMix64(seed)
    outputs = [rng.next_u64() for _ in range(i + 1)]
    assert playout_seed(seed, i) == outputs[i]


@given(SEEDS, SEEDS)
def test_mixing_loses_nothing(one: int, other: int) -> None:
    assert (mix64(one) == mix64(other)) == (one == other)
    assert 0 <= mix64(one) < 2**64


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 1000, 2**32, 2**40 + 1, 8**24])
@pytest.mark.parametrize(
    "source",
    [
        lambda i: i,
        lambda i: np.uint64(i),
        random.Random,
        lambda i: random.Random(i).random,
        lambda i: np.random.default_rng(i).random,
    ],
    ids=["seed", "numpy seed", "Random", "function", "numpy function"],
)
def test_every_source_gives_a_number_below_n(source: Callable[[int], Any], n: int) -> None:
    numbers = [draw_below(source(i), n) for i in range(40)]
    assert all(type(number) is int and 0 <= number < n for number in numbers)
    assert numbers == [draw_below(source(i), n) for i in range(40)]
    assert len(set(numbers)) > min(n, 40) / 3


@pytest.mark.parametrize("n", [1, 7, 2**40 + 1, 2**63 - 1])
def test_a_numpy_generator_gives_a_number_below_n(n: int) -> None:
    rng = np.random.default_rng(0)
    numbers = [draw_below(rng, n) for _ in range(40)]
    assert all(type(number) is int and 0 <= number < n for number in numbers)
    assert len(set(numbers)) > min(n, 40) / 3


def test_one_seed_gives_one_number_and_many_seeds_give_all() -> None:
    counts = Counter(draw_below(seed, 5) for seed in range(5000))
    assert set(counts) == set(range(5))
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_a_function_is_called_once_and_cut_exactly() -> None:
    calls = []

    def rng() -> float:
        calls.append(1)
        return 1 - 2**-53

    assert draw_below(rng, 3) == 2
    assert draw_below(rng, 2**60) == 2**60 - 2**7
    assert len(calls) == 2
    assert draw_below(lambda: 0.0, 10**30) == 0


def test_openspiels_opaque_sampler_is_taken() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    assert {draw_below(sampler, 3) for _ in range(200)} == {0, 1, 2}


@pytest.mark.parametrize("seed", [-1, 2**64, 10**5000], ids=["below", "above", "far"])
def test_a_seed_out_of_range_is_a_value_error(seed: int) -> None:
    for use in (SplitMix64, lambda s: playout_seed(s, 0), lambda s: draw_below(s, 5)):
        with pytest.raises(SlyError, match=r"2\*\*64"):
            use(seed)
    with pytest.raises(SlyError, match=r"2\*\*64"):
        playout_seed(0, seed)


@pytest.mark.parametrize("seed", [None, 1.0, "1", True, [1]])
def test_a_seed_of_another_type_is_a_type_error(seed: Any) -> None:
    for use in (SplitMix64, lambda s: playout_seed(s, 0), lambda s: draw_below(s, 5)):
        with pytest.raises(TypeError):
            use(seed)
    with pytest.raises(TypeError):
        playout_seed(0, seed)


@pytest.mark.parametrize("u", [1.0, -0.1, float("nan"), float("inf")])
def test_a_function_must_give_floats_from_0_to_1(u: float) -> None:
    with pytest.raises(SlyError, match="not in"):
        draw_below(lambda: u, 5)


@pytest.mark.parametrize("u", [None, 0, "0.5", np.float32(0.5)])
def test_a_function_must_give_floats(u: Any) -> None:
    with pytest.raises(TypeError, match="float is needed"):
        draw_below(lambda: u, 5)


def test_there_must_be_something_to_draw_from() -> None:
    for n in (0, -1):
        with pytest.raises(SlyError):
            draw_below(0, n)
    for n in (0, -1, 2**32 + 1):
        with pytest.raises(SlyError):
            SplitMix64(0).below(n)


@pytest.mark.parametrize(
    "rng",
    [
        random.Random,
        np.random.Generator,
        lambda _: 0.5,
        len,
        np.array([3]),
        np.array([3, 4]),
        np.bool_(True),
        object(),
    ],
    ids=["class", "numpy class", "lambda", "builtin", "array", "arrays", "bool", "object"],
)
def test_what_cannot_be_asked_is_no_source(implementation: Any, rng: Any) -> None:
    kinds = (
        r"^rng is a random.Random, a numpy Generator, an int seed or a function \(\) -> float, not"
    )
    with pytest.raises(TypeError, match=kinds):
        draw_below(rng, 5)
    state = implementation.State()
    with pytest.raises(TypeError, match=kinds):
        state.resample_from_infostate(0, rng)


@pytest.mark.parametrize("number", [1.5, "3", None, True, np.array([3])])
def test_a_generator_must_give_whole_numbers(number: Any) -> None:
    class Source:
        def randrange(self, _: int) -> Any:
            return number

    with pytest.raises(TypeError, match="^rng gave .*int is needed"):
        draw_below(Source(), 5)


def test_a_type_error_of_the_sources_own_goes_through() -> None:
    class Source:
        def randrange(self, _: int) -> int:
            raise TypeError("mine")

        def __call__(self) -> float:
            raise TypeError("mine")

    for rng in (Source(), Source().__call__):
        with pytest.raises(TypeError, match="^mine$"):
            draw_below(rng, 5)


def test_what_a_source_raises_goes_through() -> None:
    class Broken(Exception):
        pass

    def rng() -> float:
        raise Broken

    with pytest.raises(Broken):
        draw_below(rng, 5)
