"""What a compiled module carries of the machine that built it is seen in its headers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from release.elf import problems

if sys.platform != "linux":
    pytest.skip("only Linux makes ELF files", allow_module_level=True)


def built(folder: Path, *flags: str) -> list[str]:
    """What is wrong with a small library that was linked so, without its name."""
    source = folder / "small.c"
    source.write_text("#include <stdlib.h>\nvoid *f(void) { return malloc(1); }\n")
    library = folder / "small.so"
    subprocess.run(["cc", "-shared", "-fPIC", *flags, source, "-o", library], check=True)
    said = problems({"small.so": library.read_bytes(), "README.md": b"# small"})
    return [text.removeprefix("small.so: ") for text in said]


def test_a_library_linked_as_ours_is_not_blamed(tmp_path: Path) -> None:
    assert built(tmp_path, "-g0") == []


def test_a_run_path_is_told(tmp_path: Path) -> None:
    assert built(tmp_path, "-Wl,-rpath,/somewhere/lib") == ["RUNPATH /somewhere/lib"]


def test_the_old_kind_of_run_path_is_told(tmp_path: Path) -> None:
    flags = ("-Wl,--disable-new-dtags", "-Wl,-rpath,/somewhere/lib")
    assert built(tmp_path, *flags) == ["RPATH /somewhere/lib"]


def test_debug_symbols_are_told(tmp_path: Path) -> None:
    assert "debug symbols, .debug_info" in built(tmp_path, "-g")


def test_a_library_that_not_every_linux_has_is_told(tmp_path: Path) -> None:
    assert built(tmp_path, "-Wl,--no-as-needed", "-lstdc++") == ["needs libstdc++.so.6"]
