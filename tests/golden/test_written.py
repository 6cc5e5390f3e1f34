"""What earlier versions wrote, this one reads, and means by it the same (docs/stability.md)."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import sly_core
from tests.golden.written_rows import GAMES, add, made
from tests.tools import rows

WRITTEN = rows("written.jsonl")


def test_there_is_something_of_every_game() -> None:
    assert len(WRITTEN) >= len(GAMES)
    assert all(row["history"] for row in WRITTEN)


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: f"{row['version']}: {row['rules']}")
def test_bytes_and_text_are_read(implementation: Any, row: dict[str, Any]) -> None:
    rules = sly_core.Ruleset.from_text(row["rules"])
    state = implementation.State.from_bytes(bytes.fromhex(row["bytes"]))
    assert state == implementation.State.from_text(row["text"], rules)
    assert state.to_text() == row["text"]
    assert state.rules == rules
    assert f"{state.key():016x}" == row["key"]


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: f"{row['version']}: {row['rules']}")
def test_pickles_are_read(row: dict[str, Any]) -> None:
    assert pickle.loads(bytes.fromhex(row["ruleset"])).to_text() == row["rules"]
    for name, kind in (("pickle", sly_core.State), ("reference", sly_core.reference.State)):
        state = pickle.loads(bytes.fromhex(row[name]))
        assert type(state) is kind
        assert state.to_text() == row["text"]
        assert state.history() == row["history"]
        assert state.rules.to_text() == row["rules"]


def test_bytes_are_written_as_they_were() -> None:
    """Of the newest rows: what differs is to be added to the file, and read by what comes after."""
    kept = ("rules", "text", "history", "key", "bytes")
    newest = [[row[name] for name in kept] for row in WRITTEN[-len(GAMES) :]]
    assert newest == [[row[name] for name in kept] for row in made()]


def test_rows_of_a_version_are_added_once(tmp_path: Path) -> None:
    """Rows of an earlier version stay; other rows of this one are refused."""
    path = tmp_path / "written.jsonl"
    earlier = json.dumps(WRITTEN[0] | {"version": "0.0.1"}) + "\n"
    path.write_text(earlier, encoding="utf-8")
    assert "added" in add(path)
    once = path.read_text(encoding="utf-8")
    assert once == earlier + "".join(json.dumps(row) + "\n" for row in made())
    assert "already" in add(path)
    assert path.read_text(encoding="utf-8") == once
    key = next(made())["key"]
    path.write_text(once.replace(key, key[::-1]), encoding="utf-8")
    otherwise = path.read_text(encoding="utf-8")
    assert otherwise != once
    with pytest.raises(ValueError, match=re.escape(f"rows of {sly_core.__version__}, not these")):
        add(path)
    assert path.read_text(encoding="utf-8") == otherwise
