"""Finds the clause ids that a text names, one by one or as a range (`R3 to R7`, `E1-E3`)."""

from __future__ import annotations

import re

_RANGE = re.compile(r"\b([A-Z])(\d)(?:-| ?\u2013 ?| to |\.\.)\1?(\d)\b")
_ID = re.compile(r"(?<![\w.#%-])([STLERGPO]\d{1,2})(?![\w%])")


def cited_in(text: str) -> set[str]:
    """Every clause id in the text, whether or not there is such a clause."""
    found = set(_ID.findall(text))
    for letter, first, last in _RANGE.findall(text):
        if letter in "STLERGPO":
            found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found
