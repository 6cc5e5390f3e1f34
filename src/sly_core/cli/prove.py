"""`sly prove`: a claim about steps of the game, proved or refuted."""

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
from sly_core.cli.output import busy, print_json

if TYPE_CHECKING:
    from sly_core.ask import Proof
    from sly_core.show.sequence import Part


def prove(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="CLAIM|KEY=VALUE…",
            help=(
                "A claim in one quoted argument, such as 'reveal and foxes >= 2 -> gobbled <= 1', "
                "and the rules; left out, the standard game for two."
            ),
            show_default=False,
        ),
    ],
    seconds: Annotated[
        float,
        typer.Option(min=0.0, metavar="S", help="For the proof; a counterexample; and a game."),
    ] = 60.0,
    svg: Svg = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Prove a claim about steps of the game, or show the smallest step that breaks it.

    Exit status 0 where it is proved, 1 where it is refuted or nothing is known. The words of a
    claim are listed on the page `docs/ask.md`.
    """
    from sly_core import Ruleset, ask

    refuse_same_file(svg, html)
    claims = [word for word in words if not is_rule(word)]
    if len(claims) != 1:
        raise BadInput(f"{len(claims)} claims: expected one, in one quoted argument")
    rules = Ruleset.from_text(" ".join(word for word in words if is_rule(word)))
    with busy("asking the solvers …"):
        found = ask.prove(claims[0], rules, seconds=seconds)
    if svg is not None or html is not None:
        write_parts("SLY, a claim", list(_parts(found)), svg, html)
    if json:
        print_json(asdict(found))
    else:
        print(found)
        print_written(svg, html)
    if found.verdict != "PROVED":
        raise typer.Exit(1)


def _parts(found: Proof) -> Iterator[Part]:
    from sly_core import Ruleset
    from sly_core.show.sequence import Part

    rules = Ruleset.from_text(found.rules)
    yield Part(found.claim, notation=(str(found),))
    if found.position is not None and found.after is not None:
        yield Part("Before", picture_of_text(found.position, rules))
        yield Part(f"After {found.action}", picture_of_text(found.after, rules))
