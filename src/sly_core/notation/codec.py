"""A position as bytes that know their version and notice every change.

`SLY`, the version (one byte), then the ruleset's text and the position's, each with its length
before it (two bytes, little-endian, of UTF-8), then the CRC-32 of all that (four bytes,
little-endian).
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

from sly_core.errors import BytesError, RulesetError
from sly_core.ruleset import Ruleset, check_ruleset

MAGIC: Final = b"SLY"
VERSION: Final = 1


def encode(rules: Ruleset, text: str) -> bytes:
    r"""The bytes of a ruleset and a position's text.

    Raises:
        TypeError: not a `Ruleset` and a `str`.

    >>> encode(Ruleset(hens=1), "-,-,-,- F1/F1 -/- 0 0 -")[:6]
    b'SLY\x01\x10\x00'
    """
    if not isinstance(text, str):
        raise TypeError(f"a position's text is a str, not {type(text).__name__}")
    body = MAGIC + bytes([VERSION]) + _packed(check_ruleset(rules).to_text()) + _packed(text)
    return body + crc32(body).to_bytes(4, "little")


def decode(data: bytes | bytearray | memoryview) -> tuple[Ruleset, str]:
    """The ruleset and the position's text, which the caller still has to read.

    A CRC-32 notices every single flipped bit, and every burst of up to 32.

    Raises:
        TypeError: not `bytes` (or `bytearray`, `memoryview`).
        BytesError: not what `encode` writes; says which part.

    >>> decode(encode(Ruleset(hens=1), "-,-,-,- F1/F1 -/- 0 0 -"))
    (Ruleset(players=2, hens=1), '-,-,-,- F1/F1 -/- 0 0 -')
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"a state is read from bytes, not from {type(data).__name__}")
    data = bytes(data)
    if data[:3] != MAGIC:
        raise BytesError("the bytes do not begin with SLY")
    if len(data) < 4:
        raise BytesError("the bytes end before the version")
    if data[3] != VERSION:
        raise BytesError(f"version {data[3]} is not known; this package reads version {VERSION}")
    rules_text, at = _unpacked(data, 4, "the ruleset")
    text, at = _unpacked(data, at, "the position")
    if len(data) != at + 4:
        found = len(data) - at
        raise BytesError(f"the checksum is 4 bytes at the end; {found} bytes stand there")
    if crc32(data[:at]) != int.from_bytes(data[at:], "little"):
        raise BytesError("the checksum does not fit: the bytes were changed")
    try:
        rules = Ruleset.from_text(rules_text)
    except RulesetError as error:
        raise BytesError(f"the ruleset does not read: {error}") from error
    if rules.to_text() != rules_text:
        raise BytesError("the ruleset is not written as to_text writes it")
    return rules, text


def _packed(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2, "little") + encoded


def _unpacked(data: bytes, at: int, what: str) -> tuple[str, int]:
    """The text whose length stands at `at`, and where it ends."""
    start = at + 2
    end = start + int.from_bytes(data[at:start], "little")
    if len(data) < start or len(data) < end:
        raise BytesError(f"the bytes end within {what}")
    try:
        return data[start:end].decode(), end
    except UnicodeDecodeError as error:
        raise BytesError(f"{what} is not UTF-8") from error
