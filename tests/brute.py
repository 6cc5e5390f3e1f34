"""What is public, worked out the long way: by trying every arrangement of the hidden cards.

Nothing here is shared with an implementation but its moves: positions are read as text, and what
everybody has seen is told from the text before and after an action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product
from math import prod
from typing import Any

from sly_core import Ruleset
from tests.tools import fields

CARDS = "F1234567"
STOP = 160


def cells(text: str) -> list[str]:
    """The spaces of a position, house after house: `-` or seat, card, mark."""
    return [cell for house in fields(text)[0].split("/") for cell in house.split(",")]


def is_hidden(cell: str, rules: Ruleset) -> bool:
    """Whether nobody but the owner has seen the card on this space."""
    return cell.endswith("?") or (cell.endswith("*") and rules.reveal == "committed")


def entries(text: str) -> dict[str, str]:
    """The `known` field as a mapping from space name to cards."""
    known = fields(text)[5]
    return {} if known == "-" else dict(entry.split("=") for entry in known.split(","))


def hidden_spaces(text: str, rules: Ruleset) -> list[list[int]]:
    """By owner: the spaces that hold a card nobody else has seen, ascending."""
    found: list[list[int]] = [[] for _ in range(rules.players)]
    for space, cell in enumerate(cells(text)):
        if is_hidden(cell, rules):
            found[int(cell[0])].append(space)
    return found


def hidden_cards(text: str, rules: Ruleset) -> list[str]:
    """By owner: the cards nobody else has seen, in hand or down, Fox first."""
    board = cells(text)
    hands = fields(text)[1].split("/")
    return [
        "".join(sorted([*hands[owner], *(board[s][1] for s in spaces)], key=CARDS.index))
        for owner, spaces in enumerate(hidden_spaces(text, rules))
    ]


@lru_cache(maxsize=64)
def arrangements(text: str, rules: Ruleset) -> list[list[tuple[str, ...]]]:
    """By owner: every way their hidden cards may lie on their hidden spaces, in canonical order.

    A way is the cards by space ascending; the order is lexicographic, the Fox first. All public
    knowledge of a position that was read is its `known` field, so a way is consistent when each
    space's card is in its entry.
    """
    known = entries(text)
    names = rules.space_names
    pools = hidden_cards(text, rules)
    return [
        [
            way
            for way in permutations(pools[owner], len(spaces))
            if all(card in known.get(names[s], CARDS) for card, s in zip(way, spaces, strict=True))
        ]
        for owner, spaces in enumerate(hidden_spaces(text, rules))
    ]


def rearranged(text: str, rules: Ruleset, choice: Iterable[tuple[str, ...] | None]) -> str:
    """The position with each owner's hidden cards lying as chosen; None leaves them alone."""
    board = cells(text)
    board_text, hands_text, *rest = fields(text)
    hands = hands_text.split("/")
    spaces = hidden_spaces(text, rules)
    pools = hidden_cards(text, rules)
    for owner, way in enumerate(choice):
        if way is None:
            continue
        for space, card in zip(spaces[owner], way, strict=True):
            board[space] = board[space][0] + card + board[space][2]
        hands[owner] = "".join(card for card in pools[owner] if card not in way)
    houses, at = [], 0
    for house in board_text.split("/"):
        size = len(house.split(","))
        houses.append(",".join(board[at : at + size]))
        at += size
    return " ".join(["/".join(houses), "/".join(hands), *rest])


def worlds(text: str, rules: Ruleset, player: int | None = None) -> Iterator[str]:
    """Every position that looks like this one, to everybody or to one seat, in canonical order."""
    ways: list[Any] = [
        [None] if owner == player else found
        for owner, found in enumerate(arrangements(text, rules))
    ]
    for choice in product(*ways):
        yield rearranged(text, rules, choice)


def count_worlds(text: str, rules: Ruleset, player: int) -> int:
    """How many arrangements a seat cannot tell apart."""
    found = arrangements(text, rules)
    return prod(len(ways) for owner, ways in enumerate(found) if owner != player)


def find_candidates(text: str, rules: Ruleset, space: int) -> list[int]:
    """The cards that lie on a space in some arrangement."""
    cell = cells(text)[space]
    if cell == "-":
        return []
    if not is_hidden(cell, rules):
        return [CARDS.index(cell[1])]
    owner = int(cell[0])
    at = hidden_spaces(text, rules)[owner].index(space)
    return sorted({CARDS.index(way[at]) for way in arrangements(text, rules)[owner]})


def shown(text: str, rules: Ruleset, action: int) -> tuple[str, ...]:
    """The cards an action shows everybody, as they stood on the board before it."""
    board = cells(text)
    if 128 <= action < 144:
        return (board[action - 128],)
    if 144 <= action < STOP and rules.reveal == "stepwise":
        return (board[action - 144],)
    if action == STOP:
        return tuple(cell for cell in board if cell.endswith("*"))
    return ()


def face(text: str, rules: Ruleset) -> str:
    """A position as somebody sees it who knows no hidden card and remembers nothing."""
    board_text, hands, taken, seat, stall, _ = fields(text)
    board = [c[0] + "x" + c[2] if is_hidden(c, rules) else c for c in cells(text)]
    sizes = [len(hand) for hand in hands.split("/")]
    return " ".join([str(board), str(sizes), taken, seat, stall, board_text.count("/") * "/"])


class Worlds:
    """Every game that shows everybody what this one has shown, by replaying its moves.

    The truth is one of them. A LAY is replayed with every card its owner may hold; any other
    action keeps the games in which it is legal and shows the same.
    """

    def __init__(self, state: Any) -> None:
        self.rules: Ruleset = state.rules
        self.truth = state.clone()
        self.all = {text: type(state).from_text(text, self.rules) for text in self._roots(state)}

    def _roots(self, state: Any) -> Iterator[str]:
        return worlds(state.to_text(), self.rules)

    def apply(self, action: int) -> None:
        """Play one action of the true game in every game."""
        before = self.truth.to_text()
        self.truth.apply_action(action)
        seen = shown(before, self.rules, action)
        looks = face(self.truth.to_text(), self.rules)
        after: dict[str, Any] = {}
        for text, world in self.all.items():
            for other in self._choices(world, action):
                child = world.child(other)
                if shown(text, self.rules, other) != seen:
                    continue
                if face(child.to_text(), self.rules) == looks:
                    after[child.to_text()] = child
        self.all = after

    @staticmethod
    def _choices(world: Any, action: int) -> list[int]:
        legal = world.legal_actions()
        if action < 128:
            return [a for a in legal if a < 128 and a % 16 == action % 16]
        return [action] if action in legal else []

    def candidates(self, space: int) -> list[int]:
        """The cards that lie on a space in some game."""
        found = {cells(text)[space] for text in self.all}
        return sorted(CARDS.index(cell[1]) for cell in found if cell != "-")

    def count(self, player: int) -> int:
        """The number of positions in which a seat's own cards lie as they truly do."""
        return len(self.seen_by(player))

    def seen_by(self, player: int) -> list[str]:
        """The positions a seat cannot tell from the true one."""
        true = self._own(self.truth.to_text(), player)
        return [text for text in self.all if self._own(text, player) == true]

    def _own(self, text: str, player: int) -> tuple[list[str], str]:
        board = [c if c.startswith(str(player)) else "" for c in cells(text)]
        return board, fields(text)[1].split("/")[player]


class PlainRule:
    """The `known` field kept by its definition, from the start of a game.

    For each face-down card: the cards hidden with its owner when the space was filled, less
    those seen since.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.when_filled: dict[int, set[str]] = {}

    def apply(self, before: str, action: int, after: str) -> None:
        """Take in one action of the game."""
        board = cells(before)
        for cell in shown(before, self.rules, action):
            for space, possible in self.when_filled.items():
                if board[space][0] == cell[0]:
                    possible.discard(cell[1])
        if action < 128:
            owner = int(fields(before)[3])
            self.when_filled[action % 16] = set(hidden_cards(before, self.rules)[owner])
        for space, cell in enumerate(cells(after)):
            if not is_hidden(cell, self.rules):
                self.when_filled.pop(space, None)

    def known(self, text: str) -> str:
        """The `known` field of the position the game has come to."""
        found = []
        pools = hidden_cards(text, self.rules)
        board = cells(text)
        for space in sorted(self.when_filled):
            pool = pools[int(board[space][0])]
            possible = "".join(card for card in pool if card in self.when_filled[space])
            if possible != pool:
                found.append(f"{self.rules.space_names[space]}={possible}")
        return ",".join(found) or "-"
