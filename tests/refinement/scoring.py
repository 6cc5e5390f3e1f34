"""The points: what the text of `score` adds up is what the rules give each seat (P1-P4).

A sum of so many parts is too much for one question. So each round of the text's two loops is a cut:
whatever the points are before it, it adds what the rules give for that space or that card. That the
parts make the whole, in whatever order, is the last cut.
"""

from __future__ import annotations

from sly_spec.claims.claim import Cut, Theorem, any_state, is_possible
from sly_spec.reading import Card, Reading
from sly_spec.scoring import POINT_BITS, points, score, space_pays, total, worth
from sly_spec.smt import all_of, z3
from sly_spec.terms import State
from tests.refinement.actions import Run
from tests.refinement.machine import Frame
from tests.refinement.packed import slot_of
from tests.refinement.parsing import TYPES
from tests.refinement.sources import Texts

SEATS, CARDS = 4, 32
BOUND = 1 << (POINT_BITS - 1)


class Adding:
    """The parts that the rounds have to add, and the cuts that they do."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.cuts: list[Cut] = []
        self.rounds = 0
        self.loop = -1
        self.parts: list[list[z3.BitVecRef]] = []
        self.points: list[z3.BitVecRef] = []
        self.run: Run

    def part(self, loop: int, index: int, seat: int) -> z3.BitVecRef:
        """Give what the rules give a seat for a space, and in the second loop for a card."""
        reading = self.state.reading
        if seat not in reading.seats:
            return points(0)
        if loop == 0:
            return space_pays(self.state, seat, index) if index in reading.spaces else points(0)
        card = Card(index % 4, 7 - index // 4)
        return worth(self.state, card, seat) if card in reading.cards else points(0)

    def at_round(self, frame: Frame, index: int) -> None:
        """Cut the run here: check what the last round added, and forget how it came about."""
        if frame.function.name != "score":
            raise ValueError(f"a loop that is not of the points: {frame.name}")
        store = self.run.machine.store
        self.loop += index == 0
        now = [store[("points", seat)] for seat in range(SEATS)]
        if index:
            self.parts.append([self.part(self.loop, index - 1, seat) for seat in range(SEATS)])
            added = [
                was + wide(part) for was, part in zip(self.points, self.parts[-1], strict=True)
            ]
        else:
            added = self.points or [z3.BitVecVal(0, 32)] * SEATS
        goal = z3.simplify(all_of(a == b for a, b in zip(now, added, strict=True)))
        if not z3.is_true(goal):
            name = f"{('space', 'slot')[self.loop]} {index - 1}"
            self.cuts.append(self.cut(name, z3.And(goal, self.run.machine.defined)))
        self.run.machine.duties.clear()
        self.points = [z3.BitVec(f"points.{self.rounds}.{seat}", 32) for seat in range(SEATS)]
        store.update({("points", seat): term for seat, term in enumerate(self.points)})
        self.rounds += 1

    def cut(self, name: str, goal: z3.BoolRef) -> Cut:
        """Give the cut for a possible position, the points so far being within their bounds."""
        bounds = [z3.And(one >= -BOUND, one < BOUND) for one in self.points]
        premises = (is_possible(self.state.reading), *bounds)
        return Cut(name, premises, goal, {"before": self.state})


def wide(part: z3.BitVecRef) -> z3.BitVecRef:
    """Give points as an `int` of C."""
    return z3.SignExt(32 - POINT_BITS, part)


def theorem(texts: Texts, reading: Reading) -> Theorem:
    """At every possible position `score` gives each seat its points, and others none."""
    state = any_state(reading)
    adding = Adding(state)
    adding.run = run = Run(texts, state, adding.at_round)
    array = run.machine.array(("points",), TYPES["int"], SEATS)
    run.machine.call("score", run.position, run.rules, array)
    _check_bounds(reading)
    rounds = len(reading.spaces) + 1 + CARDS + 1
    if adding.rounds != rounds:
        raise ValueError(f"`score` has {adding.rounds} rounds and ends of loops, and not {rounds}")
    ends = [run.machine.store[("points", seat)] for seat in range(SEATS)]
    left = all_of(a == b for a, b in zip(ends, adding.points, strict=True))
    cuts = [*adding.cuts, adding.cut("nothing after the loops", left)]
    for seat in reading.seats:
        parts = [round_[seat] for round_ in adding.parts]
        whole = total(parts)
        # of a part nothing matters here but that it is the same on both sides
        named = [
            (part, z3.BitVec(f"part.{number}", POINT_BITS))
            for number, part in enumerate(parts)
            if not z3.is_bv_value(part)
        ]
        goal = z3.substitute(whole == score(state, seat), named)
        cuts.append(Cut(f"whole of seat {seat}", (), goal))
    first = adding.cuts[0]
    twin = adding.cut("a space pays nobody", all_of(p == 0 for p in adding.parts[0]))
    return Theorem(tuple(cuts), Cut(twin.name, first.premises, twin.goal, {"before": state}))


def _check_bounds(reading: Reading) -> None:
    """Raise `ValueError` if all that may be added together could pass the bounds of the points."""
    cards = sum(card.number or reading.players for card in reading.cards)
    if sum(reading.values) + cards >= BOUND:
        raise ValueError("points may pass their bounds")
    assert all(slot_of(card) < CARDS for card in reading.cards)
