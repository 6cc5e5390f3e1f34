"""`python -m tests.mutants`: plants one fault at a time in a copy and runs the suite there.

Exit status 0: every fault was caught. 1: one survived, one could not be planted or built, or the
tree fails without any fault.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from tests.mutants import evidence, suite
from tests.mutants.copies import build, copy_of_the_tree, fresh_copy
from tests.mutants.faults import GROUPS, Fault, FaultError, faults_of, plant
from tests.mutants.pool import answers

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "evidence.md"
SURVIVED = "nothing: it survived"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    # started by a shell in the background it would ignore Ctrl-C, and so would the tests of it
    signal.signal(signal.SIGINT, signal.default_int_handler)
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
    with TemporaryDirectory(prefix="mutants-") as room:
        try:
            pristine = sound_tree(Path(room), asked.jobs, console)
        except FaultError as error:
            console.print(str(error), markup=False)
            return 1
        results = hunt(chosen, pristine, asked.jobs, console)
    show(console, results)
    survived = sum(by == SURVIVED for _, by in results)
    caught = len(results) - survived
    console.print(
        f"{caught} of {len(chosen)} caught, {survived} survived, "
        f"{len(chosen) - len(results)} could not be tried"
    )
    every = [fault for group in GROUPS for fault in faults_of(group)]
    evidence.write(PAGE, every, {fault.id: by for fault, by in results})
    return 0 if caught == len(chosen) else 1


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    made = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description="Plant one fault at a time in a copy of the tree; the suite must catch each.",
        epilog="What caught each fault is written to docs/evidence.md.",
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
        build(pristine, "-O1")
    with console.status("running the suite on the tree as it is"):
        verdict = suite.run(pristine, suite.WHOLE, "-n", str(jobs))
    if not verdict.passed:
        raise FaultError(f"the tree fails as it is: {verdict.by}")
    return pristine


def hunt(
    faults: Sequence[Fault], pristine: Path, jobs: int, console: Console
) -> list[tuple[Fault, str]]:
    """Try every fault: each with what caught it. Says of those that it could not try why."""
    trees: SimpleQueue[Path] = SimpleQueue()
    for job in range(jobs):
        trees.put(pristine.with_name(f"copy{job}"))

    def tried(fault: Fault) -> str:
        tree = trees.get()
        try:
            return caught_by(fault, pristine, tree)
        finally:
            trees.put(tree)

    return [*answers(faults, tried, lambda fault: fault.id, jobs, console).items()]


def caught_by(fault: Fault, pristine: Path, tree: Path) -> str:
    """Plant a fault in a fresh copy and name the test that fails there.

    The likely tests come first, with as little built, and as quickly, as they need. A fault has
    survived once the whole suite passes.
    """
    fresh_copy(pristine, tree)
    plant(fault, tree)
    if fault.compiled:
        build(tree, "-O0", search=fault.group != "core")
    verdict = suite.run(tree, fault.tests, *([] if fault.compiled else suite.WITHOUT_CORE))
    if verdict.passed:
        if fault.compiled:
            build(tree, "-O1")
        verdict = suite.run(tree, suite.WHOLE)
    return SURVIVED if verdict.passed else verdict.by


def show(console: Console, results: Sequence[tuple[Fault, str]]) -> None:
    """Print the faults, and what caught them."""
    shown = Table()
    for name in ("fault", "what", "clause", "caught by"):
        shown.add_column(name, overflow="fold")
    for fault, by in results:
        shown.add_row(fault.id, fault.what, fault.clause, by.replace("[", r"\["))
    console.print(shown)


if __name__ == "__main__":
    sys.exit(main())
