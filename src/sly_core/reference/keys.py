"""A number of 64 bits that stands for rules and position, the same on every platform and run.

Each fact of the position is written as one whole number, mixed, and all are put together by
exclusive or, so their order does not matter. The end of a game follows from the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sly_core.randomness import GAMMA, MASK64, mix64
from sly_core.reference.position import DOWN, SAFE, TURNED, Position, hides
from sly_core.ruleset import Ruleset

ON_A_SPACE, IN_HAND, TAKEN, TO_ACT = (kind << 56 for kind in (1, 2, 3, 4))
MARKS = {DOWN: 0, SAFE: 1, TURNED: 2}


def key(position: Position, rules: Ruleset) -> int:
    """Give the key of this position under these rules (docs/encoding.md).

    >>> from sly_core.reference.position import start
    >>> hex(key(start(Ruleset()), Ruleset()))
    '0x42a29f6cdb17935a'
    """
    result = rules.key()
    for fact in facts(position, rules):
        result ^= mix64((fact + GAMMA) & MASK64)
    return result


def facts(position: Position, rules: Ruleset) -> Iterator[int]:
    """Give every fact of the position (S1-S4, G3), what is known of the hidden cards included."""
    for space, placed in enumerate(position.board):
        if placed is not None:
            card = placed.card
            known = bits(placed.may_be) if hides(placed, rules) else 0
            where = ON_A_SPACE | space << 48 | card.owner << 40 | card.rank << 32
            yield where | MARKS[placed.mark] << 24 | known
    for seat, hand in enumerate(position.hands):
        yield IN_HAND | seat << 48 | bits(hand)
    for taker, pile in enumerate(position.taken):
        for card in pile:
            yield TAKEN | taker << 48 | card.owner << 40 | card.rank << 32
    yield TO_ACT | position.seat << 32 | position.stall


def bits(ranks: Iterable[int]) -> int:
    """Write a set of ranks as a number, one binary digit a rank.

    >>> bits({0, 3})
    9
    """
    return sum(1 << rank for rank in ranks)
