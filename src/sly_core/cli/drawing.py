"""The files of drawings and pages that `--svg` and `--html` ask for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sly_core.cli.input import BadInput
from sly_core.cli.output import write_whole

if TYPE_CHECKING:
    from sly_core import Ruleset
    from sly_core.show.picture import Picture
    from sly_core.show.sequence import Part

Svg = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing, before and after.")
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write a page with all of it.")
]


def picture_of_text(text: str, rules: Ruleset) -> Picture:
    """The picture of a position, all cards open."""
    from sly_core import State
    from sly_core.show.picture import picture_of

    return picture_of(State.from_text(text, rules))


def refuse_same_file(svg: Path | None, html: Path | None) -> None:
    """Refuse one file for both before anything is done: the second would replace the first."""
    if svg is None or html is None:
        return
    same = os.path.realpath(svg) == os.path.realpath(html)
    if same or (svg.exists() and html.exists() and svg.samefile(html)):
        raise BadInput(f"--svg and --html: {svg} and {html} are the same file")


def write_parts(title: str, parts: Sequence[Part], svg: Path | None, html: Path | None) -> None:
    """Write what was asked for. Raises `OSError` where that is not possible."""
    from sly_core.show.sequence import draw_sequence, page_of_sequence

    if svg is not None:
        write_whole(svg, f"{draw_sequence(parts)}\n".encode())
    if html is not None:
        write_whole(html, page_of_sequence(title, parts).encode())


def print_written(*paths: Path | None) -> None:
    """Say which files were written."""
    for path in paths:
        if path is not None:
            print(f"wrote {path}")
