"""`explain`: what actions do from a position, and why, and under which readings it would differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sly_core import reference
from sly_core.ask.arguments import ruleset
from sly_core.ask.comparing import Difference, reason, step_differences
from sly_core.ask.telling import Sentence, tell
from sly_core.errors import IllegalActionError, NotationError
from sly_core.notation import action_to_string, string_to_action
from sly_core.ruleset import SWITCHES, Ruleset

if TYPE_CHECKING:
    from sly_core import State


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A reading under which a step would go otherwise: one switch with another value.

    In each difference `first` is what happens under the rules at hand, `second` under this reading.
    """

    switch: str
    value: str | int
    clause: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One action told. `refused` says why it is not legal, and then there is no `after`.

    `before` and `after` are positions in text, `scores` the points of each seat afterwards, `end`
    the reason why the game is over then, or None.
    """

    seat: int
    action: int
    token: str
    before: str
    after: str | None
    sentences: tuple[Sentence, ...]
    scores: tuple[int, ...]
    end: str | None
    refused: bool
    otherwise: tuple[Otherwise, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Actions from a position, told step by step; an illegal action is the last step."""

    rules: Ruleset
    position: str
    steps: tuple[Step, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that some sentence rests on, in the order in which they first appear."""
        told = (clause for step in self.steps for s in step.sentences for clause in s.clauses)
        return tuple(dict.fromkeys(told))

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def explain(
    position: str | State | reference.State,
    actions: str | Sequence[str | int],
    rules: Ruleset | str | None = None,
) -> Explanation:
    """Tell what these actions do, one after another, clause by clause.

    Args:
        position: six fields of text, or a state (of the core or of the reference). All cards must
            be given.
        actions: tokens in one string with blanks between, or a sequence of tokens or action ids.
        rules: a ruleset or its text; where left out, that of the state, or the standard one.

    Each step is replayed from where it begins under every other value of every switch (of the
    `stall_limit`, under none, and under the one that this step would reach), with the reference
    model, and what would differ is told. An illegal action is told with the clause that forbids it,
    and what comes behind it is not looked at.

    Raises:
        TypeError: of the wrong type.
        NotationError: a position or token that does not read.
        RulesetError: rules that do not read.

    >>> told = explain("0F*,01*,1F?,- 23456/123456 -/- 0 0 -", "r.", "gobbling_fox=leaves")
    >>> print(told.steps[0].sentences[1])
    A Fox and a Hen are turned, so the top Fox gobbles the top Hen: seat 0 takes its own Hen 1, \
which costs it 1 point, as it must although the Hen is its own. (R3, P2)
    >>> [(other.switch, other.value) for other in told.steps[0].otherwise]
    [('reveal', 'committed'), ('gobbling_fox', 'returns')]
    """
    state = _state(position, rules)
    begin = state.to_text()
    steps = []
    for action in _ids(actions, state.rules):
        step = _step(state, action)
        steps.append(step)
        if step.refused:
            break
        state.apply_action(action)
    return Explanation(state.rules, begin, tuple(steps))


def _state(position: str | State | reference.State, rules: Ruleset | str | None) -> reference.State:
    from sly_core import State

    if isinstance(position, str):
        return reference.State.from_text(position, ruleset("" if rules is None else rules))
    if not isinstance(position, (State, reference.State)):
        kind = type(position).__name__
        raise TypeError(f"position: expected a text or a State, not {kind}")
    chosen = position.rules if rules is None else ruleset(rules)
    return reference.State.from_text(position.to_text(), chosen)


def _ids(actions: str | Sequence[str | int], rules: Ruleset) -> list[int]:
    if not isinstance(actions, Iterable):
        raise TypeError(f"actions: expected tokens or ids, not {type(actions).__name__}")
    words = actions.split() if isinstance(actions, str) else actions
    return [string_to_action(word, rules) if isinstance(word, str) else word for word in words]


def _step(state: reference.State, action: int) -> Step:
    before = state.to_text()
    sentences: tuple[Sentence, ...]
    try:
        after = state.child(action)
    except IllegalActionError as error:
        sentences = (_refusal(error),)
        after = None
    else:
        sentences = tell(state.now, action, state.rules)
    told = state if after is None else after
    return Step(
        seat=state.now.seat,
        action=action,
        token=action_to_string(action, state.rules),
        before=before,
        after=None if after is None else after.to_text(),
        sentences=sentences,
        scores=tuple(told.scores()),
        end=told.end_reason(),
        refused=after is None,
        otherwise=tuple(_otherwise(before, state.rules, action, told)),
    )


def _refusal(error: IllegalActionError) -> Sentence:
    why = reason(error)
    if error.clause is not None:
        why = why.removesuffix(f" ({error.clause})")
    return Sentence(f"This is not allowed: {why}.", (error.clause,) if error.clause else ())


def _otherwise(
    before: str, rules: Ruleset, action: int, after: reference.State
) -> Iterator[Otherwise]:
    for switch, value in other_values(rules, after.now.stall):
        other = rules.replace(**{switch: value})
        try:
            second = reference.State.from_text(before, other)
        except NotationError:
            continue  # under this reading no game comes to this position
        first = reference.State.from_text(before, rules)
        if action in first.legal_actions():
            found = step_differences(first, second, action)
        elif action in second.legal_actions():
            found = (Difference("the action", "illegal", "legal"),)
        else:
            found = ()
        if found:
            yield Otherwise(switch, value, SWITCHES[switch].clause, found)


def other_values(rules: Ruleset, stall: int) -> Iterator[tuple[str, str | int]]:
    """Every other value of every switch, one at a time; of `stall_limit` none, and `stall`.

    >>> list(other_values(Ruleset(stall_limit=3), 2))[-2:]
    [('stall_limit', 0), ('stall_limit', 2)]
    """
    for name, switch in SWITCHES.items():
        allowed: Iterable[str | int] = (0, stall) if name == "stall_limit" else switch.allowed
        for value in dict.fromkeys(allowed):
            if value != getattr(rules, name):
                yield name, value


def _lines(told: Explanation) -> Iterator[str]:
    yield f"rules     {told.rules.to_text()}"
    yield f"position  {told.position}"
    for number, step in enumerate(told.steps, start=1):
        yield ""
        yield f"{number}. {step.token}"
        yield from (f"   {sentence}" for sentence in step.sentences)
        if step.after is not None:
            yield f"   position  {step.after}"
            yield f"   scores    {', '.join(map(str, step.scores))}"
        for other in step.otherwise:
            yield f"   with {other.switch}={other.value} ({other.clause}) it would differ:"
            for found in other.differences:
                yield f"     {found.what}: {found.first} | {found.second}"
