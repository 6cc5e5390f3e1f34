"""Two readings of the rules side by side: what is not the same in one position, or after one step.

Rulesets can be compared action by action where they have the same seats, Hens and number of spaces:
a position of one is then a position of the other, space by space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sly_core import reference
from sly_core.errors import IllegalActionError, NotationError
from sly_core.notation import Position, action_to_string
from sly_core.ruleset import Ruleset

_SPACE = re.compile(r"\b[?xr\dF]?([a-d]\d+)\b")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two readings have differently: what, and how each has it, in words."""

    what: str
    first: str
    second: str


def same_table(first: Ruleset, second: Ruleset) -> bool:
    """Whether a position of one ruleset is one of the other, space by space.

    >>> same_table(Ruleset(), Ruleset(reveal="committed")), same_table(Ruleset(), Ruleset.wide())
    (True, False)
    """
    return (first.players, first.hens, first.num_spaces) == (
        second.players,
        second.hens,
        second.num_spaces,
    )


def text_under(text: str, rules: Ruleset, other: Ruleset) -> str:
    """A position's text of one ruleset, its spaces grouped and named as another has them.

    >>> text_under("-,-,0F?,- 1/F1 -/- 1 0 -", Ruleset(), Ruleset(houses=[[1, 2]] * 2))
    '-,-/0F?,- 1/F1 -/- 1 0 -'
    """
    if rules.house_of == other.house_of:
        return text
    board, *fields = text.split(" ")
    spaces = iter(re.split("[,/]", board))
    board = "/".join(",".join(next(spaces) for _ in house) for house in other.houses)
    return " ".join([board, *(_renamed(field, rules, other) for field in fields)])


def read_under(text: str, rules: Ruleset, other: Ruleset) -> reference.State | None:
    """The position of one ruleset under another, or None where it is impossible there.

    >>> read_under("-,-,-,- 123456/F123456 -/- 1 0 -", Ruleset(), Ruleset(gobbling_fox="leaves"))
    """
    try:
        return reference.State.from_text(text_under(text, rules, other), other)
    except NotationError:
        return None


def differences(first: reference.State, second: reference.State) -> tuple[Difference, ...]:
    """All that is different in two states as they stand.

    Where the cards do not lie alike, what each seat sees and may do is different for that reason,
    and is not told.
    """
    return tuple(_differences(first, second))


def step_differences(
    first: reference.State, second: reference.State, action: int
) -> tuple[Difference, ...]:
    """What one action, legal under the first reading, does otherwise under the second.

    Both states are the same position, just read.
    """
    after = first.child(action)
    try:
        other = second.child(action)
    except IllegalActionError as error:
        return (Difference("the action", "legal", reason(error)),)
    return (*_shown(after, other), *_differences(after, other))


def reason(error: IllegalActionError) -> str:
    """Why an action is illegal, without its id.

    >>> reason(IllegalActionError(128, "no card lies on a1", clause="E1"))
    'no card lies on a1 (E1)'
    """
    return str(error).removeprefix(f"action {error.action}: ")


def _differences(first: reference.State, second: reference.State) -> Iterator[Difference]:
    if _cards(first) != _cards(second):
        yield Difference("the position", first.to_text(), second.to_text())
    else:
        if first.legal_actions() != second.legal_actions():
            yield Difference("the legal actions", *_only_in_each(first, second))
        seats = range(first.rules.players)
        views = [[state.observation_string(seat) for seat in seats] for state in (first, second)]
        alike = [text_under(view, second.rules, first.rules) for view in views[1]]
        yield from _by_seat("sees", views, [views[0], alike])
    if first.end_reason() != second.end_reason():
        yield Difference("the end", first.end_reason() or "none", second.end_reason() or "none")
    if first.scores() != second.scores():
        yield Difference("the scores", *(_row(state.scores()) for state in (first, second)))


def _cards(state: reference.State) -> Position:
    """Where everything lies and whose turn it is, without what is known of it."""
    return replace(state.position(), known=())


def _shown(first: reference.State, second: reference.State) -> Iterator[Difference]:
    """What the last action showed, where that is not the same."""
    seats = range(first.rules.players)
    told = [
        [state.information_state_string(seat).rpartition("|")[2] for seat in seats]
        for state in (first, second)
    ]
    alike = [_renamed(words, second.rules, first.rules) for words in told[1]]
    yield from _by_seat("is shown", told, [told[0], alike])


def _by_seat(verb: str, told: list[list[str]], compared: list[list[str]]) -> Iterator[Difference]:
    """By seat what it sees under each reading; in one where that is the same for all."""
    pairs = list(zip(*told, strict=True))
    differ = [first != second for first, second in zip(*compared, strict=True)]
    if all(differ) and len(set(pairs)) == 1:
        yield Difference(f"what every seat {verb}", *pairs[0])
        return
    for seat, pair in enumerate(pairs):
        if differ[seat]:
            yield Difference(f"what seat {seat} {verb}", *pair)


def _only_in_each(first: reference.State, second: reference.State) -> tuple[str, str]:
    """The actions of each that the other has not."""
    legal = [set(state.legal_actions()) for state in (first, second)]
    only = (legal[0] - legal[1], legal[1] - legal[0])
    words = [
        " ".join(action_to_string(action, state.rules) for action in sorted(actions))
        for actions, state in zip(only, (first, second), strict=True)
    ]
    here, there = (f"also {tokens}" if tokens else "nothing more" for tokens in words)
    return here, there


def _renamed(words: str, rules: Ruleset, other: Ruleset) -> str:
    """Tokens with their spaces named as another ruleset names them."""
    if rules.house_of == other.house_of:
        return words
    names = dict(zip(rules.space_names, other.space_names, strict=True))
    return _SPACE.sub(lambda found: found[0].replace(found[1], names[found[1]]), words)


def _row(points: list[int]) -> str:
    return ", ".join(map(str, points))
