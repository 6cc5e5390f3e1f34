"""`ask.explain`: every step is told with its clauses, and what a reading would change is true."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import sly_core
import sly_spec
from sly_core import Ruleset, ask, reference
from sly_core.errors import NotationError, RulesetError
from sly_core.ruleset import SWITCHES
from tests.strategies import Wish, follow, games, rulesets

START = "-,-,-,- F123456/F123456 -/- 0 0 -"


def told(position: str, actions: str, rules: str = "") -> list[str]:
    """Every sentence of the last step."""
    return [str(s) for s in ask.explain(position, actions, rules).steps[-1].sentences]


def changed_by(position: str, actions: str, rules: str = "") -> set[tuple[str, object]]:
    last = ask.explain(position, actions, rules).steps[-1]
    return {(other.switch, other.value) for other in last.otherwise}


def test_a_lay_L1() -> None:
    assert told(START, "3a4")[0] == "Seat 0 lays its Hen 3 face down on a4. (L1)"
    assert changed_by(START, "3a4") == set()


def test_an_exposed_fox_E2_P3_and_hen_E3_P1() -> None:
    fox = told("0F?,-,-,- 123456/F123456 -/- 1 0 -", "xa1")
    assert fox[1].startswith("Seat 1 takes the Fox, worth 2 points")
    assert fox[1].endswith("(E2, P3)")
    hen = told("-,-,04?,- F12356/F123456 -/- 1 0 -", "xa3")
    assert "becomes Safe on a3 for seat 0, worth 3 points. (E3, P1)" in hen[1]


def test_a_gobble_of_ones_own_hen_R3_P2() -> None:
    lines = told("0F*,06*,-,- 12345/F123456 -/- 0 0 -", "r.")
    assert any("seat 0 takes its own Hen 6, which costs it 6 points" in line for line in lines)
    assert any("No Hen is left to become Safe. (R4)" in line for line in lines)


def test_ranks_are_told_where_they_matter_R8() -> None:
    lines = told("0F*,1F*,04*,14* 12356/12356 -/- 1 0 -", "r.")
    rank = next(line for line in lines if "(R8)" in line)
    assert rank.startswith("Foxes from the top: seat 1's Fox, seat 0's Fox.")
    assert "seat 1's Hen 4, seat 0's Hen 4; ties go round from seat 1" in rank


def test_hens_only_R6_and_foxes_only_R7_G3() -> None:
    hens = told("02*,03*,-,- F1456/F123456 -/- 0 0 -", "r.")
    assert any("seat 0's Hen 3 on a2, worth 2 points. (R6, P1)" in line for line in hens)
    assert any("Back to hand goes seat 0's Hen 2" in line and "(R6)" in line for line in hens)
    foxes = told("0F*,-,-,- 123456/F123456 -/- 0 2 -", "r.")
    assert any("(R7)" in line for line in foxes)
    assert any("captured card: 3. (G3)" in line for line in foxes)


def test_a_fox_that_gobbled_leaves_R5() -> None:
    lines = told("0F*,06*,-,- 12345/F123456 -/- 0 0 -", "r.", "gobbling_fox=leaves")
    assert any("Having gobbled, seat 0's Fox leaves the game" in line for line in lines)


@pytest.mark.parametrize(
    ("position", "action", "rules", "clauses", "words"),
    [
        ("01!,0F?,02?,- 3/F123 -/- 1 0 -", "Fa4", "hens=3", "(G1, O5)", "holds just one card"),
        ("04?,03!,12!,11! F1256/F3456 -/- 1 0 -", "xa1", "", "(G2, O2)", "every space"),
        ("0F*,-,-,- 123456/F123456 -/- 0 2 -", "r.", "stall_limit=3", "(G3, O3)", "has stalled"),
    ],
)
def test_the_ends_and_their_scores_P4(
    position: str, action: str, rules: str, clauses: str, words: str
) -> None:
    lines = told(position, action, rules)
    assert any(words in line and clauses in line for line in lines)
    assert lines[-1].startswith("Final scores: ")
    assert lines[-1].endswith("(P4)")


def test_what_each_switch_would_change() -> None:
    both = "0F*,1F*,04*,14* 12356/12356 -/- 0 0 -"
    assert changed_by(both, "r.") == {
        ("reveal", "committed"),
        ("multiple_foxes", "each"),
        ("gobbling_fox", "leaves"),
    }
    assert changed_by("0F?,1F?,-,- 123456/123456 -/- 0 0 -", "ra1") == {
        ("reveal", "committed"),
        ("min_reveal", 2),
    }
    houses = "0F?,-/1F?,- 123456/123456 -/- 0 0 -"
    assert ("reveal_scope", "one_house") in changed_by(houses, "ra1", "houses=1,2/3,4")
    foxes = "0F*,-,-,- 123456/F123456 -/- 0 2 -"
    assert ("stall_limit", 3) in changed_by(foxes, "r.")
    assert ("stall_limit", 0) in changed_by(foxes, "r.", "stall_limit=3")


def test_an_illegal_action_is_told_and_ends_the_play() -> None:
    play = ask.explain("0F*,1F?,-,- 123456/123456 -/- 0 0 -", "r. Fa1", "min_reveal=2")
    assert len(play.steps) == 1
    step = play.steps[0]
    assert (step.refused, step.after) == (True, None)
    assert str(step.sentences[0]).startswith("This is not allowed: 2 cards must be turned")
    assert step.sentences[0].clauses == ("R1",)
    assert [(other.switch, other.value) for other in step.otherwise] == [("min_reveal", 1)]


def test_what_may_be_given() -> None:
    rules = Ruleset(players=2, reveal="committed")
    for state in (sly_core.State(rules), reference.State(rules)):
        play = ask.explain(state, [0, "ra1"])
        assert play.rules == rules
        assert [step.token for step in play.steps] == ["Fa1", "ra1"]
        assert "Nobody sees it before the reveal is ended. (R2)" in str(play)
    assert "R1" in play.clauses


@pytest.mark.parametrize(
    ("position", "actions", "rules", "error"),
    [
        ("nonsense", "Fa1", "", NotationError),
        (START, "Fz9", "", NotationError),
        (START, "Fa1", "reveal=maybe", RulesetError),
        ("0F?,1x?,-,- 123456/xxxxxx -/- 0 0 -", "ra1", "", NotationError),
    ],
)
def test_what_does_not_read(
    position: str, actions: str, rules: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        ask.explain(position, actions, rules)


@given(rulesets(), games)
@settings(max_examples=30)
def test_whole_games_are_told_as_the_core_plays_them(rules: Ruleset, game: list[Wish]) -> None:
    actions = [action for _, action in follow(sly_core.State(rules), game)]
    play = ask.explain(sly_core.State(rules), actions)
    core = sly_core.State(rules)
    known = {clause.id for clause in sly_spec.clauses()}
    for step, action in zip(play.steps, actions, strict=True):
        assert step.before == core.to_text()
        core.apply_action(action)
        assert step.after == core.to_text()
        assert step.scores == tuple(core.scores())
        assert step.end == core.end_reason()
        assert all(sentence.clauses for sentence in step.sentences)
        assert all(set(sentence.clauses) <= known for sentence in step.sentences)
        for other in step.otherwise:
            assert other.differences
            assert SWITCHES[other.switch].clause == other.clause
