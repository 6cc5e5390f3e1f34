"""The smallest position in which two readings differ, by going through positions in order.

The order is: fewest cards away from hands, then fewest actions (none, or the one that ends a
reveal), then lowest ranks, then text. Two readings part at some action; in the position before it
they are still at one, and no more cards are away from hands then than at any moment before or
after. So one action is always enough, and only an end of a reveal needs one: what any other action
shows to be different is there in the position after it, with as many cards away from hands.

Ranks matter only by their order, so of cards away from hands the Hens are taken to have the lowest
ranks in each order. What is known of hidden cards is left at what it is when nothing has been seen:
it follows from what is shown, and changes nothing else.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product

from sly_core import reference
from sly_core.ask.comparing import Difference, differences, read_under, step_differences
from sly_core.ask.ways import FOX, Way
from sly_core.errors import NotationError
from sly_core.notation import STOP, card_letter
from sly_core.notation.position import DOWN, SAFE, TURNED
from sly_core.ruleset import Ruleset

Cards = tuple[tuple[int, int], ...]
"""Cards as pairs of rank and owner, ascending."""
Spot = str | int
"""Where a card is: a mark on the board, the seat it lies in front of, or `_OUT`."""
_OUT = -1


class OutOfTimeError(Exception):
    """The time for a search is over."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """A position, in text under the first ruleset, the action if one is needed, what differs."""

    position: str
    action: int | None
    cards: int
    differences: tuple[Difference, ...]


def smallest(
    first: Ruleset, second: Ruleset, found: tuple[Way, ...], until: float
) -> Smallest | None:
    """The first position, in order, in which these differ in one of these ways, or None.

    None means that there is no such position.

    Raises:
        OutOfTimeError: `time.monotonic()` has reached `until`.

    >>> from sly_core.ask.ways import ways
    >>> pair = Ruleset(), Ruleset(min_reveal=2)
    >>> smallest(*pair, ways(*pair), time.monotonic() + 60).position
    '-,-,0F*,1F? 123456/123456 -/- 0 0 -'
    """
    for cards in range(first.players * first.num_cards + 1):
        for stops in (False, True):
            some = [way for way in found if way.stops == stops]
            if some and (answer := _with_cards(first, second, some, cards, until)) is not None:
                return answer
    return None


def _with_cards(
    first: Ruleset, second: Ruleset, found: list[Way], cards: int, until: float
) -> Smallest | None:
    """The first among the positions with so many cards away from hands."""
    action = STOP if found[0].stops else None
    leaves = first.gobbling_fox == second.gobbling_fox == "leaves"
    for _, group in groupby(_hands(first, cards), key=_ranks):
        kinds = [kind for away in group for kind in _arranged(first, away, found, leaves, until)]
        for text in _texts(first, kinds):
            _check(until)
            if unlike := _unlike(text, action, first, second):
                return Smallest(text, action, cards, unlike)
    return None


def _unlike(
    text: str, action: int | None, first: Ruleset, second: Ruleset
) -> tuple[Difference, ...]:
    """What is different in this position, or after the action, if both readings can have it."""
    try:
        one = reference.State.from_text(text, first)
    except NotationError:
        return ()
    other = read_under(text, first, second)
    if other is None:
        return ()
    if action is None:
        return differences(one, other)
    if action not in one.legal_actions() or action not in other.legal_actions():
        return ()
    return step_differences(one, other, action)


def _check(until: float) -> None:
    if time.monotonic() > until:
        raise OutOfTimeError


# Which cards are away from hands --------------------------------------------------------------


def _hands(rules: Ruleset, cards: int) -> Iterator[Cards]:
    """Every set of so many cards, the Hens of the lowest ranks in their order, ranks ascending.

    >>> list(_hands(Ruleset(), 1))
    [((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),)]
    """
    seats = range(rules.players)
    sets = [
        tuple((FOX, seat) for seat in foxes) + hens
        for count in range(min(cards, rules.players) + 1)
        for foxes in combinations(seats, count)
        for hens in _hens(cards - count, 1, rules)
    ]
    return iter(sorted(sets, key=lambda away: (_ranks(away), away)))


def _ranks(away: Cards) -> list[int]:
    return [rank for rank, _ in away]


def _hens(cards: int, rank: int, rules: Ruleset) -> Iterator[Cards]:
    """Every way to have so many Hens from this rank up, no rank left out between."""
    if cards == 0:
        yield ()
    elif rank <= rules.hens:
        for count in range(1, min(cards, rules.players) + 1):
            for owners in combinations(range(rules.players), count):
                for rest in _hens(cards - count, rank + 1, rules):
                    yield tuple((rank, owner) for owner in owners) + rest


# Where they lie ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """Cards that lie on the board, wherever, and all the rest of a position but the seat to act."""

    lying: tuple[str, ...]
    rest: str
    stall: int


def _arranged(
    rules: Ruleset, away: Cards, found: list[Way], leaves: bool, until: float
) -> Iterator[_Arrangement]:
    """Every arrangement of these cards that meets the condition of one of the ways."""
    stalls = {0, *(way.stall for way in found if way.stall is not None)}
    hands = tuple(
        tuple(card for card in range(rules.num_cards) if (card, seat) not in away)
        for seat in range(rules.players)
    )
    if not all(hands):
        return
    for spots in product(*(_spots(card, rules, leaves) for card in away)):
        _check(until)
        lie = Counter(
            (spot, rank == FOX)
            for spot, (rank, _) in zip(spots, away, strict=True)
            if isinstance(spot, str)
        )
        for stall in sorted(stalls):
            if any(way.fits(lie, stall) for way in found):
                yield _arrangement(rules, away, spots, hands, stall)


def _spots(card: tuple[int, int], rules: Ruleset, leaves: bool) -> list[Spot]:
    rank, owner = card
    takers = [seat for seat in range(rules.players) if rank != FOX or seat != owner]
    return [DOWN, TURNED, SAFE, *takers, *([_OUT] if leaves and rank == FOX else [])]


def _arrangement(
    rules: Ruleset,
    away: Cards,
    spots: Iterable[Spot],
    hands: tuple[tuple[int, ...], ...],
    stall: int,
) -> _Arrangement:
    """The cards in these spots, in words of the text."""
    lying: list[str] = []
    piles: list[list[str]] = [[] for _ in range(rules.players)]
    # by owner, so that each pile comes out as the text has it
    for (rank, owner), spot in sorted(zip(away, spots, strict=True), key=lambda pair: pair[0][1]):
        card = f"{owner}{card_letter(rank)}"
        if isinstance(spot, str):
            lying.append(card + spot)
        elif spot != _OUT:
            piles[spot].append(card)
    held = "/".join("".join(map(card_letter, hand)) for hand in hands)
    taken = "/".join(",".join(pile) or "-" for pile in piles)
    return _Arrangement(tuple(lying), f"{held} {taken}", stall)


def _texts(rules: Ruleset, kinds: list[_Arrangement]) -> Iterator[str]:
    """Every position of these arrangements, in the order of texts.

    Written here and not by `format_position`: there may be very many, and the few that are looked
    at are read, and so checked. An empty space comes before any card, so the spaces that are taken
    decide first; only positions that have those in common are sorted together.
    """
    ends = [house == then for house, then in zip(rules.house_of, rules.house_of[1:], strict=False)]
    marks = [*("," if same else "/" for same in ends), ""]
    spaces = range(rules.num_spaces)
    sizes = {len(kind.lying) for kind in kinds}
    taken = [chosen for size in sizes for chosen in combinations(spaces, size)]
    for chosen in sorted(taken, key=lambda chosen: [space in chosen for space in spaces]):
        texts = set()
        for kind in kinds:
            if len(kind.lying) != len(chosen):
                continue
            for cards in permutations(kind.lying):
                cells = ["-"] * rules.num_spaces
                for space, card in zip(chosen, cards, strict=True):
                    cells[space] = card
                board = "".join(map(str.__add__, cells, marks))
                for seat in range(rules.players):
                    texts.add(f"{board} {kind.rest} {seat} {kind.stall} -")
        yield from sorted(texts)
