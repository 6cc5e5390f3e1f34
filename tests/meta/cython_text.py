"""Reads Cython source as logical lines, as far as imports and definitions need it.

Python's own parser cannot read Cython. Strings, comments and continued lines are what leads a
line-by-line reading astray, so they are dealt with first; what is left is plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      (?P<string> \"{3}(?:\\.|[^\\])*?\"{3} | '{3}(?:\\.|[^\\])*?'{3}
                | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<comment> \#[^\n]* )
    | (?P<joined> \\\n )
    | (?P<open> [(\[{] )
    | (?P<close> [)\]}] )
    | (?P<newline> \n )
    | (?P<semicolon> ; )
    | (?P<other> [^"'\#\\\n;()\[\]{}]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_FUNCTION = re.compile(r"(?:async\s+)?(?:def|cpdef|cdef)\b[^=:]*?(\w+)\s*\(")
_CLASS = re.compile(r"(?:cdef\s+)?class\s+(\w+)")
_TYPING_ONLY = re.compile(r"if\s+(?:typing\.)?TYPE_CHECKING\s*:")


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line: its strings emptied to `""`, its comments gone, the blocks it stands in.

    `inside` has one word for each enclosing block that matters: "function", "class" or "typing".
    """

    number: int
    indent: int
    text: str
    inside: tuple[str, ...]

    @property
    def function(self) -> str | None:
        """The name of the function whose head this is."""
        found = _FUNCTION.match(self.text)
        return found[1] if found and not _CLASS.match(self.text) else None

    @property
    def class_(self) -> str | None:
        """The name of the class whose head this is."""
        found = _CLASS.match(self.text)
        return found[1] if found else None


def logical_lines(source: str) -> list[Line]:
    """The logical lines of a Cython file, in order; raises `ValueError` if a bracket stays open."""
    lines: list[Line] = []
    blocks: list[tuple[int, str]] = []
    for number, indent, text in _pieces(source):
        while blocks and indent <= blocks[-1][0]:
            blocks.pop()
        line = Line(number, indent, text, tuple(kind for _, kind in blocks if kind))
        lines.append(line)
        if text.endswith(":"):
            blocks.append((indent, _kind_of_block(line)))
    return lines


def _kind_of_block(line: Line) -> str:
    if line.function:
        return "function"
    if line.class_:
        return "class"
    return "typing" if _TYPING_ONLY.match(line.text) else ""


def _pieces(source: str) -> Iterator[tuple[int, int, str]]:
    """Line number, indent and text of each statement that is not empty."""
    number, start, depth, indent, text = 1, 1, 0, 0, ""
    for token in _TOKEN.finditer(source + "\n"):
        kind, word = token.lastgroup, token[0]
        if not text.strip():
            start = number
        if kind == "string":
            text += '""'
        elif kind in ("joined", "newline") and (depth or kind == "joined"):
            text += " "
        elif kind in ("newline", "semicolon"):
            if text.strip():
                indent = len(text) - len(text.lstrip(" ")) if text[0] == " " else 0
                yield start, indent, text.strip()
            # what follows a semicolon stands where the statement before it stands
            text = " " * indent if kind == "semicolon" else ""
        elif kind != "comment":
            depth += (kind == "open") - (kind == "close")
            text += word
        number += word.count("\n")
    if depth:
        raise ValueError(f"a bracket is not closed: {text.strip()[:60]!r}")
