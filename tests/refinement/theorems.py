"""Every theorem about the core's text by name, and the readings it is proved for.

`python -m tests.refinement.theorems` proves them all; `--reading` and `--theorem` choose.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial

from sly_spec.check import PROVED, examine
from sly_spec.claims.claim import Theorem
from sly_spec.reading import Reading
from sly_spec.transition import Kind
from tests.refinement import actions, kernel, legality, positions, scoring
from tests.refinement.sources import Texts, installed

THEOREMS: Mapping[str, Callable[[Texts, Reading], Theorem]] = {
    "kernel": kernel.theorem,
    **{kind.value: partial(actions.theorem, kind=kind) for kind in Kind},
    **{
        f"{kind.value}, known": partial(actions.theorem, kind=kind, keep_known=True)
        for kind in Kind
    },
    "start": positions.start_theorem,
    "conserved": positions.conservation,
    "legal": legality.theorem,
    "score": scoring.theorem,
}

READINGS = [
    "players=2",
    "players=2 reveal=committed",
    "players=2 houses=1,2,3,4/1,2,3,4 reveal_scope=one_house",
    "players=2 multiple_foxes=each",
    "players=2 gobbling_fox=leaves",
    "players=2 min_reveal=2",
    "players=2 stall_limit=3",
    "players=2 houses=wide",
    "players=3",
    "players=4",
]
KERNEL_READINGS = [
    f"players={players} hens=7 multiple_foxes={foxes} gobbling_fox={fox}"
    for players in (2, 3, 4)
    for foxes in ("top", "each")
    for fox in ("returns", "leaves")
]


def obligations() -> list[tuple[str, str]]:
    """List every theorem with every reading it is proved for."""
    kernels = [("kernel", reading) for reading in KERNEL_READINGS]
    return kernels + [(name, r) for r in READINGS for name in THEOREMS if name != "kernel"]


def main(arguments: list[str] | None = None) -> int:
    """Prove the theorems; 1 if one is not proved."""
    parser = argparse.ArgumentParser(prog="python -m tests.refinement.theorems")
    parser.add_argument("--theorem", choices=[*THEOREMS], help="only this one")
    parser.add_argument("--reading", help="only this reading, as players=2 multiple_foxes=each")
    options = parser.parse_args(arguments)
    chosen = [
        (name, reading)
        for name, reading in obligations()
        if options.theorem in (None, name) and options.reading in (None, reading)
    ]
    wrong = 0
    for name, reading in chosen:
        begin = time.perf_counter()
        found = examine(THEOREMS[name](installed(), Reading.from_text(reading)))
        seconds = time.perf_counter() - begin
        good = found["verdict"] == PROVED
        wrong += not good
        note = "" if good else f"  {found['why']}"
        cuts = len({one.cut for one in found["asked"] if one.role == "cut"})
        told = f"{found['verdict']:8} {seconds:6.1f} s  {cuts:3} cuts  {name:14} {reading}"
        print(told + note, flush=True)
    print(f"{len(chosen)} theorem{'' if len(chosen) == 1 else 's'}, {wrong} not proved")
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
