"""Which predicate says which clause: every one is marked where it is defined, none in a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

Predicate = TypeVar("Predicate", bound=Callable[..., object])

_predicates: defaultdict[str, list[str]] = defaultdict(list)


def says(*clauses: str) -> Callable[[Predicate], Predicate]:
    """Mark the function below as what these clauses say.

    >>> @says("R8")
    ... def higher(a: int, b: int) -> bool:
    ...     return a > b
    >>> "sly_spec.citing.higher" in predicates_of("R8")
    True
    >>> _ = _predicates["R8"].remove("sly_spec.citing.higher")
    """

    def mark(predicate: Predicate) -> Predicate:
        for clause in clauses:
            _predicates[clause].append(f"{predicate.__module__}.{predicate.__qualname__}")
        return predicate

    return mark


def predicates_of(clause: str) -> tuple[str, ...]:
    """Name the predicates of a clause: those of the pages that have been imported."""
    return tuple(_predicates.get(clause, ()))


def clauses_said() -> frozenset[str]:
    """Give the ids of all clauses that some imported page says."""
    return frozenset(clause for clause, named in _predicates.items() if named)
