"""What everything is worth: P1-P4. May be asked at any time."""

from __future__ import annotations

from sly_core.reference.position import SAFE, Position
from sly_core.ruleset import Ruleset


def scores(position: Position, rules: Ruleset) -> list[int]:
    """Give the points of each seat: P1-P3, and nothing for cards in hand: P4.

    >>> from sly_core.reference.position import start
    >>> scores(start(Ruleset()), Ruleset())
    [0, 0]
    """
    return [
        safe_hens(position, seat, rules)
        + gobbled_hens(position, seat)
        + captured_foxes(position, seat, rules)
        for seat in range(rules.players)
    ]


def safe_hens(position: Position, seat: int, rules: Ruleset) -> int:
    """Add up the values of the spaces where this seat's Hens lie Safe: P1."""
    return sum(
        rules.spaces[space]
        for space, card in position.lying(SAFE).items()
        if card.owner == seat and not card.is_fox
    )


def gobbled_hens(position: Position, seat: int) -> int:
    """Add up the numbers of the Hens before this seat, its own counting against it: P2."""
    hens = [card for card in position.taken[seat] if not card.is_fox]
    return sum(-hen.rank if hen.owner == seat else hen.rank for hen in hens)


def captured_foxes(position: Position, seat: int, rules: Ruleset) -> int:
    """Count each Fox before this seat for as many points as there are players: P3."""
    return rules.players * sum(card.is_fox for card in position.taken[seat])


def winners(points: list[int]) -> list[int]:
    """Give the seats level at the top; they share the win: P4.

    >>> winners([3, -1, 3])
    [0, 2]
    """
    return [seat for seat, score in enumerate(points) if score == max(points)]


def returns(points: list[int]) -> list[float]:
    """Give each seat's points less the mean of all, so that they add up to nothing (P4).

    >>> returns([3, 0])
    [1.5, -1.5]
    """
    return [score - sum(points) / len(points) for score in points]
