"""The text of the core that is proved: as it was installed, or with a fault planted in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

FILES = (
    "types.pxd",
    "bits.pxd",
    "knowledge.pxd",
    "reveal.pxd",
    "moves.pxd",
    "scoring.pxd",
)

Texts = Mapping[str, str]
"""The text of each file of the core, by name."""


@cache
def installed() -> Texts:
    """Give the texts of the installed package."""
    folder = files("sly_core").joinpath("_core")
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in FILES}


def changed(texts: Texts, file: str, old: str, new: str) -> Texts:
    """Give the texts with one place changed; `ValueError` where the place is not there once."""
    if texts[file].count(old) != 1:
        raise ValueError(f"{file} has {old!r} {texts[file].count(old)} times, and not once")
    return {**texts, file: texts[file].replace(old, new)}
