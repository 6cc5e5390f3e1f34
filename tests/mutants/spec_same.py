"""`python -m tests.mutants.spec_same ONE OTHER READING`: are two specifications one and the same?

Both are folders that hold a package `sly_spec`. Prints ``same`` once two solvers agree that under
the reading nothing differs at any possible position, or else the first part that is not proved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "sly_spec"


class Specification:
    """One specification: its pages, loaded beside those of another."""

    def __init__(self, folder: str) -> None:
        for name in [n for n in sys.modules if n == PACKAGE or n.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        sys.path.insert(0, folder)
        try:
            self.check = self._page("check")
            self.claim = self._page("claims.claim")
            self.reading = self._page("reading")
            self.terms = self._page("terms")
            self.transition = self._page("transition")
            self.scoring = self._page("scoring")
            self.whole = self._page("whole")
        finally:
            sys.path.remove(folder)
        if not Path(str(self.check.__file__)).is_relative_to(folder):
            raise ImportError(f"{PACKAGE} is not the one in {folder}")

    def _page(self, name: str) -> ModuleType:
        return import_module(f"{PACKAGE}.{name}")


def first_difference(one: Specification, other: Specification, text: str) -> str:
    """Name the first part that is not proved to be the same; "" where all are."""
    examination = one.check.Examination()
    for cut in parts(one, other, text):
        if examination.refutes(cut)[0] != "unsat":
            return str(cut.name)
    reading = one.reading.Reading.from_text(text)
    possible = one.claim.at_any_position(reading, "possible", lambda _: True)
    held = examination.holds_somewhere("premises", possible, [*possible.premises])
    return "" if held else "no position is possible"


def parts(one: Specification, other: Specification, text: str) -> Iterator[Any]:
    """Give the cuts: the start; of each kind of action, when it is legal and where it leads; the
    score of each seat, who wins, and what everybody sees.
    """
    here, there = (spec.reading.Reading.from_text(text) for spec in (one, other))
    state, same = one.claim.any_state(here), one.terms.same
    mirror = other.claim.any_state(there)
    Cut = one.claim.Cut
    yield Cut("the start", (), same(one.terms.start(here), other.terms.start(there)))
    possible = (one.claim.is_possible(here),)
    for kind in one.transition.Kind:
        left = one.transition.Action.fresh(kind)
        right = other.transition.Action.fresh(other.transition.Kind(kind.value))
        legal = one.transition.legal(state, left)
        alike = same(one.transition.after(state, left), other.transition.after(mirror, right))
        yield Cut(
            f"{kind.value} is legal", possible, legal == other.transition.legal(mirror, right)
        )
        yield Cut(f"{kind.value} leads there", (*possible, legal), alike)
    score, wins = one.scoring.score, one.scoring.wins
    for seat in here.seats:
        yield Cut("score", possible, score(state, seat) == other.scoring.score(mirror, seat))
        yield Cut("who wins", possible, wins(state, seat) == other.scoring.wins(mirror, seat))
    sees = one.whole.everybody_sees
    for card, image in zip(here.cards, there.cards, strict=True):
        seen = sees(state, card) == other.whole.everybody_sees(mirror, image)
        yield Cut("what is seen", possible, seen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants.spec_same", description=__doc__.splitlines()[0]
    )
    for name in ("one", "other", "reading"):
        parser.add_argument(name)
    asked = parser.parse_args()
    first, second = (Specification(folder) for folder in (asked.one, asked.other))
    print(first_difference(first, second, asked.reading) or "same")
