"""Links between the pages of the project lead somewhere, and every decision is in the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.meta.tree import ROOT, files

_LINK = re.compile(r"\]\(([^)\s]+)\)")
DECISIONS = ROOT / "docs" / "decisions"
# docs/packaging.md: of the repository only, so a page that the sdist holds cannot link to it
LEFT_OUT = [ROOT / name for name in ("release", "tests/release", ".ci", ".github")]


def dead_links(text: str, folder: Path) -> list[str]:
    """The links of a page in `folder` to files that are not there, or not in the sdist.

    The web is not asked.
    """
    targets = [link.split("#")[0] for link in _LINK.findall(text) if "://" not in link]
    return [target for target in targets if target and not _is_shipped(folder / target)]


def _is_shipped(path: Path) -> bool:
    return path.exists() and not any(path.resolve().is_relative_to(folder) for folder in LEFT_OUT)


@pytest.mark.parametrize("page", files({".md"}), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert dead_links(page.read_text(encoding="utf-8"), page.parent) == []


def test_a_dead_link_is_found() -> None:
    text = "[a](README.md#tour), [b](https://example.org), [c](nowhere.md), [d](#here)"
    assert dead_links(text, ROOT) == ["nowhere.md"]
    assert dead_links("[e](../.github/dependabot.yml)", ROOT / "docs") != []


def test_the_index_has_every_page_once() -> None:
    docs = ROOT / "docs"
    links = _LINK.findall((docs / "README.md").read_text(encoding="utf-8"))
    pages = {path.relative_to(docs).as_posix() for path in docs.glob("**/*.md")} - {"README.md"}
    listed = [link for link in links if not link.startswith("..")]
    assert sorted(listed) == sorted(pages)


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("*.md")), ids=lambda path: path.stem)
def test_a_decision_has_its_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {int(page.name[:4])}. ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
