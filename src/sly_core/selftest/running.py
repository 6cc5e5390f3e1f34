"""Makes the checks one after the other, and prints what came of them."""

from __future__ import annotations

import argparse
import traceback
from collections.abc import Callable, Sequence
from time import perf_counter

from sly_core.cli.facts import core_error, facts
from sly_core.cli.output import busy, print_table, printable
from sly_core.selftest.checks import CHECKS
from sly_core.selftest.verdict import Differs, LeftOut, Outcome

PASSED, FAILED, LEFT_OUT = "passed", "failed", "left out"


def main(arguments: Sequence[str]) -> int:
    """Make the checks that are named, or all, and print what came of them.

    Returns:
        The exit status: 1 where anything is not as it must be, else 0. A check that was left out
        is no fault, and is not counted as passed.

    Raises:
        SystemExit: status 2 for a name that is none.
    """
    parser = argparse.ArgumentParser(
        prog="python -m sly_core.selftest",
        description="Check that what is installed here works. Exit status 1 if it does not.",
    )
    parser.add_argument(
        "checks", nargs="*", metavar="CHECK", help=f"only this: {', '.join(CHECKS)}"
    )
    chosen = parser.parse_args(arguments).checks or [*CHECKS]
    unknown = [name for name in chosen if name not in CHECKS]
    if unknown:
        parser.error(f"{unknown[0]!r}: expected one of: {', '.join(CHECKS)}")
    began = perf_counter()
    outcomes = [made(name, CHECKS[name]) for name in chosen]
    _print(outcomes, perf_counter() - began)
    return 1 if any(outcome.verdict == FAILED for outcome in outcomes) else 0


def made(name: str, check: Callable[[], str]) -> Outcome:
    """What comes of one check; whatever else it raises, it has failed."""
    began = perf_counter()
    try:
        with busy(f"{name} …"):
            fault = core_error()
            if fault is not None:
                raise Differs(fault)
            verdict, said = PASSED, check()
    except LeftOut as reason:
        verdict, said = LEFT_OUT, str(reason)
    except Differs as found:
        verdict, said = FAILED, str(found)
    except Exception as error:
        verdict, said = FAILED, "".join(traceback.format_exception(error)).rstrip()
    return Outcome(name, verdict, perf_counter() - began, said)


def _print(outcomes: list[Outcome], seconds: float) -> None:
    rows = [
        (
            outcome.check,
            f"{outcome.seconds:.2f}",
            outcome.verdict,
            "see below" if outcome.verdict == FAILED else outcome.said,
        )
        for outcome in outcomes
    ]
    print_table(("check", "seconds", "verdict", ""), rows, right=(1,))
    faults: dict[str, list[str]] = {}  # several checks may have failed by the same
    for outcome in outcomes:
        if outcome.verdict == FAILED:
            faults.setdefault(outcome.said, []).append(outcome.check)
    for said, names in faults.items():
        print(f"\nfailed: {', '.join(names)}\n{_indented(said)}")
    counts = [
        f"{count} {verdict}"
        for verdict in (PASSED, FAILED, LEFT_OUT)
        if (count := sum(outcome.verdict == verdict for outcome in outcomes))
    ]
    print(f"\n{len(outcomes)} of {len(CHECKS)} checks: {', '.join(counts)} in {seconds:.1f} s")
    print("\nPlease report this, with all of the above and" if faults else "\nFor a bug report")
    print(_indented("\n".join(f"{name:<14}{said}" for name, said in facts().items())))


def _indented(text: str) -> str:
    return "\n".join(f"  {printable(line)}" for line in text.splitlines())
