"""What hypothesis draws: rulesets of every kind, games that reach rare places, positions.

Uniform play hardly ever turns several Foxes alone or lays a returned card again, so a game is
drawn as a list of wishes. A wish narrows the legal actions where it can, or to the next best
thing, and then picks one by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from sly_core import Ruleset
from tests.brute import cells, shown

SWITCHES: dict[str, tuple[str, ...]] = {
    "reveal": ("stepwise", "committed"),
    "reveal_scope": ("any", "one_house"),
    "multiple_foxes": ("top", "each"),
    "gobbling_fox": ("returns", "leaves"),
}
STALL_LIMITS = (0, 0, 0, 1, 2, 3, 65535)

layouts = st.lists(
    st.lists(st.integers(1, 15), min_size=1, max_size=16), min_size=1, max_size=4
).filter(lambda houses: sum(map(len, houses)) <= 16)

switch_values = st.fixed_dictionaries(
    {
        **{name: st.sampled_from(values) for name, values in SWITCHES.items()},
        "min_reveal": st.sampled_from((1, 2)),
        "stall_limit": st.sampled_from(STALL_LIMITS),
    }
)


@st.composite
def rulesets(draw: st.DrawFn, max_hens: int = 7, max_spaces: int = 16) -> Ruleset:
    """Any ruleset: the two layouts people play on, or any other."""
    players = draw(st.integers(2, 4))
    hens = draw(st.integers(1, max_hens))
    houses: Any = draw(st.one_of(layouts, st.none()))
    if houses is None:
        houses = draw(st.sampled_from((Ruleset.standard(players), Ruleset.wide(players)))).houses
    houses = tuple(tuple(house) for house in houses)
    if sum(map(len, houses)) > max_spaces:
        houses = (houses[0][:max_spaces],)
    switches: dict[str, Any] = draw(switch_values)
    return Ruleset(players=players, hens=hens, houses=houses, **switches)


small_rulesets = rulesets(max_hens=3, max_spaces=5)


_TWO_WAY: list[tuple[str, tuple[Any, ...]]] = [*SWITCHES.items(), ("min_reveal", (1, 2))]


def _full_size() -> Iterator[Ruleset]:
    """The two layouts people play on, for each number of players, each twice: with two
    combinations of switches that have no value in common.
    """
    for n, (players, layout) in enumerate(product((2, 3, 4), (Ruleset.standard, Ruleset.wide))):
        for bits in (n, 31 - n):
            switches = {name: values[bits >> i & 1] for i, (name, values) in enumerate(_TWO_WAY)}
            yield layout(players, stall_limit=2 * (bits & 1), **switches)


FULL_SIZE = tuple(_full_size())

CardSet = frozenset[tuple[int, int]]
"""Cards as pairs of seat and number, the Fox 0."""


@st.composite
def card_sets(draw: st.DrawFn, rules: Ruleset, most: int = 16) -> CardSet:
    """Any cards that may lie around the houses together: every seat has one more in its hand.

    Foxes are drawn first, for a set with several is rare among all.
    """
    seats = range(rules.players)
    room = min(most, rules.num_spaces)
    foxes = draw(st.lists(st.sampled_from(seats), unique=True, max_size=room))
    hens = st.tuples(st.sampled_from(seats), st.integers(1, rules.hens))
    rest = draw(st.lists(hens, unique=True, max_size=room - len(foxes)))
    found: set[tuple[int, int]] = set()
    for seat, number in [*((fox, 0) for fox in foxes), *rest]:
        if sum(owner == seat for owner, _ in found) < rules.hens:
            found.add((seat, number))
    return frozenset(found)


@st.composite
def reveals(draw: st.DrawFn, rules: Ruleset) -> str:
    """The text of a position in which a drawn set of cards has been turned, of one at least.

    All other cards are in hand. Under `one_house` they are around one house, so no more than it has
    spaces for.
    """
    spaces = [*range(rules.num_spaces)]
    if rules.reveal_scope == "one_house":
        house = draw(st.sampled_from(range(len(rules.houses))))
        spaces = [space for space in spaces if rules.house_of[space] == house]
    cards = draw(card_sets(rules, len(spaces)).filter(bool))
    lying = dict(zip(draw(st.permutations(spaces)), sorted(cards), strict=False))
    named = {space: f"{owner}{'F1234567'[card]}*" for space, (owner, card) in lying.items()}
    board = iter([named.get(space, "-") for space in range(rules.num_spaces)])
    houses = "/".join(",".join(next(board) for _ in house) for house in rules.houses)
    held = [
        "".join("F1234567"[c] for c in range(rules.num_cards) if (seat, c) not in cards)
        for seat in range(rules.players)
    ]
    able = [seat for seat, hand in enumerate(held) if len(hand) > 1]
    piles = "/".join("-" * rules.players)
    return f"{houses} {'/'.join(held)} {piles} {draw(st.sampled_from(able))} 0 -"


Wish = tuple[str, int]
Narrow = Callable[[Any, list[int], set[str]], list[int]]


def _board(state: Any) -> list[str]:
    return cells(state.to_text())


def _turns(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    return [a for a in legal if 144 <= a < 160]


def _turn_foxes(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    board = _board(state)
    foxes = [a for a in legal if 144 <= a < 160 and board[a - 144][1] == "F"]
    turned = [cell[1] for cell in board if cell.endswith("*")]
    return foxes or [a for a in legal if a == 160 and turned and set(turned) == {"F"}]


def _lay_seen(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    seat = state.current_player()
    return [a for a in legal if a < 128 and f"{seat}{'F1234567'[a // 16]}" in seen]


def _lays(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    return [a for a in legal if a < 128]


def _lay_fox(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    return [a for a in legal if a < 16]


def _exposes(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    return [a for a in legal if 128 <= a < 144]


def _stop(state: Any, legal: list[int], seen: set[str]) -> list[int]:
    return [a for a in legal if a == 160]


# Each wish and, in order, what else will do; at last any legal action.
WISHES: dict[str, tuple[Narrow, ...]] = {
    "any": (),
    "lay": (_lays,),
    "lay a fox": (_lay_fox, _lays),
    "lay a card that was seen": (_lay_seen, _turn_foxes, _lays),
    "expose": (_exposes,),
    "turn": (_turns,),
    "turn foxes only": (_turn_foxes, _lay_fox, _lays),
    "stop": (_stop, _lays),
}
# Laying and turning Foxes make positions; exposing and turning Hens only end what was begun.
WEIGHTED = (
    *("any", "lay", "lay a fox", "lay a card that was seen", "lay a card that was seen"),
    *("turn", "turn", "turn foxes only", "turn foxes only", "turn foxes only", "stop", "expose"),
)

wishes = st.tuples(st.sampled_from(WEIGHTED), st.integers(0, 2**16))
openings = st.lists(
    st.tuples(st.sampled_from(("lay", "lay a fox")), st.integers(0, 2**16)), max_size=12
)
# A board with something on it comes first: on an empty one there is little to know.
games = st.builds(lambda opening, rest: opening + rest, openings, st.lists(wishes, max_size=50))


def grant(state: Any, wish: Wish, seen: set[str]) -> int:
    """The legal action that meets a wish best; `seen` holds what was turned up, as `1F`."""
    legal: list[int] = state.legal_actions()
    for narrow in WISHES[wish[0]]:
        narrowed = narrow(state, legal, seen)
        if narrowed:
            legal = narrowed
            break
    return legal[wish[1] % len(legal)]


def follow(state: Any, game: list[Wish]) -> Iterator[tuple[Any, int]]:
    """Play a drawn game on the state; before each action yield the state and the action."""
    seen: set[str] = set()
    for wish in game:
        if state.is_terminal():
            return
        action = grant(state, wish, seen)
        seen.update(cell[:2] for cell in shown(state.to_text(), state.rules, action))
        yield state, action
        state.apply_action(action)


def run(state: Any, game: list[Wish]) -> Any:
    """The state after a drawn game."""
    for _ in follow(state, game):
        pass
    return state


def random_game(rng: Random, length: int = 60) -> list[Wish]:
    """A drawn game without hypothesis, for tests with fixed seeds."""
    opening = [("lay", rng.randrange(2**16)) for _ in range(rng.randrange(9))]
    rest = [(rng.choice(WEIGHTED), rng.randrange(2**16)) for _ in range(length)]
    return (opening + rest)[:length]


def random_rules(rng: Random, max_hens: int = 7, max_spaces: int = 16) -> Ruleset:
    """Any ruleset without hypothesis, for tests with fixed seeds."""
    sizes = [
        rng.randint(1 + (rng.random() < 0.8), max(2, max_spaces // 2))
        for _ in range(rng.choice((1, 1, 2)))
    ]
    return Ruleset(
        players=rng.randint(2, 4),
        hens=max(rng.randint(1, max_hens), rng.randint(1, max_hens)),
        houses=tuple(tuple(rng.randint(1, 15) for _ in range(size)) for size in sizes),
        **{name: rng.choice(values) for name, values in SWITCHES.items()},
        min_reveal=rng.choice((1, 2)),
        stall_limit=rng.choice(STALL_LIMITS),
    )
