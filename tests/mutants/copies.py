"""Copies of the tree, with the package built in place."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.mutants.faults import FaultError, replace_once

BUILD = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "egg_info"]
BUILD_SECONDS = 900


def copy_of_the_tree(source: Path, tree: Path) -> None:
    """Copy all files that git knows or would add; nothing that a build or a tool has left."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=source,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (source / name).is_file():  # git lists a deleted file until the deletion is committed
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, tree / name)
    # installed, the rules are a package beside ours
    shutil.copytree(tree / "spec", tree / "src" / "sly_spec")


def build(tree: Path, level: str, *, search: bool = True) -> None:
    """Build what is not up to date, optimised at the level (`-O0`) in place of the usual one.

    Without the search, its modules stay as they are.

    Raises:
        FaultError: it does not compile; with the compiler's last words.
    """
    setup = tree / "setup.py"
    usual = setup.read_text(encoding="utf-8")
    replace_once(setup, '"-O3"', f'"{level}"')
    if not search:
        replace_once(setup, '    "sly_core/search/*.pyx",\n', "")
    try:
        made = subprocess.run(
            BUILD, cwd=tree, capture_output=True, text=True, timeout=BUILD_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise FaultError(f"not built within {BUILD_SECONDS} s") from None
    finally:
        setup.write_text(usual, encoding="utf-8")
    if made.returncode:
        raise FaultError("does not build:\n" + "\n".join(made.stderr.splitlines()[-15:]))


def fresh_copy(pristine: Path, tree: Path) -> None:
    """Make `tree` a copy of a built tree. Times are kept, so nothing in it is out of date."""
    if tree.exists():
        shutil.rmtree(tree)
    shutil.copytree(pristine, tree, symlinks=True)


def environment(tree: Path) -> dict[str, str]:
    """The variables under which Python imports the package from a tree, and draws no luck."""
    return {
        **os.environ,
        "PYTHONPATH": str(tree / "src"),
        "PYTHONHASHSEED": "0",
        "HYPOTHESIS_PROFILE": "mutants",
    }
