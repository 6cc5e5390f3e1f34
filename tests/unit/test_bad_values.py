"""Values that functions of chance and of bytes cannot work with are refused in words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from sly_core.errors import SlyError
from sly_core.notation import encode
from sly_core.randomness import SplitMix64, draw_below, mix64
from sly_core.ruleset import Ruleset

DRAWS: dict[str, Callable[[Any], int]] = {
    "stream": SplitMix64(1).below,
    "seed": lambda n: draw_below(1, n),
    "random": lambda n: draw_below(Random(1), n),
    "numpy": lambda n: draw_below(np.random.default_rng(1), n),
    "function": lambda n: draw_below(lambda: 0.5, n),
}


@pytest.mark.parametrize("bound", [None, 2.5, 2.0, "2", True, [2], int])
@pytest.mark.parametrize("source", DRAWS)
def test_a_bound_is_a_whole_number(source: str, bound: Any) -> None:
    with pytest.raises(TypeError, match=rf"^a bound is an int, not {type(bound).__name__}$"):
        DRAWS[source](bound)


@pytest.mark.parametrize("source", DRAWS)
def test_any_whole_number_will_do(source: str) -> None:
    number = DRAWS[source](np.uint8(200))
    assert type(number) is int
    assert 0 <= number < 200


def test_a_bound_that_is_refused_leaves_the_stream() -> None:
    rng = SplitMix64(7)
    bound: Any = 1.5
    with pytest.raises(TypeError):
        rng.below(bound)
    assert rng.next_u64() == SplitMix64(7).next_u64()


@pytest.mark.parametrize("value", [None, 1.0, "1", True])
def test_what_is_mixed_is_a_whole_number(value: Any) -> None:
    with pytest.raises(TypeError, match=rf"^a number is an int, not {type(value).__name__}$"):
        mix64(value)


@pytest.mark.parametrize("value", [-1, 2**64, 10**5000], ids=["below", "above", "far"])
def test_what_is_mixed_has_64_bits(value: int) -> None:
    with pytest.raises(SlyError, match=r"^a number lies from 0 to 2\*\*64 - 1$"):
        mix64(value)


@pytest.mark.parametrize("text", [None, 5, b"-"])
def test_the_text_that_is_encoded_is_a_str(text: Any) -> None:
    with pytest.raises(
        TypeError, match=rf"^a position's text is a str, not {type(text).__name__}$"
    ):
        encode(Ruleset(), text)
