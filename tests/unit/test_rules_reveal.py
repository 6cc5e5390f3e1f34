"""REVEAL and its outcome: clauses R1 to R8, and the switches that touch them.

Each position was worked out by hand from the rules page: `after` and the scores are what the
clauses say, not what an implementation printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.tools import play, rules, tokens


@dataclass(frozen=True)
class Outcome:
    """One reveal, from before its first card to after its outcome."""

    name: str
    rules: str
    before: str
    actions: str
    after: str
    scores: tuple[int, ...]


OUTCOMES = (
    Outcome(
        "r1_one_card_is_enough_and_it_may_be_an_opponents",
        "",
        "06?,15?,-,- F12345/F12346 -/- 1 3 -",
        "ra1 r.",
        "06!,15?,-,- F12345/F12346 -/- 0 0 -",
        (1, 0),
    ),
    Outcome(
        "r3_the_fox_of_a_bystander_gobbles_for_its_owner",
        "players=3",
        "1F?,06?,25?,-/-,-,-,- F12345/123456/F12346 -/-/- 0 0 -",
        "ra1 ra2 ra3 r.",
        "-,-,25!,-/-,-,-,- F12345/F123456/F12346 -/06/- 1 0 -",
        (0, 6, 3),
    ),
    Outcome(
        "r3_p2_gobbling_ones_own_hen_is_compulsory_and_costs_its_number",
        "",
        "0F?,06?,-,- 12345/F123456 -/- 1 0 -",
        "ra1 ra2 r.",
        "-,-,-,- F12345/F123456 06/- 0 0 -",
        (-6, 0),
    ),
    Outcome(
        "r3_one_outcome_across_all_houses",
        "houses=1,2/3,4",
        "0F?,-/12?,14? 123456/F1356 -/- 0 0 -",
        "ra1 rb1 rb2 r.",
        "-,-/12!,- F123456/F1356 14/- 1 0 -",
        (4, 3),
    ),
    Outcome(
        "r3_top_other_foxes_gobble_nothing",
        "players=3 houses=1,2,3,4,5,6",
        "0F?,1F?,2F?,03?,14?,25? 12456/12356/12346 -/-/- 2 0 -",
        "ra1 ra2 ra3 ra4 ra5 ra6 r.",
        "-,-,-,-,14!,- F123456/F12356/F12346 -/-/25 0 0 -",
        (0, 5, -5),
    ),
    Outcome(
        "r3_each_fox_in_order_of_rank_takes_the_top_hen_still_there",
        "players=3 houses=1,2,3,4,5,6 multiple_foxes=each",
        "0F?,1F?,2F?,03?,14?,25? 12456/12356/12346 -/-/- 1 0 -",
        "ra1 ra2 ra3 ra4 ra5 ra6 r.",
        # Order from seat 1: its Fox takes 25, seat 2's takes 14, seat 0's takes its own 3.
        "-,-,-,-,-,- F12456/F12356/F12346 03/25/14 2 0 -",
        (-3, 5, 4),
    ),
    Outcome(
        "r3_each_of_four_foxes_gobbles",
        "players=4 houses=1,2,3,4/1,2,3,4 multiple_foxes=each",
        "0F?,1F?,2F?,3F?/04?,15?,26?,36? 12356/12346/12345/12345 -/-/-/- 2 0 -",
        "ra1 ra2 ra3 ra4 rb1 rb2 rb3 rb4 r.",
        # Order from seat 2: it and seat 3 take their own 6s, seat 0 takes 15, seat 1 takes 04.
        "-,-,-,-/-,-,-,- F12356/F12346/F12345/F12345 15/04/26/36 3 0 -",
        (5, 4, -6, -6),
    ),
    Outcome(
        "r3_each_leaves_a_hen_when_hens_outnumber_foxes",
        "multiple_foxes=each",
        "0F?,04?,15?,16? 12356/F1234 -/- 1 0 -",
        "ra1 ra2 ra3 ra4 r.",
        "-,-,15!,- F123456/F1234 16/- 0 0 -",
        (6, 3),
    ),
    Outcome(
        "r4_r5_the_top_hen_left_is_safe_and_the_rest_go_home",
        "",
        "0F?,14?,12?,03? 12456/F1356 -/- 0 0 -",
        "ra1 ra2 ra3 ra4 r.",
        "-,-,-,03! F12456/F12356 14/- 1 0 -",
        (8, 0),
    ),
    Outcome(
        "r5_leaves_only_the_fox_that_gobbled_is_out",
        "gobbling_fox=leaves",
        "0F?,1F?,06?,15? 12345/12346 -/- 0 0 -",
        "ra1 ra2 ra3 ra4 r.",
        "-,-,-,15! 12345/F12346 06/- 1 0 -",
        (-6, 4),
    ),
    Outcome(
        "r5_leaves_with_each_both_are_out",
        "multiple_foxes=each gobbling_fox=leaves",
        "0F?,1F?,06?,15? 12345/12346 -/- 0 0 -",
        "ra1 ra2 ra3 ra4 r.",
        "-,-,-,- 12345/12346 06/15 1 0 -",
        (-6, -5),
    ),
    Outcome(
        "r5_leaves_a_fox_that_found_no_hen_returns",
        "gobbling_fox=leaves",
        "0F?,1F?,-,- 123456/123456 -/- 0 0 -",
        "ra1 ra2 r.",
        "-,-,-,- F123456/F123456 -/- 1 1 -",
        (0, 0),
    ),
    Outcome(
        "r6_hens_only_the_top_is_safe",
        "players=4",
        "04?,13?,25?,31?/-,-,-,- F12356/F12456/F12346/F23456 -/-/-/- 3 2 -",
        "ra1 ra2 ra3 ra4 r.",
        "-,-,25!,-/-,-,-,- F123456/F123456/F12346/F123456 -/-/-/- 0 0 -",
        (0, 0, 3, 0),
    ),
    Outcome(
        "r6_r8_level_hens_the_active_players_first",
        "",
        "15?,05?,-,- F12346/F12346 -/- 1 0 -",
        "ra1 ra2 r.",
        "15!,-,-,- F123456/F12346 -/- 0 0 -",
        (0, 1),
    ),
    Outcome(
        "r7_foxes_only_go_home_and_are_counted",
        "players=3",
        "0F?,1F?,2F?,-/-,-,-,- 123456/123456/123456 -/-/- 1 4 -",
        "ra1 ra2 ra3 r.",
        "-,-,-,-/-,-,-,- F123456/F123456/F123456 -/-/- 2 5 -",
        (0, 0, 0),
    ),
    Outcome(
        "r8_level_hens_nearest_to_the_left_of_the_active",
        "players=4",
        "02?,12?,32?,-/-,-,-,- F13456/F13456/F123456/F13456 -/-/-/- 2 0 -",
        "ra1 ra2 ra3 r.",
        # From seat 2 the order is 2, 3, 0, 1.
        "-,-,32!,-/-,-,-,- F123456/F123456/F123456/F13456 -/-/-/- 3 0 -",
        (0, 0, 0, 3),
    ),
    Outcome(
        "r8_level_foxes_the_active_players_gobbles",
        "players=4",
        "0F?,1F?,2F?,3F?/21?,-,-,- 123456/123456/23456/123456 -/-/-/- 1 0 -",
        "ra1 ra2 ra3 ra4 rb1 r.",
        "-,-,-,-/-,-,-,- F123456/F123456/F23456/F123456 -/21/-/- 2 0 -",
        (0, 1, 0, 0),
    ),
    Outcome(
        "r8_the_number_outranks_the_seat",
        "",
        "05?,16?,-,- F12346/F12345 -/- 0 0 -",
        "ra1 ra2 r.",
        "-,16!,-,- F123456/F12345 -/- 1 0 -",
        (0, 2),
    ),
    Outcome(
        "r1_the_order_of_turning_changes_nothing",
        "",
        "0F?,14?,12?,03? 12456/F1356 -/- 0 0 -",
        "ra4 ra2 ra1 ra3 r.",
        "-,-,-,03! F12456/F12356 14/- 1 0 -",
        (8, 0),
    ),
)


@pytest.mark.parametrize("switch", ["", "reveal=committed"])
@pytest.mark.parametrize("case", OUTCOMES, ids=lambda case: case.name)
def test_outcome(implementation: Any, case: Outcome, switch: str) -> None:
    ruleset = rules(f"{case.rules} {switch}".strip())
    state = implementation.State.from_text(case.before, ruleset)
    play(state, case.actions)
    assert state.to_text() == case.after
    assert tuple(state.scores()) == case.scores


def test_r1_safe_cards_are_not_turned(implementation: Any) -> None:
    state = implementation.State.from_text("06!,15?,-,- F12345/F12346 -/- 0 0 -", rules())
    assert [token for token in tokens(state) if token[0] == "r"] == ["ra2"]
    with pytest.raises(ValueError, match="R1"):
        state.apply_action(144)
    with pytest.raises(ValueError, match="R1"):
        state.apply_action(146)


def test_r2_turned_cards_stay_turned_until_the_outcome(implementation: Any) -> None:
    state = implementation.State.from_text("0F?,15?,03?,- 12456/F12346 -/- 1 0 -", rules())
    play(state, "ra1 ra3")
    assert state.to_text() == "0F*,15?,03*,- 12456/F12346 -/- 1 0 -"
    assert state.current_player() == 1
    assert tokens(state) == ["ra2", "r."]


@pytest.mark.parametrize(("least", "expected"), [(1, ["ra2", "ra3", "r."]), (2, ["ra2", "ra3"])])
def test_r1_min_reveal(implementation: Any, least: int, expected: list[str]) -> None:
    state = implementation.State.from_text(
        "05?,15?,03?,- F1246/F12346 -/- 0 0 -", rules(f"min_reveal={least}")
    )
    assert tokens(play(state, "ra1")) == expected
    assert tokens(play(state, "ra2")) == ["ra3", "r."]
    assert tokens(play(state, "ra3")) == ["r."]


def test_r1_min_reveal_yields_where_fewer_can_be_turned(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,16!,-,- F12346/F12345 -/- 1 0 -", rules("min_reveal=2")
    )
    play(state, "ra1")
    assert tokens(state) == ["r."]
    assert play(state, "r.").to_text() == "05!,16!,-,- F12346/F12345 -/- 0 0 -"


def test_r1_one_house_keeps_a_reveal_around_one_house(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,16?/1F?,04? F1236/12345 -/- 0 0 -", rules("houses=1,2/3,4 reveal_scope=one_house")
    )
    assert [token for token in tokens(state) if token[0] == "r"] == ["ra1", "ra2", "rb1", "rb2"]
    play(state, "rb2")
    assert tokens(state) == ["rb1", "r."]
    with pytest.raises(ValueError, match="R1"):
        state.apply_action(144)
    play(state, "rb1 r.")
    assert state.to_text() == "05?,16?/-,- F1236/F12345 -/04 1 0 a2=123456"


def test_r1_one_house_and_min_reveal_two(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,16?/1F?,- F12346/12345 -/- 0 0 -",
        rules("houses=1,2/3,4 reveal_scope=one_house min_reveal=2"),
    )
    assert tokens(play(state.clone(), "ra1")) == ["ra2"]
    assert tokens(play(state.clone(), "rb1")) == ["r."]


def test_r2_stepwise_shows_each_card_committed_none_before_the_end(implementation: Any) -> None:
    before = "0F?,15?,03?,- 12456/F12346 -/- 1 0 -"
    stepwise = implementation.State.from_text(before, rules())
    committed = implementation.State.from_text(before, rules("reveal=committed"))
    play(stepwise, "ra1")
    play(committed, "ra1")
    assert stepwise.observation_string(1).startswith("0F*,15?,0x?,- ")
    assert committed.observation_string(1).startswith("0x*,15?,0x?,- ")
    assert committed.observation_string(0).startswith("0F*,1x?,03?,- ")


@pytest.mark.parametrize("fox", ["returns", "leaves"])
def test_r3_a_reveal_with_a_hen_clears_the_count_and_one_without_adds(
    implementation: Any, fox: str
) -> None:
    start = implementation.State.from_text(
        "0F?,15?,-,- 123456/F12346 -/- 1 7 -", rules(f"gobbling_fox={fox}")
    )
    assert play(start.clone(), "ra1 r.").to_text().split(" ")[4] == "8"
    assert play(start.clone(), "ra2 r.").to_text().split(" ")[4] == "0"
    assert play(start.clone(), "ra1 ra2 r.").to_text().split(" ")[4] == "0"
