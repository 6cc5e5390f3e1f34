"""Everything that `sly_core` raises for a bad value, in one family under `ValueError`.

A value of the wrong *type* raises `TypeError`; a value of the right type that is wrong raises one
of these. Whatever is raised, the object at hand stays as it was. Where a clause of `spec/RULES.md`
forbids the value, the error names it in `clause`.

>>> issubclass(PositionError, NotationError) and issubclass(NotationError, ValueError)
True
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "BytesError",
    "HistoryError",
    "IllegalActionError",
    "IllegalRowError",
    "NotationError",
    "PlayoutLimitError",
    "PositionError",
    "RulesetError",
    "SlyError",
]

_WINDOW = 76  # characters of the text shown in a message: one terminal line with its indent


class SlyError(ValueError):
    """Base of all errors of this package.

    Attributes:
        clause: the clause that forbids the value (`"R3"`, `"G1"`), or None; the message ends with
            it, and then with the lines `below`.
    """

    clause: str | None

    def __init__(self, message: str, *, clause: str | None = None, below: str = "") -> None:
        super().__init__(f"{message} ({clause}){below}" if clause else message + below)
        self.clause = clause

    def __reduce__(self) -> tuple[Any, ...]:
        # The usual way calls the class with `args` alone, which forgets the keywords.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[SlyError], args: tuple[Any, ...], attributes: dict[str, Any]) -> SlyError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class RulesetError(SlyError):
    """A ruleset that cannot be: `field` has `value`, where only `allowed` may stand."""

    field: str
    value: object
    allowed: str

    def __init__(
        self, field: str, value: object, allowed: str, *, clause: str | None = None
    ) -> None:
        super().__init__(f"{field}: {brief(value)} is not {allowed}", clause=clause)
        self.field = field
        self.value = value
        self.allowed = allowed


class NotationError(SlyError):
    """A text that does not read.

    Attributes:
        field: `board`, `hands`, `taken`, `seat`, `stall`, `known`, or `action` for a token.
        column: where, as a 0-based character offset in the whole `text`.
        text: the text as it was given.

    >>> print(NotationError("no such mark", field="board", column=2, text="1F+"))
    board, column 2: no such mark
      1F+
        ^
    """

    field: str
    column: int
    text: str

    def __init__(
        self, message: str, *, field: str, column: int, text: str, clause: str | None = None
    ) -> None:
        said = f"{field}, column {column}: {message}"
        super().__init__(said, clause=clause, below=f"\n{caret(text, column)}")
        self.field = field
        self.column = column
        self.text = text


class PositionError(NotationError):
    """A text that reads, but no game can come to such a position; `clause` says why."""


class BytesError(SlyError):
    """Bytes that `to_bytes` did not write, or that were changed since."""


class IllegalActionError(SlyError):
    """An action that may not be made here; `action` is its id."""

    action: int

    def __init__(self, action: int, message: str, *, clause: str | None = None) -> None:
        super().__init__(f"action {brief(action)}: {message}", clause=clause)
        self.action = action


class IllegalRowError(IllegalActionError):
    """An action of a batch that may not be made in its row; `row` says which, from 0.

    >>> print(IllegalRowError(3, IllegalActionError(128, "no card lies on a1", clause="E1")))
    row 3: action 128: no card lies on a1 (E1)
    """

    row: int
    clause: str | None
    action: int

    def __init__(self, row: int, cause: IllegalActionError) -> None:
        SlyError.__init__(self, f"row {row}: {cause}")
        self.clause = cause.clause
        self.action = cause.action
        self.row = row


class HistoryError(SlyError):
    """An action to take back that was not the last one made on this object."""


class PlayoutLimitError(SlyError):
    """A game that went on for more than the plies allowed (G3: nothing else bounds it).

    Attributes:
        plies: the plies made before giving up.
        state: the state reached, where the caller can be given it; else None.
    """

    plies: int
    state: object

    def __init__(self, plies: int, state: object = None) -> None:
        super().__init__(f"the game was not over after {plies} plies", clause="G3")
        self.plies = plies
        self.state = state


def brief(value: object) -> str:
    """`repr` of a value cut to a line; a huge integer is not written out in digits at all.

    >>> brief("no"), brief(10**5000)
    ("'no'", 'an integer of 16610 bits')
    """
    if isinstance(value, int) and value.bit_length() > 128:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = repr(value)
    except ValueError:  # a container of integers too long for decimal digits
        text = f"this {type(value).__name__}"
    return text if len(text) <= _WINDOW else text[: _WINDOW - 1] + "…"


def caret(text: str, column: int) -> str:
    """The part of `text` around `column` on one line, and a caret under that column."""
    start = 0 if len(text) <= _WINDOW else max(0, column - _WINDOW // 2)
    part = text[start : start + _WINDOW]
    part = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in part)
    left = "…" if start else ""
    right = "…" if start + _WINDOW < len(text) else ""
    return f"  {left}{part}{right}\n  {' ' * (len(left) + column - start)}^"
