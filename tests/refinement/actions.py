"""The actions: the core's own text, run on any possible position, leads where the rules lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from sly_spec.claims.claim import Cut, Scene, Theorem
from sly_spec.reading import Reading
from sly_spec.reveal import Outcome, outcome
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import State
from sly_spec.transition import Action, Kind, turned_cards
from tests.refinement.kernel import expected_words
from tests.refinement.machine import AtRound, Frame, Machine
from tests.refinement.packed import SPACES, card_mask, packed, packed_rules
from tests.refinement.parsing import TYPES, Program, parsed
from tests.refinement.sources import Texts
from tests.refinement.store import Argument, Pointer
from tests.refinement.values import Value, boolean

UINT32 = TYPES["uint32_t"]
Key = TypeVar("Key")


def action_id(action: Action, program: Program) -> z3.BitVecRef:
    """Give the id of an action, as a word of 32 bits."""
    space = z3.Extract(3, 0, action.space)
    if action.kind is Kind.LAY:
        return z3.ZeroExt(25, z3.Concat(action.number, space))
    first = z3.BitVecVal(program.numbers[action.kind.name], 32)
    if action.kind is Kind.STOP:
        return first
    return z3.Concat(z3.Extract(31, 4, first), space)


class Fates:
    """What becomes of the turned cards, named: in the cuts about the words of a position nothing
    matters of the outcome but that every turned card has just one fate, no other card has any, and
    at most one Hen is Safe.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.names: list[tuple[z3.BoolRef, z3.BoolRef]] = []
        true = outcome(turned_cards(state), state.seat, state.reading)
        self.outcome = Outcome(
            gobbled={h: self._all(f"gobbled {h}", took) for h, took in true.gobbled.items()},
            safe=self._all("safe", true.safe),
            out=self._all("out", true.out),
            back=self._all("back", true.back),
        )
        self.facts = {"one Safe": at_most_one_of(true.safe.values())}
        for card, turned in turned_cards(state).items():
            fates = [true.back[card]]
            fates += [true.out[card]] if card.is_fox else [true.safe[card]]
            fates += [] if card.is_fox else true.gobbled[card].values()
            one = z3.And(any_of(fates) == turned, at_most_one_of(fates))
            self.facts[f"one fate: {card.seat} {card.number}"] = one

    def _all(self, kind: str, fates: Mapping[Key, z3.BoolRef]) -> dict[Key, z3.BoolRef]:
        return {key: self._name(f"{kind} {key}", fate) for key, fate in fates.items()}

    def _name(self, name: str, fate: z3.BoolRef) -> z3.BoolRef:
        if z3.is_false(fate):
            return fate
        self.names.append((fate, z3.Bool(name)))
        return self.names[-1][1]

    def named(self, term: z3.BoolRef) -> z3.BoolRef:
        """Give the term with a name in place of every fate."""
        return z3.substitute(term, self.names)

    def cut(self, cut: Cut) -> Cut:
        """Give the cut with names for the fates; what is known of them is a premise."""
        premises = [self.named(fact) for fact in self.facts.values()]
        return replace(cut, premises=(*cut.premises, *premises), goal=self.named(cut.goal))


class Run:
    """The core's text about to be run on a position; ``known`` is whatever it may be.

    So is what ``slot`` says of an empty space, unless it is ``blank``: `advance_unchecked` leaves
    it as it was. `resolve` is not run: its words are those of the outcome, by the names of `Fates`.
    """

    def __init__(
        self, texts: Texts, state: State, at_round: AtRound | None = None, blank: bool = False
    ) -> None:
        self.state = state
        self.program = parsed(texts)
        self.machine = Machine(self.program, {"resolve": self._resolved}, at_round)
        known = [z3.BitVec(f"known.{space}", 8) for space in range(SPACES)]
        self.fields = {**packed(state), "known": known}
        if not blank:
            self.fields["slot"] = [
                z3.If(lies, slot, z3.BitVec(f"slot.{space}", 8))
                for space, (lies, slot) in enumerate(occupied_slots(self.fields))
            ]
        self.position = self.machine.struct("s", "PackedState", self.fields)
        self.rules = self.machine.struct("r", "PackedRules", packed_rules(state.reading))
        self.fates = Fates(state)
        self.asked: dict[str, z3.BoolRef] = {}

    def _resolved(self, machine: Machine, arguments: Sequence[Argument]) -> None:
        """Stand for `resolve`: what it writes is proved (`kernel.py`); note that it is asked so."""
        *words, out = arguments
        assert isinstance(out, Pointer)
        state, reading = self.state, self.state.reading
        turned = turned_cards(state)
        asked = {
            "cards": card_mask(turned),
            "active": z3.ZeroExt(30, state.seat),
            "each": z3.BitVecVal(reading.multiple_foxes == "each", 32),
            "leaves": z3.BitVecVal(reading.gobbling_fox == "leaves", 32),
        }
        for word, (name, should) in zip(words, asked.items(), strict=True):
            assert isinstance(word, Value)
            self.asked[f"asked: {name}"] = z3.Implies(machine.path, word.term == should)
        results = expected_words(self.fates.outcome, reading)
        for index, result in enumerate(results):
            machine.store[(*out.path, index)] = result

    def make(self, action: Action, keep_known: bool) -> dict[str, list[z3.BitVecRef]]:
        """Make an action; give the fields of the position after it."""
        number = Value(UINT32, action_id(action, self.program))
        known = boolean(z3.BoolVal(keep_known))
        self.machine.call("make_unchecked", self.position, self.rules, number, known)
        return self.machine.read(self.position)


class Gathering:
    """The loop of `turned_cards`, cut round by round.

    Whatever the cards are before a round, it adds the card that lies turned on that space.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.turned = turned_cards(state)
        self.goals: dict[str, z3.BoolRef] = {}
        self.parts: list[z3.BitVecRef] = []
        self.before = z3.BitVecVal(0, 32)
        self.run: Run

    def at_round(self, frame: Frame, index: int) -> None:
        """Check what the last round added, and forget how it came about."""
        if frame.function.name != "turned_cards":
            return
        cell = (frame.name, "cards")
        if index:
            self.parts.append(self._turned_on(index - 1))
        should = self.before | self.parts[-1] if index else self.before
        self._note(f"gathered: {index}", self.run.machine.store[cell] == should)
        self.before = z3.BitVec(f"cards.{index}", 32)
        if index == 32:
            self.before = card_mask(self.turned)
            whole = reduce(lambda a, b: a | b, self.parts)
            self._note("gathered: all", whole == self.before)
        self.run.machine.store[cell] = self.before

    def _turned_on(self, space: int) -> z3.BitVecRef:
        cards = {c: z3.And(self.state.is_at(c, space), turned) for c, turned in self.turned.items()}
        return card_mask(cards) if space in self.state.reading.spaces else z3.BitVecVal(0, 32)

    def _note(self, name: str, goal: z3.BoolRef) -> None:
        if not z3.is_true(z3.simplify(goal)):
            self.goals[name] = goal


def occupied_slots(fields: dict[str, Any]) -> list[tuple[z3.BoolRef, z3.BitVecRef]]:
    """Give the slot of each space, with whether a card lies there."""
    occupied = fields["down"] | fields["turned"] | fields["safe"]
    lies = [z3.Extract(space, space, occupied) == 1 for space in range(SPACES)]
    return [*zip(lies, fields["slot"], strict=True)]


def differing(
    found: dict[str, Any], expected: dict[str, Any], blank: bool = True
) -> dict[str, z3.BoolRef]:
    """Say of every field, but ``known``, that it is as expected; of some, space by space.

    Unless empty spaces have to be ``blank``, nothing is said of their slots.
    """
    goals: dict[str, z3.BoolRef] = {}
    for name, value in expected.items():
        values = value if isinstance(value, list) else [value]
        pairs = [a == b for a, b in zip(found[name], values, strict=True)]
        if name in ("down", "safe"):
            # a cut for each space: all in one are too much with four seats
            bits = [
                (z3.Extract(i, i, found[name][0]), z3.Extract(i, i, value)) for i in range(SPACES)
            ]
            pairs = [is_so == should for is_so, should in bits]
        if name == "slot" and not blank:
            lies = [there for there, _ in occupied_slots(expected)]
            pairs = [z3.Implies(there, so) for there, so in zip(lies, pairs, strict=True)]
        if name in ("slot", "down", "safe"):
            goals.update({f"{name} {space}": pair for space, pair in enumerate(pairs)})
        elif name != "known":
            goals[name] = all_of(pairs)
    return {name: goal for name, goal in goals.items() if not z3.is_true(z3.simplify(goal))}


def theorem(texts: Texts, reading: Reading, kind: Kind, keep_known: bool = False) -> Theorem:
    """At every possible position, a legal action of this kind leads to the position after it."""
    scene = Scene.of(reading, kind)
    gathering = Gathering(scene.before)
    # with the knowledge kept, empty spaces are kept blank
    gathering.run = run = Run(texts, scene.before, gathering.at_round, blank=keep_known)
    goals = differing(run.make(scene.action, keep_known), packed(scene.after), blank=keep_known)
    goals["defined"] = run.machine.defined
    cuts = [scene.cut(name, goal) for name, goal in goals.items()]
    if kind is Kind.STOP:
        fates = run.fates
        cuts = [fates.cut(cut) for cut in cuts]
        asked = {**fates.facts, **gathering.goals, **run.asked}
        cuts += [scene.cut(name, goal) for name, goal in asked.items()]
    same = differing(run.machine.read(run.position), run.fields)
    return Theorem(tuple(cuts), scene.cut("nothing is changed", all_of(same.values())))
