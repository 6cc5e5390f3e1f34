"""`python -m tests.mutants.spec`: plants wrong rules in copies of the specification, and faults.

Each wrong rule must be killed by the theorem or the recorded case that it names, or be proved to
change nothing; each fault in a theorem must be noticed. First, all that they name is asked of the
specification as it is. The faults of `tests.refinement` come last, and are not looked for where
some mutants are chosen.

Exit status 0: all were killed, noticed or proved equivalent. 1: one lives, one could not be tried,
or the specification as it is does not come out.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from tests.mutants import spec_evidence
from tests.mutants.pool import answers
from tests.mutants.spec_rules import Mutant, groups, mutants
from tests.mutants.spec_trial import ROOT, comes_out, killer, what_killed

PAGE = ROOT / "docs" / "evidence.md"
KERNEL = "tests.refinement.faults"
"""Plants faults in the kernel; its exit status says whether the refinement proof saw them all."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asked = parser().parse_args(arguments)
    console = Console()
    words = asked.words
    chosen = [
        mutant
        for mutant in mutants()
        if (not asked.only or mutant.group == asked.only)
        and (not words or any(word.lower() in mutant.name.lower() for word in words))
    ]
    if not chosen:
        print("no such mutant; --list shows all", file=sys.stderr)
        return 1
    if asked.list:
        show(console, dict.fromkeys(chosen, ""))
        return 0
    # one question for each theorem under a reading and for each recorded case
    askers = [*{_question(mutant): mutant for mutant in chosen}.values()]
    wrong = {m: said for m, said in tried(askers, comes_out, asked.jobs, console).items() if said}
    for mutant, said in wrong.items():
        console.print(f"as it is, {_question(mutant)}: {said}", markup=False, soft_wrap=True)
    if wrong:
        return 1
    told = tried(chosen, what_killed, asked.jobs, console)
    show(console, told)
    living = [mutant for mutant in chosen if not told.get(mutant)]
    for mutant in living:
        what = "it could not be tried" if mutant not in told else "it lives"
        console.print(f"{mutant.name}: {what}", markup=False, soft_wrap=True)
    console.print(f"{len(chosen) - len(living)} of {len(chosen)} killed, noticed or equivalent")
    spec_evidence.write(PAGE, mutants(), {m.name: by for m, by in told.items() if by})
    whole = not words and not asked.only
    kernel = whole and bool(subprocess.run([sys.executable, "-m", KERNEL], cwd=ROOT).returncode)
    return 1 if living or kernel else 0


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    made = argparse.ArgumentParser(
        prog="python -m tests.mutants.spec",
        description="Plant wrong rules and faulty theorems in copies of the specification.",
        epilog="What killed each is written to docs/evidence.md.",
    )
    made.add_argument("words", nargs="*", help="only mutants with one of these in the name")
    made.add_argument("--only", choices=groups(), help="the mutants of one file")
    made.add_argument("--list", action="store_true", help="show the mutants, plant none")
    made.add_argument("--jobs", type=int, default=2, help="how many processes at a time (2)")
    return made


def tried(
    chosen: Sequence[Mutant], ask: Callable[[Mutant], str], jobs: int, console: Console
) -> Mapping[Mutant, str]:
    """Ask about each of them, several at a time, and give what was said of those that could be."""
    return answers(chosen, ask, lambda mutant: mutant.name, jobs, console)


def show(console: Console, results: Mapping[Mutant, str]) -> None:
    """Print the mutants, and what became of them."""
    shown = Table()
    for name in ("mutant", "clause", "what became of it"):
        shown.add_column(name, overflow="fold")
    for mutant, by in results.items():
        shown.add_row(mutant.name, mutant.clause, by.replace("[", r"\["))
    console.print(shown)


def _question(mutant: Mutant) -> str:
    asked = killer(mutant)
    return asked.difference or f"{asked.theorem} under {asked.reading}"


if __name__ == "__main__":
    sys.exit(main())
