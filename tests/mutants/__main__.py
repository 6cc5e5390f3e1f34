"""`python -m tests.mutants`: plants one fault at a time in a copy and runs the suite there.

Exit status 0: every fault was caught. 1: one survived, one could not be planted or built, or the
tree fails without any fault.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import date
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.mutants import evidence, suite
from tests.mutants.copies import build, copy_of_the_tree, fresh_copy
from tests.mutants.faults import GROUPS, Fault, FaultError, faults_of, plant

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "evidence.md"
COMMAND = "make mutants"
SURVIVED = "nobody: it survived"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    asked = parser().parse_args(arguments)
    groups = [asked.only] if asked.only else GROUPS
    everything = [fault for group in groups for fault in faults_of(group)]
    unknown = set(asked.ids) - {fault.id for fault in everything}
    if unknown:
        print(f"no such fault: {', '.join(sorted(unknown))}; --list shows all", file=sys.stderr)
        return 1
    chosen = [fault for fault in everything if not asked.ids or fault.id in asked.ids]
    console = Console()
    if asked.list:
        show(console, [(fault, "") for fault in chosen])
        return 0
    began = perf_counter()
    with TemporaryDirectory(prefix="mutants-") as room:
        try:
            pristine = sound_tree(Path(room), asked.jobs, console)
        except FaultError as error:
            console.print(str(error), markup=False)
            return 1
        results, broken = hunt(chosen, pristine, asked.jobs, console)
    minutes = (perf_counter() - began) / 60
    show(console, results)
    survivors = sum(by == SURVIVED for _, by in results)
    console.print(
        f"{len(results) - survivors} of {len(chosen)} caught, {survivors} survived, "
        f"{broken} could not be tried; {minutes:.0f} min"
    )
    if survivors or broken:
        return 1
    if not asked.ids and not asked.only:
        evidence.write(PAGE, section(results, minutes))
        console.print(f"written to {PAGE.relative_to(ROOT)}")
    return 0


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    made = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description="Plant one fault at a time in a copy of the tree; the suite must catch each.",
        epilog="A run of all faults writes its table to docs/evidence.md.",
    )
    made.add_argument("ids", nargs="*", help="faults to plant; all, if left out")
    made.add_argument("--only", choices=GROUPS, help="the faults of one group")
    made.add_argument("--list", action="store_true", help="show the faults, plant none")
    made.add_argument("--jobs", type=int, default=2, help="how many copies to work in (2)")
    return made


def sound_tree(room: Path, jobs: int, console: Console) -> Path:
    """A copy of the tree, built, in which the whole suite passes.

    Raises:
        FaultError: it does not build or a test fails.
    """
    pristine = room / "pristine"
    with console.status("building the tree as it is"):
        copy_of_the_tree(ROOT, pristine)
        build(pristine)
    with console.status("running the suite on the tree as it is"):
        verdict = suite.run(pristine, suite.WHOLE, "-n", str(jobs))
    if not verdict.passed:
        raise FaultError(f"the tree fails as it is: {verdict.by}")
    return pristine


def hunt(
    faults: Sequence[Fault], pristine: Path, jobs: int, console: Console
) -> tuple[list[tuple[Fault, str]], int]:
    """Try every fault: each with what caught it, and how many could not be tried."""
    trees: SimpleQueue[Path] = SimpleQueue()
    for job in range(jobs):
        trees.put(pristine.with_name(f"copy{job}"))

    def tried(fault: Fault) -> str:
        tree = trees.get()
        try:
            return caught_by(fault, pristine, tree)
        finally:
            trees.put(tree)

    results: dict[Fault, str] = {}
    with (
        Progress(
            TextColumn("{task.description:<44}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
        ) as progress,
        ThreadPoolExecutor(jobs) as pool,
    ):
        bar = progress.add_task("", total=len(faults))
        running = {pool.submit(tried, fault): fault for fault in faults}
        for done in as_completed(running):
            fault = running[done]
            try:
                results[fault] = done.result()
            except FaultError as error:
                progress.console.print(f"{fault.id}: {error}", markup=False)
            progress.update(bar, advance=1, description=fault.id)
    return [(fault, results[fault]) for fault in faults if fault in results], len(faults) - len(
        results
    )


def caught_by(fault: Fault, pristine: Path, tree: Path) -> str:
    """Plant a fault in a fresh copy and name the test that fails there.

    The likely tests come first; a fault has survived once the whole suite passes.
    """
    fresh_copy(pristine, tree)
    plant(fault, tree)
    if fault.compiled:
        build(tree)
    likely = suite.run(tree, fault.tests, *([] if fault.compiled else suite.WITHOUT_CORE))
    verdict = likely if not likely.passed else suite.run(tree, suite.WHOLE)
    return SURVIVED if verdict.passed else verdict.by


def show(console: Console, results: Sequence[tuple[Fault, str]]) -> None:
    """Print the faults, and what caught them."""
    shown = Table("fault", "what", "clause", "caught by")
    for fault, by in results:
        shown.add_row(fault.id, fault.what, fault.clause, by.replace("[", r"\["))
    console.print(shown)


def section(results: Sequence[tuple[Fault, str]], minutes: float) -> str:
    """The section of the page of evidence."""
    parts = [
        f"{evidence.HEADING}\n\n"
        f"`{COMMAND}` on {date.today()}, {minutes:.0f} minutes: {len(results)} faults, each "
        "planted alone in a copy of the tree, and the first test of the suite that failed there. "
        "A fault is a clause read wrongly or a slip that a coder might make; "
        "`tests/mutants/*.toml` has the texts. No fault survived.\n"
    ]
    for group in GROUPS:
        rows = [(f.id, f.what, f.clause, f"`{by}`") for f, by in results if f.group == group]
        parts.append(
            f"### {group.capitalize()}: {len(rows)}\n\n"
            + evidence.table(("fault", "what is wrong", "clause", "caught by"), rows)
        )
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(main())
