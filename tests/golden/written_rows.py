"""`python -m tests.golden.written_rows`: adds to `data/written.jsonl` what this version writes.

Run for a release that writes otherwise than the last one; rows of earlier versions stay. Where rows
of this version are there already, nothing is added.

Exit status 0: they are in the file. 1: others of the same version are, and nothing is changed.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sly_core
from sly_core import Ruleset
from tests.tools import DATA

FILE = DATA / "written.jsonl"
GAMES = (
    ("players=2", "-,-,-,- F123456/F123456 -/- 0 0 -", 9),
    ("players=3 hens=2 houses=1,2/3 gobbling_fox=leaves", "01!,-/2F? 2/F12/12 -/0F/- 2 0 -", 1),
    ("players=4 houses=wide reveal=committed min_reveal=2 stall_limit=2", None, 40),
)


def made() -> Iterator[dict[str, Any]]:
    """A row for each game: a position some plies after another, written in every way."""
    for rules_text, begin, plies in GAMES:
        rules = Ruleset.from_text(rules_text)
        start = sly_core.State(rules) if begin is None else sly_core.State.from_text(begin, rules)
        state, slow = start.clone(), sly_core.reference.State.from_text(start.to_text(), rules)
        actions = sly_core.playout(start, seed=plies).history()[:plies]
        state.apply_actions(actions)
        slow.apply_actions(actions)
        yield {
            "version": sly_core.__version__,
            "rules": rules.to_text(),
            "text": state.to_text(),
            "history": actions,
            "key": f"{state.key():016x}",
            "bytes": state.to_bytes().hex(),
            "pickle": pickle.dumps(state, 4).hex(),
            "reference": pickle.dumps(slow, 4).hex(),
            "ruleset": pickle.dumps(rules, 4).hex(),
        }


def add(path: Path = FILE) -> str:
    """Add them; what was done, in words.

    Raises:
        ValueError: the file has other rows of this version.
    """
    version = sly_core.__version__
    now = list(made())
    recorded = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    before = [row for row in recorded if row["version"] == version]
    if before == now:
        return f"{path.name}: the {len(now)} rows of {version} are there already, and the same"
    if before:
        raise ValueError(f"{path.name} has {len(before)} rows of {version}, not these {len(now)}")
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in now)
    return f"{path.name}: {len(now)} rows of {version} added"


def main() -> int:
    """Run the command; its exit status."""
    argparse.ArgumentParser(
        prog="python -m tests.golden.written_rows",
        description="Add to data/written.jsonl what this version writes.",
    ).parse_args()
    try:
        print(add())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
