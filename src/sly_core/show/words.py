"""Actions and their effects in words, as one seat may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sly_core.notation.actions import EXPOSE, STOP, TURN, space_name
from sly_core.notation.position import SAFE, TURNED
from sly_core.ruleset import MAX_SPACES
from sly_core.show.picture import FOX, Picture, card_name

if TYPE_CHECKING:
    from sly_core import Ruleset


def action_in_words(picture: Picture, action: int) -> str:
    """What an action would do, for a list of moves.

    >>> from sly_core import Ruleset, State
    >>> from sly_core.show.picture import picture_of
    >>> state = State(Ruleset(players=2))
    >>> action_in_words(picture_of(state, 0), state.string_to_action("3a4"))
    'lay the 3 on a4, worth 4'
    """
    rules = picture.rules
    if action == STOP:
        return "end the reveal"
    if action >= TURN:
        return f"turn up {_card_on(picture, action - TURN)}"
    if action >= EXPOSE:
        return f"expose {_card_on(picture, action - EXPOSE)}"
    card, space = divmod(action, MAX_SPACES)
    return f"lay {_article(card)} on {_place(rules, space)}"


def event_in_words(before: Picture, action: int, after: Picture) -> list[str]:
    """What the seat to act in `before` has done, and what came of it, as the viewer saw it.

    Both pictures must be of the same viewer; the sentences are read off them, so that they tell
    nothing more. The first sentence is the action, any further ones its outcome.

    >>> from sly_core import Ruleset, State
    >>> from sly_core.show.picture import picture_of
    >>> state = State(Ruleset(players=2))
    >>> after = state.child(state.string_to_action("3a4"))
    >>> event_in_words(picture_of(state, 1), 51, picture_of(after, 1))
    ['Seat 0 lays a card face down on a4.']
    """
    actor = before.acting
    assert actor is not None  # somebody acted
    rules = before.rules
    who = before.name(actor).capitalize()
    you = actor == before.viewer
    if action < EXPOSE:
        card, space = divmod(action, MAX_SPACES)
        seen = you or before.viewer is None
        what = _article(card) if seen else "a card"
        said = [f"{who} {_verb('lay', you)} {what} face down on {space_name(space, rules)}."]
        return said + _ending(before, after)
    if action == STOP:
        said = [f"{who} {_verb('end', you)} the reveal."]
    elif action >= TURN:
        space = action - TURN
        card_up = f"{_card_on(before, space)}{_shown(before, after, space)}"
        said = [f"{who} {_verb('turn', you)} up {card_up}."]
    else:
        said = [f"{who} {_verb('expose', you)} {_card_on(before, action - EXPOSE)}."]
    return said + _outcome(before, action, after) + _ending(before, after)


def _outcome(before: Picture, action: int, after: Picture) -> list[str]:
    """What was taken, made Safe and sent home (E2, E3, R3 to R7)."""
    said = []
    piles = zip(before.position.taken, after.position.taken, strict=True)
    for seat, (old, new) in enumerate(piles):
        who, you = after.name(seat).capitalize(), seat == after.viewer
        for owner, card in sorted(set(new) - set(old)):
            verb = _verb("capture" if card == FOX else "gobble", you)
            own = after.owners(owner) if owner != seat else ("your own" if you else "their own")
            said.append(f"{who} {verb} {own} {card_name(card)}.")
    exposed = action - EXPOSE if action < TURN else None
    for space, (was, now) in enumerate(
        zip(before.position.board, after.position.board, strict=True)
    ):
        # at an end by G1 other cards are turned up as well, which is no outcome
        if was is None or now is None or not (was.mark == TURNED or space == exposed):
            continue
        if now.mark == SAFE:
            assert now.card is not None  # face up
            whose, name = after.owners(now.owner).capitalize(), space_name(space, after.rules)
            said.append(f"{whose} {card_name(now.card)} is Safe on {name}.")
    for seat, (old_hand, hand) in enumerate(
        zip(before.position.hands, after.position.hands, strict=True)
    ):
        if back := len(hand) - len(old_hand):
            cards = "1 card goes" if back == 1 else f"{back} cards go"
            said.append(f"{cards} back to {after.owners(seat)} hand.")
    return said


def _ending(before: Picture, after: Picture) -> list[str]:
    """How the game ended with this action, if it did (G1 to G3)."""
    if after.end is None or before.end is not None:
        return []
    if after.end == "last card":
        seat = after.position.seat
        holds = "hold" if seat == after.viewer else "holds"
        return [f"{after.name(seat).capitalize()} {holds} just one card: all cards are turned up."]
    if after.end == "full house":
        return ["Every space holds a face-up card."]
    return ["Too many reveals of Foxes alone: the game has stalled."]


def _card_on(picture: Picture, space: int) -> str:
    """`seat 1's card on a2`, or `your Fox on a1` where the viewer knows it."""
    placed = picture.position.board[space]
    assert placed is not None  # only cards are exposed or turned
    card = "card" if placed.card is None else card_name(placed.card)
    return f"{picture.owners(placed.owner)} {card} on {space_name(space, picture.rules)}"


def _shown(before: Picture, after: Picture, space: int) -> str:
    """`: Fox` where turning the card up has told the viewer what it is."""
    was, now = before.position.board[space], after.position.board[space]
    if was is None or now is None or was.card is not None or now.card is None:
        return ""
    return f": {card_name(now.card)}"


def _article(card: int) -> str:
    return f"the {card_name(card)}"


def _place(rules: Ruleset, space: int) -> str:
    return f"{space_name(space, rules)}, worth {rules.spaces[space]}"


def _verb(verb: str, you: bool) -> str:
    return verb if you else f"{verb}s"
