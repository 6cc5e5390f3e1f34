"""`sly doctor`: what is installed here, what is missing, and how to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from sly_core.cli.input import Json
from sly_core.cli.output import print_json, print_table

if TYPE_CHECKING:
    from sly_core.cli.extras import Need


def doctor(json: Json = False) -> None:
    """Say what is installed here, what is missing, and how to get it.

    The build, the Python, the machine; then each extra. Exit status 1 where something is missing
    without which the package does not work; a missing extra is no fault.
    """
    from sly_core.cli.extras import needs
    from sly_core.cli.facts import facts

    known = needs()
    wrong = _wrong(known)
    extras = _extras(known)
    if json:
        print_json({"facts": facts(), "extras": extras, "wrong": wrong})
    else:
        _print(facts(), extras, wrong)
    if wrong:
        raise typer.Exit(1)


def extras_line() -> str:
    """The extras that are there, and those that are not, in a line."""
    from sly_core.cli.extras import needs

    extras = _extras(needs())
    there = [name for name, extra in extras.items() if not extra["missing"]]
    absent = [name for name in extras if name not in there]
    more = f"; missing: {', '.join(absent)} (`sly doctor` says how to get them)" if absent else ""
    return f"extras: {', '.join(there) or 'none'}{more}"


def _wrong(known: list[Need]) -> list[str]:
    """What keeps the package from working, in words."""
    from sly_core.cli.extras import missing
    from sly_core.cli.facts import core_error, import_error

    absent = missing(None, known)
    wrong = [f"missing: {need}" for need in absent]
    if not known:
        wrong.append("sly_core was not installed by pip: what it needs is not known")
    if "numpy" not in {need.package for need in absent}:
        reason = import_error("numpy")  # typer has been: this runs
        if reason is not None:
            wrong.append(f"numpy does not import: {reason}")
    fault = core_error()
    return wrong if fault is None else [*wrong, fault]


def _extras(known: list[Need]) -> dict[str, dict[str, Any]]:
    """For each extra what it is for, what of it is missing, and how to get it."""
    from sly_core.cli.extras import DEVELOPERS, PURPOSES, missing, way_to

    names = dict.fromkeys(need.extra for need in known if need.extra is not None)
    return {
        name: {
            "for": PURPOSES.get(name, DEVELOPERS),
            "missing": [str(need) for need in missing(name, known)],
            "install": way_to(name),
        }
        for name in sorted(names, key=lambda name: name not in PURPOSES)
    }


def _print(facts: dict[str, str], extras: dict[str, dict[str, Any]], wrong: list[str]) -> None:
    from sly_core.cli.extras import DEVELOPERS, PURPOSES, way_to

    print_table(("what", "is here"), [*facts.items()])
    rows = [
        (name, extra["for"], ", ".join(extra["missing"]) or "nothing")
        for name, extra in extras.items()
    ]
    if rows:
        print()
        print_table(("extra", "for", "missing"), rows)
    absent = [name for name, extra in extras.items() if extra["missing"]]
    ways = [extras[name]["install"] for name in absent if name in PURPOSES]
    if ways:
        print("\nto get what is missing of an extra:\n" + "\n".join(f"  {way}" for way in ways))
    others = [name for name in absent if name not in PURPOSES]
    if others:
        print(f"\nto {DEVELOPERS}:\n  {way_to(*others)}")
    for line in wrong:
        print(f"\nwrong: {line}")
    print("\nwhether it works: python -m sly_core.selftest")
