"""Every example in the documentation runs: in the Markdown pages, and in every docstring."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import sly_core

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "spec/*.md")
    for path in ROOT.glob(pattern)
)


def modules() -> Iterator[str]:
    yield "sly_core"
    for found in pkgutil.walk_packages(sly_core.__path__, "sly_core."):
        if not found.name.endswith("__main__"):
            yield found.name


def test_there_is_something_to_check() -> None:
    assert "README.md" in PAGES
    assert {"sly_core._core.state", "sly_core.reference.state"} <= set(modules())


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_a_page(page: str) -> None:
    outcome = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert outcome.failed == 0
    assert page != "README.md" or outcome.attempted >= 10


@pytest.mark.parametrize("name", modules())
def test_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", ["sly_core.State", "sly_core.reference.State"])
def test_a_state_shows_how_it_is_used(name: str) -> None:
    room, _, attribute = name.rpartition(".")
    state = getattr(importlib.import_module(room), attribute)
    # False: take in what compiled code defines, which has no source file to be found in
    found = doctest.DocTestFinder().find(state, name, module=False)
    assert sum(len(test.examples) for test in found) > 0
