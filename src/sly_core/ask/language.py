"""The language of claims: a condition, or `condition -> condition`, about one step of a game.

    claim      condition | condition -> claim
    condition  truth words, comparisons of numbers (chained as well), and or not, brackets
    number     number words, whole numbers, + - *

The words are those of `TRUTHS`, `NUMBERS` and `BY_SEAT`. One of `BY_SEAT` takes a seat in brackets:
`me` for the one who acts, `next` for the one to the left, or a number.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final, Protocol

from sly_core.errors import SlyError, brief, caret


class ClaimError(SlyError):
    """A claim that does not read; where it is a text, `column` says where, from 0.

    >>> print(ClaimError("'fox' is no word for a number", column=11, text="reveal and fox > 1"))
    column 11: 'fox' is no word for a number
      reveal and fox > 1
                 ^
    """

    column: int | None

    def __init__(self, message: str, *, column: int | None = None, text: str = "") -> None:
        if column is None:
            super().__init__(message)
        else:
            super().__init__(f"column {column}: {message}", below=f"\n{caret(text, column)}")
        self.column = column


TRUTHS: Final = {
    "lay": "the step is a LAY (L1)",
    "expose": "the step is an EXPOSE (E1)",
    "turn": "the step turns one card of a REVEAL (R1)",
    "reveal": "the step ends a REVEAL, and its outcome follows (R3)",
    "ends": "the game is over after the step",
    "last_card": "it is over by G1",
    "full_house": "it is over by G2",
    "stalled": "it is over by G3",
}
NUMBERS: Final = {
    "foxes": "Foxes turned up in the REVEAL under way, before the step",
    "hens": "Hens turned up so",
    "gobbled": "Hens that the step gobbles (R3)",
    "own_gobbled": "Hens among them that go to their owners",
    "captured": "Foxes that the step captures (E2)",
    "safe": "Hens that the step makes Safe (E3, R4, R6), without those that G1 turns up",
    "returned": "cards that the step sends back to hands (R5, R6, R7)",
    "left_game": "Foxes that leave the game with the step (R5)",
    "count": "reveals of Foxes alone counted before the step (G3)",
    "count_after": "the same after it",
    "away": "cards away from hands before the step",
}
BY_SEAT: Final = {
    "points": "the seat's score after the step (P1-P3)",
    "gain": "by how much the step raises the seat's score",
    "hand": "cards in the seat's hand before the step",
    "hand_after": "cards in it after the step",
}


class StepView(Protocol):
    """A step of a game as a claim sees it.

    Besides these it has an attribute for each word of `TRUTHS` and `NUMBERS`. Truths and numbers
    may be Python's or a solver's; so a claim joins truths by the methods here, not by `and`, `or`,
    `not`.
    """

    def __getattr__(self, word: str) -> Any:
        """The truth or number of a word."""

    def by_seat(self, word: str, seat: str | int) -> Any:
        """The number of a word of `BY_SEAT` for a seat: `me`, `next` or a number."""

    def all_of(self, *truths: Any) -> Any:
        """Whether all are true."""

    def any_of(self, *truths: Any) -> Any:
        """Whether one at least is true."""

    def no(self, truth: Any) -> Any:
        """Whether it is false."""

    def implies(self, condition: Any, conclusion: Any) -> Any:
        """Whether the conclusion is true or the condition is false."""


Claim = Callable[[Any], Any]
"""A function of a `StepView` that gives a truth."""

_COMPARE = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_JOIN = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
_LONGEST = 1000
_DEEPEST = 200


class _Wrong(Exception):
    """What is wrong, and from which character of a part of a claim."""

    def __init__(self, node: ast.expr | int, message: str) -> None:
        super().__init__(message)
        self.node = node

    def column(self, part: str) -> int:
        """The character; Python counts the bytes of UTF-8 before it."""
        if isinstance(self.node, int):
            return self.node
        return len(part.encode()[: self.node.col_offset].decode())


def read_claim(text: str) -> tuple[Claim | None, Claim]:
    """The condition before the first `->`, or None, and the whole claim.

    Raises:
        ClaimError: it does not read; the message says where.

    >>> condition, claim = read_claim("reveal and foxes >= 2 -> gobbled <= 1")
    >>> read_claim("lay -> foxes")
    Traceback (most recent call last):
    ...
    sly_core.ask.language.ClaimError: column 7: 'foxes' is no word for a truth; there are lay, \
expose, turn, reveal, ends, last_card, full_house, stalled
      lay -> foxes
             ^
    """
    if len(text) > _LONGEST:
        raise ClaimError(f"a claim has at most {_LONGEST} characters")
    parts, start = [], 0
    # a new line is a blank like any other
    for part in "".join(" " if c.isspace() else c for c in text).split("->"):
        begin = start + len(part) - len(part.lstrip())
        try:
            parts.append(_truth(_parsed(part.strip())))
        except _Wrong as wrong:
            column = begin + wrong.column(part.strip())
            raise ClaimError(str(wrong), column=column, text=text) from None
        start += len(part) + len("->")

    def claim(step: Any) -> Any:
        whole = parts[-1](step)
        for part in reversed(parts[:-1]):
            whole = step.implies(part(step), whole)
        return whole

    return (parts[0] if len(parts) > 1 else None), claim


def _parsed(text: str) -> ast.expr:
    if not text:
        raise _Wrong(0, "a condition is missing")
    try:
        body = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        # Python counts from 1; 0 is the end
        at = min((error.offset or len(text) + 1) - 1, len(text))
        raise _Wrong(at, "this is no condition") from None
    except (ValueError, RecursionError, MemoryError):
        raise _Wrong(0, "this is no condition") from None
    level: list[ast.AST] = [body]
    for _ in range(_DEEPEST):
        level = [below for node in level for below in ast.iter_child_nodes(node)]
    if level:
        raise _Wrong(0, f"this has more than {_DEEPEST} levels")
    return body


def _truth(node: ast.expr) -> Claim:
    if isinstance(node, ast.BoolOp):
        parts = [_truth(part) for part in node.values]
        if isinstance(node.op, ast.And):
            return lambda step: step.all_of(*(part(step) for part in parts))
        return lambda step: step.any_of(*(part(step) for part in parts))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        part = _truth(node.operand)
        return lambda step: step.no(part(step))
    if isinstance(node, ast.Compare):
        return _comparison(node)
    if isinstance(node, ast.Name):
        word = node.id
        if word in TRUTHS:
            return lambda step: getattr(step, word)
        raise _Wrong(node, f"{word!r} is no word for a truth; there are {', '.join(TRUTHS)}")
    raise _Wrong(node, f"{_brief(node)} is no truth: a truth word or a comparison is")


def _comparison(node: ast.Compare) -> Claim:
    sides = [_number(side) for side in (node.left, *node.comparators)]
    tests = []
    for kind in node.ops:
        if type(kind) not in _COMPARE:
            raise _Wrong(node, f"{_brief(node)}: compare with == != < <= > >=")
        tests.append(_COMPARE[type(kind)])
    return lambda step: step.all_of(
        *(
            test(left(step), right(step))
            for test, left, right in zip(tests, sides, sides[1:], strict=False)
        )
    )


def _number(node: ast.expr) -> Claim:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
        return lambda step: value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        part = _number(node.operand)
        return lambda step: -part(step)
    if isinstance(node, ast.BinOp) and type(node.op) in _JOIN:
        join, left, right = _JOIN[type(node.op)], _number(node.left), _number(node.right)
        return lambda step: join(left(step), right(step))
    if isinstance(node, ast.Name) and node.id in NUMBERS:
        word = node.id
        return lambda step: getattr(step, word)
    if isinstance(node, ast.Call) and not node.keywords and len(node.args) == 1:
        return _of_a_seat(node)
    words = [*NUMBERS, *(f"{word}(seat)" for word in BY_SEAT)]
    raise _Wrong(node, f"{_brief(node)} is no word for a number; there are {', '.join(words)}")


def _of_a_seat(node: ast.Call) -> Claim:
    word, seat = ast.unparse(node.func), node.args[0]
    if word not in BY_SEAT:
        raise _Wrong(node, f"{brief(word)} is no word with a seat; there are {', '.join(BY_SEAT)}")
    if isinstance(seat, ast.Name) and seat.id in ("me", "next"):
        who: str | int = seat.id
    elif isinstance(seat, ast.Constant) and type(seat.value) is int and 0 <= seat.value < 4:
        who = seat.value
    else:
        raise _Wrong(seat, f"{_brief(seat)} is no seat: me, next or 0 to 3 (S1)")
    return lambda step: step.by_seat(word, who)


def _brief(node: ast.expr) -> str:
    return brief(ast.unparse(node))
