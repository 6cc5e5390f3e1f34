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

from sly_core.errors import SlyError, brief
from sly_core.ruleset import MAX_STALL


class ClaimError(SlyError):
    """A claim that does not read."""


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
NUMBER_BITS: Final = 40
"""Numbers of claims are whole numbers of so many bits, with a sign."""


def read_claim(text: str) -> tuple[Claim | None, Claim]:
    """The condition before the first `->`, or None, and the whole claim.

    Raises:
        ClaimError: it does not read; the message says where.

    >>> condition, claim = read_claim("reveal and foxes >= 2 -> gobbled <= 1")
    >>> read_claim("foxes")
    Traceback (most recent call last):
    ...
    sly_core.ask.language.ClaimError: 'foxes' is no word for a truth; there are lay, expose, turn, \
reveal, ends, last_card, full_house, stalled
    """
    if len(text) > _LONGEST:
        raise ClaimError(f"a claim has at most {_LONGEST} characters")
    parts = [_truth(_parsed(part)) for part in text.split("->")]

    def claim(step: Any) -> Any:
        whole = parts[-1](step)
        for part in reversed(parts[:-1]):
            whole = step.implies(part(step), whole)
        return whole

    return (parts[0] if len(parts) > 1 else None), claim


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ClaimError(f"{brief(text.strip())} is no condition") from None


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
        raise ClaimError(f"{word!r} is no word for a truth; there are {', '.join(TRUTHS)}")
    raise ClaimError(f"{brief(ast.unparse(node))} is no truth: a truth word or a comparison is")


def _comparison(node: ast.Compare) -> Claim:
    sides = [_number(side)[0] for side in (node.left, *node.comparators)]
    tests = []
    for kind in node.ops:
        if type(kind) not in _COMPARE:
            raise ClaimError(f"{brief(ast.unparse(node))}: compare with == != < <= > >=")
        tests.append(_COMPARE[type(kind)])
    return lambda step: step.all_of(
        *(
            test(left(step), right(step))
            for test, left, right in zip(tests, sides, sides[1:], strict=False)
        )
    )


def _number(node: ast.expr) -> tuple[Claim, int]:
    """The number and a bound on its size."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
        return (lambda step: value), _checked(node, value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        part, bound = _number(node.operand)
        return (lambda step: -part(step)), bound
    if isinstance(node, ast.BinOp) and type(node.op) in _JOIN:
        join = _JOIN[type(node.op)]
        (left, one), (right, other) = _number(node.left), _number(node.right)
        bound = one * other if join is operator.mul else one + other
        return (lambda step: join(left(step), right(step))), _checked(node, bound)
    if isinstance(node, ast.Name) and node.id in NUMBERS:
        word = node.id
        return (lambda step: getattr(step, word)), MAX_STALL
    if isinstance(node, ast.Call) and not node.keywords and len(node.args) == 1:
        return _of_a_seat(node), MAX_STALL
    words = [*NUMBERS, *(f"{word}(seat)" for word in BY_SEAT)]
    text = brief(ast.unparse(node))
    raise ClaimError(f"{text} is no word for a number; there are {', '.join(words)}")


def _checked(node: ast.expr, bound: int) -> int:
    if bound >= 2 ** (NUMBER_BITS - 1):
        raise ClaimError(f"{brief(ast.unparse(node))} may become too large")
    return bound


def _of_a_seat(node: ast.Call) -> Claim:
    word, seat = ast.unparse(node.func), node.args[0]
    if word not in BY_SEAT:
        raise ClaimError(f"{brief(word)} is no word with a seat; there are {', '.join(BY_SEAT)}")
    if isinstance(seat, ast.Name) and seat.id in ("me", "next"):
        who: str | int = seat.id
    elif isinstance(seat, ast.Constant) and type(seat.value) is int and 0 <= seat.value < 4:
        who = seat.value
    else:
        raise ClaimError(f"{brief(ast.unparse(seat))} is no seat: me, next or 0 to 3 (S1)")
    return lambda step: step.by_seat(word, who)
