"""Measure everything in one run and print it: `python -m benchmarks.run [--json FILE]`.

Leaves with status 1 when a target is missed, something was left out, or the signature is not the
one on file.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

import sly_core
from benchmarks import baseline, batch, single, start, threads
from benchmarks.report import Report
from benchmarks.rows import Rows
from benchmarks.timing import Plan, load
from sly_core.selftest import signature

FEWEST_ROUNDS = 7
# in the source tree: what is measured may be an installed copy
SIGNATURE = Path(__file__).parents[1] / "src" / "sly_core" / "selftest" / signature.KEPT.name
PIPED_WIDTH = 160

# name for --only: title, and what measures it
PARTS: dict[str, tuple[str, Callable[[Plan], Rows]]] = {
    "c": ("beside plain C, by processor time", baseline.rows),
    "single": ("one state, by processor time", single.rows),
    "batches": (f"batches of {batch.ROWS:,}, by processor time of all threads", batch.rows),
    "threads": ("two threads, by the clock: needs two idle cores", threads.rows),
    "start": ("start of a program, by processor time", start.rows),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, report, and answer the exit status."""
    parser = argparse.ArgumentParser(prog="benchmarks.run", description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write it all as JSON, too")
    parser.add_argument("--only", choices=PARTS, action="append", help="this part; may be repeated")
    parser.add_argument("--rounds", type=int, default=9, help=f"at least {FEWEST_ROUNDS}")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each task in a round")
    parser.add_argument(
        "--write-signature", action="store_true", help="keep the signature found, and stop"
    )
    options = parser.parse_args(arguments)
    if options.rounds < FEWEST_ROUNDS:
        parser.error(f"--rounds must be at least {FEWEST_ROUNDS}")
    if not 0 < options.seconds < float("inf"):
        parser.error("--seconds must be a positive number")

    found = signature.signature(sly_core)
    if options.write_signature:
        SIGNATURE.write_text(found + "\n", encoding="ascii")
        return 0
    chosen = [name for name in PARTS if name in (options.only or PARTS)]
    parts, busy = {}, load()
    for number, name in enumerate(chosen, 1):
        title, rows = PARTS[name]
        began = time.monotonic()
        _progress(f"{number} of {len(chosen)}: {title} ")
        parts[title] = rows(Plan(options.rounds, options.seconds, lambda: _progress(".")))
        _progress(f" {time.monotonic() - began:.0f} s\n")
    report = Report(parts, found, signature.kept(), busy)
    console = Console()
    report.show(console if console.is_terminal else Console(width=PIPED_WIDTH))
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(report.to_json(), indent=2) + "\n", encoding="ascii")
    return 0 if report.met() else 1


def _progress(text: str) -> None:
    print(text, end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
