"""Bytes: both ways, and no changed byte goes unnoticed."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core.errors import BytesError
from sly_core.notation import decode, encode, format_position, start_position
from sly_core.notation.position import Position
from sly_core.ruleset import Ruleset
from tests.unit.drawn_positions import drawn_positions

RULES = Ruleset(players=3, hens=7, houses=[[1, 2], [3]], stall_limit=9)
TEXT = format_position(start_position(RULES), RULES)
DATA = encode(RULES, TEXT)


@given(drawn_positions())
def test_bytes_read_back(drawn: tuple[Position, Ruleset]) -> None:
    position, rules = drawn
    text = format_position(position, rules)
    data = encode(rules, text)
    assert decode(data) == (rules, text)
    assert decode(bytearray(data)) == decode(memoryview(data)) == (rules, text)


def test_the_format_is_fixed() -> None:
    rules_text = RULES.to_text().encode()
    body = (
        b"SLY\x01"
        + len(rules_text).to_bytes(2, "little")
        + rules_text
        + len(TEXT).to_bytes(2, "little")
        + TEXT.encode()
    )
    assert body + crc32(body).to_bytes(4, "little") == DATA


@pytest.mark.parametrize("bit", range(len(DATA) * 8))
def test_any_flipped_bit_is_refused(bit: int) -> None:
    changed = bytearray(DATA)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BytesError):
        decode(changed)


@pytest.mark.parametrize("length", range(len(DATA)))
def test_any_truncation_is_refused(length: int) -> None:
    with pytest.raises(BytesError):
        decode(DATA[:length])


@given(st.binary(min_size=1))
def test_anything_more_is_refused(more: bytes) -> None:
    with pytest.raises(BytesError, match="checksum is 4 bytes"):
        decode(DATA + more)


@given(st.binary())
def test_garbage_raises_nothing_but_a_bytes_error(data: bytes) -> None:
    with pytest.raises(BytesError):
        decode(data)
    with pytest.raises(BytesError):
        decode(b"SLY\x01" + data)


def sealed(body: bytes) -> bytes:
    return body + crc32(body).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("said", "data"),
    [
        ("begin with SLY", b""),
        ("begin with SLY", b"sly" + DATA[3:]),
        ("before the version", b"SLY"),
        ("version 2", sealed(b"SLY\x02" + DATA[4:-4])),
        ("version 0", sealed(b"SLY\x00" + DATA[4:-4])),
        ("within the ruleset", DATA[:5]),
        ("within the ruleset", DATA[:20]),
        ("within the position", DATA[:-10]),
        ("checksum is 4 bytes", DATA[:-1]),
        ("checksum does not fit", DATA[:-1] + bytes([DATA[-1] ^ 1])),
        ("the ruleset is not UTF-8", sealed(b"SLY\x01\x01\x00\xff\x00\x00")),
        ("the position is not UTF-8", sealed(b"SLY\x01\x00\x00\x01\x00\xff")),
        ("the ruleset does not read", sealed(b"SLY\x01\x01\x00x\x00\x00")),
        ("not written as", sealed(b"SLY\x01\x00\x00\x00\x00")),
    ],
)
def test_the_error_says_which_part_is_wrong(said: str, data: bytes) -> None:
    with pytest.raises(BytesError, match=said):
        decode(data)


@pytest.mark.parametrize("data", [None, "SLY", 7, [83, 76, 89]])
def test_other_types_are_refused(data: Any) -> None:
    with pytest.raises(TypeError, match="read from bytes"):
        decode(data)
