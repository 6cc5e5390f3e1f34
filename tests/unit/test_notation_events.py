"""The information-state string: what all saw and what one seat did."""

from __future__ import annotations

from sly_core.notation import Event, event_text, information_state_text, string_to_action
from sly_core.ruleset import Ruleset

RULES = Ruleset(hens=3)
ROOT = "-,-,-,- F123/xxxx -/- 0 0 -"


def event(seat: int, token: str, seen: str = "", ending: str | None = None) -> Event:
    cards = tuple("F123".index(c) for c in seen)
    turned_up = None if ending is None else tuple("F123".index(c) for c in ending)
    return Event(seat, string_to_action(token, RULES), cards, turned_up)


def test_nothing_has_happened() -> None:
    assert information_state_text(0, ROOT, [], RULES) == f"0|{ROOT}|"


def test_another_seats_lay_hides_its_card_l1() -> None:
    assert event_text(event(0, "Fa1"), 0, RULES) == "Fa1"
    assert event_text(event(0, "Fa1"), 1, RULES) == "?a1"
    assert event_text(event(0, "3a4"), 1, RULES) == "?a4"


def test_what_is_seen_is_written_for_every_seat_e1_r2() -> None:
    for seat in (0, 1):
        assert event_text(event(0, "xa1", "3"), seat, RULES) == "xa1=3"
        assert event_text(event(0, "ra1", "F"), seat, RULES) == "ra1=F"
        assert event_text(event(0, "ra1"), seat, RULES) == "ra1"
        assert event_text(event(0, "r."), seat, RULES) == "r."
        assert event_text(event(0, "r.", "F3"), seat, RULES) == "r.=F3"


def test_an_end_by_the_last_card_adds_what_it_turned_up_g1() -> None:
    history = [event(0, "1a1"), event(1, "2a2"), event(0, "xa2", "2", ending="1")]
    assert information_state_text(1, ROOT, history, RULES) == f"1|{ROOT}|?a1 2a2 xa2=2 end=1"
    history[-1] = event(0, "Fa3", ending="F13")
    assert information_state_text(1, ROOT, history, RULES).endswith("|?a1 2a2 ?a3 end=F13")
    history[-1] = event(0, "r.", ending="")
    assert information_state_text(1, ROOT, history, RULES).endswith("|?a1 2a2 r. end=")
