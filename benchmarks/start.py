"""What users wait for before anything happens: imports, and `sly --help`.

Programs are started in pairs, in turn one first and then the other; each is an interpreter of its
own. Times are processor time, of the program and the system for it.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from typing import Final

from benchmarks.rows import LeftOut, Row, Rows, Target
from benchmarks.timing import Plan

IMPORT_MILLISECONDS: Final = 20.0
HELP_MILLISECONDS: Final = 60.0
BARE: Final = "pass"
# a command that does nothing, written with the library of ours
EMPTY_COMMAND: Final = """
import typer
app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.callback(invoke_without_command=True)(lambda: None)
app(["--help"])
"""
# name, program, the one beside it and its name, how many milliseconds more it may take
PROGRAMS: Final = (
    ("import sly_core", "import sly_core", "bare Python", BARE, IMPORT_MILLISECONDS),
    (
        "import sly_core, make a State",
        "import sly_core; sly_core.State(sly_core.Ruleset())",
        "bare Python",
        BARE,
        0.0,
    ),
    (
        "sly --help",
        'from sly_core.cli import main; main(["--help"])',
        "an empty command by typer",
        EMPTY_COMMAND,
        HELP_MILLISECONDS,
    ),
)


def program_row(
    name: str,
    program: str,
    beside: str,
    other: str,
    most: float,
    plan: Plan,
    spent: Callable[[], float],
) -> Row:
    """The milliseconds that `program` takes more than `other`, and the ratio of their times."""
    added, ratios = [], []
    for turn in range(plan.rounds + 1):  # the first warms the caches and is dropped
        both = {}
        for code in (program, other) if turn % 2 else (other, program):
            before = spent()
            command = [sys.executable, "-s", "-P", "-c", code]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            both[code] = 1000 * (spent() - before)
        if turn:
            added.append(both[program] - both[other])
            ratios.append(both[program] / both[other])
        plan.tick()
    targets = (Target(f"at most {most:g} ms more", median(added) <= most),) if most else ()
    return Row(
        "start of a program",
        name,
        "ms",
        tuple(added),
        f"the time of {beside}",
        tuple(ratios),
        targets,
    )


def rows(plan: Plan) -> Rows:
    """Each program beside its like."""
    if not importlib.util.find_spec("resource"):
        why = "this system has no `resource`, which says what a process took"
        return [LeftOut("imports and sly --help", why)]
    import resource

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    return [program_row(*program, plan, spent) for program in PROGRAMS]
