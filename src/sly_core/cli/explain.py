"""`sly explain`: what actions do from a position, clause by clause, and what would change that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from sly_core.cli.drawing import (
    Html,
    Svg,
    picture_of_text,
    print_written,
    refuse_same_file,
    write_parts,
)
from sly_core.cli.input import BadInput, Json, is_rule
from sly_core.cli.output import print_json

if TYPE_CHECKING:
    from sly_core.ask import Explanation, Step
    from sly_core.show.sequence import Part


def explain(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[POSITION] ACTION…|KEY=VALUE…",
            help=(
                "A position: six fields in one quoted argument; left out, the start of a game. "
                "Then actions, such as Fa1 xa2 ra1 r. and the rules, such as multiple_foxes=each."
            ),
            show_default=False,
        ),
    ],
    svg: Svg = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Tell what actions do and why, clause by clause.

    Each step is played again under every other value of every switch, and what would differ is
    told. An action that is not allowed is told with the clause that forbids it.
    """
    from sly_core import Ruleset, ask
    from sly_core.notation import format_position, start_position

    refuse_same_file(svg, html)
    pairs = [word for word in words if is_rule(word)]
    others = [word for word in words if not is_rule(word)]
    # a slash stands between the hands of every position, and in no action
    positions = [word.strip() for word in others if "/" in word]
    if len(positions) > 1:
        raise BadInput(f"{len(positions)} positions, such as {positions[1]!r}: expected one")
    actions = " ".join(word for word in others if "/" not in word)
    if not actions.split():
        raise BadInput("no action to explain: expected tokens, such as Fa1 xa2 ra1 r.")
    rules = Ruleset.from_text(" ".join(pairs))
    start = format_position(start_position(rules), rules)
    told = ask.explain(positions[0] if positions else start, actions, rules)
    if svg is not None or html is not None:
        write_parts("SLY, a play explained", list(_parts(told)), svg, html)
    if json:
        print_json({**asdict(told), "rules": told.rules.to_text(), "clauses": told.clauses})
        return
    print(told)
    print_written(svg, html)


def _parts(told: Explanation) -> Iterator[Part]:
    from sly_core.show.sequence import Part

    before = picture_of_text(told.position, told.rules)
    yield Part("Before", before, notation=(told.position, told.rules.to_text()))
    for number, step in enumerate(told.steps, start=1):
        after = None if step.after is None else picture_of_text(step.after, told.rules)
        yield Part(f"{number}. {step.token}", after, tuple(_lines(step)))


def _lines(step: Step) -> Iterator[str]:
    yield from map(str, step.sentences)
    for other in step.otherwise:
        yield f"With {other.switch}={other.value} ({other.clause}) it would differ:"
        for unlike in other.differences:
            yield f"{unlike.what}: {unlike.first} | {unlike.second}"
