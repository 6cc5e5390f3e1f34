"""The order within one instant, in the reference's own words: S1, G1, G2, G3."""

from __future__ import annotations

from sly_core import Ruleset
from sly_core.notation import STOP, expose, lay, parse_position, turn
from sly_core.reference import ending
from sly_core.reference.position import Position, start
from sly_core.reference.text import read
from sly_core.reference.turn import after, effect

RULES = Ruleset()


def position(text: str, rules: Ruleset = RULES) -> Position:
    return read(parse_position(text, rules), rules)


def test_s1_the_turn_passes_left_and_round() -> None:
    rules = Ruleset(players=3)
    seats = []
    now = start(rules)
    for space in range(4):
        seats.append(now.seat)
        now = after(now, rules, lay(0, space) if space < 3 else lay(1, space))
    assert seats == [0, 1, 2, 0]


def test_r2_nothing_follows_while_a_reveal_is_under_way() -> None:
    now = position("01!,12!,03!,06? F245/F13456 -/- 1 0 -")
    turned = after(now, RULES, turn(3))
    assert turned == effect(now, RULES, turn(3))
    assert turned.seat == 1
    assert ending.end_reason(turned, RULES) is None
    ended = after(turned, RULES, STOP)
    assert (ended.seat, ending.end_reason(ended, RULES)) == (1, "full house")


def test_g2_comes_before_the_turn_passes() -> None:
    """Seat 1 holds one card, yet the game is over before its turn could begin."""
    now = position("01!,02!,13!,14? F6/5 1F,11,12,16/03,04,05 0 0 -")
    exposed = after(now, RULES, expose(3))
    assert (exposed.seat, ending.end_reason(exposed, RULES)) == (0, "full house")


def test_g3_comes_before_the_turn_passes() -> None:
    rules = Ruleset(stall_limit=1)
    now = position("0F?,15?,03?,06? 1245/F12346 -/- 1 0 -", rules)
    now = after(after(now, rules, turn(0)), rules, STOP)
    assert (now.seat, now.stall, ending.end_reason(now, rules)) == (1, 1, "stalled")
    assert now.lying("?")


def test_g1_is_asked_of_the_next_player_alone() -> None:
    rules = Ruleset(players=3, hens=1)
    now = start(rules)
    for space in range(2):
        now = after(now, rules, lay(0, space))
    assert ending.end_reason(now, rules) is None  # seats 0 and 1 hold one card; seat 2 begins
    now = after(now, rules, lay(1, 2))
    assert (now.seat, ending.end_reason(now, rules)) == (0, "last card")
    assert list(now.lying("!")) == [0, 1, 2]


def test_g1_turns_cards_up_and_everybody_sees_them() -> None:
    now = position("0F?,16!,12?,- 123456/4 1F,13,15/11 0 1 -")
    ended = after(now, RULES, lay(3, 3))
    assert [placed.may_be for placed in ended.board if placed] == [{0}, {6}, {2}, {3}]
    assert ended.stall == 1


def test_no_position_shows_two_ends() -> None:
    """After G1 on a full board every card is Safe, and it is still the last card that ended it."""
    now = position("0F?,16!,12!,- 123456/4 1F,13,15/11 0 0 -")
    ended = after(now, RULES, lay(3, 3))
    assert ending.is_full_house(ended)
    assert ending.end_reason(ended, RULES) == "last card"
