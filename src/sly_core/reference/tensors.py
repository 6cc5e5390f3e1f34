"""What a player sees, as numbers: the same as :mod:`sly_core.reference.view`, row by row.

:func:`sly_core.protocol.observation_size` and its neighbours list the parts. Seats are counted from
the player who looks: 0 is that player, 1 the player to their left.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from sly_core.notation.actions import EXPOSE, STOP, TURN
from sly_core.protocol import EVENT_ROWS, event_size
from sly_core.reference import ending, scoring
from sly_core.reference.position import DOWN, SAFE, TURNED, Card, Position, hidden_cards, hides
from sly_core.ruleset import Ruleset

KINDS = ("lay", "expose", "turn", "stop")
END_REASONS = ("last card", "full house", "stalled")


def observation(position: Position, player: int, rules: Ruleset) -> list[float]:
    """Give the position as this player sees it (R2, P1-P4), the parts in the order below."""
    seats = seats_from(player, rules)
    numbers: list[float] = []
    for space in range(rules.num_spaces):
        numbers += space_row(position, space, player, rules)
    for seat in seats:
        numbers.append(len(position.hands[seat]) / rules.num_cards)
        numbers += flags(hidden_cards(position, seat, rules), rules.num_cards)
    numbers += flags(position.hands[player], rules.num_cards)
    for taker in seats:
        for owner in seats:
            pile = [card.rank for card in position.taken[taker] if card.owner == owner]
            numbers += flags(pile, rules.num_cards)
    reason = ending.end_reason(position, rules)
    numbers += one_of(position.seat if reason is None else None, seats)
    numbers += one_of(reason, END_REASONS)
    numbers.append(min(position.stall, 255) / 255)
    points = scoring.scores(position, rules)
    numbers += [float(points[seat]) for seat in seats]
    return numbers


def space_row(position: Position, space: int, player: int, rules: Ruleset) -> list[float]:
    """Give one space: empty, owner, how the card lies, the card if seen, and what it may be.

    The owner of a card sees it however it lies.
    """
    placed = position.board[space]
    if placed is None:
        return [1.0] + [0.0] * (rules.players + 3 + 2 * rules.num_cards)
    sees_it = placed.card.owner == player or not hides(placed, rules)
    return [
        0.0,
        *one_of(placed.card.owner, seats_from(player, rules)),
        *one_of(placed.mark, (DOWN, SAFE, TURNED)),
        *flags([placed.card.rank] if sees_it else [], rules.num_cards),
        *flags(placed.may_be, rules.num_cards),
    ]


def information(
    positions: Sequence[Position], actions: Sequence[int], player: int, rules: Ruleset
) -> list[float]:
    """Give the observation, then the last events, the newest first, and rows of zeros."""
    plies = range(len(actions))
    newest_first = [
        event_row(positions[ply], actions[ply:], player, rules)
        for ply in plies[: -EVENT_ROWS - 1 : -1]
    ]
    padding = [0.0] * event_size(rules) * (EVENT_ROWS - len(newest_first))
    return observation(positions[-1], player, rules) + list(chain(*newest_first)) + padding


def event_row(before: Position, actions: Sequence[int], player: int, rules: Ruleset) -> list[float]:
    """Give the first of these actions, done here: who, what, which space, and the card seen.

    ``actions`` are all from this one on, for what is seen of its card later.
    """
    action = actions[0]
    seats = seats_from(player, rules)
    card = card_seen_by_now(before, actions, rules)
    return [
        *one_of(before.seat, seats),
        *one_of(kind_of(action), KINDS),
        *one_of(None if action == STOP else action % 16, range(rules.num_spaces)),
        *one_of(None if card is None else card.owner, seats),
        *one_of(None if card is None else card.rank, range(rules.num_cards)),
    ]


def kind_of(action: int) -> str:
    """Name what this action does: lay, expose, turn or stop.

    >>> [kind_of(action) for action in (127, 128, 144, 160)]
    ['lay', 'expose', 'turn', 'stop']
    """
    starts = (0, EXPOSE, TURN, STOP)
    return [kind for kind, start in zip(KINDS, starts, strict=True) if start <= action][-1]


def card_seen_by_now(before: Position, actions: Sequence[int], rules: Ruleset) -> Card | None:
    """Give the card that the first of these actions, done here, has shown by the last of them.

    Under ``committed`` a card is seen once its reveal has been ended (R2); as nothing but its end
    comes between, any ``r.`` from here on means that.
    """
    action = actions[0]
    if kind_of(action) in ("lay", "stop"):
        return None
    if kind_of(action) == "turn" and rules.reveal == "committed" and STOP not in actions:
        return None
    return before.lying(DOWN)[action % 16]


def seats_from(player: int, rules: Ruleset) -> list[int]:
    """List all seats, this player's first, then on round to the left (S1)."""
    return [(player + step) % rules.players for step in range(rules.players)]


def flags(ranks: Collection[int], size: int) -> list[float]:
    """Give a 1 for each of these ranks and a 0 for each other, the Fox first.

    >>> flags({0, 2}, 4)
    [1.0, 0.0, 1.0, 0.0]
    """
    return [float(rank in ranks) for rank in range(size)]


def one_of(value: object, choices: Sequence[object]) -> list[float]:
    """Give a 1 for the choice that is the value and 0 for the others; all 0 for None."""
    return [float(value is not None and choice == value) for choice in choices]
