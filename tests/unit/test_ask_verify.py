"""`ask.verify`: what is checked, what a record holds, and the replay of counterexamples."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sly_core import Ruleset, ask
from sly_core.ask import verifying
from sly_core.errors import SlyError
from sly_spec import check
from sly_spec.check import Obligation, Verdict, specification_hash

START = "-,-,-,- F123456/F123456 -/-"
AFTER = "-,02?,-,- F13456/F123456 -/- 1 0 -"
SHOWN = "0F*,05*,06*,1F* 1234/123456 -/- 1 0 -"
ONE_GOBBLED = "-,05!,-,- F1234/F123456 -/06 0 0 -"
TWO_GOBBLED = "-,-,-,- F1234/F123456 05/06 0 0 -"
ONE_HEN = "a reveal gobbles one Hen at most"


def test_verify_checks_the_table(tmp_path: Path) -> None:
    told: list[tuple[ask.Checked, int]] = []
    found = ask.verify(
        ["players=2"],
        only="every card is in one place",
        smt=tmp_path,
        on_result=lambda checked, total: told.append((checked, total)),
    )
    assert [(checked.verdict, checked.expected, checked.good) for checked in found] == [
        ("PROVED", "PROVED", True)
    ]
    assert told == [(found[0], 1)]
    assert list(tmp_path.rglob("*.smt2"))
    assert found[0].record["specification"]
    with pytest.raises(SlyError, match="no such theorem"):
        ask.verify(only="the moon is a Hen")


def test_a_record_has_all_that_is_needed_to_ask_again(tmp_path: Path) -> None:
    (found,) = ask.verify(["players=2 hens=2"], only="every card is in one place", smt=tmp_path)
    record = found.record
    assert (record["claim"], record["reading"]) == (found.claim, "players=2 hens=2")
    assert record["scope"].endswith("legal action there: 2 players, 2 Hens each, 4 spaces")
    assert record["specification"] == specification_hash()
    assert set(record["solvers"]) == {"z3", "bitwuzla"}
    assert record["cpu_seconds"] > 0
    written = {sha256(path.read_bytes()).hexdigest() for path in tmp_path.rglob("*.smt2")}
    assert {asked["sha256"] for asked in record["asked"]} == written
    for asked in record["asked"]:
        assert (asked["resources"] > 0) == (asked["solver"] == "z3")
    assert found.agreed == (4, 4)
    assert found.verdict == "PROVED"


def test_solvers_that_answer_otherwise_do_not_agree() -> None:
    asked = [
        {"role": "cut", "cut": cut, "answer": answer}
        for cut, answers in {"a": ("unsat", "unsat"), "b": ("unsat", "unknown")}.items()
        for answer in answers
    ]
    found = ask.Checked("a claim", "", "UNKNOWN", None, "", 0.0, {"asked": asked})
    assert found.agreed == (1, 2)


def test_without_rules_the_standard_ones_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[list[str]] = []

    def note(obligations: Iterable[Obligation], *_: object) -> Iterator[Verdict]:
        chosen.append([one.reading.text for one in obligations])
        return iter(())

    monkeypatch.setattr(check, "verify", note)
    ask.verify(only="the start is")
    ask.verify(only="the start is", seats=[2])
    ask.verify(only="the start is", seats=[2], every=True)
    assert chosen[:2] == [["players=2", "players=3", "players=4"], ["players=2"]]
    assert {"players=2", "players=2 houses=wide", "players=2 reveal=committed"} < set(chosen[2])


@pytest.mark.parametrize(
    "before",
    [
        "import sys; sys.modules['z3'] = None",
        "import sys; sys.modules['bitwuzla'] = None",
        "import z3; z3.get_version = lambda: (4, 12, 6, 0)",
    ],
    ids=["no z3", "no bitwuzla", "an old z3"],
)
def test_verify_without_a_solver_names_the_extra(before: str) -> None:
    code = f"{before}; from sly_core.cli import main; main()"
    command = [sys.executable, "-c", code, "verify", "players=2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "sly_core[verify]" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_counterexample_is_replayed_on_both_implementations() -> None:
    name = "while the game goes on everybody holds two cards"
    (found,) = ask.verify(["players=2"], only=name)
    assert (found.verdict, found.replayed, found.good) == ("REFUTED", True, True)


@pytest.mark.parametrize(
    ("name", "rules", "replayed"),
    [
        (ONE_HEN, "players=2 multiple_foxes=each", True),
        (ONE_HEN, "players=3 multiple_foxes=each", True),
        (
            ONE_HEN,
            "players=2 hens=3 houses=1/2,3,4,1 reveal_scope=one_house multiple_foxes=each",
            True,
        ),
        (ONE_HEN, "players=2 multiple_foxes=each min_reveal=2", True),
        # no reveal of this layout turns four cards
        (ONE_HEN, "players=2 houses=1,2,3 multiple_foxes=each", None),
        ("every Fox goes back", "players=2 gobbling_fox=leaves", True),
    ],
)
def test_a_set_that_is_a_counterexample_is_laid_and_revealed(
    name: str, rules: str, replayed: bool | None
) -> None:
    (found,) = ask.verify([rules], only=name)
    assert (found.verdict, found.replayed) == ("REFUTED", replayed)


@pytest.mark.parametrize(
    ("states", "values", "replayed"),
    [
        ({}, {}, None),
        ({"before": f"{START} 0 0 -"}, {}, True),
        ({"before": "0F!,-,-,- 123456/F123456 -/- 0 0 -"}, {}, False),
        ({"before": f"{START} 0 0 -", "after": AFTER}, ("lay", 1, 2), True),
        ({"before": f"{START} 0 0 -", "after": AFTER}, ("lay", 1, 3), False),
        ({"before": f"{START} 0 0 -", "after": AFTER}, ("stop", 0, 0), False),
        ({"before": AFTER, "after": "-,02!,-,- F13456/F123456 -/- 0 0 -"}, ("expose", 1, 0), True),
        ({"before": AFTER, "after": "-,02*,-,- F13456/F123456 -/- 1 0 -"}, ("turn", 1, 0), True),
        ({"before": SHOWN, "after": ONE_GOBBLED}, ("stop", 0, 0), True),
        ({"before": SHOWN, "after": TWO_GOBBLED}, ("stop", 0, 0), False),
    ],
)
def test_what_is_replayed(states: Any, values: Any, replayed: bool | None) -> None:
    witness = {
        "states": {name: {"text": text} for name, text in states.items()},
        "values": dict(zip(("kind", "space", "number"), values, strict=False)),
    }
    assert verifying._replayed(witness, Ruleset()) is replayed


def test_verdicts_that_are_good() -> None:
    def checked(verdict: str, expected: str | None) -> ask.Checked:
        return ask.Checked("a claim", "players=2", verdict, expected, "", 0.0, {})

    assert checked("REFUTED", "REFUTED").good
    assert checked("REFUTED", None).good
    assert not checked("UNKNOWN", None).good
    assert not checked("PROVED", "REFUTED").good
    assert not replace(checked("REFUTED", "REFUTED"), replayed=False).good
