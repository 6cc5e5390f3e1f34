"""Single situations with their clauses: both implementations reproduce each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools import play, rows, rules_of

EDGES = rows("edges.jsonl")


@pytest.mark.parametrize(
    "row", EDGES, ids=[f"{i}-{row['clause']}".replace(" ", "-") for i, row in enumerate(EDGES)]
)
def test_edge(implementation: Any, row: dict[str, Any]) -> None:
    state = implementation.State.from_text(row["before"], rules_of(row))
    assert state.to_text() == row["before"]
    play(state, " ".join(row["actions"]))
    assert state.to_text() == row["after"], row["why"]
    assert state.end_reason() == row["end"]
    assert state.scores() == row["scores"]
    for _ in row["actions"]:
        state.undo_action()
    assert state.to_text() == row["before"]
