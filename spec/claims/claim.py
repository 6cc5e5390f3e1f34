"""What a claim is: a sentence, the clauses it is about, and how its theorem is built for a reading.

A theorem is a list of cuts. A cut says that a goal follows from premises; together the cuts say
what the sentence says. Beside them stands a twin, a claim like it that is wrong on purpose: a check
that does not refute the twin is a check that sees nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from sly_spec.invariants import possible
from sly_spec.reading import Reading
from sly_spec.smt import z3
from sly_spec.terms import State, fresh
from sly_spec.transition import Action, Kind, after, effect, legal

STEPS = (Kind.LAY, Kind.EXPOSE, Kind.TURN, Kind.STOP)
COMPLETE = (Kind.LAY, Kind.EXPOSE, Kind.STOP)
"""The kinds of action with which a turn of the game is over."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A part of a proof: the goal follows from the premises.

    ``states`` and ``values`` are what a counterexample is told by. Where ``fits`` is given, the
    states are positions only if it holds, so a counterexample for which it does comes first.
    """

    name: str
    premises: tuple[z3.BoolRef, ...]
    goal: z3.BoolRef
    states: Mapping[str, State] = field(default_factory=dict)
    values: Mapping[str, z3.ExprRef | str] = field(default_factory=dict)
    fits: z3.BoolRef | None = None


@dataclass(frozen=True, eq=False)
class Theorem:
    """All cuts of a claim for one reading, and its twin."""

    cuts: tuple[Cut, ...]
    twin: Cut


Builder = Callable[[Reading], Theorem]


@dataclass(frozen=True, eq=False)
class Claim:
    """A claim: its name, the whole sentence, and its clauses."""

    name: str
    sentence: str
    clauses: tuple[str, ...]
    theme: str
    theorem: Builder


_registered: dict[str, Claim] = {}


def registered() -> tuple[Claim, ...]:
    """Give the claims of all pages imported so far."""
    return tuple(_registered.values())


def claim(name: str, *clauses: str) -> Callable[[Builder], Builder]:
    """Register the builder below under this name; its docstring is the whole sentence."""

    def register(build: Builder) -> Builder:
        sentence = " ".join((build.__doc__ or "").split())
        theme = build.__module__.rpartition(".")[2]
        _registered[name] = Claim(name, sentence, clauses, theme, build)
        return build

    return register


@cache
def any_state(reading: Reading) -> State:
    """Give the position that most cuts are about, of which nothing is known yet."""
    return fresh("before", reading)


@cache
def is_possible(reading: Reading) -> z3.BoolRef:
    """Say that it is a possible position."""
    return possible(any_state(reading))


@dataclass(frozen=True, eq=False)
class Scene:
    """A possible position where an action of one kind is legal, and the position after it."""

    before: State
    action: Action
    after: State

    @classmethod
    def of(cls, reading: Reading, kind: Kind) -> Scene:
        """Give the scene of any position and any action of this kind."""
        before, action = any_state(reading), Action.fresh(kind)
        return cls(before, action, after(before, action))

    @cached_property
    def done(self) -> State:
        """The position once the action has had its effect, before any end is asked (O1)."""
        return effect(self.before, self.action)

    @property
    def premises(self) -> tuple[z3.BoolRef, ...]:
        """The position is possible, the action legal."""
        return (is_possible(self.before.reading), legal(self.before, self.action))

    def cut(self, name: str, goal: z3.BoolRef, *more: z3.BoolRef) -> Cut:
        """Give the cut that the goal holds here, with more premises if need be."""
        return Cut(
            name=name,
            premises=(*self.premises, *more),
            goal=goal,
            states={"before": self.before, "after": self.after},
            values={
                "kind": self.action.kind.value,
                "space": self.action.space,
                "number": self.action.number,
            },
        )


def at_every_step(
    reading: Reading, goal: Callable[[Scene], z3.BoolRef], kinds: tuple[Kind, ...] = STEPS
) -> tuple[Cut, ...]:
    """Give one cut a kind of action: the goal holds, whatever legal action is done."""
    scenes = {kind: Scene.of(reading, kind) for kind in kinds}
    return tuple(scene.cut(kind.value, goal(scene)) for kind, scene in scenes.items())


def at_any_position(
    reading: Reading, name: str, goal: Callable[[State], z3.BoolRef], *more: z3.BoolRef
) -> Cut:
    """Give the cut that the goal holds at every possible position."""
    state = any_state(reading)
    return Cut(name, (is_possible(reading), *more), goal(state), states={"before": state})
