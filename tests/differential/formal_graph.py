"""All positions of a small game by the specification alone: its terms, evaluated breadth first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from sly_spec.evaluating import Array
from sly_spec.playing import Play, Tables
from sly_spec.reading import Reading
from sly_spec.terms import evaluated, start
from sly_spec.transition import Kind
from tests.spec.tables import action_of
from tests.tools import fields

NUM_ACTIONS = 161
AT_ONCE = 2_000  # positions: what is worked on stays in the cache
COUNTED = 2
"""How far reveals of Foxes alone are counted where no limit makes more of them matter (G3)."""


def actions_of(kind: Kind) -> tuple[Array, Array, Array]:
    """The ids of all actions of a kind, their spaces and the numbers of their cards."""
    every = [(n, *action_of(n)) for n in range(NUM_ACTIONS)]
    rows = [(n, space, card) for n, of, space, card in every if of is kind]
    ids, spaces, numbers = np.array(rows).T
    return ids, spaces, numbers


ACTIONS = {kind: actions_of(kind) for kind in Kind}


def placed_name(text: str, limited: bool) -> str:
    """What tells positions apart but for knowledge; without a limit, counts above two are two."""
    board, hands, taken, seat, stall, _ = fields(text)
    if not limited:
        stall = str(min(int(stall), COUNTED))
    return " ".join([board, hands, taken, seat, stall])


@dataclass
class Graph:
    """The positions a game can come to, numbered as they are found, and what is true of each."""

    number: dict[str, int] = field(default_factory=dict)
    """By name."""
    depth: list[int] = field(default_factory=list)
    """How many actions away from the start."""
    steps: list[dict[int, int]] = field(default_factory=list)
    """By the id of each legal action, ascending: the number of the position it leads to."""
    end: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    winners: list[list[int]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.depth)


def graph_of(reading: Reading) -> Graph:
    """Find every position of the game.

    Raises:
        AssertionError: a fact of the specification's own does not hold in one of them.
    """
    play, graph = Play(reading), Graph()
    frontier = Tables.of([evaluated(start(reading))])
    seen = {rows_of(frontier)[0].tobytes(): 0}
    depth = 0
    while len(frontier):  # one layer: all that is so many actions away
        first = len(graph)
        describe(frontier, play, graph, depth)
        fresh: list[Tables] = []
        for begin in range(0, len(frontier), AT_ONCE):
            some = frontier[begin : begin + AT_ONCE]
            for ids, sources, children in steps_from(some, play):
                if not reading.stall_limit:
                    children = replace(children, stall=np.minimum(children.stall, COUNTED))
                is_new = np.zeros(len(children), bool)
                for n, row in enumerate(rows_of(children)):
                    known = len(seen)
                    child = seen.setdefault(row.tobytes(), known)
                    is_new[n] = child == known
                    graph.steps[first + begin + int(sources[n])][int(ids[n])] = child
                fresh.append(children[is_new])
        frontier = together([frontier[:0], *fresh])
        depth += 1
    return graph


def describe(tables: Tables, play: Play, graph: Graph, depth: int) -> None:
    """Add positions to the graph, without their steps."""
    for name, holds in play.all_facts(tables).items():
        assert holds.all(), f"not so: {name}: {tables[~holds].tables()[0].text(play.reading)}"
    limited = bool(play.reading.stall_limit)
    for table in tables.tables():
        graph.number[placed_name(table.text(play.reading), limited)] = len(graph.depth)
        graph.depth.append(depth)
        graph.steps.append({})
        graph.end.append(table.end)
    graph.scores += play.all_scores(tables).tolist()
    graph.winners += [np.flatnonzero(row).tolist() for row in play.all_wins(tables)]


def steps_from(tables: Tables, play: Play) -> Iterator[tuple[Array, Array, Tables]]:
    """Give for each kind: the ids of legal actions, where each is done, and where each leads."""
    for kind, (ids, spaces, numbers) in ACTIONS.items():
        allowed = play.all_legal(tables, kind, spaces[:, None], numbers[:, None])
        which, where = np.nonzero(allowed)
        if len(which):
            children = play.all_after(tables[where], kind, spaces[which], numbers[which])
            yield ids[which], where, children


def rows_of(tables: Tables) -> Array:
    """Each position as a row of numbers."""
    return np.stack([column.astype(np.uint16) for column in tables.columns()], axis=-1)


def together(parts: list[Tables]) -> Tables:
    """The positions of all the parts."""
    return Tables(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("where", "face", "seat", "stall", "end")
        )
    )
