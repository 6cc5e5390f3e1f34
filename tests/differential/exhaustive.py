"""Specification, reference and core compared in all there is: every reveal, small games whole.

    python -m tests.differential.exhaustive [--only WORDS] [--processes N]

Progress goes to standard error, one table at the end to standard output. The status is 1 if a
comparison fails or is not of as many cases as there must be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from sly_core import Ruleset
from sly_spec.reading import Reading
from tests.differential.reveals import READINGS, REVEALS, card_sets, compare, compiled_core
from tests.differential.rulesets import SMALL_GAMES
from tests.differential.walk import Walk

EVERY = 10.0  # seconds between two words of progress


@dataclass(frozen=True)
class Job:
    """One ruleset, compared in all its reveals or all its positions."""

    what: str
    text: str
    cases: int
    """How many there must be."""

    @property
    def name(self) -> str:
        """What the job is called in the table."""
        return f"{self.what}  {self.text}"


@dataclass(frozen=True)
class Row:
    """How a job went; ``wrong`` is empty if it went well."""

    job: Job
    cases: int
    seconds: float
    wrong: str


JOBS = (
    *(Job("reveals", reading.text, REVEALS) for reading in READINGS),
    *(Job("positions", game.text, game.states) for game in SMALL_GAMES),
)


def compare_reveals(text: str) -> Iterator[int]:
    """Compare all reveals under the reading; yield how many, as they come."""
    done = 0
    with TemporaryDirectory() as folder:
        core = compiled_core(Path(folder))
        for count in compare(core, Reading.from_text(text), card_sets()):
            done += count
            yield done


def compare_positions(text: str) -> Iterator[int]:
    """Compare all positions under the ruleset; yield how many, as they come."""
    yield from Walk(Ruleset.from_text(text)).states()


COMPARE: dict[str, Callable[[str], Iterator[int]]] = {
    "reveals": compare_reveals,
    "positions": compare_positions,
}


def run(job: Job) -> Row:
    """Do one job, with progress on standard error."""
    began = said = time.monotonic()
    done, wrong = 0, ""
    try:
        for done in COMPARE[job.what](job.text):
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                print(f"  {done:>10,} of {job.cases:>10,}  {job.name}", file=sys.stderr, flush=True)
    except AssertionError as error:
        wrong = f"  WRONG: {error}"
    else:
        wrong = "" if done == job.cases else f"  WRONG: {job.cases:,} were expected"
    return Row(job, done, time.monotonic() - began, wrong)


def main() -> int:
    """Do all jobs, or those named, several at a time; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential.exhaustive",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", default="", help="jobs with these words in the name")
    parser.add_argument("--processes", type=int, default=None, help="as many as processors")
    options = parser.parse_args()
    jobs = [job for job in JOBS if options.only in job.name]
    if not jobs:
        parser.error(f"no job has {options.only!r} in its name")
    with get_context("spawn").Pool(options.processes) as pool:
        found = [*pool.imap_unordered(run, sorted(jobs, key=lambda job: -job.cases))]
    for row in sorted(found, key=lambda row: jobs.index(row.job)):
        print(f"{row.cases:>10,} {row.seconds:7.1f} s  {row.job.name}{row.wrong}")
    failed = sum(bool(row.wrong) for row in found)
    print(f"{sum(row.cases for row in found):>10,} cases in all; {failed} of {len(found)} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
