"""Makes `tests/data/witnesses.jsonl`: `python -m tests.golden.witness_rows`.

Every pair of standard settings of the switches at 2 seats, and some pairs of whole rulesets.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from itertools import combinations
from typing import Any

from sly_core.ask import Witness, witness
from tests.tools import DATA

FILE = DATA / "witnesses.jsonl"
SETTINGS = [
    "",  # the standard game
    "houses=wide",
    "reveal=committed",
    "reveal_scope=one_house",
    "multiple_foxes=each",
    "gobbling_fox=leaves",
    "min_reveal=2",
    "stall_limit=1",
    "stall_limit=2",
    "stall_limit=3",
]
OTHERS = [
    ("houses=wide", "houses=wide multiple_foxes=each"),
    ("houses=1,2/3,4", "houses=1,2/3,4 reveal_scope=one_house"),
    ("houses=1,2/3,4 reveal_scope=one_house", "houses=1,2,3,4 reveal_scope=one_house"),
    ("houses=1,2/3,4", "houses=1,2,3,4"),
    ("houses=1,2,3,4", "houses=4,3,2,1"),
    ("houses=1,2,3", "houses=1,2,3 multiple_foxes=each"),
    ("houses=1", "houses=1 min_reveal=2 gobbling_fox=leaves"),
    ("hens=1", "hens=1 gobbling_fox=leaves"),
    ("hens=2", "hens=2 multiple_foxes=each"),
    ("hens=3", "hens=3 multiple_foxes=each"),
    ("hens=2 houses=1,2,3", "hens=2 houses=1,2,3 gobbling_fox=leaves"),
    ("gobbling_fox=leaves", "gobbling_fox=leaves multiple_foxes=each"),
    ("", "multiple_foxes=each gobbling_fox=leaves min_reveal=2"),
    ("", "players=3"),
    ("", "hens=5"),
    ("players=3", "players=3 reveal_scope=one_house"),
]
PAIRS = [*combinations(SETTINGS, 2), *OTHERS]


def row_of(found: Witness) -> dict[str, Any]:
    """What is kept of a witness: as JSON has it, and without how long a search may take."""
    row: dict[str, Any] = json.loads(json.dumps(asdict(found)))
    return row


def main() -> None:
    """Write the file anew."""
    argparse.ArgumentParser(
        prog="python -m tests.golden.witness_rows", description=__doc__.splitlines()[0]
    ).parse_args()
    lines = [json.dumps(row_of(witness(*pair)), ensure_ascii=False) for pair in PAIRS]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
