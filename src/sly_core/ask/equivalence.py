"""Whether two readings are the same by the specification, beside the search for a witness."""

from __future__ import annotations

import time
from typing import Any

from sly_core.ask.arguments import limit, ruleset
from sly_core.ask.comparing import same_table
from sly_core.ask.proving import SECONDS, Proof
from sly_core.ask.solving import Session, UndecidedError, one_at_a_time, second_opinion
from sly_core.ruleset import Ruleset


@one_at_a_time
def prove_same(first: Ruleset | str, second: Ruleset | str, *, seconds: float = SECONDS) -> Proof:
    """Prove by induction over the steps of a game that two readings never differ.

    In every position that is possible under both, the same actions are legal, each leads to the
    same position and end, and the scores are the same; what is seen differs only with the switch
    `reveal`. PROVED: two solvers agree. REFUTED: some possible position breaks it, though perhaps
    none that a game reaches; `witness` shows one. UNKNOWN: `tried` says what was asked.

    Raises:
        TypeError: of the wrong type.
        SlyError: no number of seconds, or a ruleset that does not read (`RulesetError`).
        ImportError: a solver is missing; it names the extra `verify`.

    >>> prove_same("reveal_scope=any", "reveal_scope=one_house").verdict
    'PROVED'
    """
    one, other = ruleset(first, "first"), ruleset(second, "second")
    seconds = limit(seconds)
    name, texts = "the two readings are the same", f"{one.to_text()} | {other.to_text()}"
    if not same_table(one, other) or one.reveal != other.reveal:
        return Proof("REFUTED", name, texts)
    until = time.monotonic() + seconds
    try:
        for conditions, unlike in _questions(one, other):
            session = Session(conditions, until)
            if session.may(unlike):
                return Proof("REFUTED", name, texts)
            if second_opinion(session.to_smt(unlike), until - time.monotonic()):
                raise UndecidedError("the solvers do not agree: z3 says no, bitwuzla yes")
    except UndecidedError as undecided:
        return Proof("UNKNOWN", name, texts, tried=str(undecided))
    return Proof("PROVED", name, texts)


def _questions(one: Ruleset, other: Ruleset) -> list[tuple[list[Any], Any]]:
    """What holds, and what would be different, for each kind of step and for the scores."""
    from sly_spec.claims.claim import STEPS
    from sly_spec.invariants import possible
    from sly_spec.reading import Reading
    from sly_spec.scoring import score
    from sly_spec.smt import any_of, z3
    from sly_spec.terms import fresh
    from sly_spec.transition import Action, after, legal

    readings = [Reading.of(rules) for rules in (one, other)]
    here = fresh("before", readings[0])
    states = [here, here.changed(reading=readings[1])]
    both = [possible(state) for state in states]
    points = [[score(state, seat) for seat in here.reading.seats] for state in states]
    questions = [(both, any_of(a != b for a, b in zip(*points, strict=True)))]
    for kind in STEPS:
        action = Action.fresh(kind)
        allowed = [legal(state, action) for state in states]
        ends = [after(state, action).terms() for state in states]
        moved = any_of(a != b for a, b in zip(*ends, strict=True))
        questions.append((both, z3.Or(allowed[0] != allowed[1], z3.And(allowed[0], moved))))
    return questions
