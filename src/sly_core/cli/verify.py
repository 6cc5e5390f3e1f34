"""`sly verify`: the theorems of the rules, checked by two solvers."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sly_core.cli.input import BadInput, Json, is_rule
from sly_core.cli.output import counted, print_json, print_table, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from sly_core.ask import Checked


def verify(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KEY=VALUE]…",
            help="The rules to check under; left out, the standard ones.",
            show_default=False,
        ),
    ] = None,
    seats: Annotated[
        list[int] | None,
        typer.Option(
            "--seats", min=2, max=4, metavar="N", help="Only rules for so many; may be repeated."
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="TEXT", help="Only theorems so named, or of this clause."),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--every", help="Also the wide layout, and each value of each switch."),
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, max=64, metavar="N", help="How many at a time.")
    ] = 2,
    smt: Annotated[
        Path | None,
        typer.Option("--smt", metavar="DIR", help="Write every question there as SMT-LIB 2."),
    ] = None,
    json: Json = False,
) -> None:
    """Check the theorems of the rules with two solvers.

    PROVED where both agree, REFUTED where a counterexample was found, UNKNOWN otherwise. Exit
    status 1 where a verdict is not the expected one.
    """
    from sly_core import ask

    wrong_words = [word for word in words or [] if not is_rule(word)]
    if wrong_words:
        raise BadInput(f"{wrong_words[0]!r}: expected rules as KEY=VALUE")
    if words and every:
        raise BadInput("--every: expected no rules beside it")
    if smt is not None:
        smt.mkdir(parents=True, exist_ok=True)
    rules = [" ".join(words)] if words else None
    step: Callable[[], None] | None = None
    with ExitStack() as stack:

        def tell(_: Checked, total: int) -> None:
            nonlocal step
            if step is None:  # how many there are is known with the first result
                step = stack.enter_context(progress("checking", total))
            step()

        found = ask.verify(
            rules, seats=seats, only=only, every=every, jobs=jobs, smt=smt, on_result=tell
        )
    if json:
        print_json({"solvers": found[0].record["solvers"], "theorems": _as_json(found)})
    else:
        _print(found)
    if not all(checked.good for checked in found):
        raise typer.Exit(1)


def _as_json(found: list[Checked]) -> list[dict[str, object]]:
    return [
        {**checked.record, "expected": checked.expected, "replayed": checked.replayed}
        for checked in found
    ]


def _note(checked: Checked) -> str:
    """What is wrong with a verdict that is not good."""
    if checked.replayed is False:
        return "the implementations do not have it so"
    return "" if checked.good else f"expected {checked.expected or 'an answer'}: {checked.why}"


def _print(found: list[Checked]) -> None:
    rows = [
        (
            checked.claim,
            checked.rules,
            checked.verdict,
            "{} of {}".format(*checked.agreed),
            _note(checked),
            f"{checked.seconds:.1f} s",
        )
        for checked in found
    ]
    print_table(("theorem", "rules", "verdict", "agreed", "", "time"), rows, right=(3, 5))
    wrong = sum(not checked.good for checked in found)
    versions = ", ".join(f"{name} {v}" for name, v in found[0].record["solvers"].items())
    total = counted(len(found), "theorem")
    print(f"\n{total}, {wrong} not as expected ({versions or 'no solver answered'})")
