"""What a player sees, as text: the position now, and all that has happened (R2, L1, E1, G1)."""

from __future__ import annotations

from collections.abc import Sequence

from sly_core import notation
from sly_core.notation.actions import EXPOSE, STOP, TURN
from sly_core.reference import ending, turn
from sly_core.reference.position import DOWN, TURNED, Card, Position
from sly_core.reference.text import written
from sly_core.ruleset import Ruleset


def observation_string(position: Position, player: int, rules: Ruleset) -> str:
    """Write the position as this player sees it, ``x`` for each card hidden from them."""
    view = notation.view_of(written(position, rules), player, rules)
    return notation.format_position(view, rules)


def information_state_string(
    positions: Sequence[Position], actions: Sequence[int], player: int, rules: Ruleset
) -> str:
    """Write all this player has ever seen: the first position, then one word an action.

    ``positions[i]`` is the position before ``actions[i]``; the last one follows the last action.
    """
    root = observation_string(positions[0], player, rules)
    return notation.information_state_text(player, root, events(positions, actions, rules), rules)


def events(
    positions: Sequence[Position], actions: Sequence[int], rules: Ruleset
) -> list[notation.Event]:
    """Give what happened, action by action."""
    steps = zip(positions, actions, positions[1:], strict=False)
    return [event(before, action, after, rules) for before, action, after in steps]


def event(before: Position, action: int, after: Position, rules: Ruleset) -> notation.Event:
    """Give who did what, the cards that it showed everybody, and those that G1 turned up then."""
    return notation.Event(
        seat=before.seat,
        action=action,
        seen=tuple(card.rank for card in cards_shown(before, action, rules)),
        ending=cards_turned_up_at_the_end(before, action, after, rules),
    )


def cards_shown(before: Position, action: int, rules: Ruleset) -> list[Card]:
    """List the cards that this action shows everybody, in order of spaces: L1, E1, R2.

    A LAY shows none. Of a REVEAL, each step shows its card under ``stepwise``, and under
    ``committed`` the end of it shows them all.
    """
    if EXPOSE <= action < TURN:
        return [before.lying(DOWN)[action - EXPOSE]]
    if TURN <= action < STOP and rules.reveal == "stepwise":
        return [before.lying(DOWN)[action - TURN]]
    if action == STOP and rules.reveal == "committed":
        return list(before.lying(TURNED).values())
    return []


def cards_turned_up_at_the_end(
    before: Position, action: int, after: Position, rules: Ruleset
) -> tuple[int, ...] | None:
    """Give the cards that G1 turned up after this action, in order of spaces; None if it did not.

    They are those that the action's own effect left face down.
    """
    if ending.end_reason(after, rules) != "last card":
        return None
    left_down = turn.effect(before, rules, action).lying(DOWN)
    return tuple(card.rank for card in left_down.values())
