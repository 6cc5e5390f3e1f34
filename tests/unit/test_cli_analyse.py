"""`sly analyse`."""

from __future__ import annotations

import pytest

from sly_core import Ruleset, State
from sly_core.search import ismcts
from tests.tools import tokens
from tests.unit.command_line import FULL, VIEW, refused, sly

FEW = ("--simulations", "300")


def test_the_moves_are_the_searchs_ranked() -> None:
    told = sly("analyse", FULL, *FEW, "--seed", "5", "--json").json
    state = State.from_text(FULL, Ruleset())
    result = ismcts(state, simulations=300, seed=5)
    assert [(m["action"], m["visits"], m["value"]) for m in told["moves"]] == result.ranked()
    assert told["best"] == state.action_to_string(result.best)
    assert told["best"] == told["moves"][0]["move"]
    assert (told["simulations"], told["seed"], told["seat"], told["to_act"]) == (300, 5, 0, 0)
    assert sum(m["share"] for m in told["moves"]) == pytest.approx(1)
    assert told["position"] == VIEW


def test_threads_are_the_searchs() -> None:
    told = sly("analyse", FULL, *FEW, "--threads", "3", "--json").json
    result = ismcts(State.from_text(FULL, Ruleset()), simulations=300, threads=3)
    assert [(m["action"], m["visits"], m["value"]) for m in told["moves"]] == result.ranked()
    assert told["threads"] == 3
    assert "--threads" in refused("analyse", "--threads", "257")


def test_a_view_and_every_position_behind_it_give_the_same() -> None:
    told = [
        sly("analyse", text, *FEW, "--json").json["moves"]
        for text in (VIEW, FULL, FULL.replace("15?", "12?").replace("F1236", "F1356"))
    ]
    assert told[0] == told[1] == told[2]


def test_the_table_has_every_legal_move() -> None:
    out = sly("analyse", VIEW, *FEW).out
    rows = [line.split() for line in out.split("rank ", 1)[1].splitlines()[1:-1]]
    assert [row[0] for row in rows] == [str(rank) for rank in range(1, len(rows) + 1)]
    assert {row[1] for row in rows} == set(tokens(State.from_view(VIEW, Ruleset())))
    assert "300 simulations in " in out
    assert "seat 1's card on a2" in out


def test_the_start_is_the_default_and_rules_are_words() -> None:
    told = sly("analyse", "players=3", "houses=wide", *FEW, "--json").json
    assert told["rules"] == Ruleset.wide(players=3).to_text()
    assert len(told["moves"]) == 7 * 16
    # fewer simulations than moves: what was never tried has no return
    untried = sly("analyse", "houses=wide", "--simulations", "3", "--json").json["moves"][-1]
    assert (untried["visits"], untried["value"]) == (0, None)


def test_seconds_bound_the_search() -> None:
    told = sly("analyse", VIEW, "--seconds", "0.05", "--json").json
    assert told["simulations"] >= 64
    assert 0.04 < told["seconds"] < 5


def test_another_seats_information() -> None:
    told = sly("analyse", FULL, "--seat", "1", *FEW, "--json").json
    assert (told["seat"], told["to_act"]) == (1, 0)
    assert told["position"].startswith("0x?,15?")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*FEW, "--seconds", "1"], "not both"),
        (["--seconds", "0"], "above 0"),
        (["--seconds", "nan"], "above 0"),
        (["--seconds", "inf"], "above 0"),
        (["--seat", "2"], "0 to 1 (S1)"),
        (["--seat", "-1"], "0 to 1 (S1)"),
        ([VIEW, "--seat", "1"], "seat 0"),
        (["0x?,1x?,-,14! xxxxxx/xxxxx -/- 0 0 -"], "one hand"),
        (["04!,03!,12!,11! F1256/F3456 -/- 0 0 -"], "the game is over (full house)"),
    ],
)
def test_bad_input(words: list[str], said: str) -> None:
    assert said in refused("analyse", *words)
