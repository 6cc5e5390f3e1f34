"""Questions to z3 about one step, and the smallest step of which all that is asked holds.

Smallest is: fewest cards away from hands, before the action; then card by card, from the highest
numbers down, in hand rather than on a space, on a low space rather than a high one, and there
rather than before a player; then face down rather than up; then the lowest seat, count and action.
Each question has one true answer, so what comes out does not hang on the solver or its version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sly_spec.claims.claim import Scene
from sly_spec.reading import FRONT, Table
from sly_spec.smt import z3
from sly_spec.terms import from_model
from sly_spec.transition import Kind


@dataclass(frozen=True, slots=True)
class Step:
    """A position and an action there, in plain data."""

    table: Table
    space: int
    number: int


class Search:
    """One kind of action at any possible position, and what is asked of it.

    All that is ever asked has a name, a Boolean variable that stands for a term, so that a question
    is no more than a list of names to assume, and what the solver has learnt stays of use.
    """

    def __init__(self, scene: Scene, premises: Iterable[Any], branches: Iterable[Any]) -> None:
        self._scene = scene
        self._solver = z3.SolverFor("QF_FD")
        self._solver.add(*premises)
        self._held: list[Any] = []
        self._model: Any = None
        self._branches = {
            term.get_id(): self._named(f"branch.{n}", term) for n, term in enumerate(branches)
        }
        before, reading, action = scene.before, scene.before.reading, scene.action
        # a LAY takes one card more away, so fewest after it is fewest before; there the last free
        # space is taken, which the solver is slow to find from the spaces before
        most = scene.done if action.kind is Kind.LAY else before
        self._cards = sorted(reading.cards, key=lambda card: (-card.number, -card.seat))
        self._home = {c: self._named(f"home.{c}", before.in_hand(c)) for c in self._cards}
        self._bits = {
            term.get_id(): [
                self._named(f"bit.{bit}.{term}", z3.Extract(bit, bit, term) == 1)
                for bit in reversed(range(term.size()))
            ]
            for term in [*before.terms(), action.space, action.number]
        }
        self._spaces = [self._named(f"on.{s}", most.occupied(s)) for s in reading.spaces]
        settled = [self._named(f"settled.{c}", z3.UGE(most.where[c], FRONT)) for c in self._cards]
        away = [self._named(f"away.{c}", z3.Not(most.in_hand(c))) for c in self._cards]
        # one number counted by cards and by spaces: each way the solver sees at once what it is
        # slow to find the other way
        self._counts = [
            self._counted("cards", away),
            self._counted("spaces", [*self._spaces, *settled]),
        ]

    def _named(self, name: str, term: Any) -> Any:
        variable = z3.Bool(name)
        self._solver.add(variable == term)
        return variable

    def _counted(self, name: str, flags: list[Any]) -> list[Any]:
        """For each number from 1 on a variable that at least so many flags are true."""
        least: list[Any] = []
        for n, flag in enumerate(flags):
            before, fewer = [*least, z3.BoolVal(False)], [z3.BoolVal(True), *least]
            least = [
                self._named(f"{name}.{n}.{k}", z3.Or(enough, z3.And(flag, fewer[k])))
                for k, enough in enumerate(before)
            ]
        return least

    def may(self, *more: Any) -> bool:
        """Whether these names can hold too; if so, the model is of it."""
        answer = self._solver.check(*self._held, *more)
        if answer == z3.unknown:
            raise RuntimeError(f"z3 gave no answer: {self._solver.reason_unknown()}")
        if answer == z3.sat:
            self._model = self._solver.model()
        return bool(answer == z3.sat)

    @contextmanager
    def holding(self, *branches: Any) -> Iterator[None]:
        """Let the terms of these branches hold in what is asked within."""
        held = len(self._held)
        self._held += (self._branches[term.get_id()] for term in branches)
        yield
        del self._held[held:]

    def smallest(self) -> Step:
        """The smallest step of which all holds that is held now; there must be one."""
        with self.holding():
            assert self.may(), "nothing can be the smallest"
            self._fewest_away()
            before, action = self._scene.before, self._scene.action
            for card in self._cards:
                if not self._holds(self._home[card]):
                    self._lowest(before.where[card])
            faces = [before.face[card] for card in self._cards]
            for term in [*faces, before.seat, before.stall, action.number, action.space]:
                self._lowest(term)
            values = [self._value(term) for term in (action.space, action.number)]
            return Step(from_model(self._model, before), *values)

    def _fewest_away(self) -> None:
        for space in self._spaces:
            if not self.may(z3.Not(space)):
                self._held.append(space)
        for by_cards, by_spaces in zip(*self._counts, strict=False):
            fewest = (z3.Not(by_cards), z3.Not(by_spaces))
            if self.may(*fewest):
                self._held += fewest
                return

    def _holds(self, name: Any) -> bool:
        """Let this hold from now on if it can; the model stays one of all that holds."""
        can = z3.is_true(self._model.eval(name, model_completion=True)) or self.may(name)
        self._held.append(name if can else z3.Not(name))
        return can

    def _lowest(self, term: Any) -> None:
        """Hold to the lowest value that the term can have."""
        for bit in self._bits[term.get_id()]:
            self._holds(z3.Not(bit))

    def _value(self, term: Any) -> int:
        return int(self._model.eval(term, model_completion=True).as_long())
