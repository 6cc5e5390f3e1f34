"""Positions that read well but that no game can come to, and the clause each of them breaks.

Whose turn it may be, and knowledge that no play leads to, are not looked into: what is refused here
is refused by the cards on the table alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from sly_core.errors import PositionError
from sly_core.notation.position import DOWN, SAFE, TURNED, Position, check_kinds, is_hidden
from sly_core.notation.written import Part, column_of, format_position, letter
from sly_core.ruleset import MAX_STALL, Ruleset

FOX = 0


def end_reason_of(position: Position, rules: Ruleset) -> str | None:
    """Why the game is over at a possible position: `"stalled"` (G3), `"last card"` (G1),
    `"full house"` (G2), or None where it goes on.

    Raises:
        TypeError: no `Position`, or no `Ruleset`.

    >>> from sly_core.notation.position import start_position
    >>> end_reason_of(start_position(Ruleset()), Ruleset())
    """
    check_kinds(position, rules)
    if rules.stall_limit and position.stall == rules.stall_limit:
        return "stalled"
    marks = {placed.mark if placed else None for placed in position.board}
    if len(position.hands[position.seat]) == 1 and not marks & {DOWN, TURNED}:
        return "last card"
    return "full house" if marks == {SAFE} else None


def check_position(position: Position, rules: Ruleset) -> None:
    """Raise `PositionError` unless some play may lead to this position, or to one it is a view of.

    The position must fit the ruleset in shape (seats, spaces, ranks), as one that was read does.
    `TypeError` where the two are no `Position` and no `Ruleset`.

    >>> from sly_core.notation.text import parse_position
    >>> parse_position("0F!,-,-,- 12/F12 -/- 0 0 -", Ruleset(hens=2))
    Traceback (most recent call last):
    sly_core.errors.PositionError: board, column 1: only an end by G1 leaves a Fox face up (G1)
      0F!,-,-,- 12/F12 -/- 0 0 -
       ^
    """
    check_kinds(position, rules)
    _check_cards(position, rules)
    _check_piles(position, rules)
    _check_stall(position, rules)
    _check_end(position, rules)
    _check_reveal(position, rules)
    _check_known(position, rules)


def fail(position: Position, rules: Ruleset, part: Part, message: str, clause: str) -> NoReturn:
    """Raise the `PositionError` that points at this part of the position."""
    raise PositionError(
        message,
        field=part[0],
        column=column_of(position, rules, part),
        text=format_position(position, rules),
        clause=clause,
    )


def hidden_set(position: Position, rules: Ruleset, owner: int) -> frozenset[int]:
    """The cards hidden with `owner`: in hand, face down or, under `committed`, turned.

    Where the viewer does not see them they are what is left when every card seen is taken away.
    """
    gone = {FOX} if fox_is_out(position, rules, owner) else set()
    seen = {
        card
        for whose, card, part in _cards(position)
        if whose == owner and card is not None and not _lies_hidden(position, rules, part)
    }
    return frozenset(range(rules.num_cards)) - gone - seen


def fox_is_out(position: Position, rules: Ruleset, seat: int) -> bool:
    """Whether `seat`'s Fox has left the game: under `leaves`, once it has gobbled (R5)."""
    return rules.gobbling_fox == "leaves" and any(card != FOX for _, card in position.taken[seat])


def _cards(position: Position) -> Iterator[tuple[int, int | None, Part]]:
    """Owner, card and part of every card that is written."""
    for space, placed in enumerate(position.board):
        if placed is not None:
            yield placed.owner, placed.card, ("board", space, 1)
    for seat, hand in enumerate(position.hands):
        for place, card in enumerate(hand):
            yield seat, card, ("hands", seat, place)
    for seat, pile in enumerate(position.taken):
        for place, (owner, taken) in enumerate(pile):
            yield owner, taken, ("taken", seat, place)


def _lies_hidden(position: Position, rules: Ruleset, part: Part) -> bool:
    field, index, _ = part
    if field == "board":
        placed = position.board[index]
        return placed is not None and is_hidden(placed, rules)
    return field == "hands"


def _check_cards(position: Position, rules: Ruleset) -> None:
    """S2: every player's cards are each somewhere, once; a Fox that is out (R5) is nowhere."""
    for owner in range(rules.players):
        written: set[int] = set()
        unseen = 0
        for whose, card, part in _cards(position):
            if whose != owner:
                continue
            if card is None:
                unseen += 1
            elif card in written:
                message = f"{letter(card)} of seat {owner} stands here a second time"
                fail(position, rules, part, message, "S2")
            elif card == FOX and fox_is_out(position, rules, owner):
                message = f"the Fox of seat {owner} has gobbled and is out of the game"
                fail(position, rules, part, message, "R5")
            else:
                written.add(card)
        missing = set(range(rules.num_cards)) - written
        if fox_is_out(position, rules, owner):
            missing -= {FOX}
        if len(missing) != unseen:
            _fail_missing(position, rules, owner, missing, unseen)
        _check_all_or_none_seen(position, rules, owner)


def _fail_missing(
    position: Position, rules: Ruleset, owner: int, missing: set[int], unseen: int
) -> NoReturn:
    part = ("hands", owner, 0)
    cards = "".join(map(letter, sorted(missing)))
    if unseen:
        message = f"seat {owner} has {len(missing)} cards that are not seen, not {unseen}"
        fail(position, rules, part, message, "S2")
    if missing == {FOX} and rules.gobbling_fox == "leaves":
        message = f"the Fox of seat {owner} is missing, but no Hen it gobbled lies in front of it"
        fail(position, rules, part, message, "R5")
    fail(position, rules, part, f"cards of seat {owner} are missing: {cards}", "S2")


def _check_all_or_none_seen(position: Position, rules: Ruleset, owner: int) -> None:
    """S4: a viewer sees the hidden cards of one seat all, or sees none of them."""
    hidden = [
        (card, part)
        for whose, card, part in _cards(position)
        if whose == owner and _lies_hidden(position, rules, part)
    ]
    for whose, card, part in _cards(position):
        if whose == owner and card is None and not _lies_hidden(position, rules, part):
            fail(position, rules, part, "everybody sees a card that is face up", "R2")
    if len({card is None for card, _ in hidden}) > 1:
        part = next(part for card, part in hidden if card is None)
        message = f"of seat {owner}'s hidden cards some are written and this one is not"
        fail(position, rules, part, message, "S4")


def _check_piles(position: Position, rules: Ruleset) -> None:
    """E1, E2: nobody captures their own Fox. R5: a Fox that leaves gobbles just once."""
    for seat, pile in enumerate(position.taken):
        hens = 0
        for place, (owner, card) in enumerate(pile):
            part = ("taken", seat, place)
            if card == FOX and owner == seat:
                fail(position, rules, part, "nobody captures their own Fox", "E1")
            hens += card != FOX
            if hens > 1 and rules.gobbling_fox == "leaves":
                message = f"the Fox of seat {seat} left after gobbling once"
                fail(position, rules, part, message, "R5")


def _check_end(position: Position, rules: Ruleset) -> None:
    """G1, G2, G3: no end that must have come before, and no sign of an end that did not come."""
    reason = end_reason_of(position, rules)
    alone = len(position.hands[position.seat]) == 1
    for space, placed in enumerate(position.board):
        if placed is None:
            continue
        if alone and placed.mark != SAFE:
            message = f"seat {position.seat} began its turn with one card, so this is face up"
            fail(position, rules, ("board", space, 2), message, "G1")
        if placed.mark == SAFE and placed.card == FOX and reason != "last card":
            message = "only an end by G1 leaves a Fox face up"
            fail(position, rules, ("board", space, 1), message, "G1")
        if placed.mark == TURNED and reason == "stalled":
            message = "the game has stalled, so no reveal is under way"
            fail(position, rules, ("board", space, 2), message, "G3")
    if reason == "stalled" and alone:
        message = "the count is at its limit, which ends the game before a player with one card can"
        fail(position, rules, ("stall", 0, 0), message, "G3")


def _check_stall(position: Position, rules: Ruleset) -> None:
    """G3: a reveal of Foxes alone that still counts leaves its Foxes in play; one that has just
    ended the game leaves them in hand and their spaces free.
    """
    limit = rules.stall_limit or MAX_STALL
    part = ("stall", 0, 0)
    if position.stall > limit:
        fail(position, rules, part, f"the count stays within {limit}", "G3")
    if position.stall == 0:
        return
    reason = end_reason_of(position, rules)
    captured = sum(card == FOX for pile in position.taken for _, card in pile)
    out = sum(fox_is_out(position, rules, seat) for seat in range(rules.players))
    if captured + out == rules.players:
        fail(position, rules, part, "no Fox is in play, so the count is 0", "G3")
    if reason == "full house":
        fail(position, rules, part, "the Hen that filled the house set the count to 0", "G3")
    if reason == "stalled":
        if all(position.board):
            fail(position, rules, part, "the last reveal would have freed a space", "G3")
        if not any(card in (FOX, None) for hand in position.hands for card in hand):
            fail(position, rules, part, "the last reveal would have put a Fox in a hand", "G3")


def _check_reveal(position: Position, rules: Ruleset) -> None:
    """R1: under `one_house` all cards turned lie around one house."""
    if rules.reveal_scope != "one_house":
        return
    turned = [space for space, p in enumerate(position.board) if p and p.mark == TURNED]
    for space in turned:
        if rules.house_of[space] != rules.house_of[turned[0]]:
            message = "a reveal turns cards of one house, and one of another house is turned"
            fail(position, rules, ("board", space, 2), message, "R1")


def _check_known(position: Position, rules: Ruleset) -> None:
    """What is known of a space is a part, and not the whole, of what its owner hides (R2)."""
    for space, cards in enumerate(position.known):
        if cards is None:
            continue
        name = rules.space_names[space]
        placed = position.board[space]
        if placed is None or not is_hidden(placed, rules):
            what = "nothing" if placed is None else "a card that all have seen"
            message = f"{what} lies on {name}, so there is nothing to know of it"
            fail(position, rules, ("known", space, 0), message, "R2")
        hidden = hidden_set(position, rules, placed.owner)
        for place, card in enumerate(cards):
            if card not in hidden:
                message = f"{letter(card)} is not hidden with seat {placed.owner}"
                fail(position, rules, ("known", space, 1 + place), message, "R2")
        if len(cards) == len(hidden):
            message = (
                f"all that seat {placed.owner} hides may lie on {name}; then nothing is written"
            )
            fail(position, rules, ("known", space, 0), message, "R2")
        if placed.card is not None and placed.card not in cards:
            message = f"{letter(placed.card)} lies on {name} and is not among these"
            fail(position, rules, ("known", space, 1), message, "R2")
