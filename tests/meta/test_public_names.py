"""What the package offers is what is recorded, so that nobody changes it without seeing so."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import pytest

import sly_core
from tests.meta.public_names import RECORD, class_lines, difference, text

CLASS = """
class House:
    spaces: int
    _worn: int = 0
    def __init__(self, spaces: int = 4) -> None: ...
    @property
    def full(self) -> bool: ...
    @staticmethod
    def wide(values: tuple[int, ...] = ()) -> House: ...
    @overload
    def card(self) -> None: ...
    @overload
    def card(self, space: int, /) -> int: ...
    def card(self, space: int | None = None, /) -> int | None: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> str: ...
    def _open(self) -> None: ...
"""
LINES = """\
House.spaces: int
House(spaces: int=4)
House.full: bool  (property)
House.wide(values: tuple[int, ...]=()) -> House  (staticmethod)
House.card() -> None
House.card(space: int, /) -> int
House.__len__() -> int"""


def lines(source: str) -> str:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.ClassDef)
    return "\n".join(class_lines("House", node))


def test_what_is_offered_is_what_is_recorded() -> None:
    changed = difference(RECORD.read_text(encoding="utf-8"), text())
    assert not changed, (
        f"what users see has changed (docs/stability.md); if it is meant, write it down with "
        f"`python -m tests.meta.public_names --update` and in CHANGELOG.md\n{changed}"
    )


def test_everything_that_can_be_called_says_how() -> None:
    """Compiled classes too, for notebooks and editors that ask while a program runs."""
    unsaid = []
    for name in sly_core.__all__:
        thing = getattr(sly_core, name)
        for called in [thing, *(vars(thing).values() if isinstance(thing, ModuleType) else ())]:
            if callable(called) and str(called.__module__).startswith("sly_core"):
                try:
                    inspect.signature(called)
                except ValueError:
                    unsaid.append(called)
    assert not unsaid
    assert "threads" in inspect.signature(sly_core.BatchState).parameters


def test_the_parts_of_a_class_are_found() -> None:
    assert lines(CLASS) == LINES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("spaces: int = 4", "spaces: int = 5"),
        ("spaces: int = 4", "number: int = 4"),
        ("spaces: int = 4", "*, spaces: int = 4"),
        ("def full(self) -> bool", "def full(self) -> int"),
        ("    @property\n", ""),
        ("def __len__", "def __iter__"),
        ("int, /) -> int: ...", "int) -> int: ..."),
        ("spaces: int\n", "spaces: str\n"),
    ],
)
def test_a_change_is_seen_and_shown(old: str, new: str) -> None:
    assert CLASS.count(old) == 1
    changed = difference(lines(CLASS), lines(CLASS.replace(old, new)))
    assert {line[0] for line in changed.splitlines()[2:]} == {"-", "+"}


def test_what_is_of_no_user_changes_nothing() -> None:
    for name in ("_worn", "_open", "__reduce__"):
        assert lines(CLASS.replace(name, f"{name}_")) == LINES


@pytest.mark.parametrize(
    "line",
    [
        "sly_core.notation.EXPOSE = 128",
        "sly_core.State.current_player() -> int",
        "sly_core.search.perft = sly_core.perft",
        "sly_core.errors.PositionError.column: int",
        "sly perft --depth, -d N = 4",
        "#define SLY_API_MAJOR 1",
        "uint16_t stall;",
    ],
)
def test_all_kinds_of_things_are_recorded(line: str) -> None:
    assert line in RECORD.read_text(encoding="utf-8").splitlines()
