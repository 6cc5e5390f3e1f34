"""The formal rules put to work on plain positions, on one or on many at once.

No solver is asked: terms are built once for a reading, and evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
import numpy.typing as npt

from sly_spec.evaluating import Array, Program
from sly_spec.invariants import FACTS
from sly_spec.reading import Reading, Table
from sly_spec.scoring import POINT_BITS, score, wins
from sly_spec.smt import z3
from sly_spec.terms import State, fresh
from sly_spec.transition import Action, Kind, after, legal


@dataclass(frozen=True, eq=False)
class Tables:
    """Positions of one reading, many at once: `Table` with an array for each part.

    ``where`` and ``face`` are of shape ``(n, cards)``, the others of shape ``(n,)``; all are
    unsigned integers.
    """

    where: Array
    face: Array
    seat: Array
    stall: Array
    end: Array

    @classmethod
    def of(cls, tables: Iterable[Table]) -> Tables:
        """Put positions together, of which there is one at least."""
        rows = [*tables]
        return cls(*(np.array([getattr(t, f.name) for t in rows]) for f in fields(Table)))

    def __len__(self) -> int:
        return len(self.seat)

    def __getitem__(self, chosen: Array | slice) -> Tables:
        """Give the positions with these numbers, or where this is true."""
        return Tables(*(part[chosen] for part in self._parts()))

    def tables(self) -> list[Table]:
        """Give the positions one by one."""
        where, face, *scalars = (part.tolist() for part in self._parts())
        rows = zip(map(tuple, where), map(tuple, face), *scalars, strict=True)
        return [Table(*row) for row in rows]

    def columns(self) -> list[Array]:
        """Give what is in every card's place, then face, then seat, count and end; each (n,)."""
        return [*self.where.T, *self.face.T, self.seat, self.stall, self.end]

    def _parts(self) -> list[Array]:
        return [getattr(self, field.name) for field in fields(self)]


class Play:
    """The rules of one reading, asked about positions in plain data.

    >>> play = Play(Reading(hens=2))
    >>> there = play.after(Table((16,) * 6, (0,) * 6), Kind.LAY, space=1, number=2)
    >>> there.text(play.reading)
    '-,02?,-,- F1/F12 -/- 1 0 -'

    The methods named ``all_…`` take `Tables` and one action each, or one for all.

    >>> both = Tables.of([there, play.after(there, Kind.TURN, space=1)])
    >>> play.all_legal(both, Kind.STOP).tolist()
    [False, True]
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._state = fresh("here", reading)
        self._actions = {kind: Action.fresh(kind) for kind in Kind}
        self._legal = cache(lambda kind: self._program(kind, [legal(*self._step(kind))]))
        self._after = cache(lambda kind: self._program(kind, after(*self._step(kind)).terms()))
        self._facts = cache(lambda: self._of_state([fact(self._state) for fact in FACTS.values()]))
        self._scores = cache(lambda: self._of_state(score(self._state, s) for s in reading.seats))
        self._wins = cache(lambda: self._of_state(wins(self._state, s) for s in reading.seats))

    def is_legal(self, table: Table, kind: Kind, space: int = 0, number: int = 0) -> bool:
        """Tell whether the action is legal there (T1)."""
        return bool(self.all_legal(Tables.of([table]), kind, space, number)[0])

    def after(self, table: Table, kind: Kind, space: int = 0, number: int = 0) -> Table:
        """Give the position after an action that is legal there (O1-O5)."""
        return self.all_after(Tables.of([table]), kind, space, number).tables()[0]

    def broken_facts(self, table: Table) -> list[str]:
        """Name the facts about possible positions that do not hold there."""
        return [n for n, holds in self.all_facts(Tables.of([table])).items() if not holds.all()]

    def scores(self, table: Table) -> list[int]:
        """Give the points of each seat (P1-P4)."""
        found: list[int] = self.all_scores(Tables.of([table]))[0].tolist()
        return found

    def winners(self, table: Table) -> list[int]:
        """Give the seats that nobody has more points than (P4)."""
        return np.flatnonzero(self.all_wins(Tables.of([table]))[0]).tolist()

    def all_legal(
        self, tables: Tables, kind: Kind, space: npt.ArrayLike = 0, number: npt.ArrayLike = 0
    ) -> Array:
        """Tell where the action is legal (T1), shape ``(n,)``.

        With actions of shape ``(k, 1)`` it is asked of each action and each position: ``(k, n)``.
        """
        (found,) = self._legal(kind)(*tables.columns(), space, number)
        return found

    def all_after(
        self, tables: Tables, kind: Kind, space: npt.ArrayLike = 0, number: npt.ArrayLike = 0
    ) -> Tables:
        """Give the positions after actions that are legal there (O1-O5)."""
        found = self._after(kind)(*tables.columns(), space, number)
        size = len(self.reading.cards)
        where, face = np.stack(found[:size], axis=-1), np.stack(found[size : 2 * size], axis=-1)
        return Tables(where, face, *found[2 * size :])

    def all_facts(self, tables: Tables) -> dict[str, Array]:
        """Tell by the name of each fact where it holds, shape ``(n,)``."""
        return dict(zip(FACTS, self._facts()(*tables.columns()), strict=True))

    def all_scores(self, tables: Tables) -> Array:
        """Give the points of each seat (P1-P4), shape ``(n, seats)``, signed."""
        found = np.stack(self._scores()(*tables.columns()), axis=-1).astype(np.int64)
        sign = 1 << POINT_BITS - 1
        points: Array = (found ^ sign) - sign
        return points

    def all_wins(self, tables: Tables) -> Array:
        """Tell of each seat where nobody has more points (P4), shape ``(n, seats)``."""
        return np.stack(self._wins()(*tables.columns()), axis=-1)

    def _step(self, kind: Kind) -> tuple[State, Action]:
        return self._state, self._actions[kind]

    def _program(self, kind: Kind, terms: Sequence[z3.ExprRef]) -> Program:
        action = self._actions[kind]
        return Program([*self._state.terms(), action.space, action.number], terms)

    def _of_state(self, terms: Iterable[z3.ExprRef]) -> Program:
        return Program(self._state.terms(), [*terms])
