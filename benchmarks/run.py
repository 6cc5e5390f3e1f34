"""Measure everything in one run and print it: `python -m benchmarks.run [--json]`.

Leaves with status 1 when the signature is not the one on file, or when a target is missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import sly_core
from benchmarks import baseline, sly_tasks, threads
from benchmarks.import_time import import_times
from benchmarks.report import Report
from benchmarks.timing import Task, measure
from benchmarks.yardstick import compiler
from sly_core.selftest import signature

FEWEST_ROUNDS = 7
# in the source tree: what is measured may be an installed copy
SIGNATURE = Path(__file__).parents[1] / "src" / "sly_core" / "selftest" / signature.KEPT.name
PIPED_WIDTH = 120


def tasks() -> list[Task]:
    """Everything that is measured; OpenSpiel's part where the extra `bench` is installed."""
    found = sly_tasks.tasks()
    if importlib.util.find_spec("pyspiel"):
        from benchmarks import openspiel_games

        found += openspiel_games.tasks()
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, report, and answer the exit status."""
    parser = argparse.ArgumentParser(prog="benchmarks.run", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--rounds", type=int, default=9, help=f"at least {FEWEST_ROUNDS}")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each task in a round")
    parser.add_argument(
        "--write-signature", action="store_true", help="keep the signature found, and stop"
    )
    options = parser.parse_args(arguments)
    if options.rounds < FEWEST_ROUNDS:
        parser.error(f"--rounds must be at least {FEWEST_ROUNDS}")

    found = signature.signature(sly_core)
    if options.write_signature:
        SIGNATURE.write_text(found + "\n", encoding="ascii")
        return 0
    has_compiler = shutil.which(compiler()) is not None
    report = Report(
        measure(tasks(), options.rounds, options.seconds),
        baseline.compare(options.rounds, options.seconds / 2) if has_compiler else (),
        threads.compare(options.rounds, options.seconds / 2),
        import_times(2 * options.rounds + 1),
        found,
        signature.kept(),
    )
    if options.json:
        print(json.dumps(report.to_json(), indent=2))
    else:
        console = Console()
        report.show(console if console.is_terminal else Console(width=PIPED_WIDTH))
    return 0 if all(target.met for target in report.targets()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
