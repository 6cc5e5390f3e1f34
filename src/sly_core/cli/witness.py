"""`sly witness`: the smallest position in which two readings of the rules differ, if any."""

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
from sly_core.cli.input import Json
from sly_core.cli.output import busy, print_json

if TYPE_CHECKING:
    from sly_core.ask import Witness
    from sly_core.show.sequence import Part

Reading = Annotated[
    str,
    typer.Argument(help="Rules as KEY=VALUE; several in one quoted argument.", show_default=False),
]


def witness(
    first: Reading,
    second: Reading,
    seconds: Annotated[
        float,
        typer.Option(
            min=0.0, metavar="S", help="How long to look for a position, and again for a game."
        ),
    ] = 20.0,
    svg: Svg = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Show where two readings of the rules differ, or that they never do.

    The smallest position and action, what each reading makes of it, and the shortest game that
    comes to a difference. Exit status 1 where the answer is not known within the time.
    """
    from sly_core import ask

    refuse_same_file(svg, html)
    with busy("looking for a difference …"):
        found = ask.witness(first, second, seconds=seconds)
    if svg is not None or html is not None:
        write_parts("SLY, two readings", list(_parts(found)), svg, html)
    if json:
        print_json({**asdict(found), "clauses": found.clauses})
    else:
        print(found)
        print_written(svg, html)
    if found.verdict == "UNKNOWN":
        raise typer.Exit(1)


def _parts(found: Witness) -> Iterator[Part]:
    from sly_core import Ruleset
    from sly_core.show.sequence import Part

    yield Part(f"{found.first} | {found.second}", None, tuple(map(str, found.why)))
    for side in found.sides:
        rules = Ruleset.from_text(side.rules)
        told = tuple(map(str, side.sentences))
        if found.action is not None:
            yield Part(f"Before, {side.rules}", picture_of_text(side.position, rules))
            heading = f"After {found.action}, {side.rules}"
        else:
            heading = side.rules
        yield Part(heading, picture_of_text(side.after, rules), told)
    if found.game is not None:
        heading, game = "Shortest game to a difference", " ".join(found.game)
        yield Part(heading, notation=(game,)) if game else Part(heading, lines=("the start",))
