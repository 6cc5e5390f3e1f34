"""A position as an SVG drawing: houses, spaces with their values, cards, hands and piles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sly_core.notation.actions import space_name
from sly_core.notation.position import SAFE, TURNED, Placed, is_hidden
from sly_core.show.icons import fox, hen, house, tag
from sly_core.show.picture import (
    FOX,
    Picture,
    card_letters,
    card_name,
    picture_of,
    points,
    status,
)

if TYPE_CHECKING:
    from sly_core import State

SEAT_COLOURS = ("#2b6cb0", "#c2541f", "#7b3fa0", "#0f7f74")
_INK, _PAPER, _MEADOW, _LINE, _FAINT = "#22301f", "#fbfaf4", "#dfeccb", "#9db57e", "#6f7d66"
_GOLD, _GREEN, _RED = "#f2c14e", "#2e8b3d", "#c0392b"
_FONT = "'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"

_CARD_W, _CARD_H = 66, 92
_SLOT_W, _SLOT_H = 92, 144
_STRIP = 84
_MARGIN, _GAP, _HEAD, _ROW = 20, 20, 46, 70
_LEAST_WIDTH = 720
_MINI_W, _MINI_H = 28, 40


class Drawing(str):
    """SVG source as a string; a notebook shows the picture itself."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(state: State, seat: int | None = None) -> Drawing:
    """The position as `seat` sees it (None: with every card open), as a self-contained drawing.

    Raises `TypeError` for what is no state, `SlyError` for a seat not at the table (S1).

    >>> from sly_core import Ruleset, State
    >>> draw(State(Ruleset(players=2)), seat=0).startswith("<svg ")
    True
    """
    return draw_picture(picture_of(state, seat))


def draw_picture(picture: Picture) -> Drawing:
    """The drawing of a picture; the same picture gives the same text."""
    sizes = [_house_size(len(values)) for values in picture.rules.houses]
    board_w, board_h = _board_size(sizes)
    width, height = size(picture)
    parts = [_heading(picture, width)]
    x = (width - board_w) / 2
    first = 0
    for index, (w, h) in enumerate(sizes):
        spaces = range(first, first + len(picture.rules.houses[index]))
        first += len(spaces)
        parts.append(_house(picture, index, spaces, x, _HEAD + (board_h - h) / 2, w, h))
        x += w + _GAP
    for seat in range(picture.rules.players):
        parts.append(_seat(picture, seat, _HEAD + board_h + _GAP + _ROW * seat, width))
    title = tag("title", escape(_title(picture))) + tag("desc", escape(status(picture)))
    paper = tag("rect", width=width, height=height, rx=14, fill=_PAPER)
    return Drawing(
        tag(
            "svg",
            title + paper + "".join(parts),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            width=width,
            height=height,
            role="img",
            font_family=_FONT,
            fill=_INK,
        )
    )


def size(picture: Picture) -> tuple[float, float]:
    """The width and the height of a picture's drawing."""
    board_w, board_h = _board_size([_house_size(len(values)) for values in picture.rules.houses])
    width = max(board_w, _LEAST_WIDTH) + 2 * _MARGIN
    return width, _HEAD + board_h + _GAP + _ROW * picture.rules.players + _MARGIN


def _board_size(sizes: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(w for w, _ in sizes) + _GAP * (len(sizes) - 1), max(h for _, h in sizes)


def _title(picture: Picture) -> str:
    who = "all cards open" if picture.viewer is None else f"seat {picture.viewer}'s view"
    return f"SLY, {who}"


def _text(x: float, y: float, words: str, size: float, **attributes: object) -> str:
    return tag("text", escape(words), x=x, y=y, font_size=size, **attributes)


def _heading(picture: Picture, width: float) -> str:
    return _text(_MARGIN, 30, _title(picture), 17, font_weight="bold") + _text(
        width - _MARGIN, 30, status(picture), 14, text_anchor="end"
    )


# -- houses and spaces -----------------------------------------------------------------------------


def _house_size(spaces: int) -> tuple[float, float]:
    columns = max((spaces + 1) // 2, 2)
    rows = 1 if spaces == 1 else 2
    return columns * _SLOT_W + 20.0, rows * _SLOT_H + _STRIP + 20.0


def _house(
    picture: Picture, index: int, spaces: range, x: float, y: float, w: float, h: float
) -> str:
    """A meadow with the house in the middle and its spaces around it, clockwise from top left."""
    ground = tag("rect", x=x, y=y, width=w, height=h, rx=16, fill=_MEADOW, stroke=_LINE)
    parts = [ground]
    above = (len(spaces) + 1) // 2
    for place, space in enumerate(spaces):
        row, column = divmod(place, above)
        in_row = above if row == 0 else len(spaces) - above
        if row:  # clockwise: the lower row runs from right to left
            column = in_row - 1 - column
        left = x + (w - in_row * _SLOT_W) / 2 + column * _SLOT_W
        parts.append(_space(picture, space, left, y + 10 + row * (_SLOT_H + _STRIP)))
    letter = chr(ord("a") + index)
    parts.append(house(x + w / 2, y + 10 + _SLOT_H + _STRIP / 2, letter))
    return "".join(parts)


def _space(picture: Picture, space: int, x: float, y: float) -> str:
    """A space: its name, its value on a coin, the card that lies there, what that can only be."""
    placed = picture.position.board[space]
    cx, top = x + _SLOT_W / 2, y + 22
    value = picture.rules.spaces[space]
    name = space_name(space, picture.rules)
    parts = [_text(cx - _CARD_W / 2, y + 15, name, 13, fill=_FAINT)]
    if placed is None:
        parts.append(
            tag(
                "rect",
                x=cx - _CARD_W / 2,
                y=top,
                width=_CARD_W,
                height=_CARD_H,
                rx=8,
                fill="#ffffff",
                fill_opacity=0.45,
                stroke=_LINE,
                stroke_width=1.5,
                stroke_dasharray="5 4",
            )
        )
    else:
        parts.append(_card(picture, placed, cx, top))
    coin_x, coin_y = cx + _CARD_W / 2 - 3, y + 19
    parts.append(tag("circle", cx=coin_x, cy=coin_y, r=12, fill=_GOLD, stroke="#a97b12"))
    parts.append(
        _text(coin_x, coin_y + 5, str(value), 14, text_anchor="middle", font_weight="bold")
    )
    guess = picture.narrowed(space)
    if placed is not None and guess is not None:
        below = top + _CARD_H + (26 if placed.mark == TURNED else 16)
        words = f"only {card_letters(guess)}"
        parts.append(_text(cx, below, words, 12, text_anchor="middle"))
    return tag("g", "".join(parts))


def _card(picture: Picture, placed: Placed, cx: float, top: float) -> str:
    """One card on the board: its back with what the viewer knows of it, or its face."""
    colour = SEAT_COLOURS[placed.owner]
    hidden = is_hidden(placed, picture.rules)
    x = cx - _CARD_W / 2
    frame = {"x": x, "y": top, "width": _CARD_W, "height": _CARD_H, "rx": 8}
    middle = top + _CARD_H / 2
    if hidden:
        parts = [tag("rect", **frame, fill=colour), _weave(x, top)]
        if placed.card is not None:
            parts.append(tag("circle", cx=cx, cy=middle - 6, r=21, fill="#ffffff"))
            parts.append(_figure(placed.card, cx, middle - 6, 30, colour))
    else:
        parts = [tag("rect", **frame, fill="#ffffff", stroke=colour, stroke_width=2.5)]
        parts.append(_figure(placed.card, cx, middle - 8, 50, colour))
    foot = "#ffffff" if hidden else colour
    parts.append(
        _text(
            cx,
            top + _CARD_H - 8,
            picture.name(placed.owner),
            12,
            text_anchor="middle",
            fill=foot,
            font_weight="bold",
        )
    )
    if placed.mark == SAFE:
        # a Fox that G1 turned up is not Safe
        edge, word = (_FAINT, "up") if placed.card == FOX else (_GREEN, "safe")
    elif placed.mark == TURNED:
        edge, word = _RED, "turned"
    else:
        return tag("g", "".join(parts))
    ring = {"x": x - 3, "y": top - 3, "width": _CARD_W + 6, "height": _CARD_H + 6, "rx": 10}
    parts.insert(0, tag("rect", **ring, fill="none", stroke=edge, stroke_width=3))
    label_w, label_y = 46, top + _CARD_H - 5
    parts.append(
        tag("rect", x=cx - label_w / 2, y=label_y, width=label_w, height=17, rx=8.5, fill=edge)
        + _text(cx, label_y + 12.5, word, 12, text_anchor="middle", fill="#ffffff")
    )
    turned = {"transform": f"rotate(-4 {cx:g} {middle:g})"} if placed.mark == TURNED else {}
    return tag("g", "".join(parts), **turned)


def _weave(x: float, y: float) -> str:
    """The pattern of a card's back: crossing lines inside a white frame."""
    left, top, w, h = x + 6, y + 6, _CARD_W - 12, _CARD_H - 30
    step = 9
    path = []
    for offset in range(step, int(w + h), step):
        # one line each way, cut to the frame
        x0, y0 = (offset, 0.0) if offset <= w else (w, offset - w)
        x1, y1 = (0.0, offset) if offset <= h else (offset - h, h)
        path.append(f"M{left + x0:g} {top + y0:g}L{left + x1:g} {top + y1:g}")
        path.append(f"M{left + w - x0:g} {top + y0:g}L{left + w - x1:g} {top + y1:g}")
    return tag(
        "path", d="".join(path), stroke="#ffffff", stroke_opacity=0.35, stroke_width=1, fill="none"
    ) + tag("rect", x=left, y=top, width=w, height=h, rx=4, fill="none", stroke="#ffffff")


def _figure(card: int | None, cx: float, cy: float, size: float, colour: str) -> str:
    """A Fox's head, or a Hen with her number beneath."""
    if card is None:
        return ""
    if card == FOX:
        return fox(cx, cy, size)
    number = _text(
        cx,
        cy + size * 0.53,
        str(card),
        size * 0.62,
        text_anchor="middle",
        font_weight="bold",
        fill=colour,
    )
    return hen(cx, cy - size * 0.29, size * 0.62, colour) + number


# -- seats -----------------------------------------------------------------------------------------


def _seat(picture: Picture, seat: int, y: float, width: float) -> str:
    """A row: the seat, its hand, what lies in front of it, its score."""
    colour = SEAT_COLOURS[seat]
    acting, won = seat == picture.acting, seat in picture.winners
    box = tag(
        "rect",
        x=_MARGIN,
        y=y,
        width=width - 2 * _MARGIN,
        height=_ROW - 10,
        rx=10,
        fill="#ffffff",
        stroke=colour if acting or won else "#d9dccf",
        stroke_width=2.5 if acting or won else 1,
    )
    note = "to act" if acting else "wins" if won else ""
    name = f"seat {seat}" + (" (you)" if seat == picture.viewer else "")
    middle = y + (_ROW - 10) / 2
    parts = [
        box,
        tag("circle", cx=_MARGIN + 20, cy=middle, r=8, fill=colour),
        _text(
            _MARGIN + 36, middle + (-1 if note else 5), name, 15, font_weight="bold", fill=colour
        ),
        _text(_MARGIN + 36, middle + 16, note, 12, fill=_FAINT),
    ]
    top = middle - _MINI_H / 2
    hand = picture.position.hands[seat]
    for place, card in enumerate(hand):
        parts.append(_mini(_MARGIN + 136 + place * (_MINI_W + 4), top, seat, card))
    pile = picture.position.taken[seat]
    pile_x, pile_end = _MARGIN + 430, width - _MARGIN - 100
    if pile:
        parts.append(_text(pile_x - 8, middle + 4, "took", 12, fill=_FAINT, text_anchor="end"))
        step = min(_MINI_W + 4.0, (pile_end - pile_x - _MINI_W) / max(len(pile) - 1, 1))
        for place, (owner, card) in enumerate(pile):
            parts.append(_mini(pile_x + place * step, top, owner, card, minus=owner == seat))
    parts.append(
        _text(
            width - _MARGIN - 14,
            middle + 6,
            points(picture.scores[seat]),
            17,
            text_anchor="end",
            font_weight="bold",
        )
    )
    return tag("g", "".join(parts))


def _mini(x: float, y: float, owner: int, card: int | None, *, minus: bool = False) -> str:
    """A small card; one's own gobbled Hen, which counts against one, has a red number (P2)."""
    colour = SEAT_COLOURS[owner]
    frame = {"x": x, "y": y, "width": _MINI_W, "height": _MINI_H, "rx": 4}
    if card is None:
        return tag("rect", **frame, fill=colour) + tag(
            "rect",
            x=x + 4,
            y=y + 4,
            width=_MINI_W - 8,
            height=_MINI_H - 8,
            rx=2,
            fill="none",
            stroke="#ffffff",
            stroke_opacity=0.6,
        )
    face = tag("rect", **frame, fill="#ffffff", stroke=colour, stroke_width=1.5)
    cx, cy = x + _MINI_W / 2, y + _MINI_H / 2
    if card == FOX:
        return face + fox(cx, cy, 22)
    words = f"\N{MINUS SIGN}{card}" if minus else card_name(card)
    return face + _text(
        cx,
        cy + 6,
        words,
        17,
        text_anchor="middle",
        font_weight="bold",
        fill=_RED if minus else colour,
    )
