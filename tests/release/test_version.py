"""All places say the same version, and what does not is told."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import release.version
import sly_core
from release.version import problems, project_version, write

PROJECT = '[project]\nname = "sly_core"\nversion = "0.2.0"\n'
PAGE = 'requires = ["sly_core==0.2.0"]\n'
CHANGES = """# Changelog

## [Unreleased]

### Added

- A hen.

## [0.1.0] - 2026-01-31

### Added

- A fox.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    (tmp_path / "docs" / "cython.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def change(tree: Path, name: str, old: str, new: str) -> None:
    path = tree / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_project_agrees_with_itself_and_with_what_is_installed() -> None:
    assert problems(installed=sly_core.__version__) == []


def test_the_examples() -> None:
    assert doctest.testmod(release.version) == (0, 1)


def test_what_agrees_is_no_problem(tree: Path) -> None:
    assert problems(tree, installed="0.2.0") == []


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("docs/cython.md", "0.2.0", "0.1.0", "sly_core==0.1.0"),
        ("pyproject.toml", "0.2.0", "0.2", "not like 1.2.3"),
        ("pyproject.toml", "0.2.0", "0.0.9", "the older 0.0.9"),
        ("CHANGELOG.md", "[Unreleased]", "[Soon]", "not [Unreleased]"),
        ("CHANGELOG.md", "2026-01-31", "31.1.2026", "no date"),
        ("CHANGELOG.md", "2026-01-31", "2026-02-31", "no date"),
        ("CHANGELOG.md", "[0.1.0]", "[Fox]", "[Fox] is no version"),
        ("CHANGELOG.md", "- A fox.", "## [0.1.1] - 2026-01-01\n", "newest to oldest"),
    ],
)
def test_what_does_not_agree_is_told(tree: Path, name: str, old: str, new: str, told: str) -> None:
    change(tree, name, old, new)
    assert any(told in problem for problem in problems(tree))


def test_another_version_that_is_installed_is_told(tree: Path) -> None:
    assert problems(tree, installed="0.1.0") == ["installed is 0.1.0, and 0.2.0 in pyproject.toml"]


def test_a_tag_wants_a_section_of_its_own(tree: Path) -> None:
    assert len(problems(tree, tag="v0.2.0")) == 2
    assert len(problems(tree, tag="v0.1.0")) == 3


def test_a_version_is_written_everywhere_and_ready_for_its_tag(tree: Path) -> None:
    write("0.3.0", "2026-12-24", tree)
    assert project_version(tree) == "0.3.0"
    assert problems(tree, installed="0.3.0", tag="v0.3.0") == []
    text = (tree / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]\n\n## [0.3.0] - 2026-12-24\n\n### Added\n\n- A hen." in text
    with pytest.raises(ValueError, match="nothing stands in Unreleased"):
        write("0.4.0", "2026-12-25", tree)


@pytest.mark.parametrize("new", ["0.1.0", "0.0.9", "1.0", "next"])
def test_what_is_no_later_version_is_refused(tree: Path, new: str) -> None:
    with pytest.raises(ValueError, match="not "):
        write(new, "2026-12-24", tree)
    assert problems(tree, installed="0.2.0") == []
