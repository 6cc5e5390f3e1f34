"""Every example in the documentation runs: in the Markdown pages, and in every docstring."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from textwrap import dedent

import pytest

import sly_core
import sly_spec

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "spec/*.md")
    for path in ROOT.glob(pattern)
)
_FENCED = re.compile(r"^( *)```python\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)


def modules() -> list[str]:
    """Every module of the two packages, by name."""
    names = ["sly_core", "sly_spec"]
    for package in (sly_core, sly_spec):
        found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        names += [module.name for module in found if not module.name.endswith("__main__")]
    return names


def scripts(text: str) -> list[str]:
    """The Python blocks of a page that are no sessions with `>>>`."""
    return [dedent(body) for _, body in _FENCED.findall(text) if ">>>" not in body]


def examples(text: str, name: str) -> doctest.TestResults:
    """Run all of a page, top to bottom: its sessions in one namespace, its scripts in another."""
    session = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session)
    namespace: dict[str, object] = {"__name__": "a page"}
    for script in scripts(text):
        exec(compile(script, name, "exec"), namespace)
    return runner.summarize(verbose=False)


def test_there_is_something_to_check() -> None:
    assert "README.md" in PAGES
    assert {"sly_core._core.state", "sly_core.reference.state"} <= set(modules())


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_a_page(page: str) -> None:
    outcome = examples((ROOT / page).read_text(encoding="utf-8"), page)
    assert outcome.failed == 0
    assert page != "README.md" or outcome.attempted >= 10


def test_a_wrong_example_is_found() -> None:
    page = "A page.\n\n```python\n>>> 1 + 1\n{}\n\n```\n"
    assert examples(page.format(2), "right").failed == 0
    assert examples(page.format(3), "wrong").failed == 1


def test_a_wrong_script_is_found() -> None:
    page = "- an item\n\n  ```python\n  x = 2\n  assert x == {}\n  ```\n"
    assert examples(page.format(2), "right").failed == 0
    with pytest.raises(AssertionError):
        examples(page.format(3), "wrong")


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
