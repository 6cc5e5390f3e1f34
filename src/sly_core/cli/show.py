"""`sly show`: a position, whole or as one seat sees it, and what follows from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sly_core.cli.drawing import refuse_same_file
from sly_core.cli.input import Json, Seat, Words, read
from sly_core.cli.output import print_json, style, write_whole

if TYPE_CHECKING:
    from sly_core import State
    from sly_core.show.picture import Picture


def show(
    words: Words = None,
    seat: Seat = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a position, whole or as a seat sees it.

    Board, hands, piles, scores, legal moves, and what hidden cards may be. All cards lie open
    unless --seat names whose view to show, or the position is a seat's view.
    """
    from sly_core.show.picture import picture_of

    refuse_same_file(svg, html)
    subject = read(words)
    viewer = subject.seat(seat)
    picture = picture_of(subject.state, viewer)
    if svg is not None:
        from sly_core.show.svg import draw_picture

        write_whole(svg, f"{draw_picture(picture)}\n".encode())
    if html is not None:
        from sly_core.show.html import page_of_picture

        write_whole(html, page_of_picture(picture).encode())
    if json:
        print_json(_as_json(subject.state, picture))
        return
    _print(subject.state, picture)
    for path in (svg, html):
        if path is not None:
            print(f"wrote {path}")


def _worlds(state: State, picture: Picture) -> dict[int, int]:
    """By seat, how many arrangements of the cards it cannot see fit what it has seen."""
    seats = range(picture.rules.players) if picture.viewer is None else (picture.viewer,)
    return {seat: state.worlds_count(seat) for seat in seats}


def _print(state: State, picture: Picture) -> None:
    from sly_core.show.terminal import render_moves, render_picture

    print(render_picture(picture, style()))
    if picture.legal:
        print(f"\nlegal moves\n{render_moves(picture, style())}")
    print()
    for seat, count in _worlds(state, picture).items():
        print(f"arrangements of the cards that seat {seat} cannot see: {count:,}")


def _as_json(state: State, picture: Picture) -> dict[str, Any]:
    from sly_core.notation import action_to_string, format_position
    from sly_core.show.picture import card_letters

    rules = picture.rules
    return {
        "rules": rules.to_text(),
        "position": format_position(picture.position, rules),
        "seat": picture.viewer,
        "to_act": picture.acting,
        "end": picture.end,
        "winners": list(picture.winners),
        "scores": list(picture.scores),
        "legal": [action_to_string(action, rules) for action in picture.legal],
        "candidates": {
            name: card_letters(cards)
            for name, cards in zip(rules.space_names, picture.candidates, strict=True)
            if cards
        },
        "worlds": {str(seat): count for seat, count in _worlds(state, picture).items()},
    }
