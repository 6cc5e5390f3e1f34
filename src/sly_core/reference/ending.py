"""What follows an action that is complete, and how the game ends: S1, G1 to G3, O1 to O5.

The order within one instant is that of :func:`after_complete_action`.
"""

from __future__ import annotations

from dataclasses import replace

from sly_core.reference import knowledge
from sly_core.reference.position import DOWN, SAFE, TURNED, Position
from sly_core.ruleset import Ruleset


def after_complete_action(position: Position, rules: Ruleset) -> Position:
    """Ask for the end and pass the turn, once the action has had its effect: O1.

    G2 (O2) and G3 (O3) keep the seat that acted. Then the turn passes (O4), and G1 is asked of the
    player whose turn begins and of nobody else (O5).
    """
    if is_full_house(position) or is_stalled(position, rules):
        return position
    position = turn_passed(position, rules)
    if holds_just_one_card(position):
        position = turned_up_at_the_end(position)
    return position


def turn_passed(position: Position, rules: Ruleset) -> Position:
    """Let the player to the left begin their turn: S1."""
    return replace(position, seat=(position.seat + 1) % rules.players)


def holds_just_one_card(position: Position) -> bool:
    """Tell whether the seat to act begins its turn with one card, which ends the game: G1.

    Read as "at most one"; that it is never none is a theorem.
    """
    return len(position.hands[position.seat]) <= 1


def turned_up_at_the_end(position: Position) -> Position:
    """Turn every face-down card up: G1. Nothing is gobbled and G3's count stays."""
    face_down = position.lying(DOWN)
    for space in face_down:
        position = position.marked(space, SAFE)
    return knowledge.after_seeing(position, list(face_down.values()))


def is_full_house(position: Position) -> bool:
    """Tell whether a card lies face up on every space: G2. A card turned in a reveal does not."""
    return len(position.lying(SAFE)) == len(position.board)


def is_stalled(position: Position, rules: Ruleset) -> bool:
    """Tell whether so many reveals of Foxes alone have happened that the game is over: G3."""
    return rules.stall_limit > 0 and position.stall >= rules.stall_limit


def end_reason(position: Position, rules: Ruleset) -> str | None:
    """Give ``"last card"``, ``"full house"`` or ``"stalled"`` after the end, before it None: G1-G3.

    G1 has happened where the seat's one card is the only one that no one has turned up. The seat
    of an end by G2 or G3 has acted, so it began its turn with two cards at least and, as only a LAY
    costs a card, still has them: no position shows G1 and another end.
    """
    if holds_just_one_card(position) and not position.lying(DOWN) and not position.lying(TURNED):
        return "last card"
    if is_full_house(position):
        return "full house"
    if is_stalled(position, rules):
        return "stalled"
    return None
