"""REVEAL, from the first card turned to the outcome: R1-R8.

What happens to the turned cards is a question about cards alone (:func:`outcome`); moving them is
another (:func:`after_stop`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sly_core.reference import knowledge
from sly_core.reference.position import DOWN, SAFE, TURNED, Card, Position
from sly_core.ruleset import Ruleset

STALL_CEILING = 65535
"""The count of reveals of Foxes alone stays here once it is reached (G3)."""


# Turning cards ------------------------------------------------------------------------------


def is_under_way(position: Position) -> bool:
    """Tell whether a REVEAL has begun and has not been ended: R2."""
    return bool(position.lying(TURNED))


def turnable(position: Position, rules: Ruleset) -> list[int]:
    """List the spaces whose card may be turned next: R1.

    Any face-down card, the player's own as well. Under ``one_house`` the first card turned settles
    the house.
    """
    face_down = list(position.lying(DOWN))
    turned = position.lying(TURNED)
    if rules.reveal_scope == "one_house" and turned:
        houses = {rules.house_of[space] for space in turned}
        return [space for space in face_down if rules.house_of[space] in houses]
    return face_down


def may_stop(position: Position, rules: Ruleset) -> bool:
    """Tell whether the player may end the REVEAL under way: R1.

    At least ``min_reveal`` cards are turned, or fewer where no more can be.
    """
    turned = len(position.lying(TURNED))
    return turned >= rules.min_reveal or (turned > 0 and not turnable(position, rules))


def after_turn(position: Position, space: int, rules: Ruleset) -> Position:
    """Turn one more card of the REVEAL: R1, R2."""
    # legality: space is one of turnable(position, rules)
    card = position.lying(DOWN)[space]
    # knowledge: stepwise everybody sees it now; committed only when the player has ended the reveal
    if rules.reveal == "stepwise":
        position = knowledge.after_seeing(position, [card])
    # cards: it stays on its space, turned
    position = position.marked(space, TURNED)
    # score: the outcome is still to come
    # turn: the same player goes on
    return position


def after_stop(position: Position, rules: Ruleset) -> Position:
    """End the REVEAL and let the outcome follow: R2-R7, with G3's count."""
    # legality: may_stop(position, rules)
    turned = list(position.lying(TURNED).values())
    # knowledge: whatever was turned, everybody has seen by now
    position = knowledge.after_seeing(position, turned)
    # cards: gobbled, Safe, back to hand, or out of the game
    result = outcome(turned, position.seat, rules)
    for fox, hen in result.gobbled:
        position = position.taken_by(fox.owner, hen)
    if result.safe is not None:
        position = position.marked(position.space_of(result.safe), SAFE)
    for card in result.back:
        position = position.returned(card)
    for fox in result.out:
        position = position.without(fox)
    # score: follows from where the cards lie now (P1, P2); the count of G3 goes on or starts again
    position = replace(position, stall=stall_after(turned, position.stall))
    # turn: the action is complete
    return position


def stall_after(turned: Sequence[Card], stall: int) -> int:
    """Count the reveals of Foxes alone: G3. A single Hen among the cards starts the count again."""
    if all(card.is_fox for card in turned):
        return min(stall + 1, STALL_CEILING)
    return 0


# What becomes of the turned cards -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of every card that a REVEAL turned (R3-R7). Each card stands in one place."""

    gobbled: tuple[tuple[Card, Card], ...]
    """Pairs of a Fox and the Hen that its owner takes with it."""
    safe: Card | None
    back: frozenset[Card]
    out: frozenset[Card]


def outcome(turned: Iterable[Card], active: int, rules: Ruleset) -> Outcome:
    """Say what becomes of the turned cards, ``active`` being the revealing seat: R3-R7.

    With Hens only no Fox gobbles, and R3-R5 say just what R6 says; with Foxes only they say what R7
    says. So one reading covers all three cases.

    >>> outcome([Card(0, 0), Card(1, 4), Card(0, 6)], 1, Ruleset()).gobbled
    ((Card(owner=0, rank=0), Card(owner=0, rank=6)),)
    """
    foxes = ranked((card for card in turned if card.is_fox), active, rules)
    hens = ranked((card for card in turned if not card.is_fox), active, rules)
    gobbled = gobblings(foxes, hens, rules)
    hens_left = hens[len(gobbled) :]
    out = leaving_foxes(gobbled, rules)
    return Outcome(
        gobbled=tuple(gobbled),
        safe=safe_hen(hens_left),
        back=cards_going_back(foxes, hens_left, out),
        out=out,
    )


def ranked(cards: Iterable[Card], active: int, rules: Ruleset) -> list[Card]:
    """Sort Hens, or Foxes, from the top: R8.

    The higher number first; among equals the active player's, then on round to the left.

    >>> ranked([Card(0, 3), Card(1, 3), Card(0, 5)], 1, Ruleset())
    [Card(owner=0, rank=5), Card(owner=1, rank=3), Card(owner=0, rank=3)]
    """

    def seats_left_of_active(card: Card) -> int:
        return (card.owner - active) % rules.players

    return sorted(cards, key=lambda card: (-card.rank, seats_left_of_active(card)))


def gobblings(foxes: list[Card], hens: list[Card], rules: Ruleset) -> list[tuple[Card, Card]]:
    """Pair each Fox that gobbles with its Hen, both lists ranked: R3.

    It must, even where the Hen is its owner's. ``top``: one Fox, one Hen. ``each``: every Fox in
    rank order takes the top Hen still there.
    """
    gobbling = foxes if rules.multiple_foxes == "each" else foxes[:1]
    return list(zip(gobbling, hens, strict=False))


def safe_hen(hens_left: list[Card]) -> Card | None:
    """Give the Hen that becomes Safe, the top one of those that no Fox took, if any: R4, R6."""
    return hens_left[0] if hens_left else None


def leaving_foxes(gobbled: list[tuple[Card, Card]], rules: Ruleset) -> frozenset[Card]:
    """Give the Foxes that leave the game: R5. Under ``leaves`` those that gobbled, else none."""
    if rules.gobbling_fox == "leaves":
        return frozenset(fox for fox, _ in gobbled)
    return frozenset()


def cards_going_back(
    foxes: list[Card], hens_left: list[Card], out: frozenset[Card]
) -> frozenset[Card]:
    """Give the cards that return to hand: R5, R6, R7.

    All Foxes but those out of the game, and all Hens but the gobbled and the Safe one.
    """
    return frozenset(foxes) - out | frozenset(hens_left[1:])
