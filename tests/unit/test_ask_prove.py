"""`ask.prove` and `ask.prove_same`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

import sly_core
from sly_core import Ruleset, ask, reference
from sly_core.ask import proving, solving
from sly_core.ask.language import Claim, ClaimError, read_claim
from sly_core.ask.viewing import PlainStep
from sly_spec.claims.claim import Scene
from sly_spec.reading import TURNED, Reading
from sly_spec.smt import all_of, z3
from sly_spec.transition import Kind
from tests.golden.witness_rows import FILE
from tests.threads import at_once
from tests.tools import rows
from tests.unit.command_line import refused, sly

START = "-,-,-,- F123456/F123456 -/-"
AFTER = "-,02?,-,- F13456/F123456 -/- 1 0 -"


def breaks(claim: str, found: ask.Proof, kind: Any) -> bool:
    """Whether the step of a counterexample breaks the claim, and its game does so too."""
    rules = Ruleset.from_text(found.rules)
    assert found.position is not None
    assert found.action is not None
    states = [kind.from_text(found.position, rules)]
    actions = [found.action]
    if found.game is not None:
        state = kind(rules)
        *first, last = found.game
        state.apply_actions([state.string_to_action(token) for token in first])
        states.append(state)
        actions.append(last)
    whole = read_claim(claim)[1]
    steps = [
        (state, state.string_to_action(token)) for state, token in zip(states, actions, strict=True)
    ]
    return not any(whole(PlainStep.of(s, s.child(action), action)) for s, action in steps)


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("reveal and foxes >= 2 -> gobbled <= 1", ""),
        ("reveal -> safe <= 1", "players=3"),
        ("reveal and hens >= 1 -> count_after == 0", "multiple_foxes=each"),
        ("expose -> captured + safe == 1", ""),
        ("left_game == 0", ""),
        ("reveal -> left_game == gobbled", "gobbling_fox=leaves"),
        ("hand_after(me) >= 1", ""),
    ],
)
def test_what_is_proved(claim: str, rules: str) -> None:
    found = ask.prove(claim, rules)
    assert (found.verdict, found.vacuous, found.position) == ("PROVED", False, None)


@pytest.mark.parametrize(
    ("claim", "rules", "position", "action", "game"),
    [
        (
            "reveal and foxes >= 2 -> gobbled <= 1",
            "multiple_foxes=each",
            "01*,0F*,11*,1F* 23456/23456 -/- 0 0 -",
            "r.",
            "Fa1 Fa2 1a3 1a4 ra1 ra2 ra3 ra4 r.",
        ),
        (
            "own_gobbled == 0",
            "",
            "-,-,01*,0F* 23456/F123456 -/- 0 0 -",
            "r.",
            "Fa1 Fa2 1a3 ra1 ra3 r.",
        ),
        ("not expose", "", "-,-,-,0F? 123456/F123456 -/- 1 0 -", "xa4", "Fa1 xa1"),
        ("lay -> hand(me) != 7", "", "-,-,-,- F123456/F123456 -/- 0 0 -", "Fa1", "Fa1"),
        ("count_after <= count", "", "-,-,-,0F* 123456/F123456 -/- 0 0 -", "r.", "Fa1 ra1 r."),
    ],
)
def test_what_is_refuted(claim: str, rules: str, position: str, action: str, game: str) -> None:
    found = ask.prove(claim, rules, seconds=20)
    assert found.verdict == "REFUTED"
    assert (found.position, found.action, found.smallest) == (position, action, True)
    assert found.game == tuple(game.split())
    for kind in (sly_core.State, reference.State):
        assert breaks(claim, found, kind)


def test_a_claim_may_be_a_function() -> None:
    def takes_no_more_than_one(step: Any) -> Any:
        return step.implies(step.all_of(step.reveal, step.foxes >= 2), step.gobbled <= 1)

    found = ask.prove(takes_no_more_than_one)
    assert (found.verdict, found.claim) == ("PROVED", "takes_no_more_than_one")
    assert ask.prove(lambda step: step.no(step.any_of(step.turn))).game == ("Fa1", "ra1")


@pytest.mark.parametrize("claim", ["count * count * count > 1", "lay -> foxes > 10000000000000"])
def test_a_number_that_may_be_too_large(claim: str) -> None:
    with pytest.raises(ask.ClaimError, match="may become too large"):
        ask.prove(claim)


# each is wrong of some step, or says what no solver's whole number of so many bits can
@pytest.mark.parametrize(
    "claim",
    [
        lambda step: not step.full_house,
        lambda step: step.safe <= 0 if step.safe == 1 else step.safe <= 9,
        lambda step: step.reveal and step.safe <= 1,
        lambda step: 0 <= step.safe <= 1,
        lambda step: step.implies(step.reveal, step.lay) == step.reveal,
        lambda step: step.safe >= 0.5,
        lambda step: step.safe == "1",
        lambda step: step.safe >= 2**40,
        lambda step: step.safe * step.safe * step.safe >= 0,
        lambda step: step.reveal or step.safe,
        lambda step: step.all_of(step.safe),
        lambda step: step.by_seat("safe", "me") <= 1,
        lambda step: step.by_seat("gain", "mine") <= 6,
        lambda step: step.by_seat("gain", -1) <= 6,
        lambda step: None,
    ],
)
def test_a_function_that_no_term_says_is_refused(claim: Claim) -> None:
    with pytest.raises(ClaimError):
        ask.prove(claim)


def test_numbers_of_a_function_join_from_both_sides() -> None:
    proof = ask.prove(lambda step: 1 + 2 * step.safe - 1 == -(0 - step.safe) + step.safe)
    assert proof.verdict == "PROVED"


def test_an_interrupt_that_z3_takes_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # no answer, and that the keyboard is why
    monkeypatch.setattr(z3.Solver, "check", lambda self: z3.unknown)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda self: "interrupted from keyboard")
    with pytest.raises(KeyboardInterrupt):
        ask.prove("safe <= 1")


def test_no_limit_of_time_is_one() -> None:
    assert ask.prove("reveal -> safe <= 1", seconds=float("inf")).verdict == "PROVED"


def test_a_condition_that_nothing_meets_is_told() -> None:
    found = ask.prove("foxes >= 3 -> gobbled == 7")
    assert (found.verdict, found.vacuous) == ("PROVED", True)
    assert "nothing meets its condition" in str(found)


def test_where_no_game_breaks_it_every_game_was_tried() -> None:
    """With one Hen and one space a captured Fox ends the game (G1), which the facts do not say."""
    found = ask.prove("lay -> away == 0", "hens=1 houses=1 stall_limit=1")
    assert (found.verdict, found.position) == ("REFUTED", "- 1/F1 -/0F 1 0 -")
    assert (found.game, found.reached) == (None, "every game there is: none breaks it")
    assert "shortest game that breaks it: none was found" in str(found)


def test_no_time_is_unknown() -> None:
    found = ask.prove("reveal -> safe <= 1", seconds=0)
    assert found.verdict == "UNKNOWN"
    assert "the time was over" in found.tried
    assert "UNKNOWN" in str(found)
    assert ask.prove_same("", "reveal_scope=one_house", seconds=0).verdict == "UNKNOWN"


def test_solvers_that_do_not_agree_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "second_opinion", lambda smt, seconds: True)
    found = ask.prove("reveal -> safe <= 1")
    assert found.verdict == "UNKNOWN"
    assert "do not agree" in found.tried


def test_a_question_alone_has_the_same_answer() -> None:
    scene = Scene.of(Reading(hens=2), Kind.STOP)
    session = solving.Session(scene.premises, time.monotonic() + 60)
    before = scene.before
    for question, answer in {
        all_of(before.lies(card, TURNED) for card in before.reading.cards_of(0)): False,
        all_of(before.lies(fox, TURNED) for fox in before.reading.foxes): True,
    }.items():
        assert session.may(question) is session.may(question, alone=True) is answer
        if answer:
            assert session.position(before).face.count(TURNED) >= 2


def test_a_missing_solver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bitwuzla", None)
    with pytest.raises(ImportError, match=r"sly_core\[verify\]"):
        solving.second_opinion("(check-sat)", 1)


def test_an_implementation_that_keeps_the_claim_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PlainStep, "_truths", lambda self: dict.fromkeys(("turn",), False))
    with pytest.raises(RuntimeError, match="one of them is wrong"):
        ask.prove("not turn")


@pytest.mark.parametrize(
    "row",
    [row for row in rows(FILE.name) if row["verdict"] == "SAME"],
    ids=lambda row: row["second"],
)
def test_readings_without_a_witness_are_the_same_by_proof(row: dict[str, Any]) -> None:
    assert ask.prove_same(row["first"], row["second"]).verdict == "PROVED"


def test_readings_with_a_witness_are_not() -> None:
    for other in ("multiple_foxes=each", "stall_limit=3", "reveal=committed", "players=3"):
        assert ask.prove_same("", other).verdict == "REFUTED"


def test_the_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert sly("prove", "reveal -> safe <= 1").status == 0
    svg = tmp_path / "a.svg"
    said = sly("prove", "not expose", "players=3", "--svg", str(svg))
    assert said.status == 1
    assert "(smallest counterexample)" in said.out
    assert svg.read_text().count("<svg ") == 3
    assert sly("prove", "left_game == 0", "--json").json["verdict"] == "PROVED"
    assert "expected one" in refused("prove", "reveal", "turn")
    assert "no word for a truth" in refused("prove", "hens")
    name = "every card is in one place"
    assert sly("verify", "--only", name, "players=2").status == 0
    told = sly("verify", "--only", name, "players=2", "--json", "--smt", str(tmp_path)).json
    assert [row["verdict"] for row in told["theorems"]] == ["PROVED"]
    assert "expected rules" in refused("verify", "all")
    assert "no rules beside it" in refused("verify", "players=2", "--every")
    wrong = ask.Checked(name, "players=2", "UNKNOWN", "PROVED", "a limit", 1.0, {"solvers": {}})
    monkeypatch.setattr(ask, "verify", lambda *a, **k: [wrong])
    said = sly("verify")
    assert said.status == 1
    assert "expected PROVED: a limit" in said.out
    assert "\n1 theorem, 1 not as expected (" in said.out


def test_two_threads_prove_one_after_the_other() -> None:
    """z3 has one context for the process: without a lock they meet in it, with the GIL too."""
    verdicts: list[str] = []

    def one_more() -> None:
        verdicts.append(ask.prove("reveal and foxes >= 2 -> gobbled <= 1").verdict)

    at_once(one_more, one_more, one_more)
    assert verdicts == ["PROVED"] * 3
