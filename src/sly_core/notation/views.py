"""What one seat sees of a position, and full positions that fit what it sees."""

from __future__ import annotations

from dataclasses import replace

from sly_core.notation.check import check_position, fail, hidden_set
from sly_core.notation.position import Position, check_kinds, is_hidden
from sly_core.ruleset import Ruleset


def view_of(position: Position, player: int, rules: Ruleset) -> Position:
    """The position with None for each card that lies hidden from `player`.

    Hidden are the others' hands, their cards that lie face down and, under `committed`, those
    turned in a reveal under way (R2). What is known to all stays.

    Raises:
        TypeError: no `Position`, or no `Ruleset`.
        TypeError, SlyError: no seat of this ruleset.

    >>> from sly_core.notation.text import format_position, parse_position
    >>> rules = Ruleset(hens=2)
    >>> position = parse_position("-,12?,-,02? F1/F1 -/- 0 0 -", rules)
    >>> format_position(view_of(position, 0, rules), rules)
    '-,1x?,-,02? F1/xx -/- 0 0 -'
    """
    check_kinds(position, rules)
    player = rules.check_seat(player)
    board = tuple(
        replace(placed, card=None)
        if placed is not None and placed.owner != player and is_hidden(placed, rules)
        else placed
        for placed in position.board
    )
    hands = tuple(
        hand if seat == player else (None,) * len(hand) for seat, hand in enumerate(position.hands)
    )
    return replace(position, board=board, hands=hands)


def complete_view(view: Position, rules: Ruleset) -> Position:
    """The first full position that looks so: spaces in order, the lowest card that can lie there.

    Only what is known restricts the cards; the rest of what a seat hides is its hand.

    Raises:
        TypeError: no `Position`, or no `Ruleset`.
        PositionError: no arrangement of a seat's cards fits what is known.

    >>> from sly_core.notation.text import format_position, parse_view
    >>> rules = Ruleset(hens=2)
    >>> full = complete_view(parse_view("-,1x?,-,02? F1/xx -/- 0 0 a2=12", rules), rules)
    >>> format_position(full, rules)
    '-,11?,-,02? F1/F2 -/- 0 0 a2=12'
    """
    check_kinds(view, rules)
    board = list(view.board)
    hands = list(view.hands)
    for owner in range(rules.players):
        if None not in hands[owner]:
            continue
        hidden = hidden_set(view, rules, owner)
        spaces = [
            space for space, p in enumerate(board) if p and p.owner == owner and p.card is None
        ]
        choices = [sorted(hidden if view.known[s] is None else view.known[s] or ()) for s in spaces]
        cards = _first_arrangement(choices, 0, frozenset(), set())
        if cards is None:
            message = f"no arrangement of seat {owner}'s cards fits what is known"
            fail(view, rules, ("known", next(s for s in spaces if view.known[s]), 0), message, "R2")
        for space, card in zip(spaces, cards, strict=True):
            placed = board[space]
            assert placed is not None  # it has an owner
            board[space] = replace(placed, card=card)
        hands[owner] = tuple(sorted(hidden - set(cards)))
    full = replace(view, board=tuple(board), hands=tuple(hands))
    check_position(full, rules)
    return full


def _first_arrangement(
    choices: list[list[int]], at: int, used: frozenset[int], dead: set[tuple[int, frozenset[int]]]
) -> list[int] | None:
    """The first way to take one card from each list from `at` on, no card twice, none of `used`."""
    if at == len(choices):
        return []
    if (at, used) in dead:
        return None
    for card in choices[at]:
        if card not in used:
            rest = _first_arrangement(choices, at + 1, used | {card}, dead)
            if rest is not None:
                return [card, *rest]
    dead.add((at, used))
    return None
