"""A position as lines of text: with boxes and colours, or plain, for pipes and screen readers."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from sly_core.notation.actions import EXPOSE, STOP, TURN, action_to_string, space_name
from sly_core.notation.position import DOWN, SAFE, TURNED, Placed, is_hidden
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

_SEAT_COLOURS = ("36", "33", "35", "94")
_BOLD, _DIM, _GREEN, _RED, _GOLD = "1", "2", "1;32", "1;31", "1;33"
_CELL = 9  # columns of a space
_LEAST = 23  # columns for a list of cards or moves beside something
_MARK_WORDS = {DOWN: "face down", SAFE: "Safe", TURNED: "turned"}


@dataclass(frozen=True, slots=True)
class Style:
    """How text may be drawn: with box characters, with colours, and how many columns wide."""

    boxes: bool = False
    colour: bool = False
    width: int = 80

    def paint(self, text: str, code: str) -> str:
        """The text in the given SGR code, or as it is where there is no colour."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


PLAIN = Style()


def render(state: State, seat: int | None = None, style: Style = PLAIN) -> str:
    """The board, seats and status of a position, as `seat` sees it (None: all cards open).

    Raises `TypeError` for what is no state or style, `SlyError` for a seat not at the table (S1).

    >>> from sly_core import Ruleset, State
    >>> print(render(State(Ruleset(players=2, hens=1, houses=[[4]])), seat=0))
    space  worth  what lies there
    a1     4      -
    <BLANKLINE>
    > seat 0 (you)  0 points  hand F 1                 took nothing
      seat 1        0 points  hand of 2 cards from F1  took nothing
    <BLANKLINE>
    You are to act.
    """
    if not isinstance(style, Style):
        raise TypeError(f"style: expected a Style, not {type(style).__name__}")
    return render_picture(picture_of(state, seat), style)


def render_picture(picture: Picture, style: Style = PLAIN) -> str:
    """The board, seats and status of a picture, lines joined by newlines, none at the end."""
    board = _drawn_board(picture, style) if style.boxes else _listed_board(picture)
    return "\n".join([*board, "", *_seats(picture, style), "", style.paint(status(picture), _BOLD)])


def render_moves(picture: Picture, style: Style = PLAIN) -> str:
    """The legal moves as tokens, a line or more for each kind of action (T1)."""
    kinds: dict[str, list[str]] = {"lay": [], "expose": [], "turn up": [], "end the reveal": []}
    for action in picture.legal:
        if action == STOP:
            kind = "end the reveal"
        elif action >= TURN:
            kind = "turn up"
        else:
            kind = "expose" if action >= EXPOSE else "lay"
        kinds[kind].append(action_to_string(action, picture.rules))
    lines = []
    indent = max(map(len, kinds)) + 2
    for kind, tokens in kinds.items():
        lead = kind
        for row in _lines(tokens, style.width - indent):
            lines.append(style.paint(lead.ljust(indent), _DIM) + row)
            lead = ""
    return "\n".join(lines)


# -- the board -------------------------------------------------------------------------------------


def _listed_board(picture: Picture) -> list[str]:
    """The board as a table without lines, a row a space."""
    rows = [("space", "worth", "what lies there", "can only be")]
    for space, placed in enumerate(picture.position.board):
        guess = picture.narrowed(space)
        rows.append(
            (
                space_name(space, picture.rules),
                str(picture.rules.spaces[space]),
                _placed_in_words(picture, placed),
                "" if guess is None else card_letters(guess),
            )
        )
    if not any(row[3] for row in rows[1:]):
        rows = [(*row[:3], "") for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _placed_in_words(picture: Picture, placed: Placed | None) -> str:
    if placed is None:
        return "-"
    owner = picture.owners(placed.owner)
    card = "card" if placed.card is None else card_name(placed.card)
    return f"{owner} {card}, {_mark_in_words(placed)}"


def _mark_in_words(placed: Placed) -> str:
    if placed.mark == SAFE and placed.card == FOX:  # a Fox that G1 turned up is worth nothing
        return "turned up"
    return _MARK_WORDS[placed.mark]


def _drawn_board(picture: Picture, style: Style) -> list[str]:
    """The board as rows of card-sized boxes, house by house."""
    lines: list[str] = []
    room = max(1, (style.width - 2) // _CELL)
    first = 0
    for house, values in enumerate(picture.rules.houses):
        if len(picture.rules.houses) > 1:
            title = f"House {chr(ord('a') + house)}"
            lines += [style.paint(f"  {title}", _BOLD)]
        spaces = list(range(first, first + len(values)))
        first += len(values)
        a_row = _even(len(spaces), room)
        for start in range(0, len(spaces), a_row):
            cells = [_cell(picture, space, style) for space in spaces[start : start + a_row]]
            rows = ["  " + "".join(row).rstrip() for row in zip(*cells, strict=True)]
            lines += rows if rows[-1].strip() else rows[:-1]
    if any(picture.narrowed(space) is not None for space in range(first)):
        lines.append(style.paint("  below a card: all that it can still be", _DIM))
    return lines


def _even(count: int, room: int) -> int:
    """How many of `count` stand in a row, where `room` fit in one, for rows as even as can be."""
    rows = -(-count // room)
    return -(-count // rows)


def _cell(picture: Picture, space: int, style: Style) -> tuple[str, str, str, str, str, str]:
    """The six lines of one space: name and value, four of the box, what the card can only be."""
    placed = picture.position.board[space]
    name, value = space_name(space, picture.rules), str(picture.rules.spaces[space])
    gap = " " * (_CELL - 3 - len(name) - len(value))
    head = f" {style.paint(name, _BOLD)}{gap}{style.paint(value, _GOLD)}  "
    if placed is None:
        edge, side = "╌" * (_CELL - 2), " " * (_CELL - 2)
        box = [f"╭{edge}╮", f"┊{side}┊", f"┊{side}┊", f"╰{edge}╯"]
        top, one, two, low = (style.paint(line, _DIM) for line in box)
        return head, top, one, two, low, " " * _CELL
    colour = _SEAT_COLOURS[placed.owner]
    hidden = is_hidden(placed, picture.rules)
    if placed.card is None:
        face = "░" * (_CELL - 2)
    else:
        card = card_name(placed.card)
        side = "░░" if hidden else "  "
        face = f"{side}{card:^{_CELL - 6}}{side}"
    mark = "" if placed.mark == DOWN else _mark_in_words(placed).split()[-1]
    low = f"╰{mark.lower():─^{_CELL - 2}}╯"
    strong = _GREEN if placed.mark == SAFE else _RED if placed.mark == TURNED else colour
    bar = style.paint("│", strong)
    guess = picture.narrowed(space)
    under = "" if guess is None else card_letters(guess)
    return (
        head,
        style.paint("╭" + "─" * (_CELL - 2) + "╮", strong),
        bar + style.paint(face, colour if hidden else f"1;{colour}") + bar,
        bar + style.paint(f"{picture.name(placed.owner):^{_CELL - 2}}", colour) + bar,
        style.paint(low, strong),
        style.paint(f"{under:^{_CELL}}", _DIM) if under else " " * _CELL,
    )


# -- the seats -------------------------------------------------------------------------------------


def _seats(picture: Picture, style: Style) -> list[str]:
    """For each seat who it is, the score so far, the hand, and what lies in front of it."""
    rows = []
    for seat in range(picture.rules.players):
        arrow = "▶" if style.boxes else ">"
        who = f"{arrow if seat == picture.acting else ' '} seat {seat}"
        if seat == picture.viewer:
            who += " (you)"
        rows.append((who, points(picture.scores[seat]), _hand(picture, seat)))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    beside = sum(widths) + 6 + _LEAST <= style.width
    indent = sum(widths) + 6 if beside else 4
    lines = []
    for seat, (who, score, hand) in enumerate(rows):
        who = style.paint(who.ljust(widths[0]), f"1;{_SEAT_COLOURS[seat]}")
        score = style.paint(score.rjust(widths[1]), _BOLD)
        pile = _lines(_pile(picture, seat), style.width - indent)
        # beside the hand where there is room, else below it
        first = pile.pop(0) if beside else ""
        lines.append(f"{who}  {score}  {hand.ljust(widths[2])}  {first}".rstrip())
        lines += [" " * indent + more for more in pile]
    return lines


def _hand(picture: Picture, seat: int) -> str:
    hand = picture.position.hands[seat]
    known = tuple(card for card in hand if card is not None)
    if len(known) == len(hand):
        return "hand " + " ".join(card_letters((card,)) for card in known)
    hidden = card_letters(picture.hidden_with(seat))
    cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
    return f"hand of {cards} from {hidden}"


def _lines(items: list[str], width: int) -> list[str]:
    """Items in lines, none of them broken in two."""
    text = " ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
    lines = wrap(text, max(width, _LEAST))
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _pile(picture: Picture, seat: int) -> list[str]:
    """What lies in front of a seat, and what each card counts for it (P2, P3)."""
    pile = picture.position.taken[seat]
    words = []
    for owner, card in pile:
        own = owner == seat
        whose = "own" if own else picture.owners(owner)
        worth = picture.rules.players if card == FOX else card
        sign = "\N{MINUS SIGN}" if own else "+"
        words.append(f"{whose} {card_name(card)} ({sign}{worth}),")
    words = words or ["nothing"]
    words[0] = f"took {words[0]}"
    words[-1] = words[-1].removesuffix(",")
    return words
