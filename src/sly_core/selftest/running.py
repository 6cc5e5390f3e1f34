"""Makes the checks one after the other, and prints them and what a bug report needs."""

from __future__ import annotations

import faulthandler
import sys
import traceback
from collections.abc import Callable
from time import perf_counter

from sly_core.cli.facts import facts
from sly_core.cli.output import busy, print_table, printable
from sly_core.selftest.verdict import Differs, LeftOut, Outcome

PASSED, FAILED, LEFT_OUT = "passed", "failed", "left out"


def main() -> int:
    """Run every check and print what came of it; the exit status, 1 where anything differs."""
    faulthandler.enable()  # a crash names the check that it came in
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from sly_core.selftest.checks import CHECKS

    began = perf_counter()
    outcomes = [run(name, check) for name, check in CHECKS.items()]
    failed = [outcome for outcome in outcomes if outcome.verdict == FAILED]
    print_table(
        ("check", "seconds", "verdict", ""), [_row(outcome) for outcome in outcomes], right=(1,)
    )
    for outcome in failed:
        print(f"\n{outcome.check}: failed\n{_indented(outcome.said)}")
    print(f"\n{_summary(outcomes)} in {perf_counter() - began:.1f} s")
    print(
        "\nfor a bug report:" if not failed else "\nPlease report this, with all of the above and:"
    )
    print(_indented("\n".join(f"{name:<14}{said}" for name, said in facts().items())))
    return 1 if failed else 0


def run(name: str, check: Callable[[], str]) -> Outcome:
    """Make one check; whatever it raises is its verdict."""
    began = perf_counter()
    try:
        with busy(f"{name} …"):
            verdict, said = PASSED, check()
    except LeftOut as reason:
        verdict, said = LEFT_OUT, str(reason)
    except Differs as found:
        verdict, said = FAILED, str(found)
    except Exception as error:
        verdict, said = FAILED, "".join(traceback.format_exception(error)).rstrip()
    return Outcome(name, verdict, perf_counter() - began, said)


def _row(outcome: Outcome) -> tuple[str, str, str, str]:
    said = "see below" if outcome.verdict == FAILED else outcome.said
    return outcome.check, f"{outcome.seconds:.2f}", outcome.verdict, said


def _summary(outcomes: list[Outcome]) -> str:
    counts = [
        f"{count} {verdict}"
        for verdict in (PASSED, FAILED, LEFT_OUT)
        if (count := sum(outcome.verdict == verdict for outcome in outcomes))
    ]
    return f"{len(outcomes)} checks: {', '.join(counts)}"


def _indented(text: str) -> str:
    return "\n".join(f"  {printable(line)}" for line in text.splitlines())
