"""The end and the order within one instant: clauses G1, G2 and G3, and O1 to O5.

O1 is `test_g2_is_not_asked_while_cards_are_turned`; O2 and O3 are the cases "comes before G1"; O4
and O5 are the cases that say of whom G1 is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.tools import play, rules


@dataclass(frozen=True)
class Ending:
    """What happens to a position when the actions are made."""

    name: str
    rules: str
    before: str
    actions: str
    after: str
    end: str | None
    scores: tuple[int, ...]


ENDINGS = (
    Ending(
        "g1_is_not_asked_of_the_player_who_just_laid",
        "",
        "01?,-,-,- F2/F123456 -/03,04,05,06 0 0 -",
        "2a2",
        "01?,02?,-,- F/F123456 -/03,04,05,06 1 0 -",
        None,
        (0, 18),
    ),
    Ending(
        "g1_ends_at_the_start_of_the_turn_and_turns_everything_up",
        "",
        "01?,02?,-,- F/F123456 -/03,04,05,06 1 0 -",
        "1a3",
        "01!,02!,11!,- F/F23456 -/03,04,05,06 0 0 -",
        "last card",
        (3, 21),
    ),
    Ending(
        "g1_does_not_end_when_a_card_came_back_in_time",
        "",
        "01?,02?,-,- F/F123456 -/03,04,05,06 1 0 -",
        "ra1 ra2 r.",
        "-,02!,-,- F1/F123456 -/03,04,05,06 0 0 -",
        None,
        (2, 18),
    ),
    Ending(
        "g1_a_fox_turned_up_is_worth_nothing_and_gobbles_nothing",
        "",
        "0F?,02?,-,- 1/F123456 -/03,04,05,06 1 0 -",
        "Fa4",
        "0F!,02!,-,1F! 1/123456 -/03,04,05,06 0 0 -",
        "last card",
        (2, 18),
    ),
    Ending(
        "g1_is_asked_of_the_next_player_only",
        "players=3",
        "22?,-,-,-/-,-,-,- F123456/123456/F -/23,24,25,26/1F,21 0 0 -",
        "1a3",
        "22?,-,01?,-/-,-,-,- F23456/123456/F -/23,24,25,26/1F,21 1 0 -",
        None,
        (0, 18, 2),
    ),
    Ending(
        "g2_comes_before_g1",
        "",
        "01!,12!,03!,16? F2456/4 1F,11,13,15/- 0 0 -",
        "xa4",
        "01!,12!,03!,16! F2456/4 1F,11,13,15/- 0 0 -",
        "full house",
        (15, 6),
    ),
    Ending(
        "g2_a_face_down_card_on_the_last_space_is_no_full_house",
        "",
        "01!,12!,03!,- F2456/F13456 -/- 0 0 -",
        "6a4",
        "01!,12!,03!,06? F245/F13456 -/- 1 0 -",
        None,
        (4, 2),
    ),
    Ending(
        "g2_by_a_reveal_the_seat_stays",
        "",
        "01!,12!,03!,06? F245/F13456 -/- 1 0 -",
        "ra4 r.",
        "01!,12!,03!,06! F245/F13456 -/- 1 0 -",
        "full house",
        (8, 2),
    ),
    Ending(
        "g2_asks_every_house",
        "houses=1,2/3",
        "01!,12!/06? F2345/F13456 -/- 1 0 -",
        "xb1",
        "01!,12!/06! F2345/F13456 -/- 1 0 -",
        "full house",
        (4, 2),
    ),
    Ending(
        "g3_without_a_limit_the_count_only_runs",
        "",
        "0F?,15?,-,- 123456/F12346 -/- 0 99 -",
        "ra1 r.",
        "-,15?,-,- F123456/F12346 -/- 1 100 -",
        None,
        (0, 0),
    ),
    Ending(
        "g3_the_count_stays_at_65535",
        "",
        "0F?,15?,-,- 123456/F12346 -/- 0 65535 -",
        "ra1 r.",
        "-,15?,-,- F123456/F12346 -/- 1 65535 -",
        None,
        (0, 0),
    ),
    Ending(
        "g3_the_highest_limit",
        "stall_limit=65535",
        "0F?,15?,-,- 123456/F12346 -/- 0 65534 -",
        "ra1 r.",
        "-,15?,-,- F123456/F12346 -/- 0 65535 -",
        "stalled",
        (0, 0),
    ),
    Ending(
        "g3_comes_before_g1_and_face_down_cards_stay_down",
        "stall_limit=1",
        "0F?,12?,-,- 123456/4 1F,11,13,15,16/- 0 0 -",
        "ra1 r.",
        "-,12?,-,- F123456/4 1F,11,13,15,16/- 0 1 -",
        "stalled",
        (17, 0),
    ),
    Ending(
        "g3_below_the_limit_play_goes_on",
        "stall_limit=3",
        "0F?,15?,-,- 123456/F12346 -/- 0 1 -",
        "ra1 r.",
        "-,15?,-,- F123456/F12346 -/- 1 2 -",
        None,
        (0, 0),
    ),
    Ending(
        "g3_a_hen_clears_the_count_in_time",
        "stall_limit=2",
        "0F?,15?,-,- 123456/F12346 -/- 0 1 -",
        "ra1 ra2 r.",
        "-,-,-,- F123456/F12346 15/- 1 0 -",
        None,
        (5, 0),
    ),
    Ending(
        "g3_a_lay_leaves_the_count",
        "stall_limit=2",
        "0F?,15?,-,- 123456/F12346 -/- 0 1 -",
        "1a3",
        "0F?,15?,01?,- 23456/F12346 -/- 1 1 -",
        None,
        (0, 0),
    ),
    Ending(
        "g1_keeps_the_count",
        "stall_limit=9",
        "01?,02?,-,- F/F123456 -/03,04,05,06 1 8 -",
        "1a3",
        "01!,02!,11!,- F/F23456 -/03,04,05,06 0 8 -",
        "last card",
        (3, 21),
    ),
)


@pytest.mark.parametrize("case", ENDINGS, ids=lambda case: case.name)
def test_ending(implementation: Any, case: Ending) -> None:
    state = implementation.State.from_text(case.before, rules(case.rules))
    assert state.end_reason() is None
    play(state, case.actions)
    assert state.to_text() == case.after
    assert state.end_reason() == case.end
    assert state.is_terminal() == (case.end is not None)
    assert tuple(state.scores()) == case.scores
    if case.end is not None:
        assert state.current_player() == -4
        assert state.legal_actions() == []
        assert [state.legal_actions(seat) for seat in range(state.rules.players)] == [
            [] for _ in range(state.rules.players)
        ]
        assert not any(state.legal_actions_mask())


@pytest.mark.parametrize("case", [c for c in ENDINGS if c.end], ids=lambda case: case.name)
def test_nothing_can_be_played_after_the_end(implementation: Any, case: Ending) -> None:
    state = implementation.State.from_text(case.after, rules(case.rules))
    assert state.end_reason() == case.end
    for action in range(161):
        with pytest.raises(ValueError, match=r"G1|G2|G3"):
            state.apply_action(action)
    assert state.to_text() == case.after


def test_g2_is_not_asked_while_cards_are_turned(implementation: Any) -> None:
    state = implementation.State.from_text("01!,12!,03!,06? F245/F13456 -/- 1 0 -", rules())
    play(state, "ra4")
    assert not state.is_terminal()
    assert state.to_text() == "01!,12!,03!,06* F245/F13456 -/- 1 0 -"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_g1_with_one_hen_each_the_first_round_ends(implementation: Any, players: int) -> None:
    """Two cards each: when play comes round, seat 0 holds one card."""
    state = implementation.State(rules(f"players={players} hens=1"))
    for seat in range(players):
        play(state, f"1a{seat + 1}")
    assert state.end_reason() == "last card"
    assert state.scores() == [1, 2, 3, 4][:players]
