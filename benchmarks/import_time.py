"""How much an import adds to the start of a bare interpreter."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median

PROGRAMS = {
    "bare": "pass",
    "import sly_core": "import sly_core",
    "import sly_core, make a State": "import sly_core; sly_core.State(sly_core.Ruleset())",
}


@dataclass(frozen=True, slots=True)
class ImportTime:
    """What `program` adds to bare Python, in milliseconds: the median of paired differences."""

    program: str
    milliseconds: float
    spread: float


def import_times(rounds: int) -> list[ImportTime]:
    """Start each program `rounds` times, interleaved.

    Each start is compared with the bare one of the same round.
    """
    times: dict[str, list[float]] = {program: [] for program in PROGRAMS}
    for _ in range(rounds + 1):  # the first round warms the caches and is dropped
        for program, code in PROGRAMS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-I", "-c", code], check=True)
            times[program].append((time.perf_counter() - start) * 1000)
    found = []
    for program in list(PROGRAMS)[1:]:
        added = sorted(
            after - bare for after, bare in zip(times[program][1:], times["bare"][1:], strict=True)
        )
        quarter = len(added) // 4
        found.append(ImportTime(program, median(added), added[-1 - quarter] - added[quarter]))
    return found
