"""A page that shows a position: the drawing, its text, the legal moves and what can be known."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from sly_core.notation.actions import action_to_string, space_name
from sly_core.notation.position import is_hidden
from sly_core.notation.text import format_position
from sly_core.show.picture import Picture, card_letters, picture_of
from sly_core.show.svg import draw_picture
from sly_core.show.words import action_in_words

if TYPE_CHECKING:
    from sly_core import State

_STYLE = """
:root { color-scheme: light dark; --ink: #22301f; --paper: #f1efe4; --line: #c9c9b6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9df; --paper: #1c211a; --line: #465040; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; }
svg { display: block; width: 100%; height: auto; }
code { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere;
  white-space: pre-wrap; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .2rem 1.2rem .2rem 0; border-bottom: 1px solid var(--line); }
""".strip()


def page(state: State, seat: int | None = None) -> str:
    """An HTML page, complete in itself, of the position as `seat` sees it (None: all cards open).

    Raises `TypeError` for what is no state, `SlyError` for a seat not at the table (S1).

    >>> from sly_core import Ruleset, State
    >>> page(State(Ruleset(players=2)), seat=0).splitlines()[0]
    '<!DOCTYPE html>'
    """
    return page_of_picture(picture_of(state, seat))


def page_of_picture(picture: Picture) -> str:
    """The page of a picture; the same picture gives the same text."""
    who = "all cards open" if picture.viewer is None else f"seat {picture.viewer}'s view"
    text = format_position(picture.position, picture.rules)
    sections = [
        f"<h1>SLY, {who}</h1>",
        draw_picture(picture),
        f"<h2>In text</h2>\n<p>{code(text)}</p>\n<p>{code(picture.rules.to_text())}</p>",
        _moves(picture),
        _knowledge(picture),
    ]
    return whole_page(f"SLY, {who}", "\n".join(section for section in sections if section))


def whole_page(title: str, body: str) -> str:
    """A page with this title around a body that is HTML already."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def code(words: str) -> str:
    """Words of the notation, in HTML."""
    return f"<code>{escape(words)}</code>"


def _moves(picture: Picture) -> str:
    rows = [
        (code(action_to_string(action, picture.rules)), action_in_words(picture, action))
        for action in picture.legal
    ]
    return _table("Legal moves", ("move", "in words"), rows)


def _knowledge(picture: Picture) -> str:
    """What everybody may conclude about the cards that lie hidden."""
    rows = []
    for space, placed in enumerate(picture.position.board):
        if placed is not None and is_hidden(placed, picture.rules):
            cards = card_letters(picture.candidates[space])
            name = space_name(space, picture.rules)
            whose = "yours" if placed.owner == picture.viewer else picture.owners(placed.owner)
            rows.append((name, whose, code(cards)))
    return _table("What a hidden card may be", ("space", "whose", "as everybody knows"), rows)


def _table(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A heading and a table of cells that are HTML already; nothing where there are no rows."""
    if not rows:
        return ""
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<h2>{title}</h2>\n<table>\n<tr>{head}</tr>\n{body}\n</table>"
