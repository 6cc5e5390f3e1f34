"""Several positions in one drawing or on one page, each under a heading: before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sly_core.show.html import code, whole_page
from sly_core.show.icons import tag
from sly_core.show.picture import Picture
from sly_core.show.svg import Drawing, draw_picture, size

_HEAD, _GAP, _FONT = 40.0, 16.0, "'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"


@dataclass(frozen=True, slots=True)
class Part:
    """A heading, the picture under it, if any, and under that lines of notation and of text."""

    heading: str
    picture: Picture | None = None
    lines: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()


def draw_sequence(parts: Sequence[Part]) -> Drawing:
    """The pictures of some parts one below the other, each under its heading; no lines of text.

    >>> from sly_core import State
    >>> from sly_core.show.picture import picture_of
    >>> draw_sequence([Part("The start", picture_of(State()))]).count("<svg ")
    2
    """
    inner, y, width = [], 0.0, 0.0
    for part in parts:
        if part.picture is None:
            continue
        wide, high = size(part.picture)
        inner.append(
            tag("text", escape(part.heading), x=20, y=y + 27, font_size=17, font_weight="bold")
        )
        # a drawing within a drawing stands where its x and y say
        inner.append(draw_picture(part.picture).replace("<svg ", f'<svg y="{y + _HEAD:g}" ', 1))
        y += _HEAD + high + _GAP
        width = max(width, wide)
    paper = tag("rect", width=width, height=y, fill="#ffffff")
    return Drawing(
        tag(
            "svg",
            paper + "".join(inner),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {y:g}",
            width=width,
            height=y,
            role="img",
            font_family=_FONT,
            fill="#22301f",
        )
    )


def page_of_sequence(title: str, parts: Sequence[Part]) -> str:
    """A page, complete in itself, of all parts in order.

    >>> page_of_sequence("SLY", [Part("A rule", lines=("One & only.",))]).splitlines()[-4:-2]
    ['<h2>A rule</h2>', '<p>One &amp; only.</p>']
    """
    body = [f"<h1>{escape(title)}</h1>"]
    for part in parts:
        body.append(f"<h2>{escape(part.heading)}</h2>")
        if part.picture is not None:
            body.append(draw_picture(part.picture))
        body += [f"<p>{code(line)}</p>" for line in part.notation]
        body += [f"<p>{escape(line)}</p>" for line in part.lines]
    return whole_page(title, "\n".join(body))
