"""`prove`: whether a claim about steps of the game holds in every possible position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sly_core import reference
from sly_core.ask.arguments import limit, ruleset
from sly_core.ask.language import Claim, read_claim
from sly_core.ask.narrowing import Found, any_step, smallest_step
from sly_core.ask.reaching import PLIES, Need, breaking_game, need_of
from sly_core.ask.shortest import Play
from sly_core.ask.solving import Session, UndecidedError, one_at_a_time, second_opinion
from sly_core.ask.symbols import term_of
from sly_core.ask.telling import Sentence, tell
from sly_core.ask.viewing import FormalStep, PlainStep
from sly_core.notation import action_to_string
from sly_core.ruleset import Ruleset

if TYPE_CHECKING:
    from sly_spec.claims.claim import Scene

Verdict = Literal["PROVED", "REFUTED", "UNKNOWN"]
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of a claim.

    PROVED: it holds for every legal action in every position for which the specification's facts
    about possible positions hold; two solvers agree. REFUTED: `position` and `action` break it,
    replayed on reference and core. They are the smallest where `smallest` says so; `game` is a
    shortest game from the start whose last action breaks the claim, or None where none was found,
    as `reached` tells. UNKNOWN: `tried` says what was asked. `vacuous`: nothing meets the claim's
    condition.
    """

    verdict: Verdict
    claim: str
    rules: str
    position: str | None = None
    action: str | None = None
    after: str | None = None
    sentences: tuple[Sentence, ...] = ()
    smallest: bool = False
    game: tuple[str, ...] | None = None
    reached: str = ""
    vacuous: bool = False
    tried: str = ""

    def __str__(self) -> str:
        return "\n".join(_lines(self))


@one_at_a_time
def prove(
    claim: str | Claim, rules: Ruleset | str | None = None, *, seconds: float = SECONDS
) -> Proof:
    """Prove a claim about one step of the game, or refute it with the smallest counterexample.

    Args:
        claim: text in the language of `sly_core.ask.language`, or a function of a step, which has
            the words of that language as attributes and joins truths by `all_of`, `any_of`, `no`
            and `implies`.
        rules: a ruleset or its text; where left out, the standard one.
        seconds: a limit for the proof, then for the smallest counterexample, then for a game;
            `inf` is none.

    A claim is about every legal action, from every position that the specification's invariant
    allows. That is a little more than the games reach, so beside the smallest counterexample stands
    the shortest game that breaks the claim, if one is found. What smallest is,
    `sly_core.ask.narrowing` says.

    Raises:
        TypeError: of the wrong type.
        ClaimError: the claim does not read.
        SlyError: no number of seconds, or rules that do not read (`RulesetError`).
        ImportError: a solver is missing; it names the extra `verify`.

    >>> prove("reveal and foxes >= 2 -> gobbled <= 1").verdict
    'PROVED'
    >>> found = prove("reveal -> safe == 1")
    >>> found.verdict, found.position, found.action, found.game
    ('REFUTED', '-,-,-,0F* 123456/F123456 -/- 0 0 -', 'r.', ('Fa1', 'ra1', 'r.'))
    """
    rules, seconds = ruleset("" if rules is None else rules), limit(seconds)
    if not isinstance(claim, str) and not callable(claim):
        kind = type(claim).__name__
        raise TypeError(f"claim: expected a text or a function of a step, not {kind}")
    name = claim if isinstance(claim, str) else getattr(claim, "__name__", "a function")
    condition, whole = read_claim(claim) if isinstance(claim, str) else (None, claim)
    until = time.monotonic() + seconds
    broken: list[tuple[Scene, Any]] = []
    vacuous = condition is not None
    try:
        for scene in _scenes(rules):
            step = FormalStep(scene)
            holds = term_of(whole(step))
            if vacuous and condition is not None:
                vacuous = not Session(scene.premises, until).may(term_of(condition(step)))
            if _may_break(scene, holds, until):
                broken.append((scene, holds))
    except UndecidedError as undecided:
        return Proof("UNKNOWN", name, rules.to_text(), tried=str(undecided))
    if not broken:
        return Proof("PROVED", name, rules.to_text(), vacuous=vacuous)
    return _refuted(name, whole, rules, broken, seconds)


def _scenes(rules: Ruleset) -> Iterator[Scene]:
    from sly_spec.claims.claim import STEPS, Scene
    from sly_spec.reading import Reading

    reading = Reading.of(rules)
    for kind in STEPS:
        yield Scene.of(reading, kind)


def _may_break(scene: Scene, holds: object, until: float) -> bool:
    """Whether some step of the scene breaks the claim, by two solvers where none does."""
    from sly_spec.smt import z3

    session = Session(scene.premises, until)
    broken = z3.Not(holds)
    if session.may(broken, alone=True):
        return True
    if second_opinion(session.to_smt(broken), until - time.monotonic()):
        raise UndecidedError("the solvers do not agree: z3 says no, bitwuzla yes")
    return False


def _refuted(
    name: str, whole: Claim, rules: Ruleset, broken: list[tuple[Scene, Any]], seconds: float
) -> Proof:
    """The smallest step that breaks the claim, in full."""
    from sly_spec.smt import z3

    found: list[Found] = []
    needs: dict[str, Need] | None = {}
    smallest = True
    for scene, holds in broken:
        conditions = [*scene.premises, z3.Not(holds)]
        until = time.monotonic() + seconds / len(broken)
        session = Session(conditions, until)
        try:
            session.may()
            found.append(any_step(scene, session))
            if needs is not None:
                needs[scene.action.kind.value] = need_of(scene, session)
            found[-1] = smallest_step(scene, session)
        except UndecidedError:
            smallest = False
            if scene.action.kind.value not in (needs or {}):
                needs = None
    if not found:
        tried = "it does not hold, but no counterexample was written out in the time"
        return Proof("UNKNOWN", name, rules.to_text(), tried=tried)
    least = min(found, key=lambda step: step.order)
    state = reference.State.from_text(least.position, rules)
    _replay(least, whole, rules)
    play = _game(whole, rules, needs, seconds)
    return Proof(
        verdict="REFUTED",
        claim=name,
        rules=rules.to_text(),
        position=least.position,
        action=action_to_string(least.action, rules),
        after=state.child(least.action).to_text(),
        sentences=tell(state.now, least.action, rules),
        smallest=smallest,
        game=None if play.actions is None else play.tokens,
        reached=play.tried,
    )


def _game(whole: Claim, rules: Ruleset, needs: dict[str, Need] | None, seconds: float) -> Play:
    """A shortest game that breaks the claim."""
    if needs is None:
        return Play(None, (), "nothing: the time was over before it was known what a game needs")
    return breaking_game(
        rules,
        lambda before, after, action: not whole(PlainStep.of(before, after, action)),
        needs,
        plies=PLIES,
        seconds=seconds,
    )


def _replay(least: Found, whole: Claim, rules: Ruleset) -> None:
    """Both implementations have to break the claim too."""
    from sly_core import State

    for kind in (reference.State, State):
        before = kind.from_text(least.position, rules)
        after = before.child(least.action)
        if whole(PlainStep.of(before, after, least.action)):
            raise RuntimeError(
                f"{kind.__module__} does not break the claim at {least.position!r}, "
                "and the specification does: one of them is wrong"
            )


def _lines(found: Proof) -> Iterator[str]:
    yield f"claim     {found.claim}"
    yield f"rules     {found.rules}"
    yield f"verdict   {found.verdict}"
    if found.verdict == "PROVED":
        yield "          by z3 and bitwuzla, for every legal action in every possible position"
    if found.vacuous:
        yield "          but nothing meets its condition"
    if found.position is not None:
        which = "smallest" if found.smallest else "a"
        yield f"position  {found.position} ({which} counterexample)"
        yield f"action    {found.action}"
        yield from (f"          {sentence}" for sentence in found.sentences)
        yield f"after     {found.after}"
        game = "none was found" if found.game is None else " ".join(found.game)
        yield f"shortest game that breaks it: {game}"
    for tried in (found.reached, found.tried):
        if tried:
            yield f"tried     {tried}"
