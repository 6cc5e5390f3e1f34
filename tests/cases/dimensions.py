"""Questions about a step and their answers, as terms: of every step just one answer holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sly_spec.claims.claim import Scene
from sly_spec.reveal import CardSet, steps_left
from sly_spec.smt import all_of, any_of, z3

Case = tuple[str, str, Any]
"""The words of a branch, its clauses, and a term."""


@dataclass(frozen=True, eq=False)
class Branch:
    """One answer: its words, the clauses that make it, and the term that it is so."""

    words: str
    clauses: tuple[str, ...]
    holds: Any


@dataclass(frozen=True, eq=False)
class Dimension:
    """One question about a step, and its branches."""

    name: str
    branches: tuple[Branch, ...]


def in_order(name: str, cases: Sequence[Case], otherwise: str, clauses: str = "") -> Dimension:
    """Branches asked one after another: each holds where its term does and none before it did."""
    found: list[Branch] = []
    before: list[Any] = []
    for words, named, term in [*cases, (otherwise, clauses, z3.BoolVal(True))]:
        holds = all_of([term, *(z3.Not(earlier) for earlier in before)])
        found.append(Branch(words, tuple(named.split()), holds))
        before.append(term)
    return Dimension(name, tuple(found))


def either(name: str, yes: tuple[str, str], no: tuple[str, str], holds: Any) -> Dimension:
    """Two branches, each with its words and its clauses, the first where `holds` is true."""
    return in_order(name, [(*yes, holds)], *no)


def whose(name: str, chosen: CardSet, at: Scene, clauses: str = "", none: str = "") -> Dimension:
    """Whose the one card of a set is, counted from the active player to the left; or no card."""

    def owned(steps: Callable[[Any], Any]) -> Any:
        reading = at.before.reading
        return any_of(
            z3.And(held, steps(steps_left(card.seat, at.before.seat, reading)))
            for card, held in chosen.items()
        )

    return in_order(
        name,
        [
            ("the active player's", clauses, owned(lambda steps: steps == 0)),
            ("the next player's", clauses, owned(lambda steps: steps == 1)),
            ("of a player further left", clauses, owned(lambda steps: z3.UGE(steps, 2))),
        ],
        none or "nobody's",
    )


def number(name: str, held: Sequence[Any], *words: tuple[str, str]) -> Dimension:
    """How many of these hold: a branch for 0, 1, 2, …, the last one for all higher numbers too."""
    cases = []
    for limit, (word, clauses) in enumerate(words[:-1]):
        few = all_of(z3.Not(z3.And(group)) for group in combinations(held, limit + 1))
        cases.append((word, clauses, few))
    return in_order(name, cases, *words[-1])
