"""Which files the project has, and what they are called as modules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
CODE = {".py", ".pyi", ".pyx", ".pxd", ".pxi"}
WORDS = {*CODE, ".md", ".toml", ".yml", ".yaml", ".txt"}
_HIDDEN_BUT_OURS = {".ci", ".github"}


def files(suffixes: set[str], top: Path = ROOT) -> list[Path]:
    """Every file of ours under `top` with one of these suffixes ("" for none), sorted."""
    return sorted(path for path in _walk(top) if path.suffix in suffixes)


def module_of(path: Path) -> str:
    """The module that a source file under src or spec is, or declares."""
    if path.is_relative_to(SOURCE):
        parts = path.relative_to(SOURCE).with_suffix("").parts
    else:
        parts = ("sly_spec", *path.relative_to(ROOT / "spec").with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_file():
            yield path
        elif _is_ours(path):
            yield from _walk(path)


def _is_ours(folder: Path) -> bool:
    hidden = folder.name.startswith(".") and folder.name not in _HIDDEN_BUT_OURS
    made = folder.name in {"build", "dist", "__pycache__"} or folder.suffix == ".egg-info"
    return not (hidden or made or folder.joinpath("pyvenv.cfg").exists())
