"""Positions whose best move anybody would name: the search must find it, with few simulations.

In all but the first two the seat that is next holds one card, so the game ends with this turn (G1)
and every action can be played out over all worlds; the test does so with the reference.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import sly_core
from sly_core import Ruleset, reference
from sly_core.search import ismcts
from tests.brute import worlds
from tests.endings import Endings, UnclearError

SIMULATIONS = 2000
SEEDS = range(8)


@dataclass(frozen=True)
class Obvious:
    """A position, its best actions, and why they are."""

    why: str
    clause: str
    rules: str
    text: str
    best: str
    played_out: bool = True


OBVIOUS = [
    Obvious(
        "What lies on a1 is known to be a Fox: capture it, for 2 points that nothing can undo.",
        "E2, P3",
        "players=2",
        "1F?,-,12!,03! F12456/13456 -/- 0 0 a1=F",
        "xa1",
        played_out=False,
    ),
    Obvious(
        "Everybody saw a2 and a1 is the Fox's: turned up together it gobbles the 4 of its owner.",
        "R3, P2",
        "players=2",
        "1F?,14?,12!,- F123456/1356 -/- 0 0 a1=F,a2=4",
        "ra1 ra2",
        played_out=False,
    ),
    Obvious(
        "Seat 1 holds one card, so a Hen laid now is Safe: on the 4 it wins 6 to 4, on the 2 it "
        "would be level, and the Fox would lose.",
        "G1, P1",
        "players=2 hens=3",
        "12!,-,11!,- F123/3 1F/- 0 0 -",
        "1a4 2a4 3a4",
    ),
    Obvious(
        "Leave your 3 and 4 lying on the best spaces: seat 1 holds one card, and all Hens that lie "
        "face down will be Safe; lay one more.",
        "G1, R5",
        "players=2 hens=4",
        "-,11!,03?,04? F12/2 1F,13,14/- 0 0 -",
        "1a1 2a1",
    ),
    Obvious(
        "Far in front, end it by a full house: EXPOSE a1. If it is the 3, it is Safe for 1 point; "
        "if it is the Fox, it is yours, where a REVEAL would hand it back.",
        "G2, E2, R7",
        "players=3",
        "2F?,12!,03!,04!/13!,24!,05!,21! F126/6/2356 1F,11,14/15/- 0 0 a1=F3",
        "xa1",
    ),
    Obvious(
        "Their Fox is turned: beside your 6 it would gobble that; beside a3, a Hen of its owner, "
        "it costs them its number.",
        "R3, P2",
        "players=3",
        "2F*,06?,25?,01!/12!,02!,21!,23! F345/6/246 1F,11,13,14,15/-/- 0 0 a3=56",
        "ra3",
    ),
    Obvious(
        "Their Fox and their own 3 are turned: stop, before your 6 is the top Hen to be gobbled.",
        "R3, R8",
        "players=3",
        "2F*,06?,23*,01!/12!,02!,21!,25! F345/6/246 1F,11,13,14,15/-/- 0 0 -",
        "r.",
    ),
    Obvious(
        "Chosen unseen: turn their sure Fox and their sure Hen, and leave your 6 out of it.",
        "R2, R3",
        "players=3 reveal=committed",
        "2F?,06?,25?,01!/12!,02!,21!,23! F345/6/246 1F,11,13,14,15/-/- 0 0 a1=F,a3=56",
        "ra1 ra3",
    ),
    Obvious(
        "Your Fox is turned and a second card must be: the 4 or 5 of another, not your own 6, "
        "which would count against you.",
        "R1, P2",
        "players=4 min_reveal=2",
        "0F*,06?,35?,01!/02!,14!,21!,- 345/5/F23456/F12346 1F,11,12,13,16/-/-/- 0 0 a3=45",
        "ra3",
    ),
    Obvious(
        "Your Fox is turned; let it gobble the Hen of seat 1 for 5 or 6 points and leave the game, "
        "and do not turn your own 6.",
        "R3, R5",
        "players=2 houses=wide gobbling_fox=leaves",
        "0F*,11!,16?,13!,14!,01!,12!,06? 2345/5 1F/- 0 0 -",
        "ra3",
    ),
    Obvious(
        "Your Fox will gobble the 6; as each Fox gobbles, turn up seat 2's Fox and its Hen too, "
        "which it must gobble at its own cost.",
        "R3",
        "players=3 multiple_foxes=each",
        "0F*,16*,2F?,25?/04!,11!,12!,23! 12356/5/1246 1F,13,14/-/- 0 0 a3=F,a4=45",
        "ra3 ra4",
    ),
    Obvious(
        "Both Foxes are sure, and each is worth 4, more than a gobbled Hen in house a brings.",
        "E2, P3",
        "players=4 reveal_scope=one_house",
        "2F?,24?,21!,02!/06?,3F?,03!,11! F145/6/2356/123456 1F,12,13,14/15/-/- 0 0 a1=F,a2=4,b2=F",
        "xa1 xb2",
    ),
    Obvious(
        "The sure Fox is worth 4; a Hen laid on the free space only 2.",
        "P3, P1",
        "players=4",
        "3F?,-,21!,12!/01!,11!,13!,23! F23456/6/F2456/123456 1F,14,15/-/-/- 0 0 a1=F",
        "xa1",
    ),
]
CASES = [pytest.param(case, id=case.why) for case in OBVIOUS]
PLAYED_OUT = [pytest.param(case, id=case.why) for case in OBVIOUS if case.played_out]


@pytest.mark.parametrize("case", CASES)
def test_the_search_finds_it(case: Obvious) -> None:
    """With every seed, with 2,000 simulations."""
    state = sly_core.State.from_text(case.text, Ruleset.from_text(case.rules))
    for seed in SEEDS:
        found = ismcts(state, simulations=SIMULATIONS, seed=seed)
        assert state.action_to_string(found.best) in case.best.split()


@pytest.mark.parametrize("case", PLAYED_OUT)
def test_it_is_best(case: Obvious) -> None:
    """Played out over all worlds, exactly these actions have the greatest return."""
    rules = Ruleset.from_text(case.rules)
    state = reference.State.from_text(case.text, rules)
    seat = state.current_player()
    alike = [reference.State.from_text(text, rules) for text in worlds(case.text, rules, seat)]
    values = Endings(seat).action_values(alike)
    best = max(value[seat] for value in values.values())
    found = [state.action_to_string(action) for action in values if values[action][seat] == best]
    assert sorted(found) == sorted(case.best.split())
    assert len(found) < len(values)


@pytest.mark.parametrize("case", [case for case in OBVIOUS if not case.played_out])
def test_the_others_cannot_be_played_out(case: Obvious) -> None:
    rules = Ruleset.from_text(case.rules)
    state = reference.State.from_text(case.text, rules)
    with pytest.raises(UnclearError):
        Endings(state.current_player()).action_values([state])


def test_they_are_of_many_kinds() -> None:
    rules = [Ruleset.from_text(case.rules) for case in OBVIOUS]
    assert len(OBVIOUS) >= 10
    assert {rule.players for rule in rules} == {2, 3, 4}
    assert len(set(rules)) >= 8
