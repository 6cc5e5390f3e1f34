"""`sly replay`: recorded games are played through, and every fact in them is checked."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.tools import DATA, rows
from tests.unit.command_line import refused, sly

GAMES = str(DATA / "games.jsonl")
GAME = next(
    row
    for row in rows("games.jsonl")
    if row["rules"]["multiple_foxes"] == "each" and 10 < len(row["actions"]) < 30
)


def lines(*records: Any) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


def changed(**changes: Any) -> dict[str, Any]:
    return deepcopy(GAME) | changes


def fault_of(record: Any) -> dict[str, Any]:
    """The one fault that is found in a record on line 2, behind a good one."""
    said = sly("replay", "-", "--json", heard=lines(GAME, record))
    assert said.status == 1
    (fault,) = said.json["faults"]
    assert fault["line"] == 2
    return dict(fault)


def test_the_recorded_games_are_true() -> None:
    said = sly("replay", GAMES)
    assert said.status == 0
    assert said.out.splitlines()[-1] == "240 games, 4,791 actions, 16,625 facts: all true"
    told = sly("replay", GAMES, "--json").json
    assert (told["games"], told["faults"], told["unchecked"]) == (240, [], [])
    assert sum(told["ends"].values()) == 240


def test_one_is_counted_as_one() -> None:
    game = {"rules": "players=2", "actions": ["Fa1"], "end": None}
    said = sly("replay", "-", heard=lines(game))
    assert said.out.splitlines()[-1] == "1 game, 1 action, 1 fact: all true"


def test_the_edge_cases_are_true() -> None:
    told = sly("replay", str(DATA / "edges.jsonl"), "--json").json
    assert (told["games"], told["faults"], told["unchecked"]) == (len(rows("edges.jsonl")), [], [])


def test_rules_and_actions_are_enough() -> None:
    bare = {"rules": "players=3 houses=wide", "actions": ["Fa1", "3b8", "xa1"]}
    told = sly("replay", "-", "--json", heard=lines(bare, {"rules": {}, "actions": []})).json
    assert (told["games"], told["plies"], told["facts"]) == (2, 3, 0)
    assert told["ends"] == {"not over": 2}


@pytest.mark.parametrize(
    ("changes", "clause", "said"),
    [
        ({"scores": [0] * len(GAME["scores"])}, "P1, P2, P3", "scores"),
        ({"end": "stalled"}, "G1, G2, G3", "end"),
        ({"end": None}, "G1, G2, G3", "end"),
        ({"text": GAME["text"].replace("!", "?", 1)}, None, "text, board"),
        ({"text": "nonsense"}, None, "text"),
        ({"text": 3}, None, "text"),
        ({"after": GAME["text"] + " "}, None, "after"),
    ],
)
def test_a_wrong_fact_about_the_end(changes: dict[str, Any], clause: str | None, said: str) -> None:
    fault = fault_of(changed(**changes))
    assert (fault["ply"], fault["clause"]) == (len(GAME["actions"]), clause)
    assert fault["message"].startswith(said)


@pytest.mark.parametrize(
    ("entry", "clause", "said"),
    [(0, "S1", "seat to act"), (1, "T1", "number of legal"), (2, "T1", "checksum")],
)
def test_a_wrong_fact_on_the_way(entry: int, clause: str, said: str) -> None:
    record = changed()
    record["before_each"][4][entry] += 1
    fault = fault_of(record)
    assert (fault["ply"], fault["clause"]) == (4, clause)
    assert fault["message"].startswith(said)


def test_true_is_not_one() -> None:
    record = changed()
    record["before_each"][0][0] = False
    assert fault_of(record)["message"] == "seat to act: 0, not false"


def test_a_wrong_position_or_count_on_the_way() -> None:
    ply, text, counts = GAME["texts_at"][0]
    fault = fault_of(changed(texts_at=[[ply, text, [count + 1 for count in counts]]]))
    assert (fault["ply"], fault["message"].split(":")[0]) == (ply, "world counts by seat")
    board, rest = text.split(" ", 1)
    fault = fault_of(changed(texts_at=[[ply, f"{board[:-1]}+ {rest}"]]))
    assert (fault["ply"], fault["message"].split(":")[0]) == (ply, "text, board")


def test_an_illegal_action_ends_the_check_of_its_game() -> None:
    actions = [*GAME["actions"][:3], "xa9", *GAME["actions"][4:]]
    fault = fault_of({"rules": GAME["rules"], "actions": actions, "scores": [99]})
    assert (fault["ply"], fault["message"][:6]) == (3, '"xa9":')
    again = [GAME["actions"][0]] * 2
    fault = fault_of({"rules": GAME["rules"], "actions": again})
    assert fault["ply"] == 1
    assert fault["clause"] in ("L1", "S2")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ([], "a game is a JSON object"),
        (3, "a game is a JSON object"),
        ({"actions": []}, "rules are missing"),
        ({"rules": {}}, "actions are missing"),
        ({"rules": 3, "actions": []}, "rules: expected"),
        ({"rules": {"players": 5}, "actions": []}, "players: 5"),
        ({"rules": {"players": True}, "actions": []}, "players: True"),
        ({"rules": {"plyers": 2}, "actions": []}, "ruleset: 'plyers'"),
        ({"rules": "players=two", "actions": []}, "players"),
        ({"rules": {}, "actions": "Fa1"}, "actions: expected a list of tokens"),
        ({"rules": {}, "actions": [3]}, "actions: expected a list of tokens"),
        ({"rules": {}, "actions": [], "before_each": {}}, "before_each: expected a list"),
        ({"rules": {}, "actions": [], "before_each": [[0, 1, 2]]}, "before_each has 1 entries"),
        ({"rules": {}, "actions": ["Fa1"], "before_each": [[0]]}, "before_each: expected"),
        ({"rules": {}, "actions": [], "texts_at": [[1, ""]]}, "texts_at: expected"),
        ({"rules": {}, "actions": [], "texts_at": [[0, 5]]}, "texts_at: expected"),
        ({"rules": {}, "actions": [], "texts_at": [[False, ""]]}, "texts_at: expected"),
        ({"rules": {}, "actions": [], "before": 5}, "before: expected"),
        ({"rules": {}, "actions": [], "before": "- - - - - -"}, "board"),
    ],
)
def test_a_record_that_is_none(record: Any, said: str) -> None:
    assert fault_of(record)["message"].startswith(said)


def test_the_report_names_file_line_ply_and_clause(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n" + lines(GAME, changed(scores=[5])))
    said = sly("replay", str(file))
    assert said.status == 1
    first = said.out.splitlines()[0]
    assert first.startswith(f"{file}, line 3, ply {len(GAME['actions'])}: scores: ")
    assert first.endswith("not [5] (P1, P2, P3)")
    assert said.out.splitlines()[-1].endswith(": 1 wrong")


def test_many_faults_are_cut_short() -> None:
    said = sly("replay", "-", heard=lines(*[{"rules": {}}] * 30))
    assert said.status == 1
    assert "… and 10 more" in said.out


def test_a_key_that_nothing_checks_is_named() -> None:
    said = sly("replay", "-", heard=lines(changed(score=[1])))
    assert said.status == 0
    assert "not checked: score" in said.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{}\n\xff\n", "line 2: not UTF-8"),
        (b'{"rules": {}, "actions": []}\n{"rules"\n', "line 2: not JSON"),
        (b'{"rules": NaN}', "line 1: not JSON: NaN"),
        (b"[" * 100_000, "line 1: not JSON"),
        (b"9" * 10_000, "line 1: not JSON"),
        (
            b'{"rules": {}, "actions": ["Fa1"], "actions": ["3a1"]}',
            "line 1: the key 'actions' is there twice",
        ),
        (
            b'{"rules": {"hens": 5, "hens": 5}, "actions": []}',
            "line 1: the key 'hens' is there twice",
        ),
    ],
)
def test_a_file_that_does_not_read(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    assert f"{file}, {said}" in refused("replay", str(file))
    assert f"standard input, {said}" in refused("replay", "-", heard=content)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "nowhere" in refused("replay", str(tmp_path / "nowhere"))
    assert str(tmp_path) in refused("replay", str(tmp_path))


@pytest.mark.parametrize(
    ("word", "heard", "said"),
    [("", "", "expected the name of a file"), ("-", "", "no game"), ("-", "\n\n", "no game")],
)
def test_nothing_to_replay_is_no_success(word: str, heard: str, said: str) -> None:
    done = sly("replay", word, heard=heard)
    assert done.status == 2
    assert said in done.err
