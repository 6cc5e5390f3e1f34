"""What everybody knows of the hidden cards, and what follows from it (L1, E1, R2, G1).

The plain rule: a hidden card may be any card that was hidden with its owner, in hand or on the
board, when its space was filled, and that nobody has seen since. It is kept with each card, as
:attr:`~sly_core.reference.position.Placed.may_be`.

It is kept space by space, yet it is all there is to know, together with the fact that two spaces
hold two different cards. Take any choice of different cards, each one that its space may hold. Each
was with its owner when its space was filled. It did not lie on another space then: a space that is
still hidden holds another card of the choice, and what lay on any other space has been seen since,
which the plain rule leaves out. So it was in hand and could be laid; and as nothing that anybody
has seen depends on it, the game could have gone just so. Hence arrangements are counted, and not
searched for, below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from sly_core.reference.position import Card, Placed, Position, hidden_spaces
from sly_core.ruleset import Ruleset


def after_seeing(position: Position, cards: Iterable[Card]) -> Position:
    """Let everybody see these cards, wherever they lie (E1, R2, G1).

    Each may be only itself from now on, and no other card of its owner may be it.
    """
    for card in cards:
        this = frozenset({card.rank})
        changes: dict[int, Placed | None] = {}
        for space, placed in enumerate(position.board):
            if placed is not None and placed.card.owner == card.owner:
                may_be = this if placed.card == card else placed.may_be - this
                changes[space] = replace(placed, may_be=may_be)
        position = position.with_spaces(changes)
    return position


@lru_cache(maxsize=4096)
def arrangements(spaces: tuple[frozenset[int], ...]) -> int:
    """Count the ways to put different cards of one owner on spaces that may hold these.

    >>> arrangements((frozenset({0, 1}), frozenset({0, 1, 2})))
    4
    """
    if not spaces:
        return 1
    first, *others = spaces
    return sum(arrangements(_without(card, others)) for card in first)


def arrangement(spaces: Sequence[frozenset[int]], k: int) -> list[int]:
    """Give arrangement number ``k`` of those, from 0, in dictionary order, the Fox first.

    >>> [arrangement([frozenset({0, 1}), frozenset({0, 1, 2})], k) for k in range(4)]
    [[0, 1], [0, 2], [1, 0], [1, 2]]
    """
    if not spaces:
        return []
    first, *others = spaces
    for card in sorted(first):
        rest = _without(card, others)
        if k < arrangements(rest):
            return [card, *arrangement(rest, k)]
        k -= arrangements(rest)
    raise AssertionError("there are fewer arrangements than that")


def _without(card: int, spaces: Iterable[frozenset[int]]) -> tuple[frozenset[int], ...]:
    return tuple(may_be - {card} for may_be in spaces)


def may_hold(position: Position, owner: int, rules: Ruleset) -> dict[int, frozenset[int]]:
    """Give the plain rule's set of every space where this owner's card lies hidden, in order."""
    spaces = hidden_spaces(position, owner, rules)
    return {s: placed.may_be for s in spaces if (placed := position.board[s]) is not None}


def candidates(position: Position, space: int, rules: Ruleset) -> list[int]:
    """List the cards that lie here in some arrangement of all its owner's hidden cards, ascending.

    Of a space that holds a card seen by all, that card; of an empty space, none.
    """
    placed = position.board[space]
    if placed is None:
        return []
    others = may_hold(position, placed.card.owner, rules)
    others.pop(space, None)
    return [
        card for card in sorted(placed.may_be) if arrangements(_without(card, others.values())) > 0
    ]


def worlds_count(position: Position, player: int, rules: Ruleset) -> int:
    """Count the arrangements of all cards hidden from this player.

    What one opponent holds says nothing of another's cards, so the counts multiply.
    """
    return prod(
        arrangements(tuple(may_hold(position, owner, rules).values()))
        for owner in range(rules.players)
        if owner != player
    )


def world(position: Position, player: int, k: int, rules: Ruleset) -> dict[int, int]:
    """Give world number ``k`` of those, from 0: the card on each space hidden from this player.

    The first owner counts most, as the first space does within one owner.
    """
    cards: dict[int, int] = {}
    for owner in reversed(range(rules.players)):
        if owner != player:
            spaces = may_hold(position, owner, rules)
            k, own_k = divmod(k, arrangements(tuple(spaces.values())))
            cards |= dict(zip(spaces, arrangement(tuple(spaces.values()), own_k), strict=True))
    return cards
