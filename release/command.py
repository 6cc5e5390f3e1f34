"""`python -m release`: the steps of `make wheels`, and the table at their end.

Exit status 0: every row passed. 1: one did not, or a step could not be done. 2: a bad argument.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from release import auditing, building, installing, prepared, report, type_checking
from release.crossing import aarch64, linked, plain_cpu
from release.steps import ROOT, FailedError, Place, Row, Step

WORK = ROOT / "build" / "wheels"
PAGE = ROOT / "docs" / "evidence.md"
REPORT = "report.json"
MARK = ".made-by-release"
"""The file by which a folder is known to be of this command, which alone may then empty it."""

STEPS: tuple[Step, ...] = (
    Step("sdist", "the source package", building.sdist_rows, quick=True),
    Step("wheels", "wheels of the source package", building.wheel_rows, quick=True),
    Step("audit", "what is in the source package", auditing.sdist_rows, quick=True),
    Step("audits", "what is in the wheels", auditing.wheel_rows, quick=True),
    Step("install", "the wheels where a user would have them", installing.rows, quick=True),
    Step("twice", "the same bytes twice", building.twice_rows),
    Step("types", "types as a user's checker meets them", type_checking.rows),
    Step("plain-cpu", "the wheel on the plainest x86-64", plain_cpu.rows),
    Step("aarch64", "a wheel for aarch64, in an emulator", aarch64.rows),
    Step("linked", "wheels for other systems, not run", linked.rows),
    Step("identifiers", "what cibuildwheel would build elsewhere", prepared.identifier_rows),
    Step("workflows", "the workflows that build elsewhere", prepared.workflow_rows),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    made = parser()
    asked = made.parse_args(arguments)
    if asked.list:
        for step in STEPS:
            print(f"{step.name:<12} {'quick' if step.quick else '':<6} {step.title}")
        return 0
    unknown = set(asked.steps) - {step.name for step in STEPS}
    if unknown:
        made.error(f"no such step: {', '.join(sorted(unknown))}; --list shows all")
    chosen = [
        step
        for step in STEPS
        if (not asked.steps or step.name in asked.steps) and (step.quick or not asked.quick)
    ]
    if not chosen:
        made.error(f"no step is left: --quick leaves out {', '.join(asked.steps)}")
    work = asked.work.resolve()
    if work.exists() and not (is_empty(work) or (work / MARK).is_file()):
        made.error(
            f"{work} is not empty and was not made by this command (it has no {MARK}); "
            "name another, or empty it"
        )
    try:
        prepare(work, anew=not asked.steps)
    except OSError as error:
        made.error(f"--work {work}: {error.strerror}")
    console = Console()
    report.keep(work / REPORT, [])
    rows = done(chosen, work, asked.quick, console)
    report.show(rows)
    report.keep(work / REPORT, rows)
    if not asked.steps and not asked.quick:
        report.write(PAGE, rows)
    failed = [row for _, row in rows if not row.passed]
    console.print(f"{len(rows) - len(failed)} of {len(rows)} passed, {len(failed)} failed")
    return 1 if failed or not rows else 0


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    made = argparse.ArgumentParser(
        prog="python -m release",
        description="Make the sdist and the wheels, audit them, and try them as a user would.",
        epilog=(
            "What came out is written to report.json in the folder of --work, and of a run of all "
            "steps to docs/evidence.md too."
        ),
    )
    made.add_argument(
        "steps", nargs="*", help="steps to do on what is there; all, from nothing, if left out"
    )
    made.add_argument("--list", action="store_true", help="show the steps, do none")
    made.add_argument("--quick", action="store_true", help="only what every change is held to")
    made.add_argument(
        "--work", type=Path, default=WORK, help="the folder to work in (build/wheels)"
    )
    return made


def is_empty(path: Path) -> bool:
    """Whether it is a folder with nothing in it."""
    return path.is_dir() and not any(path.iterdir())


def prepare(work: Path, *, anew: bool) -> None:
    """Make the folder and mark it; if `anew`, nothing else stays in it."""
    work.mkdir(parents=True, exist_ok=True)
    mark = work / MARK
    mark.touch()  # it stays throughout, so that a run that was stopped can begin anew too
    for path in work.iterdir() if anew else ():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path != mark:
            path.unlink()


def done(steps: Sequence[Step], work: Path, quick: bool, console: Console) -> list[tuple[str, Row]]:
    """Do the steps in turn: each row with the name of its step. A step that fails is a row too."""
    rows: list[tuple[str, Row]] = []
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as progress:
        for number, step in enumerate(steps, 1):
            head = f"{number}/{len(steps)} {step.title}"
            task = progress.add_task(head, total=None)

            def say(text: str, head: str = head, task: TaskID = task) -> None:
                progress.update(task, description=f"{head}: {text}")
                if not console.is_terminal:
                    console.print(f"{head}: {text}", markup=False, soft_wrap=True)

            console.print(head, markup=False)
            try:
                for row in step.rows(Place(work, quick, say)):
                    rows.append((step.name, row))
                    if not row.passed:
                        console.print(f"  failed: {row.what}: {row.came_out}", markup=False)
            except FailedError as error:
                first, *rest = str(error).splitlines()
                rows.append((step.name, Row(step.title, first, passed=False)))
                console.print("\n".join([f"  failed: {first}", *rest]), markup=False)
            progress.remove_task(task)
    return rows
