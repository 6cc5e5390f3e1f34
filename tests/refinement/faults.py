"""Faults planted in the text of the core: the theorem named must be refuted, or they are no faults.

`python -m tests.refinement.faults` plants every one of `faults.toml`, tells which theorem fell, and
exits with 1 if one did not. It says nothing of how long a suite takes to notice: these are proofs.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sly_spec.check import PROVED, REFUTED, examine
from sly_spec.reading import Reading
from tests.refinement.parsing import UnknownConstruct
from tests.refinement.sources import changed, installed
from tests.refinement.theorems import THEOREMS

TABLE = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True, slots=True)
class Fault:
    """One place of the text changed.

    ``theorem`` is the one that has to fall, under ``reading``. Where ``equivalent`` is set, the
    change means the same: the theorem has to stand, and ``what`` says why.
    """

    id: str
    file: str
    what: str
    old: str
    new: str
    theorem: str
    reading: str
    equivalent: bool = False


def faults() -> list[Fault]:
    """Give the table."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]
    return [Fault(**row) for row in rows]


def verdict_of(fault: Fault) -> dict[str, Any]:
    """Examine the theorem that a fault has to bring down, with the fault in the text."""
    texts = changed(installed(), fault.file, fault.old, fault.new)
    return examine(THEOREMS[fault.theorem](texts, Reading.from_text(fault.reading)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant every fault, or some; print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.refinement.faults", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="faults with this in their id")
    options = parser.parse_args(arguments)
    wrong = 0
    rows = [fault for fault in faults() if options.only in fault.id]
    for fault in rows:
        begin = time.perf_counter()
        try:
            found = verdict_of(fault)["verdict"]
        except (TypeError, UnknownConstruct, ValueError) as refused:
            found = f"refused: {refused}"
        good = found == (PROVED if fault.equivalent else REFUTED)
        wrong += not good
        seconds = time.perf_counter() - begin
        note = "" if good else "  SURVIVES"
        print(f"{found:8} {seconds:6.1f} s  {fault.theorem:12} {fault.id}{note}", flush=True)
    print(f"{len(rows)} faults, {wrong} not as they should be")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
