"""The rows of `tests/data/branches.jsonl`: which readings, which tables, and what a row says.

What is expected comes from the formal rules alone; no implementation of the game is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from sly_spec.claims.claim import Scene
from sly_spec.playing import Play
from sly_spec.reading import DOWN, HAND, TURNED, Reading, Table
from sly_spec.transition import Kind
from tests.cases.branches import TABLES, BranchTable
from tests.cases.dimensions import Branch, Dimension
from tests.cases.smallest import Search, Step

TWO_HOUSES = "players=2 houses=1,2,3,4/1,2,3,4 reveal_scope=one_house"
PLAN: dict[str, tuple[str, ...]] = {
    "players=2": tuple(TABLES),
    "players=2 houses=wide": ("lay", "expose", "turn", "reveal ends"),
    "players=2 reveal=committed": ("turn", "reveal ends", "reveal, seen"),
    TWO_HOUSES: ("turn", "turn, refused"),
    "players=2 min_reveal=2": ("turn", "reveal ends", "stop, refused"),
    f"{TWO_HOUSES} min_reveal=2": ("turn", "stop, refused"),
    "players=2 stall_limit=1": ("reveal ends", "lay, refused"),
    "players=2 stall_limit=3": ("reveal, counted",),
    "players=2 hens=4 multiple_foxes=each": ("results",),
    "players=2 hens=4 gobbling_fox=leaves": ("results",),
    "players=2 hens=4 multiple_foxes=each gobbling_fox=leaves": ("results",),
    "players=3": ("lay",),
    "players=3 hens=2 houses=1,2,3,4": ("expose", "results", "reveal ends"),
    "players=4": ("lay",),
    "players=4 hens=2 houses=1,2,3,4": ("results", "reveal ends"),
}
"""The tables of each reading: all under the standard rules, else those that its switch touches."""

ENDS = (None, "last card", "full house", "stalled")


def all_rows(readings: dict[str, tuple[str, ...]] = PLAN) -> Iterator[dict[str, Any]]:
    """Make every row of these readings and tables, in order."""
    for reading, tables in readings.items():
        for table in tables:
            yield from Maker(reading, table).rows()


def line_of(row: dict[str, Any]) -> str:
    """A row as the file has it."""
    return json.dumps(row, ensure_ascii=False)


class Maker:
    """The rows of one table under one reading."""

    def __init__(self, reading: str, table: str) -> None:
        self._names = {"rules": reading, "table": table}
        self._reading = Reading.from_text(reading)
        self._table: BranchTable = TABLES[table]
        scene = Scene.of(self._reading, self._table.kind)
        self.dimensions: tuple[Dimension, ...] = self._table.dimensions(scene)
        branches = [branch for dimension in self.dimensions for branch in dimension.branches]
        holds = [branch.holds for branch in branches]
        self._search = Search(scene, self._table.premises(scene), holds)

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each combination that can be, and one for what cannot follow a beginning."""
        yield from self._rows(())

    def row(self, words: dict[str, str]) -> dict[str, Any]:
        """The row of one combination, by the words of its branches."""
        chosen = tuple(
            next(branch for branch in dimension.branches if branch.words == words[dimension.name])
            for dimension in self.dimensions
        )
        with self._search.holding(*(branch.holds for branch in chosen)):
            return self._made(chosen)

    def _rows(self, chosen: tuple[Branch, ...]) -> Iterator[dict[str, Any]]:
        if len(chosen) == len(self.dimensions):
            yield self._made(chosen)
            return
        dimension, never = self.dimensions[len(chosen)], []
        for branch in dimension.branches:
            with self._search.holding(branch.holds):
                if self._search.may():
                    yield from self._rows((*chosen, branch))
                else:
                    never.append(branch.words)
        if never:
            yield {**self._names, "branches": self._words(chosen), "never": {dimension.name: never}}

    def _words(self, chosen: tuple[Branch, ...]) -> dict[str, str]:
        return {
            dimension.name: branch.words
            for dimension, branch in zip(self.dimensions, chosen, strict=False)
        }

    def _made(self, chosen: tuple[Branch, ...]) -> dict[str, Any]:
        clauses = [*self._table.clauses, *(name for branch in chosen for name in branch.clauses)]
        return {
            **self._names,
            "branches": self._words(chosen),
            "clauses": list(dict.fromkeys(clauses)),
            **expected(self._reading, self._table.kind, self._search.smallest()),
        }


def expected(reading: Reading, kind: Kind, step: Step) -> dict[str, Any]:
    """What the formal rules have of a step: the texts, the end, the scores and the winners.

    An action that is not legal is refused and changes nothing.
    """
    play = _play(reading)
    action = (kind, step.space, step.number)
    assert play.broken_facts(step.table) == []
    is_legal = play.is_legal(step.table, *action)
    after = play.after(step.table, *action) if is_legal else step.table
    return {
        "before": step.table.text(reading),
        "action": token(reading, *action),
        **({} if is_legal else {"refused": True}),
        "after": with_known(after, known_after(step.table, after, reading), reading),
        "end": ENDS[after.end],
        "scores": play.scores(after),
        "winners": play.winners(after) if after.end else [],
    }


@cache
def _play(reading: Reading) -> Play:
    return Play(reading)


def token(reading: Reading, kind: Kind, space: int, number: int) -> str:
    """The action as it is written."""
    if kind is Kind.STOP:
        return "r."
    letter = {Kind.LAY: "F1234567"[number], Kind.EXPOSE: "x", Kind.TURN: "r"}[kind]
    house = reading.house_of[space]
    return f"{letter}{'abcd'[house]}{space - reading.house_of.index(house) + 1}"


def known_after(before: Table, after: Table, reading: Reading) -> dict[int, list[int]]:
    """What is known of each hidden card after a step from a position with nothing known (R2).

    A card that goes back to a hand has been seen there, so it is on no space that was filled
    before. All other cards that were seen are hidden no more.
    """
    cards = reading.cards
    place = dict(zip(cards, after.where, strict=True))
    down = {card for card, face in zip(cards, after.face, strict=True) if face == DOWN}
    hidden = {card for card in down if place[card] <= HAND}
    if reading.reveal == "committed":
        hidden |= {card for card, face in zip(cards, after.face, strict=True) if face == TURNED}
    seen = {
        card
        for card, face in zip(cards, before.face, strict=True)
        if face == TURNED and place[card] == HAND
    }
    return {
        place[card]: sorted(c.number for c in hidden - seen if c.seat == card.seat)
        for card in hidden
        if place[card] < HAND and any(c.seat == card.seat for c in seen)
    }


def with_known(table: Table, known: dict[int, list[int]], reading: Reading) -> str:
    """The position as it is written, with what is known of its hidden cards."""
    parts = [
        f"{token(reading, Kind.EXPOSE, space, 0)[1:]}={''.join('F1234567'[n] for n in numbers)}"
        for space, numbers in sorted(known.items())
    ]
    return f"{table.text(reading).removesuffix('-')}{','.join(parts) or '-'}"
