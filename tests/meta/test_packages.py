"""What is installed is what is in the tree: no room forgotten, no module left uncompiled."""

from __future__ import annotations

import importlib
import re
import subprocess
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
COMPILED = sorted(SOURCE.glob("sly_core/*/*.pyx"))


MOST_BYTES = 3 * 2**20


def test_every_package_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["tool"]["setuptools"]["packages"]
    found = {
        ".".join(path.parent.relative_to(SOURCE).parts)
        for path in SOURCE.glob("sly_core/**/__init__.py")
    }
    found |= {
        ".".join(("sly_spec", *path.parent.relative_to(ROOT / "spec").parts))
        for path in (ROOT / "spec").rglob("__init__.py")
    }
    assert set(listed) == found
    assert len(listed) == len(set(listed))


def test_what_is_installed_is_installed_anew_when_it_changes() -> None:
    """The sources that the Makefile waits for are all that the installed package came from."""
    told = subprocess.run(
        ["make", "-p", "-n", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    sources = re.search(r"^SOURCES := (.*)$", told, re.M)
    assert sources is not None
    named = set(sources[1].split())
    roots = {"sly_core": "src/sly_core", "sly_spec": "spec"}
    installed = {
        "/".join((roots[path.parts[0]], *path.parts[1:]))
        for path in distribution("sly_core").files or ()
        if path.parts[0] in roots
        and path.suffix not in (*EXTENSION_SUFFIXES, ".so", ".pyd", ".pyc")
    }
    assert len(installed) > 150
    assert installed <= named


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.stem)
def test_every_compiled_module_is_compiled(path: Path) -> None:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    origin = importlib.import_module(name).__file__
    assert origin is not None
    assert origin.endswith(tuple(EXTENSION_SUFFIXES))


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("sly_core", "py.typed"),
        ("sly_core", "include/sly_core.h"),
        ("sly_core._core", "types.pxd"),
        ("sly_core._core", "state.pyi"),
        ("sly_core._core", "state.pyx"),
        ("sly_core._core", "reveal.pxd"),
        ("sly_spec", "RULES.md"),
        ("sly_spec", "clauses.toml"),
        ("sly_spec", "expected.toml"),
    ],
)
def test_data_is_installed(package: str, name: str) -> None:
    assert files(package).joinpath(name).is_file()


def test_the_installed_package_is_small() -> None:
    """All that an install brings, the rules too; not the C that Cython leaves in a source tree, nor
    what Python caches.
    """
    installed = [
        path
        for package in ("sly_core", "sly_spec")
        for path in Path(str(files(package))).resolve().rglob("*")
        if path.is_file() and path.suffix != ".c" and path.parent.name != "__pycache__"
    ]
    compiled = [path for path in installed if path.name.endswith(tuple(EXTENSION_SUFFIXES))]
    assert len(compiled) >= len(COMPILED)
    assert sum(path.stat().st_size for path in installed) < MOST_BYTES
