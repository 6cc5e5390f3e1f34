"""The project that reads the table by cffi gives what the core gives."""

from __future__ import annotations

import importlib
import re
import shutil
from pathlib import Path

import pytest
from cffi import FFI

import sly_core
from tests.consumers.building import install

PAGE = Path(__file__).parents[2] / "docs" / "c.md"


def test_the_page_reads_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.findall(r"^```py\n(ffi = .*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    assert len(found) == 1
    names = {"FFI": FFI, "Path": Path, "sly_core": sly_core, "state": sly_core.State()}
    exec(compile(found[0], "docs/c.md", "exec"), names)
    assert capsys.readouterr().out == "28\n"


def test_the_mean_scores_are_those_of_playouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(__file__).parent / "cffi_playouts", tmp_path / "source")
    install(tmp_path / "source", tmp_path / "target")
    monkeypatch.syspath_prepend(str(tmp_path / "target"))
    mean_scores = importlib.import_module("cffi_playouts").mean_scores
    for rules in (sly_core.Ruleset(hens=3), sly_core.Ruleset.wide(3, reveal="committed")):
        state = sly_core.State(rules)
        state.apply_actions(sly_core.playout(state, 1).history()[:5])
        means = mean_scores(state, 20, seed=5)
        assert list(means) == state.legal_actions()
        for action, mean in means.items():
            assert mean == sly_core.playouts(state.child(action), 20, 5).mean(axis=0).tolist()
