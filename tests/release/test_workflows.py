"""The workflows pass zizmor and GitHub's schema, and what does not pass is seen."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from release.workflows import ROOT, commands, main

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"uses: [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def test_this_projects() -> None:
    for command in commands(ROOT / ".github"):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_and_says_its_release(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert lines
    assert [line for line in lines if not PINNED.search(line)] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"checkout@[0-9a-f]{40} # v", "checkout@v"),
        (r"permissions: \{\}", "permissions: write-all"),
        (r"persist-credentials: false", "fetch-depth: 1"),
        (r"run: \.ci/run", "run: echo ${{ github.event.pull_request.title }}"),
        (r"runs-on: .*", "runs-at: here"),
        (r"jobs:", "job:"),
        (r"update: ", "update:"),
    ],
    ids=["not pinned", "rights", "credentials", "injected", "misspelt", "no jobs", "same"],
)
def test_a_worse_workflow_is_seen(old: str, new: str, tmp_path: Path) -> None:
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    worse = re.sub(old, lambda _: new, text, count=1)
    assert (worse == text) == (old == "update: ")
    folder = tmp_path / ".github"
    (folder / "workflows").mkdir(parents=True)
    (folder / "workflows" / "check.yml").write_text(worse, encoding="utf-8")
    assert main([str(folder)]) == (worse != text)


def test_a_folder_without_workflows_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no workflow in"):
        main([str(tmp_path)])
