"""The 161 action ids and their tokens, the same for every ruleset.

| ids                          | action              | token        |
| ---------------------------- | ------------------- | ------------ |
| card * 16 + space (0..127)   | LAY                 | `Fa1`, `3b2` |
| 128 + space                  | EXPOSE              | `xa1`        |
| 144 + space                  | turn up one card    | `ra1`        |
| 160                          | end the reveal      | `r.`         |

A card is 0 for the Fox and 1..7 for the Hens; a space counts through the houses from 0 to 15.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sly_core.errors import IllegalActionError, NotationError
from sly_core.given import below, plain_int, raised_in_call
from sly_core.ruleset import MAX_SPACES, Ruleset, check_ruleset

NUM_ACTIONS: Final = 161
EXPOSE: Final = 128
TURN: Final = 144
STOP: Final = 160

CARD_LETTERS: Final = "F1234567"
_ALWAYS: Final = "under every ruleset"
STOP_TOKEN: Final = "r."


def lay(card: int, space: int) -> int:
    """The id of laying `card` (0..7) on `space` (0..15).

    Raises:
        TypeError, SlyError: no card or no space under any ruleset.

    >>> lay(3, 1)
    49
    """
    return _card(card) * MAX_SPACES + _space(space)


def expose(space: int) -> int:
    """The id of exposing the card on `space` (0..15); errors as for `lay`.

    >>> expose(1)
    129
    """
    return EXPOSE + _space(space)


def turn(space: int) -> int:
    """The id of turning up the card on `space` (0..15) in a reveal; errors as for `lay`.

    >>> turn(1)
    145
    """
    return TURN + _space(space)


def card_letter(card: int) -> str:
    """`F` for the Fox, else the Hen's number.

    Raises:
        TypeError, SlyError: not a card, 0..7.

    >>> card_letter(0), card_letter(6)
    ('F', '6')
    """
    return CARD_LETTERS[_card(card)]


def space_name(space: int, rules: Ruleset) -> str:
    """The name of a space, as `a1`.

    Raises:
        TypeError, SlyError: no space of this ruleset.

    >>> space_name(5, Ruleset(players=3))
    'b2'
    """
    check_ruleset(rules)
    return rules.space_names[rules.check_space(space)]


def check_action(action: int) -> int:
    """`action` as an `int`, when it is an action id.

    Raises:
        TypeError: not an integer.
        IllegalActionError: not in 0..160.
    """
    number = action_number(action)
    if not 0 <= number < NUM_ACTIONS:
        raise IllegalActionError(number, f"action ids are 0 to {NUM_ACTIONS - 1}", clause="T1")
    return number


def each_action(actions: Iterable[int]) -> Iterator[int]:
    """The actions one by one, unchecked; `TypeError` where nothing can be taken from `actions`."""
    try:
        return iter(actions)
    except TypeError as error:
        if raised_in_call(error):
            raise
    raise TypeError(f"expected several action ids, not {type(actions).__name__}")


def action_number(action: object) -> int:
    """`action` as an `int`, an action id or not; `TypeError` where it is no integer."""
    number = plain_int(action)
    if number is None:
        raise TypeError(f"an action is an int, not {type(action).__name__}")
    return number


def action_to_string(action: int, rules: Ruleset) -> str:
    """The token of an action id.

    Raises:
        TypeError: not an integer, or `rules` is not a `Ruleset`.
        IllegalActionError: no action id, or its card or space is not in this ruleset.

    >>> [action_to_string(a, Ruleset()) for a in (0, 49, 128, 147, 160)]
    ['Fa1', '3a2', 'xa1', 'ra4', 'r.']
    """
    action = check_action(action)
    check_ruleset(rules)
    if action == STOP:
        return STOP_TOKEN
    group, space = divmod(action, MAX_SPACES)
    if space >= rules.num_spaces:
        message = f"spaces of this ruleset are 0 to {rules.num_spaces - 1}"
        raise IllegalActionError(action, message, clause="S3")
    if action < EXPOSE and group > rules.hens:
        message = f"Hens of this ruleset are 1 to {rules.hens}"
        raise IllegalActionError(action, message, clause="S2")
    verb = card_letter(group) if action < EXPOSE else "x" if action < TURN else "r"
    return verb + rules.space_names[space]


def string_to_action(token: str, rules: Ruleset) -> int:
    """The action id of a token, exactly as `action_to_string` writes it.

    Raises:
        TypeError: not a `str`, or `rules` is not a `Ruleset`.
        NotationError: no token of this ruleset; `column` is the character that does not fit.

    >>> string_to_action("3a2", Ruleset())
    49
    """
    if not isinstance(token, str):
        raise TypeError(f"an action is read from a str, not from {type(token).__name__}")
    check_ruleset(rules)
    if token == STOP_TOKEN:
        return STOP
    cards = CARD_LETTERS[: rules.num_cards]
    verb, name = token[:1], token[1:]
    if not verb or verb not in cards + "xr":
        message = f"an action begins with one of {cards} (LAY), x (EXPOSE) or r (REVEAL)"
        raise NotationError(message, field="action", column=0, text=token, clause="T1")
    if name.rstrip() in rules.space_names and name != name.rstrip():
        message = "nothing may stand after the space's name, not even a blank"
        column = len(token.rstrip())
        raise NotationError(message, field="action", column=column, text=token, clause="S3")
    if name not in rules.space_names:
        names = " ".join(rules.space_names)
        stop = " or . to end the reveal" if verb == "r" else ""
        message = f"a space's name must follow, one of {names}{stop}"
        raise NotationError(
            message, field="action", column=_misfit(name, rules), text=token, clause="S3"
        )
    space = rules.space_names.index(name)
    if verb == "x":
        return expose(space)
    return turn(space) if verb == "r" else lay(cards.index(verb), space)


def _card(card: int) -> int:
    return below("card", card, len(CARD_LETTERS), _ALWAYS, "S2")


def _space(space: int) -> int:
    return below("space", space, MAX_SPACES, _ALWAYS, "S3")


def _misfit(name: str, rules: Ruleset) -> int:
    """The column in the token of the first character with which no space's name goes on."""
    fit = 0
    while fit < len(name) and any(n.startswith(name[: fit + 1]) for n in rules.space_names):
        fit += 1
    return 1 + fit
