"""What each value of a switch changes: theorems that it flips, a recorded position that shows it.

Both are read from what is there: `spec/expected.toml`, which `make verify` holds to the solvers,
and `tests/data/witnesses.jsonl`, which the suite holds to the implementations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sly_spec
from sly_spec.check import expected
from sly_spec.reading import Reading
from tests.mutants.evidence import table
from tests.tools import rows

HEADING = "## Switches"
HEAD = ("value", "theorems with another verdict", "recorded difference")
STANDARD = Reading(players=2)
LAYOUTS = ("wide", "4,3,2,1")
"""Of layouts there is no end: the wide one, and one of another order."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One value of a switch that is not the default, and what it changes for two players."""

    switch: str
    value: str
    theorems: tuple[str, ...]
    difference: str


def effects() -> Iterator[Effect]:
    """Every value of every switch but the default."""
    for switch in sly_spec.switches():
        for value in _values(switch):
            reading = Reading.from_text(f"players=2 {switch.name}={value}")
            flipped = tuple(_flipped(switch.name, reading))
            yield Effect(switch.name, value, flipped, next(_shown(switch.name, reading), ""))


def section() -> str:
    """The section of the page of evidence: a row for each value."""
    lines = [
        (f"`{one.switch}={one.value}`", "; ".join(one.theorems) or "none", f"`{one.difference}`")
        for one in effects()
    ]
    return (
        f"{HEADING}\n\n"
        "Every value of a switch changes a verdict of `spec/expected.toml`, or there is a position "
        "in `tests/data/witnesses.jsonl` at which it and the default differ; for two players. "
        "`make spec-mutants` writes this table.\n\n"
        f"{table(lines, HEAD)}"
    )


def _values(switch: sly_spec.Switch) -> list[str]:
    """The values of a switch that are not the default; of a range, those of recorded readings."""
    if switch.name == "houses":
        return [*LAYOUTS]
    if ".." not in switch.values[0]:
        return [value for value in switch.values if value != switch.default]
    recorded = [Reading.from_text(row["second"]) for row in rows("witnesses.jsonl")]
    found = {str(getattr(reading, switch.name)) for reading in recorded}
    return sorted(found - {switch.default}, key=int)


def _flipped(switch: str, reading: Reading) -> Iterator[str]:
    """The claims that have another verdict under a reading with this value, else the standard."""
    for claim, row in expected().items():
        verdicts = {text: verdict for text, verdict in row.items() if text != "cap"}
        for text, verdict in verdicts.items():
            found = Reading.from_text(text)
            plain = replace(found, **{"houses": STANDARD.houses, switch: getattr(STANDARD, switch)})
            same_value = getattr(found, switch) == getattr(reading, switch)
            if plain == STANDARD and same_value and verdict != verdicts[STANDARD.text]:
                yield claim


def _shown(switch: str, reading: Reading) -> Iterator[str]:
    """The recorded differences of two readings that have this value and the default, else alike."""
    for row in rows("witnesses.jsonl"):
        first, second = (Reading.from_text(row[side]) for side in ("first", "second"))
        same_value = getattr(second, switch) == getattr(reading, switch)
        plain = replace(second, **{switch: getattr(STANDARD, switch)})
        if row["verdict"] == "DIFFER" and same_value and plain == first:
            yield f"{row['first']} | {row['second']}"
