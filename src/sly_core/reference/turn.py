"""A turn as one function: the effect of an action, then what follows it at once: T1."""

from __future__ import annotations

from sly_core.notation.actions import EXPOSE, STOP, TURN
from sly_core.reference import actions, ending, reveal
from sly_core.reference.position import Position
from sly_core.ruleset import Ruleset


def effect(position: Position, rules: Ruleset, action: int) -> Position:
    """Do to the cards what this legal action does: T1. Nobody has asked for the end yet."""
    if action < EXPOSE:
        rank, space = divmod(action, 16)
        return actions.after_lay(position, rank, space, rules)
    if action < TURN:
        return actions.after_expose(position, action - EXPOSE)
    if action < STOP:
        return reveal.after_turn(position, action - TURN, rules)
    return reveal.after_stop(position, rules)


def after(position: Position, rules: Ruleset, action: int) -> Position:
    """Give the position after this legal action: T1, in the order O1 to O5.

    A REVEAL is one action of the game and complete only with its last step; until then nothing
    follows (R2, G2).
    """
    position = effect(position, rules, action)
    if reveal.is_under_way(position):
        return position
    return ending.after_complete_action(position, rules)
