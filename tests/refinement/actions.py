"""The actions: the core's own text, run on any possible position, leads where the rules lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sly_spec.claims.claim import Scene, Theorem
from sly_spec.reading import Reading
from sly_spec.reveal import outcome
from sly_spec.smt import all_of, z3
from sly_spec.terms import State
from sly_spec.transition import Action, Kind, turned_cards
from tests.refinement.kernel import expected_words
from tests.refinement.machine import AtRound, Machine
from tests.refinement.packed import SPACES, card_mask, packed, packed_rules
from tests.refinement.parsing import TYPES, Program, parsed
from tests.refinement.sources import Texts
from tests.refinement.store import Argument, Pointer
from tests.refinement.values import Value, boolean

UINT32 = TYPES["uint32_t"]


def action_id(action: Action, program: Program) -> z3.BitVecRef:
    """Give the id of an action, as a word of 32 bits."""
    space = z3.Extract(3, 0, action.space)
    if action.kind is Kind.LAY:
        return z3.ZeroExt(25, z3.Concat(action.number, space))
    first = z3.BitVecVal(program.numbers[action.kind.name], 32)
    if action.kind is Kind.STOP:
        return first
    return z3.Concat(z3.Extract(31, 4, first), space)


class Run:
    """The core's text about to be run on a position; ``known`` is whatever it may be."""

    def __init__(self, texts: Texts, state: State, at_round: AtRound | None = None) -> None:
        self.state = state
        self.program = parsed(texts)
        self.machine = Machine(self.program, {"resolve": self._resolved}, at_round)
        known = [z3.BitVec(f"known.{space}", 8) for space in range(SPACES)]
        self.fields = {**packed(state), "known": known}
        self.position = self.machine.struct("s", "PackedState", self.fields)
        self.rules = self.machine.struct("r", "PackedRules", packed_rules(state.reading))
        self.resolved_rightly: list[z3.BoolRef] = []

    def _resolved(self, machine: Machine, arguments: Sequence[Argument]) -> None:
        """Stand for `resolve`: what it writes is proved (`kernel.py`); note that it is asked so."""
        *words, out = arguments
        assert isinstance(out, Pointer)
        state, reading = self.state, self.state.reading
        turned = turned_cards(state)
        asked = [
            card_mask(turned),
            z3.ZeroExt(30, state.seat),
            z3.BitVecVal(reading.multiple_foxes == "each", 32),
            z3.BitVecVal(reading.gobbling_fox == "leaves", 32),
        ]
        for word, should in zip(words, asked, strict=True):
            assert isinstance(word, Value)
            self.resolved_rightly.append(z3.Implies(machine.path, word.term == should))
        results = expected_words(outcome(turned, state.seat, reading), reading)
        for index, result in enumerate(results):
            machine.store[(*out.path, index)] = result

    def make(self, action: Action, keep_known: bool) -> dict[str, list[z3.BitVecRef]]:
        """Make an action; give the fields of the position after it."""
        number = Value(UINT32, action_id(action, self.program))
        known = boolean(z3.BoolVal(keep_known))
        self.machine.call("make_unchecked", self.position, self.rules, number, known)
        return self.machine.read(self.position)


def differing(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, z3.BoolRef]:
    """Say of every field, but ``known``, that it is as expected."""
    return {
        name: all_of(
            a == b
            for a, b in zip(found[name], value if isinstance(value, list) else [value], strict=True)
        )
        for name, value in expected.items()
        if name != "known"
    }


def theorem(texts: Texts, reading: Reading, kind: Kind, keep_known: bool = False) -> Theorem:
    """At every possible position, a legal action of this kind leads to the position after it."""
    scene = Scene.of(reading, kind)
    run = Run(texts, scene.before)
    fields = differing(run.make(scene.action, keep_known), packed(scene.after))
    cuts = [scene.cut(name, goal) for name, goal in fields.items()]
    cuts.append(scene.cut("defined", run.machine.defined))
    cuts += [scene.cut("asked", goal) for goal in run.resolved_rightly]
    same = differing(run.machine.read(run.position), run.fields)
    nothing = all_of(same.values())
    return Theorem(tuple(cuts), scene.cut("nothing is changed", nothing))
