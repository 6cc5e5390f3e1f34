"""`sly replay`: play recorded games through and check every fact that the record gives."""

from __future__ import annotations

import json as json_text
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sly_core.cli.input import BadInput, Json, RepeatedKey, read_json
from sly_core.cli.output import counted, print_json, print_table, progress

if TYPE_CHECKING:
    from sly_core.cli.record import Fault, Report

_SHOWN = 20


def replay(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Games, one JSON object a line; - reads from stdin."),
    ],
    json: Json = False,
) -> None:
    """Play recorded games through and check every fact.

    A line has `rules` and `actions`, and as many as it likes of `before` (where the game begins),
    `before_each`, `texts_at`, `end`, `scores`, `text` and `after` (both the last position). Exit
    status: 0 all true, 1 something is wrong, 2 the file cannot be read.
    """
    from sly_core.cli.record import check_game

    if file == Path():  # what an empty word becomes
        raise BadInput("FILE: expected the name of a file, or -")
    records = _read(file)
    if not records:
        raise BadInput(f"{file}: there is no game in it")
    reports: list[tuple[int, Report]] = []
    with progress("replaying", len(records)) as step:
        for line, record in records:
            reports.append((line, check_game(record)))
            step()
    faults = [(line, fault) for line, report in reports for fault in report.faults]
    if json:
        print_json(_as_json(file, reports, faults))
    else:
        _print(file, reports, faults)
    if faults:
        raise typer.Exit(1)


def _read(file: Path) -> list[tuple[int, Any]]:
    """The JSON values of a file with their line numbers; `BadInput` if it does not read."""
    stdin = str(file) == "-"
    name = "standard input" if stdin else str(file)
    content = sys.stdin.buffer.read() if stdin else file.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{name}, line {line}: not UTF-8") from None
    records = []
    # only \n ends a line: inside a JSON string there may be others that Python would split at
    for number, line_text in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line_text.strip():
            continue
        try:
            records.append((number, read_json(line_text)))
        except RepeatedKey as error:
            raise BadInput(f"{name}, line {number}: {error}") from None
        except json_text.JSONDecodeError as error:
            raise BadInput(
                f"{name}, line {number}: not JSON: {error.msg} at column {error.pos}"
            ) from None
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{name}, line {number}: not JSON: {error}") from None
    return records


def _as_json(
    file: Path, reports: list[tuple[int, Report]], faults: list[tuple[int, Fault]]
) -> dict[str, Any]:
    return {
        "file": str(file),
        "games": len(reports),
        "plies": sum(report.plies for _, report in reports),
        "facts": sum(report.facts for _, report in reports),
        "ends": dict(_ends(reports)),
        "unchecked": sorted({key for _, report in reports for key in report.unchecked}),
        "faults": [
            {"line": line, "ply": fault.ply, "clause": fault.clause, "message": fault.message}
            for line, fault in faults
        ],
    }


def _ends(reports: list[tuple[int, Report]]) -> Counter[str]:
    return Counter(report.end or "not over" for _, report in reports)


def _print(file: Path, reports: list[tuple[int, Report]], faults: list[tuple[int, Fault]]) -> None:
    for line, fault in faults[:_SHOWN]:
        ply = "" if fault.ply is None else f", ply {fault.ply}"
        clause = "" if fault.clause is None else f" ({fault.clause})"
        print(f"{file}, line {line}{ply}: {fault.message}{clause}")
    if len(faults) > _SHOWN:
        print(f"… and {len(faults) - _SHOWN:,} more")
    rows = [(end, f"{count:,}") for end, count in sorted(_ends(reports).items())]
    if rows:
        print_table(("how games ended", "games"), [*rows, ("all", f"{len(reports):,}")], right=(1,))
    unchecked = sorted({key for _, report in reports for key in report.unchecked})
    if unchecked:
        print(f"not checked: {', '.join(unchecked)}")
    wrong = len({line for line, _ in faults})
    plies = sum(report.plies for _, report in reports)
    facts = sum(report.facts for _, report in reports)
    verdict = f"{wrong:,} wrong" if faults else "all true"
    counts = ((len(reports), "game"), (plies, "action"), (facts, "fact"))
    print(f"{', '.join(counted(*each) for each in counts)}: {verdict}")
