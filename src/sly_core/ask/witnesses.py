"""`witness`: where two readings of the rules first differ, or that they never do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sly_core import reference
from sly_core.ask.arguments import limit, ruleset
from sly_core.ask.comparing import Difference, same_table, text_under
from sly_core.ask.enumerating import OutOfTimeError, Smallest, smallest
from sly_core.ask.shortest import SECONDS, shortest_play
from sly_core.ask.telling import Sentence, tell
from sly_core.ask.ways import Way, lie_of, never, ways
from sly_core.notation import action_to_string
from sly_core.ruleset import Ruleset

if TYPE_CHECKING:
    from sly_core import State

Verdict = Literal["DIFFER", "SAME", "UNKNOWN"]


@dataclass(frozen=True, slots=True)
class Side:
    """What one reading makes of the witness: `position` before the action, `after` after it.

    Where the witness needs no action, `after` is the same position, and nothing is told.
    """

    rules: str
    position: str
    after: str
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    end: str | None
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """What came of the question whether two readings differ.

    DIFFER: `sides` show it, in the smallest position and with the token in `action`, if one is
    needed; `game` holds the tokens of a shortest game from the start to a difference, or is None
    where none was found, as `tried` tells. SAME: `why` proves it. UNKNOWN: `tried` tells how far
    the search came; that is no answer.
    """

    verdict: Verdict
    first: str
    second: str
    why: tuple[Sentence, ...]
    position: str | None = None
    action: str | None = None
    cards: int | None = None
    differences: tuple[Difference, ...] = ()
    sides: tuple[Side, ...] = ()
    game: tuple[str, ...] | None = None
    tried: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses on which the difference rests, and then all others that are told."""
        told = [*self.why, *(sentence for side in self.sides for sentence in side.sentences)]
        return tuple(dict.fromkeys(clause for sentence in told for clause in sentence.clauses))

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def witness(first: Ruleset | str, second: Ruleset | str, *, seconds: float = SECONDS) -> Witness:
    """The smallest position and action in which two readings differ, or a proof that none is.

    Args:
        first: a ruleset or its text.
        second: the other one.
        seconds: how long to look for a position, and then again for a game.

    They differ where the legal actions do, or what an action does, the scores, the end, or what any
    seat sees. A position counts that is possible under both. Smallest is: fewest cards away from
    hands, at the moment when most are; then fewest actions; then lowest ranks, as ascending
    lists; then the text under the first reading. The answer is found by going through all
    positions in that order, so it does not depend on any solver; where none is left, the readings
    are the same. It is replayed on the reference and on the compiled core.

    Rulesets with other seats, Hens or numbers of spaces differ from the start.

    Raises:
        TypeError: of the wrong type.
        SlyError: no number of seconds, or a ruleset that does not read (`RulesetError`).
        RuntimeError: reference and core do not agree on the witness; then one of them is wrong.

    >>> found = witness("min_reveal=1", "min_reveal=2")
    >>> found.verdict, found.position, found.game
    ('DIFFER', '-,-,0F*,1F? 123456/123456 -/- 0 0 -', ('Fa1', 'Fa2', 'ra1'))
    >>> witness("hens=2", "hens=2 multiple_foxes=each").verdict
    'SAME'
    """
    one, other = ruleset(first, "first"), ruleset(second, "second")
    seconds = limit(seconds)
    texts = (one.to_text(), other.to_text())
    if one == other:
        return Witness("SAME", *texts, (Sentence("These are the same rules, said twice.", ()),))
    if not same_table(one, other):
        return _other_tables(one, other)
    found = ways(one, other)
    if not found:
        return Witness("SAME", *texts, tuple(map(_sentence, never(one, other))))
    try:
        least = smallest(one, other, found, time.monotonic() + seconds)
    except OutOfTimeError:
        tried = f"positions in order, for {seconds:g} seconds; those looked at do not differ"
        return Witness("UNKNOWN", *texts, (), tried=tried)
    if least is None:
        return Witness("SAME", *texts, tuple(_nowhere(found)))
    return _differ(one, other, found, least, seconds)


def _differ(
    one: Ruleset, other: Ruleset, found: tuple[Way, ...], least: Smallest, seconds: float
) -> Witness:
    state = reference.State.from_text(least.position, one)
    lie = lie_of(state.position())
    fit = [way for way in found if way.fits(lie, state.now.stall)]
    why = tuple(Sentence(f"{way.words[0].upper()}{way.words[1:]}.", way.clauses) for way in fit)
    play = shortest_play(one, other, seconds=seconds)
    return Witness(
        verdict="DIFFER",
        first=one.to_text(),
        second=other.to_text(),
        why=why,
        position=least.position,
        action=None if least.action is None else action_to_string(least.action, one),
        cards=least.cards,
        differences=least.differences,
        sides=tuple(
            _side(text_under(least.position, one, rules), least.action, rules)
            for rules in (one, other)
        ),
        game=None if play.actions is None else play.tokens,
        tried=play.tried,
    )


def _other_tables(one: Ruleset, other: Ruleset) -> Witness:
    """Readings of which no position is one of the other: they differ from the start."""
    sides = tuple(_side(reference.State(rules).to_text(), None, rules) for rules in (one, other))
    facts = (
        ("the players", "S1", one.players, other.players),
        ("the Hens of each player", "S2", one.hens, other.hens),
        ("the spaces", "S3", one.num_spaces, other.num_spaces),
    )
    unlike = [fact for fact in facts if fact[2] != fact[3]]
    return Witness(
        verdict="DIFFER",
        first=one.to_text(),
        second=other.to_text(),
        why=(Sentence("They do not lay the same table.", tuple(fact[1] for fact in unlike)),),
        position=sides[0].position,
        cards=0,
        differences=tuple(Difference(what, str(a), str(b)) for what, _, a, b in unlike),
        sides=sides,
        game=(),
    )


def _side(text: str, action: int | None, rules: Ruleset) -> Side:
    state = reference.State.from_text(text, rules)
    after = state if action is None else state.child(action)
    side = Side(
        rules=rules.to_text(),
        position=state.to_text(),
        after=after.to_text(),
        legal=_legal(after),
        scores=tuple(after.scores()),
        end=after.end_reason(),
        sentences=() if action is None else tell(state.now, action, rules),
    )
    _check_on_core(side, action, rules)
    return side


def _check_on_core(side: Side, action: int | None, rules: Ruleset) -> None:
    from sly_core import State

    core = State.from_text(side.position, rules)
    if action is not None:
        core.apply_action(action)
    told = (core.to_text(), _legal(core), tuple(core.scores()), core.end_reason())
    if told != (side.after, side.legal, side.scores, side.end):
        raise RuntimeError(
            f"the reference and the core do not agree on {side.position!r} under {side.rules}"
        )


def _legal(state: State | reference.State) -> tuple[str, ...]:
    return tuple(action_to_string(action, state.rules) for action in state.legal_actions())


def _sentence(words: str) -> Sentence:
    """A sentence of text that ends with a clause in brackets."""
    text, _, clause = words.removesuffix(")").rpartition(" (")
    return Sentence(f"{text}.", (clause,))


def _nowhere(found: tuple[Way, ...]) -> Iterator[Sentence]:
    """Of each way to differ that no possible position with any number of cards meets it."""
    for way in found:
        text = f"{way.switch}: in every possible position where {way.words}, both do the same"
        yield Sentence(f"{text}; all have been gone through.", way.clauses)


def _lines(found: Witness) -> Iterator[str]:
    yield f"first     {found.first}"
    yield f"second    {found.second}"
    words = {"DIFFER": "they differ", "SAME": "they never differ", "UNKNOWN": "UNKNOWN"}
    yield f"verdict   {words[found.verdict]}"
    yield from (f"          {sentence}" for sentence in found.why)
    if found.position is not None:
        yield f"position  {found.position}"
        yield f"action    {found.action or 'none is needed'}"
    for unlike in found.differences:
        yield f"{unlike.what}:"
        yield f"  first   {unlike.first}"
        yield f"  second  {unlike.second}"
    for name, side in zip(("first", "second"), found.sides, strict=False):
        yield ""
        yield f"under the {name} reading"
        yield from (f"  {sentence}" for sentence in side.sentences)
        yield f"  position  {side.after}"
        yield f"  scores    {', '.join(map(str, side.scores))}"
        yield f"  end       {side.end or 'none'}"
    if found.verdict == "DIFFER":
        yield ""
        game = "none was found" if found.game is None else " ".join(found.game) or "the start"
        yield f"shortest game to a difference: {game}"
    if found.tried:
        yield f"tried: {found.tried}"
