"""What an import adds to bare Python, and what `sly --help` takes beside an empty command."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median

BARE = "pass"
# a command that does nothing, written with the library of ours
EMPTY_COMMAND = """
import typer
app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.callback(invoke_without_command=True)(lambda: None)
app(["--help"])
"""
HELP = "sly --help, beside an empty command"
PROGRAMS = {
    "import sly_core": ("import sly_core", BARE),
    "import sly_core, make a State": ("import sly_core; sly_core.State(sly_core.Ruleset())", BARE),
    HELP: ('from sly_core.cli import main; main(["--help"])', EMPTY_COMMAND),
}


@dataclass(frozen=True, slots=True)
class ImportTime:
    """What `program` takes more than the program beside it (for an import, bare Python), in
    milliseconds: the median of paired differences.
    """

    program: str
    milliseconds: float
    spread: float


def import_times(rounds: int) -> list[ImportTime]:
    """Start each program `rounds` times, interleaved, each right after the one it is beside."""
    times: dict[str, list[float]] = {program: [] for program in PROGRAMS}
    for _ in range(rounds + 1):  # the first round warms the caches and is dropped
        for program, (code, beside) in PROGRAMS.items():
            before = _milliseconds(beside)
            times[program].append(_milliseconds(code) - before)
    found = []
    for program, differences in times.items():
        added = sorted(differences[1:])
        quarter = len(added) // 4
        found.append(ImportTime(program, median(added), added[-1 - quarter] - added[quarter]))
    return found


def _milliseconds(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-c", code], check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000
