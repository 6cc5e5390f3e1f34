"""The formal rules put to work on plain positions: terms are built once, then constants put in.

No solver is asked; z3 only simplifies terms without variables.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sly_spec.invariants import FACTS
from sly_spec.reading import Reading, Table
from sly_spec.scoring import score, wins
from sly_spec.smt import z3
from sly_spec.terms import concrete, fresh
from sly_spec.transition import Action, Kind, after, legal


class Play:
    """The rules of one reading, asked about positions in plain data.

    >>> play = Play(Reading(hens=2))
    >>> there = play.after(Table((16,) * 6, (0,) * 6), Kind.LAY, space=1, number=2)
    >>> there.text(play.reading)
    '-,02?,-,- F1/F12 -/- 1 0 -'
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._state = fresh("here", reading)
        self._actions = {kind: Action.fresh(kind) for kind in Kind}
        self._legal = cache(lambda kind: legal(self._state, self._actions[kind]))
        self._after = cache(lambda kind: after(self._state, self._actions[kind]).terms())
        self._facts = cache(lambda: {name: fact(self._state) for name, fact in FACTS.items()})
        self._scores = cache(lambda: [score(self._state, seat) for seat in reading.seats])
        self._wins = cache(lambda: [wins(self._state, seat) for seat in reading.seats])

    def is_legal(self, table: Table, kind: Kind, space: int = 0, number: int = 0) -> bool:
        """Tell whether the action is legal there (T1)."""
        found = self._put([self._legal(kind)], table, kind, space, number)
        return bool(z3.is_true(found[0]))

    def after(self, table: Table, kind: Kind, space: int = 0, number: int = 0) -> Table:
        """Give the position after an action that is legal there (O1-O5)."""
        terms = self._put(self._after(kind), table, kind, space, number)
        values = [term.as_long() for term in terms]
        size = len(self.reading.cards)
        return Table(tuple(values[:size]), tuple(values[size : 2 * size]), *values[2 * size :])

    def broken_facts(self, table: Table) -> list[str]:
        """Name the facts about possible positions that do not hold there."""
        facts = self._facts()
        found = self._put(facts.values(), table)
        return [name for name, holds in zip(facts, found, strict=True) if not z3.is_true(holds)]

    def scores(self, table: Table) -> list[int]:
        """Give the points of each seat (P1-P4)."""
        return [term.as_signed_long() for term in self._put(self._scores(), table)]

    def winners(self, table: Table) -> list[int]:
        """Give the seats that nobody has more points than (P4)."""
        found = self._put(self._wins(), table)
        return [seat for seat, holds in enumerate(found) if z3.is_true(holds)]

    def _put(
        self,
        terms: Iterable[z3.ExprRef],
        table: Table,
        kind: Kind = Kind.STOP,
        space: int = 0,
        number: int = 0,
    ) -> list[z3.ExprRef]:
        """Put the position and the action in and simplify; only constants are left."""
        variables, constants = self._actions[kind], Action.of(kind, space, number)
        pairs = [
            *zip(self._state.terms(), concrete(table, self.reading).terms(), strict=True),
            (variables.space, constants.space),
            (variables.number, constants.number),
        ]
        return [z3.simplify(z3.substitute(term, pairs)) for term in terms]
