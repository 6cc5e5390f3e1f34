"""SLY, the card game of Foxes and Hens: rules, positions, and a search that plays.

>>> import sly_core as sly
>>> sly.Ruleset(players=3)
Ruleset(players=3)

Names load when they are first asked for, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False  # type checkers take it for true; typing alone would triple the import time
if TYPE_CHECKING:
    from typing import Any

    from sly_core import ask, c_api, errors, notation, reference, search, show
    from sly_core._core.state import State
    from sly_core.batch import BatchState
    from sly_core.randomness import playout_seed
    from sly_core.ruleset import Ruleset
    from sly_core.search import perft, playout, playouts

    __version__: str

__all__ = [
    "BatchState",
    "Ruleset",
    "State",
    "__version__",
    "ask",
    "c_api",
    "errors",
    "get_include",
    "notation",
    "perft",
    "playout",
    "playout_seed",
    "playouts",
    "reference",
    "search",
    "show",
]

_MODULES = frozenset({"ask", "c_api", "errors", "notation", "reference", "search", "show"})
_HOMES = {
    "BatchState": "sly_core.batch",
    "Ruleset": "sly_core.ruleset",
    "State": "sly_core._core.state",
    "perft": "sly_core.search",
    "playout": "sly_core.search",
    "playout_seed": "sly_core.randomness",
    "playouts": "sly_core.search",
}
# Packages that are imported before, if not `notation` alone, since modules of theirs are needed: in
# one order for all threads. Python locks a module before its package and a package before the
# modules that it imports, so two threads that begin with either would wait for each other.
_FIRST: dict[str, tuple[str, ...]] = {
    "BatchState": ("notation", "search"),
    "Ruleset": (),
    "ask": ("notation", "reference"),
    "errors": (),
    "playout_seed": (),
}
_COMPILED = frozenset({"BatchState", "State", "c_api", "perft", "playout", "playouts", "search"})


def get_include() -> str:
    """The folder of `sly_core.h`, for a C compiler to look in (docs/c.md).

    >>> get_include().endswith("include")
    True
    """
    return os.path.join(*__path__, "include")


if not TYPE_CHECKING:  # to a type checker, a module with this function has every name there is

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            value: Any = _version()
        elif name in _MODULES or name in _HOMES:
            value = _load(name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def _load(name: str) -> Any:
    """The module `name`, or the name from its module. Nothing stands in for a missing core."""
    try:
        for package in _FIRST.get(name, ("notation",)):
            import_module(f"{__name__}.{package}")
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        return getattr(import_module(_HOMES[name]), name)
    except ImportError as error:
        if name not in _COMPILED:
            raise
        # one that names a module is of the import itself; any other is the core's own, and says all
        advice = "" if error.name is None else "; build it with `pip install .`"
        raise ImportError(
            f"sly_core.{name} needs the compiled core, which is missing or does not load "
            f"({error}){advice}"
        ) from error


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("sly_core")
    except PackageNotFoundError:  # a folder on the path, never installed
        return "0+unknown"
