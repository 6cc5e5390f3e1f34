"""240 recorded games over all switches: both implementations reproduce every recorded fact."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools import rows, rules_of

GAMES = rows("games.jsonl")


def test_the_file_holds_what_its_readme_says() -> None:
    assert len(GAMES) == 240
    for name in (
        "reveal",
        "reveal_scope",
        "multiple_foxes",
        "gobbling_fox",
        "min_reveal",
        "stall_limit",
    ):
        assert len({str(row["rules"][name]) for row in GAMES}) >= 2, name
    assert {row["rules"]["players"] for row in GAMES} == {2, 3, 4}


@pytest.mark.parametrize("index", range(len(GAMES)))
def test_recorded_game(implementation: Any, index: int) -> None:
    row = GAMES[index]
    rules = rules_of(row)
    state = implementation.State(rules)
    texts = {ply: (text, worlds) for ply, text, worlds in row["texts_at"]}
    history = []
    for ply, token in enumerate(row["actions"]):
        seat, count, checksum = row["before_each"][ply]
        legal = state.legal_actions()
        assert state.current_player() == seat, ply
        assert len(legal) == count, ply
        assert legal == sorted(legal), ply
        assert sum((action + 1) ** 2 for action in legal) % 1000003 == checksum, ply
        assert state.end_reason() is None, ply
        if ply in texts:
            text, worlds = texts[ply]
            assert state.to_text() == text, ply
            assert [state.worlds_count(p) for p in range(rules.players)] == worlds, ply
            assert implementation.State.from_text(text, rules) == state, ply
        action = state.string_to_action(token)
        assert state.action_to_string(action) == token
        state.apply_action(action)
        history.append(action)
    assert state.is_terminal()
    assert state.end_reason() == row["end"]
    assert state.scores() == row["scores"]
    assert state.to_text() == row["text"]
    assert state.history() == history
    assert state.legal_actions() == []
    assert implementation.State.from_text(row["text"], rules) == state
