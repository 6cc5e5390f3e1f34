"""What a search returns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Statistics of the actions at the root.

    Attributes:
        player: the seat whose information was searched from.
        actions: action ids, ascending.
        visits: by action, simulations that began with it.
        values: by action, the mean of `State.returns()` for the seat to act; nan where `visits` is
            0.
        simulations: how many were run.
        seconds: how long they took.
    """

    player: int
    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]
    simulations: int
    seconds: float

    @property
    def best(self) -> int:
        """The action with most visits; among equals the one of higher value, then the lower id.

        >>> SearchResult(0, (3, 7, 9), (4, 6, 6), (0.5, 1.0, 2.0), 16, 0.1).best
        9
        """
        return self.ranked()[0][0]

    def ranked(self) -> list[tuple[int, int, float]]:
        """(action, visits, value), best first."""
        rows = list(zip(self.actions, self.visits, self.values, strict=True))
        return sorted(rows, key=lambda row: (-row[1], -row[2] if row[1] else 0.0, row[0]))
