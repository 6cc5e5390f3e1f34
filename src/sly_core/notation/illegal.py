"""Why an action may not be made: the slow way, for the error once it is known that it may not."""

from __future__ import annotations

from sly_core.errors import IllegalActionError
from sly_core.notation.actions import (
    EXPOSE,
    NUM_ACTIONS,
    STOP,
    TURN,
    action_number,
    card_letter,
)
from sly_core.notation.check import end_reason_of
from sly_core.notation.position import DOWN, SAFE, TURNED, Position, check_kinds
from sly_core.ruleset import MAX_SPACES, Ruleset

Why = tuple[str, str]
"""A reason in words and its clause."""

_END_CLAUSES = {"last card": "G1", "full house": "G2", "stalled": "G3"}


def why_illegal(position: Position, rules: Ruleset, action: int) -> IllegalActionError:
    """The error, not raised, for an action that is illegal in a full position.

    Raises:
        TypeError: no `Position`, no `Ruleset`, or no integer.

    >>> from sly_core.notation.position import start_position
    >>> print(why_illegal(start_position(Ruleset()), Ruleset(), 128))
    action 128: no card lies on a1 (E1)
    """
    check_kinds(position, rules)
    action = action_number(action)
    message, clause = _why(position, rules, action)
    return IllegalActionError(action, message, clause=clause)


def _why(position: Position, rules: Ruleset, action: int) -> Why:
    if not 0 <= action < NUM_ACTIONS:
        return f"action ids are 0 to {NUM_ACTIONS - 1}", "T1"
    reason = end_reason_of(position, rules)
    if reason is not None:
        return f"the game is over: {reason}", _END_CLAUSES[reason]
    if action == STOP:
        return _why_no_stop(position, rules)
    card, space = divmod(action, MAX_SPACES)
    if space >= rules.num_spaces:
        return f"spaces of this ruleset are 0 to {rules.num_spaces - 1}", "S3"
    if action < TURN and _turned(position):
        return "a reveal is under way: turn another card or end it", "R2"
    if action < EXPOSE:
        return _why_no_lay(position, rules, card, space)
    if action < TURN:
        return _why_no_expose(position, rules, space)
    return _why_no_turn(position, rules, space)


def _turned(position: Position) -> list[int]:
    return [space for space, p in enumerate(position.board) if p and p.mark == TURNED]


def _why_no_lay(position: Position, rules: Ruleset, card: int, space: int) -> Why:
    if card > rules.hens:
        return f"Hens of this ruleset are 1 to {rules.hens}", "S2"
    if card not in position.hands[position.seat]:
        return f"seat {position.seat} does not hold {card_letter(card)}", "L1"
    return f"{rules.space_names[space]} is occupied", "L1"


def _why_no_expose(position: Position, rules: Ruleset, space: int) -> Why:
    placed = position.board[space]
    name = rules.space_names[space]
    if placed is None:
        return f"no card lies on {name}", "E1"
    if placed.owner == position.seat:
        return f"the card on {name} is seat {position.seat}'s own", "E1"
    return f"the card on {name} is face up already", "E1"


def _why_no_turn(position: Position, rules: Ruleset, space: int) -> Why:
    placed = position.board[space]
    name = rules.space_names[space]
    if placed is None:
        return f"no card lies on {name}", "R1"
    if placed.mark == SAFE:
        return f"the card on {name} is Safe", "R1"
    if placed.mark == TURNED:
        return f"the card on {name} is turned already", "R1"
    return f"{name} is not around the house of the cards turned", "R1"


def _why_no_stop(position: Position, rules: Ruleset) -> Why:
    turned = _turned(position)
    if not turned:
        return "no reveal is under way", "R1"
    left = sum(1 for p in position.board if p and p.mark == DOWN)
    return f"{rules.min_reveal} cards must be turned, and {left} more can be", "R1"
