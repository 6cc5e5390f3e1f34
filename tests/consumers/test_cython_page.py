"""What docs/cython.md and docs/search.md show builds as a user builds it, and is as they say."""

from __future__ import annotations

import re
from pathlib import Path

import sly_core
from tests.consumers.building import install, run

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "cython.md", DOCS / "search.md"]

USE = """
import sly_core
import sly_perft

start = sly_core.State()
assert [sly_perft.perft(start, depth)[0] for depth in range(6)] == [1, 28, 644, 9376, 98368, 635300]

one_hen = sly_core.State(sly_core.Ruleset(hens=1, players=3))
ended = 0
waiting = [(one_hen, 5)]
while waiting:
    state, left = waiting.pop()
    if left:
        ended += state.is_terminal()
        waiting += [(state.child(action), left - 1) for action in state.legal_actions()]
assert ended > 0
assert sly_perft.perft(one_hen, 5) == (sly_core.perft(one_hen, 5), ended)

# arrangements of a1 and a2: F1 F2 3F 31 32; the Fox lies on a1 in two of them
text = "13?,1F?,-,- F123/12 -/- 0 0 a1=F3,a2=F12"
state = sly_core.State.from_text(text, sly_core.Ruleset(hens=3))
assert state.worlds_count(0) == 5
assert abs(sly_perft.fox_share(state, 0, 20_000, 1) - 2 / 5) < 0.02

means = sly_core.playouts(start.child(3), 50, seed=7).mean(axis=0).tolist()
assert sly_perft.mean_scores(start, 3, 50, 7) == means
"""


def block(language: str) -> str:
    """All blocks of the pages in one language, one after the other."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.S | re.M))


def test_the_page_asks_for_this_version() -> None:
    assert set(re.findall(r"sly_core==([\w.]+)", block("toml"))) == {sly_core.__version__}


def test_the_package_of_the_page(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    files = {"pyproject.toml": "toml", "setup.py": "py", "sly_perft.pyx": "cython"}
    for name, language in files.items():
        source.joinpath(name).write_text(block(language), encoding="utf-8")
    install(source, target)
    run("-c", USE, path=target)
