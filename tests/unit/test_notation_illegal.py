"""Why an action is illegal: for each reason a position, an action, its clause."""

from __future__ import annotations

import pytest

from sly_core.errors import IllegalActionError
from sly_core.notation import parse_position, string_to_action, why_illegal
from sly_core.ruleset import Ruleset

THREE = Ruleset(hens=3)
STALLS = THREE.replace(stall_limit=2)
AT_LEAST_TWO = THREE.replace(min_reveal=2)
ONE_HOUSE = Ruleset(hens=3, houses=[[1, 2], [3]], reveal_scope="one_house")

DOWN = "01?,12!,-,11? F23/F3 -/- 0 0 -"
TURNED = "01*,12!,-,11? F23/F3 -/- 0 0 -"


@pytest.mark.parametrize(
    ("rules", "text", "token", "clause", "said"),
    [
        # the game is over
        (THREE, "01!,12!,-,- 3/F13 -/0F,02 0 0 -", "3a3", "G1", "over: last card"),
        (THREE, "01!,12!,02!,11! F3/F3 -/- 0 0 -", "3a3", "G2", "over: full house"),
        (STALLS, "01?,-,-,- F23/F123 -/- 0 2 -", "r.", "G3", "over: stalled"),
        # LAY
        (THREE, DOWN, "1a3", "L1", "does not hold 1"),
        (THREE, DOWN, "Fa1", "L1", "a1 is occupied"),
        (THREE, DOWN, "Fa2", "L1", "a2 is occupied"),
        (THREE, TURNED, "Fa3", "R2", "a reveal is under way"),
        # EXPOSE
        (THREE, DOWN, "xa1", "E1", "seat 0's own"),
        (THREE, DOWN, "xa2", "E1", "face up already"),
        (THREE, DOWN, "xa3", "E1", "no card lies on a3"),
        (THREE, TURNED, "xa4", "R2", "a reveal is under way"),
        # REVEAL
        (THREE, DOWN, "ra2", "R1", "is Safe"),
        (THREE, DOWN, "ra3", "R1", "no card lies on a3"),
        (THREE, TURNED, "ra1", "R1", "turned already"),
        (ONE_HOUSE, "01*,-/12? F23/F13 -/- 0 0 -", "rb1", "R1", "not around the house"),
        (THREE, DOWN, "r.", "R1", "no reveal is under way"),
        (AT_LEAST_TWO, TURNED, "r.", "R1", "2 cards must be turned"),
    ],
)
def test_the_error_names_the_reason_and_its_clause(
    rules: Ruleset, text: str, token: str, clause: str, said: str
) -> None:
    action = string_to_action(token, rules)
    error = why_illegal(parse_position(text, rules), rules, action)
    assert isinstance(error, IllegalActionError)
    assert (error.action, error.clause) == (action, clause)
    assert said in str(error)


@pytest.mark.parametrize(
    ("action", "clause"),
    [(-1, "T1"), (161, "T1"), (10**40, "T1"), (4 * 16, "S2"), (4, "S3"), (132, "S3"), (148, "S3")],
)
def test_an_id_that_is_no_action_of_the_ruleset_is_refused_too(action: int, clause: str) -> None:
    error = why_illegal(parse_position(DOWN, THREE), THREE, action)
    assert (error.action, error.clause) == (action, clause)
