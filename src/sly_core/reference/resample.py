"""Another game that a player could be in: the same to them, the hidden cards dealt anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sly_core.notation.actions import EXPOSE, lay
from sly_core.reference.position import Card, Position, hidden_cards, hidden_on_board
from sly_core.ruleset import Ruleset


def with_cards_exchanged(
    root: Position, actions: Sequence[int], world: Mapping[int, int], rules: Ruleset
) -> tuple[Position, list[int]]:
    """Give the first position and the actions of a game that ends with these hidden cards.

    ``world`` says which card lies on each space that is to be dealt anew now, as
    :func:`~sly_core.reference.knowledge.world` does. A card that has been seen since it was laid
    stays what it was. A card still hidden becomes the one that ``world`` names: in the LAY that
    brought it or, if it has lain there from the start, in the first position, where the hand takes
    whatever is over (L1, E1, R2).

    Every LAY of the new game is legal. Everybody has seen the same cards at the same times in both
    games, so at any time the same cards are hidden with each owner, in hand or on the board. Say
    that in the new game the owner lays card c on space s.

    - c was seen later, so the old game had the same LAY and c was not on the board. In the new game
      another space holds either what it held, which is not c, or a card of the world; and that
      cannot be c, since c has been seen after that space was filled and its set has lost it.
    - c is the world's card for s. Then c is in the set of s: hidden with its owner at this time,
      and unseen since. Another space cannot hold it: not one that is seen later, for then c would
      be seen later; not one still hidden, for the world has different cards there.

    So c is in hand either way. The same two reasons give different cards in the first position.
    """
    laid_by = last_lay_on_each_space(actions)
    new_actions = list(actions)
    new_root = root
    for space, rank in world.items():
        if space in laid_by:
            new_actions[laid_by[space]] = lay(rank, space)
        else:
            new_root = with_card_on(new_root, space, rank)
    for owner in range(rules.players):
        new_root = with_hand_of_what_is_over(new_root, root, owner, rules)
    return new_root, new_actions


def last_lay_on_each_space(actions: Sequence[int]) -> dict[int, int]:
    """Tell for each space the ply of the last LAY there, if any: L1."""
    return {action % 16: ply for ply, action in enumerate(actions) if action < EXPOSE}


def with_card_on(position: Position, space: int, rank: int) -> Position:
    """Let the card on this space be another one of its owner's."""
    placed = position.board[space]
    assert placed is not None, "a card hidden now and never laid was there from the start"
    card = Card(placed.card.owner, rank)
    return position.with_spaces({space: replace(placed, card=card)})


def with_hand_of_what_is_over(
    position: Position, before: Position, owner: int, rules: Ruleset
) -> Position:
    """Give the owner in hand what they hid before and does not lie on the board now."""
    over = hidden_cards(before, owner, rules) - hidden_on_board(position, owner, rules)
    return position.with_hand(owner, over)
