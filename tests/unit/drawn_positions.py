"""Positions drawn without playing: cards put about at random, as `check_position` allows."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from sly_core.notation.check import hidden_set
from sly_core.notation.position import DOWN, SAFE, TURNED, Placed, Position, is_hidden
from sly_core.ruleset import Ruleset
from tests.strategies import rulesets

HAND = -1
BOARD = -2
FOX = 0
ANY = rulesets()


@st.composite
def drawn_positions(
    draw: st.DrawFn, of: st.SearchStrategy[Ruleset] = ANY
) -> tuple[Position, Ruleset]:
    """A possible position of a ruleset, any unless told, with what is known of some spaces."""
    rules = draw(of)
    seats = range(rules.players)
    where = {(o, c): draw(_places(rules, o, c)) for o in seats for c in range(rules.num_cards)}
    for owner in seats:  # no hand is empty; and what was gobbled last lay beside a card in hand
        lowest = 1 if rules.gobbling_fox == "leaves" else FOX  # a Fox may yet have left
        where[owner, draw(st.integers(lowest, rules.hens))] = HAND
        if all(where[owner, hen] == owner for hen in range(1, rules.num_cards)):
            where[owner, rules.hens] = HAND
    _let_gobbling_foxes_leave(where, rules)
    spaces = draw(st.permutations(range(rules.num_spaces)))
    board: list[Placed | None] = [None] * rules.num_spaces
    for (owner, card), place in where.items():
        if place == BOARD and spaces:
            board[spaces.pop()] = Placed(owner, card, DOWN)
        elif place == BOARD:
            where[owner, card] = HAND
    hands = [tuple(c for c in range(rules.num_cards) if where.get((o, c)) == HAND) for o in seats]
    taken = [tuple(sorted(oc for oc, place in where.items() if place == s)) for s in seats]
    seat = draw(st.sampled_from(seats))
    marked = draw(_marks(board, rules, over=len(hands[seat]) == 1))
    limit = rules.stall_limit - 1 if rules.stall_limit else 65535
    if FOX not in [card for hand in hands for card in hand]:
        limit = 0  # perhaps no Fox is in play
    if all(placed and placed.mark == SAFE for placed in marked):
        limit = 0  # perhaps a full house
    bare = Position(
        board=marked,
        hands=tuple(hands),
        taken=tuple(taken),
        seat=seat,
        stall=draw(st.integers(0, limit)),
        known=(None,) * rules.num_spaces,
    )
    return replace(bare, known=draw(_knowledge(bare, rules))), rules


def _places(rules: Ruleset, owner: int, card: int) -> st.SearchStrategy[int]:
    """Hand, board, or the seat that took it."""
    takers = [seat for seat in range(rules.players) if card != FOX or seat != owner]
    return st.sampled_from([HAND, BOARD, BOARD, *takers])


def _let_gobbling_foxes_leave(where: dict[tuple[int, int], int], rules: Ruleset) -> None:
    if rules.gobbling_fox == "returns":
        return
    for (owner, card), place in list(where.items()):
        if card != FOX and place >= 0:
            if (place, FOX) in where:
                del where[place, FOX]
            else:
                where[owner, card] = HAND


@st.composite
def _marks(
    draw: st.DrawFn, board: list[Placed | None], rules: Ruleset, over: bool
) -> tuple[Placed | None, ...]:
    house = draw(st.sampled_from(range(len(rules.houses))))
    marked: list[Placed | None] = []
    for placed, its_house in zip(board, rules.house_of, strict=True):
        marks = [DOWN]
        if placed and placed.card != FOX:
            marks.append(SAFE)
        if rules.reveal_scope == "any" or its_house == house:
            marks.append(TURNED)
        mark = SAFE if over else draw(st.sampled_from(marks))
        marked.append(replace(placed, mark=mark) if placed else None)
    return tuple(marked)


@st.composite
def _knowledge(
    draw: st.DrawFn, position: Position, rules: Ruleset
) -> tuple[tuple[int, ...] | None, ...]:
    known: list[tuple[int, ...] | None] = []
    for placed in position.board:
        cards: set[int] = set()
        if placed and placed.card is not None and is_hidden(placed, rules):
            hidden = hidden_set(position, rules, placed.owner)
            cards = draw(st.sets(st.sampled_from(sorted(hidden)))) | {placed.card}
            cards = set() if cards == hidden or draw(st.booleans()) else cards
        known.append(tuple(sorted(cards)) or None)
    return tuple(known)
