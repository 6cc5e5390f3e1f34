"""The typed program runs and uses all that the package offers; `make types-installed` checks it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sly_core as sly
from sly_core import ask, search, show
from tests.consumers.building import run

PROGRAM = Path(__file__).parent / "typed_consumer" / "typed_consumer.py"
SAID = """\
search: ra1
batch: 4 rows
told: xa1 DIFFER Fa1 Fa2 ra1 Fa1 Fa2 ra1
drawn: True
refused: ('action 128', 'E1') ('hands 16', 'S2') ('hens', 'S2') ('row 0', 'R1')
version: {}
"""


def unused(names: set[str], text: str) -> set[str]:
    """The public names that a program never says."""
    said = set(re.findall(r"\w+", text))
    return {name for name in names - said if not name.startswith("_")}


def test_the_program_runs(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    assert run(str(PROGRAM), path=target) == SAID.format(sly.__version__)


@pytest.mark.parametrize("offers", [sly, sly.State, sly.BatchState, search, show])
def test_the_program_uses_all_that_there_is(offers: object) -> None:
    names = set(getattr(offers, "__all__", dir(offers)))
    assert len(names) > 2
    assert unused(names, PROGRAM.read_text(encoding="utf-8")) == set()


def test_the_program_asks_every_question() -> None:
    questions = {name for name in ask.__all__ if name[0].islower()}
    assert unused(questions, PROGRAM.read_text(encoding="utf-8")) == set()


def test_an_unused_name_is_found() -> None:
    assert unused({"lay", "expose", "_hidden"}, "state.lay(3)") == {"expose"}
