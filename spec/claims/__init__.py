"""The theorems: every claim of the rules that is checked, each named by a sentence.

A page holds the claims of one theme. This door gathers them, in the order in which they are read.

>>> from sly_spec.claims import claims
>>> claims()[0].name
'the start is a possible position'
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from sly_spec.claims.claim import Claim, registered

THEMES = (
    "positions",
    "hands",
    "reveals",
    "turning",
    "progress",
    "ends",
    "scores",
    "bounds",
    "seats",
)


@cache
def claims() -> tuple[Claim, ...]:
    """Give every claim, theme by theme, whichever page was imported first."""
    for theme in THEMES:
        import_module(f"sly_spec.claims.{theme}")
    return tuple(sorted(registered(), key=lambda one: THEMES.index(one.theme)))


def claim(name: str) -> Claim:
    """Give the claim of this name; `ValueError` if there is none."""
    for found in claims():
        if found.name == name:
            return found
    raise ValueError(f"no claim {name!r}; there are: {'; '.join(c.name for c in claims())}")
