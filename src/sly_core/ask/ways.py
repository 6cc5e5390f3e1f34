"""What it takes for two readings to differ, switch by switch: where to look for a witness.

A switch changes one clause, and the clause speaks only where certain cards lie in certain ways. So
two readings do the same in every position that meets none of the conditions of their differing
switches. The conditions are necessary and no more: whatever is found is compared in full.

That they are necessary is read off the clauses; a test walks small games position by position
without them, and finds the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sly_core.notation import Position
from sly_core.notation.position import DOWN, SAFE, TURNED
from sly_core.ruleset import SWITCHES, Ruleset

FOX = 0


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which two readings may come to differ.

    At least `foxes` Foxes and `hens` Hens, `turned` cards in all, lie turned, `lying` lie turned
    or face down, `safe` Hens are Safe, and the count of G3 is `stall`, where that is given. The
    difference is there as the position stands or, where it `stops`, once the reveal is ended.
    """

    switch: str
    clauses: tuple[str, ...]
    words: str
    foxes: int = 0
    hens: int = 0
    turned: int = 0
    lying: int = 0
    safe: int = 0
    stall: int | None = None
    stops: bool = False

    def fits(self, lie: Counter[tuple[str, bool]], stall: int) -> bool:
        """Whether cards that lie so many of each mark, Foxes (True) or not, meet the condition."""
        foxes, hens = lie[TURNED, True], lie[TURNED, False]
        return (
            foxes >= self.foxes
            and hens >= self.hens
            and foxes + hens >= self.turned
            and foxes + hens + lie[DOWN, True] + lie[DOWN, False] >= self.lying
            and lie[SAFE, False] >= self.safe
            and self.stall in (None, stall)
        )

    def least_actions(self, lie: Counter[tuple[str, bool]], stall: int) -> int:
        """No fewer actions than this lead from such a position to the difference.

        Every LAY brings one card down, every card is turned by an action of its own, and a reveal
        of Foxes alone takes at least one Fox off the board and ends with an action of its own.
        """
        foxes, hens = lie[TURNED, True], lie[TURNED, False]
        turned, down = foxes + hens, lie[DOWN, True] + lie[DOWN, False]
        if self.stall is not None:
            left = self.stall - stall
            lays = max(0, left - foxes - lie[DOWN, True])
            return 2 * left + lays - (left > 0 and turned > 0)
        if self.safe:
            return 0 if lie[SAFE, False] else 1 if turned + down else 2
        need_foxes, need_hens = max(0, self.foxes - foxes), max(0, self.hens - hens)
        turns = max(need_foxes + need_hens, self.turned - turned)
        lays = max(
            max(0, need_foxes - lie[DOWN, True]) + max(0, need_hens - lie[DOWN, False]),
            self.lying - turned - down,
        )
        return turns + lays + self.stops


def lie_of(position: Position) -> Counter[tuple[str, bool]]:
    """How many cards lie with each mark, Foxes (True) and Hens (False) apart.

    >>> from sly_core.notation import parse_position
    >>> lie_of(parse_position("0F?,01?,-,- 23456/F123456 -/- 1 0 -", Ruleset()))
    Counter({('?', True): 1, ('?', False): 1})
    """
    return Counter((placed.mark, placed.card == FOX) for placed in position.board if placed)


def ways(first: Ruleset, second: Ruleset) -> tuple[Way, ...]:
    """Every way in which these may differ; both have the same seats, Hens and number of spaces.

    >>> [way.words for way in ways(Ruleset(), Ruleset(multiple_foxes="each"))]
    ['two Foxes and two Hens are turned, and the reveal ends']
    >>> ways(Ruleset(), Ruleset(reveal_scope="one_house"))
    ()
    """
    return tuple(_ways(first, second))


def never(first: Ruleset, second: Ruleset) -> tuple[str, ...]:
    """For every differing setting why it cannot matter here; for readings without a way to differ.

    >>> never(Ruleset(), Ruleset(reveal_scope="one_house"))
    ('reveal_scope: under both a reveal may turn cards of every house there is (R1)',)
    """
    told = {
        "houses": "houses: every value stands in its place, and a reveal may turn any cards (S3)",
        "reveal_scope": "reveal_scope: under both a reveal may turn cards of every house there is "
        "(R1)",
    }
    return tuple(
        told.get(switch) or _too_small(switch, first, second)
        for switch in _differing(first, second)
    )


def _ways(first: Ruleset, second: Ruleset) -> Iterator[Way]:
    first, second = _plain(first), _plain(second)
    differing = _differing(first, second)
    for switch in differing:
        if switch == "houses":
            if first.spaces != second.spaces:
                words = "a Hen is Safe on a space of another value"
                yield Way("houses", ("S3", "P1"), words, safe=1)
        elif not _too_small(switch, first, second):
            yield from _way_of(switch, first, second)
    scoped = "one_house" in (first.reveal_scope, second.reveal_scope)
    if scoped and first.house_of != second.house_of:
        yield Way("houses", ("S3", "R1"), _SCOPE_WORDS, turned=1, lying=2)


_SCOPE_WORDS = "a card is turned, and another lies face down that is around another house"


def _way_of(switch: str, first: Ruleset, second: Ruleset) -> Iterator[Way]:
    if switch == "reveal":
        yield Way(switch, ("R2",), "a card is turned", turned=1, lying=1)
    elif switch == "reveal_scope":
        yield Way(switch, ("R1",), _SCOPE_WORDS, turned=1, lying=2)
    elif switch == "min_reveal":
        words = "one card is turned, and another can be"
        yield Way(switch, ("R1",), words, turned=1, lying=2)
    elif switch == "multiple_foxes":
        words = "two Foxes and two Hens are turned, and the reveal ends"
        yield Way(switch, ("R3",), words, foxes=2, hens=2, turned=4, lying=4, stops=True)
    elif switch == "gobbling_fox":
        words = "a Fox and a Hen are turned, and the reveal ends"
        yield Way(switch, ("R5",), words, foxes=1, hens=1, turned=2, lying=2, stops=True)
    elif switch == "stall_limit":
        limit = min(rules.stall_limit for rules in (first, second) if rules.stall_limit)
        words = f"{limit} reveals of Foxes alone have been counted"
        yield Way(switch, ("G3", "O3"), words, stall=limit)


_NEEDS = {
    "min_reveal": (2, "R1", "two cards"),
    "multiple_foxes": (4, "R3", "two Foxes and two Hens"),
    "gobbling_fox": (2, "R5", "a Fox and a Hen"),
}


def _too_small(switch: str, first: Ruleset, second: Ruleset) -> str:
    """Why no reveal under either reading can turn enough cards for the switch to matter, or ""."""
    if switch not in _NEEDS:
        return ""
    cards, clause, words = _NEEDS[switch]
    reach = max(_reach(rules) for rules in (first, second))
    if reach >= cards:
        return ""
    return (
        f"{switch}: a reveal turns at most {reach} of the spaces, and it takes {words} ({clause})"
    )


def _reach(rules: Ruleset) -> int:
    """The most cards that one reveal can turn."""
    if rules.reveal_scope == "one_house":
        return max(map(len, rules.houses))
    return rules.num_spaces


def _plain(rules: Ruleset) -> Ruleset:
    """The same rules, said without a scope where there is only one house."""
    return rules.replace(reveal_scope="any") if len(rules.houses) == 1 else rules


def _differing(first: Ruleset, second: Ruleset) -> list[str]:
    return [name for name in ("houses", *SWITCHES) if getattr(first, name) != getattr(second, name)]
