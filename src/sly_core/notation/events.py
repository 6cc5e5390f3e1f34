"""What happened, as all saw it, and the information-state string made from that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sly_core.notation.actions import EXPOSE, action_to_string, card_letter
from sly_core.ruleset import MAX_SPACES, Ruleset, check_ruleset


@dataclass(frozen=True, slots=True)
class Event:
    """One action and what it showed everybody.

    Attributes:
        seat: who acted.
        action: the action's id.
        seen: the cards it showed, 0 the Fox: the one exposed (E1), the one turned under `stepwise`
            (R2), under `committed` with the end of the reveal all that were turned, in order of
            spaces; else none.
        ending: None, or where G1 ended the game after this action, the cards it turned up, in order
            of spaces.
    """

    seat: int
    action: int
    seen: tuple[int, ...] = ()
    ending: tuple[int, ...] | None = None


def information_state_text(
    player: int, root_view: str, events: Iterable[Event], rules: Ruleset
) -> str:
    """All that `player` has seen since the position `root_view`, in one line.

    The seat, the first position as the seat saw it, and the actions since: another seat's LAY hides
    its card, `=` introduces cards that were shown, `end=` those turned up by G1.

    Raises:
        TypeError: `root_view` is no `str`, `rules` no `Ruleset`, or an event no `Event`.
        TypeError, SlyError: no seat of this ruleset.

    >>> events = [Event(0, 0), Event(1, 17), Event(0, 129, (1,)), Event(1, 2 * 16, (), (0, 2))]
    >>> information_state_text(0, "-,-,-,- F12/xx -/- 0 0 -", events, Ruleset(hens=2))
    '0|-,-,-,- F12/xx -/- 0 0 -|Fa1 ?a2 xa2=1 ?a1 end=F2'
    """
    player = check_ruleset(rules).check_seat(player)
    if not isinstance(root_view, str):
        raise TypeError(f"root_view is a str, not {type(root_view).__name__}")
    tokens = []
    for event in events:
        tokens.append(_token(event, player, rules))
        if event.ending is not None:
            tokens.append(f"end={_row(event.ending)}")
    return f"{player}|{root_view}|{' '.join(tokens)}"


def event_text(event: Event, player: int, rules: Ruleset) -> str:
    """The event's token as `player` saw it, without the ending; errors as for the whole text.

    >>> event_text(Event(1, 17), 0, Ruleset()), event_text(Event(1, 17), 1, Ruleset())
    ('?a2', '1a2')
    """
    return _token(event, check_ruleset(rules).check_seat(player), rules)


def _token(event: Event, player: int, rules: Ruleset) -> str:
    if not isinstance(event, Event):
        raise TypeError(f"an event is an Event, not {type(event).__name__}")
    if event.action < EXPOSE and event.seat != player:
        return f"?{rules.space_names[event.action % MAX_SPACES]}"
    token = action_to_string(event.action, rules)
    return f"{token}={_row(event.seen)}" if event.seen else token


def _row(cards: tuple[int, ...]) -> str:
    return "".join(map(card_letter, cards))
