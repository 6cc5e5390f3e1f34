"""What is to be drawn: one seat's information about a position, or the whole position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sly_core.errors import brief
from sly_core.notation.actions import card_letter
from sly_core.notation.check import hidden_set
from sly_core.notation.position import TURNED, Position, is_hidden
from sly_core.notation.text import parse_position, parse_view

if TYPE_CHECKING:
    from sly_core import Ruleset, State

FOX = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as `viewer` sees it (None: with every card open), with what follows from it.

    `candidates` holds for each space the cards that may lie there by all that is public, ascending;
    `legal` the ids of the viewer's legal actions (with no viewer, those of the seat to act);
    `acting` is None once the game is over; `scores` are points (P1 to P3), by seat.
    """

    rules: Ruleset
    viewer: int | None
    position: Position
    candidates: tuple[tuple[int, ...], ...]
    legal: tuple[int, ...]
    acting: int | None
    end: str | None
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def revealing(self) -> bool:
        """Whether a REVEAL is under way: some card lies turned (R2)."""
        return any(placed is not None and placed.mark == TURNED for placed in self.position.board)

    def hidden_with(self, owner: int) -> tuple[int, ...]:
        """The cards of `owner` that lie hidden, ascending; which they are, everybody knows."""
        return tuple(sorted(hidden_set(self.position, self.rules, owner)))

    def narrowed(self, space: int) -> tuple[int, ...] | None:
        """The candidates of a hidden card, where fewer than all that its owner hides; else None."""
        placed = self.position.board[space]
        if placed is None or not is_hidden(placed, self.rules):
            return None
        found = self.candidates[space]
        return found if len(found) < len(self.hidden_with(placed.owner)) else None

    def name(self, seat: int) -> str:
        """`you` for the viewer, `seat 1` for the others."""
        return "you" if seat == self.viewer else f"seat {seat}"

    def owners(self, seat: int) -> str:
        """`your` for the viewer, `seat 1's` for the others."""
        return "your" if seat == self.viewer else f"seat {seat}'s"


def picture_of(state: State, seat: int | None = None) -> Picture:
    """The picture of `state` for a seat, or with every card open where `seat` is None.

    Raises `TypeError` for what is no state, or a seat that is no int, and `SlyError` for a seat
    that is not at the table (S1).

    >>> from sly_core import Ruleset, State
    >>> state = State.from_text("03?,-,-,- F12456/F123456 -/- 1 0 -", Ruleset(players=2))
    >>> picture_of(state, 1).position.board[0].card is None
    True
    """
    if not hasattr(state, "observation_string") or isinstance(state, type):
        raise TypeError(f"state: expected a State, not {brief(state)}")
    rules = state.rules
    if seat is None:
        position = parse_position(state.to_text(), rules)
    else:
        seat = rules.check_seat(seat)
        position = parse_view(state.observation_string(seat), rules)
    legal = state.legal_actions() if seat is None else state.legal_actions(seat)
    return Picture(
        rules=rules,
        viewer=seat,
        position=position,
        candidates=tuple(tuple(state.candidates(space)) for space in range(rules.num_spaces)),
        legal=tuple(legal),
        acting=None if state.is_terminal() else state.current_player(),
        end=state.end_reason(),
        scores=tuple(state.scores()),
        winners=tuple(state.winners()),
    )


def card_name(card: int) -> str:
    """`Fox`, or a Hen's number."""
    return "Fox" if card == FOX else str(card)


def card_letters(cards: tuple[int, ...]) -> str:
    """Cards as the position text writes them: `F135`."""
    return "".join(map(card_letter, cards))


def seats_in_words(seats: tuple[int, ...]) -> str:
    """Seats in a sentence.

    >>> seats_in_words((0,)), seats_in_words((0, 1, 2))
    ('seat 0', 'seats 0, 1 and 2')
    """
    if len(seats) == 1:
        return f"seat {seats[0]}"
    head = ", ".join(map(str, seats[:-1]))
    return f"seats {head} and {seats[-1]}"


def points(score: int) -> str:
    """A score with its unit, a true minus sign before what is lost.

    >>> points(1), points(2)
    ('1 point', '2 points')
    """
    sign = "\N{MINUS SIGN}" if score < 0 else ""
    return f"{sign}{abs(score)} point{'' if abs(score) == 1 else 's'}"


def status(picture: Picture) -> str:
    """One sentence: whose turn it is and what is under way, or how the game ended."""
    if picture.end is not None:
        won = picture.winners
        verb = "wins" if len(won) == 1 else "share the win"
        return f"The game is over ({picture.end}): {seats_in_words(won)} {verb}."
    assert picture.acting is not None  # not at an end
    who = picture.name(picture.acting)
    doing = "in a reveal" if picture.revealing else "to act"
    sentence = f"You are {doing}." if who == "you" else f"{who.capitalize()} is {doing}."
    stall, limit = picture.position.stall, picture.rules.stall_limit
    if stall or limit:
        of = f" of {limit}" if limit else ""
        sentence += f" Reveals of Foxes alone in a row: {stall}{of}."
    return sentence
