"""Runs tests in a copy of the tree, and says which one failed first."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.copies import environment
from tests.mutants.faults import FaultError

WHOLE = ("unit", "golden", "differential", "stateful")
"""The parts of the suite that ask how the package behaves; the others read its text."""

PYTEST = (sys.executable, "-m", "pytest", "-x", "-v", "--tb=no", "-p", "no:cacheprovider")
WITHOUT_CORE = ("-k", "not [core")
"""Leaves out the core's half of each test that runs on both implementations."""

SECONDS = 3600
ALL_PASSED, SOME_FAILED, NOTHING_RUN = 0, 1, 5
# how a run tells of a test that failed, alone and where several work
BAD, SHARE = "(?:FAILED|ERROR)", r"\[ *\d+%\]"
FAILED = re.compile(
    rf"^(?:(tests/.*) {BAD} +{SHARE}|\[gw\d+\] {SHARE} {BAD} (tests/.*?)) *$", re.MULTILINE
)
# what a run says of a test stands after its name; a crash leaves its own words there
SAID = "PASSED|FAILED|ERROR|SKIPPED|Fatal Python error"
STARTED = re.compile(rf"^(tests/\S+\.py::.*?)(?: (?:{SAID}).*)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a run went: `by` names the first test that failed, and is empty if all passed."""

    by: str

    @property
    def passed(self) -> bool:
        """Whether every test passed."""
        return not self.by


def run(tree: Path, tests: Sequence[str], *options: str) -> Verdict:
    """Run these parts of the suite until a test fails.

    A test that crashes Python or never ends has failed too.

    Raises:
        FaultError: nothing could be run: a test file or the package does not import.
    """
    files = [f"tests/{name}" for name in tests]
    process = subprocess.Popen(
        [*PYTEST, *options, *files],
        cwd=tree,
        env=environment(tree),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return Verdict(f"{_last_started(output)} (no end within {SECONDS} s)")
    if process.returncode == ALL_PASSED:
        return Verdict("")
    if process.returncode < 0 or process.returncode > 128:
        return Verdict(f"{_last_started(output)} (Python crashed)")
    failed = FAILED.search(output)
    if process.returncode != SOME_FAILED or failed is None:
        raise FaultError("the tests do not run:\n" + "\n".join(output.splitlines()[-15:]))
    return Verdict((failed[1] or failed[2]).removeprefix("tests/"))


def _last_started(output: str) -> str:
    started = STARTED.findall(output)
    return started[-1].removeprefix("tests/") if started else "the first test"
