"""What commands are given: a position, the rules, a seat."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sly_core.errors import SlyError, brief

if TYPE_CHECKING:
    from sly_core import Ruleset, State


class BadInput(SlyError):
    """Arguments that make no sense together, or cannot be read."""


class RepeatedKey(SlyError):
    """JSON in which an object has a key twice, where only one of the two values could count."""


_RULE = re.compile(r"\s*[A-Za-z_]+=")

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POSITION|KEY=VALUE",
        help=(
            "A position: six fields in one quoted argument, for analyse and show also with x for "
            "each card that a seat cannot see; left out, the start of a game. Then the rules: "
            "players=3 houses=wide "
            "multiple_foxes=each … (see `sly rules`); left out, the standard game for two."
        ),
        show_default=False,
    ),
]
Seat = Annotated[
    int | None,
    typer.Option("--seat", "-p", metavar="N", help="The seat whose information to use, from 0."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Threads = Annotated[
    int, typer.Option(min=1, max=256, metavar="N", help="How many threads share the work.")
]
Seed = Annotated[
    int,
    typer.Option(min=0, max=2**64 - 1, help="The same seed gives the same answer.", metavar="N"),
]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a command is about: a state, and the one seat whose view was given, if it was a view.

    Of a view the state is only one of many: cards hidden from `viewer` are filled in anyhow, so
    only what that seat sees may be shown of it.
    """

    state: State
    viewer: int | None

    def seat(self, asked: int | None) -> int | None:
        """The seat asked for, or the one whose view was given; None where there is neither.

        Raises `BadInput` for another seat than that of the view, or one not at the table.
        """
        if asked is None:
            return self.viewer
        players = self.state.rules.players
        if not 0 <= asked < players:
            raise BadInput(f"--seat {asked}: expected 0 to {players - 1} (S1)")
        if self.viewer not in (None, asked):
            raise BadInput(
                f"--seat {asked}: the position is what seat {self.viewer} sees, cards hidden as x"
            )
        return asked

    def need_full(self, command: str) -> State:
        """The state, where all cards were given; `BadInput` for a view."""
        if self.viewer is not None:
            raise BadInput(f"{command} needs every card, but the position has some x")
        return self.state


def read_json(text: str) -> Any:
    """The value of a JSON text that a user wrote.

    Raises `RepeatedKey`, and `ValueError` or `RecursionError` for what is no JSON.
    """
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_without_repeats)


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise RepeatedKey(f"the key {brief(key)} is there twice in one object")
        values[key] = value
    return values


def is_rule(word: str) -> bool:
    """Whether a word of the command line is a setting of the rules."""
    return _RULE.match(word) is not None


def read(words: list[str] | None) -> Subject:
    """The position and rules that the words of a command line give.

    Raises `BadInput` for words that are neither, `SlyError` for what does not read.
    """
    from sly_core import Ruleset, State

    positions: list[str] = []
    pairs: list[str] = []
    for word in words or []:
        (pairs if is_rule(word) else positions).append(word.strip())
    rules = Ruleset.from_text(" ".join(pairs))
    if not positions:
        return Subject(State(rules), None)
    if len(positions) > 1:
        raise BadInput(
            f"{len(positions)} words that are no KEY=VALUE, such as {positions[1]!r}: "
            "a position is six fields in one quoted argument"
        )
    text = positions[0]
    if "x" not in text:
        return Subject(State.from_text(text, rules), None)
    return Subject(State.from_view(text, rules), _viewer(text, rules))


def _viewer(text: str, rules: Ruleset) -> int:
    """The one seat whose cards a view shows."""
    from sly_core.notation.text import parse_view

    hands = parse_view(text, rules).hands
    shown = [seat for seat, hand in enumerate(hands) if None not in hand]
    if len(shown) != 1:
        raise BadInput(
            f"a seat's view shows one hand and hides the others as x; this shows {len(shown)}"
        )
    return shown[0]
