"""What compiles for other platforms knows them all, and says what it needs."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from release.crossing.debian import need, with_sources
from release.crossing.dialect import FOREIGN, blocks
from release.crossing.emulated import SUMMARY, emulated, ended, said, selftest
from release.crossing.headers import from_source, imported
from release.crossing.targets import AARCH64, UNRUN, Target, build_variables
from release.identifiers import read
from release.steps import ROOT, FailedError, Place

TARGETS = (AARCH64, *UNRUN)


def place(folder: Path) -> Place:
    return Place(folder, quick=False, say=lambda text: None)


def test_every_platform_of_a_release_is_compiled_for() -> None:
    # x86_64 Linux is this machine; WebAssembly has a compiler and a Python of its own
    elsewhere = {"manylinux_x86_64", "pyodide_wasm32"}
    released = {one.split("-")[1] for ids in read().values() for one in ids} - elsewhere
    crossed = {
        re.sub(r"^(macosx|musllinux)(_\d+)+", r"\1", re.sub(r"[-.]", "_", target.platform)).replace(
            "linux_aarch64", "manylinux_aarch64" if target is AARCH64 else "linux_aarch64"
        )
        for target in TARGETS
    }
    assert crossed == released


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.platform)
def test_the_build_is_told_of_the_target(target: Target) -> None:
    made = build_variables(target, ["zig", "cc"], ["zig", "ar"], "/headers", ["/a.lib"])
    assert made["CC"] == f"zig cc -target {target.triple}"
    assert str(made["LDSHARED"]).startswith(f"{made['CC']} -shared ")
    assert str(made["LDSHARED"]).endswith(" /a.lib")
    assert made["EXT_SUFFIX"] == f".{made['SOABI']}{made['SHLIB_SUFFIX']}"
    assert {made["INCLUDEPY"], made["CONFINCLUDEPY"]} == {"/headers"}
    # setup.py leaves the module for BMI2 out by the end of this name
    is_x86 = target.platform.endswith(("x86_64", "amd64"))
    assert is_x86 == (target.architecture == "X86_64") == target.triple.startswith("x86_64-")


def test_names_that_python_exports_on_windows() -> None:
    text = """
    __attribute__((dllimport)) PyObject * PyX_New(PyObject *);
    __declspec(dllimport) void * PyX_Pointer(size_t n);
    extern __attribute__((dllimport)) PyTypeObject PyX_Type;
    extern __attribute__((dllimport)) const char *const _PyX_names[];
    extern __attribute__((dllimport)) int (*PyX_Hook)(void);
    __attribute__((dllimport)) void *malloc(size_t n);
    static inline int PyX_Inline(PyObject *o) { return 1; }
    int PyX_Own(PyObject *);
    """
    expected = ["PyX_Hook DATA", "PyX_New", "PyX_Pointer", "PyX_Type DATA", "_PyX_names DATA"]
    assert imported(text) == expected


def holds_c(source: str) -> bool:
    """Whether a block begins with a text; one that only declares what Cython knows has none."""
    blocks = source.split("cdef extern from *:\n")[1:]
    lines = [[line.strip() for line in block.splitlines()] for block in blocks]
    firsts = [next(line for line in each if line and line[0] != "#") for each in lines]
    return any(first.startswith('"""') for first in firsts)


def test_every_text_in_c_is_found() -> None:
    found = dict(blocks(ROOT / "src"))
    files = [path for path in (ROOT / "src").rglob("*.p[yx][xdi]") if path.is_file()]
    assert sorted(found) == sorted(path.name for path in files if holds_c(path.read_text()))
    assert all("sly" in text.lower() for text in found.values())


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("return __builtin_ctz(x);", "__builtin_ctz"),
        ('__asm__ volatile("");', "__asm__"),
        ("static int f(void) __attribute__((unused));", "__attribute__"),
        ("typeof(x) y = x;", "typeof"),
        ("y = ({ int z = x; z; });", "({"),
        ("unsigned long i; _BitScanForward(&i, x); return sly_asm + builtin;", None),
    ],
)
def test_words_that_microsofts_compiler_does_not_know(text: str, word: str | None) -> None:
    assert FOREIGN.findall(text) == ([] if word is None else [word])


def test_sources_of_apt_with_those_of_source_packages(tmp_path: Path) -> None:
    parts = tmp_path / "sources.list.d"
    parts.mkdir()
    parts.joinpath("new.sources").write_text(
        "Types: deb\nURIs: mirror\nSuites: stable\nArchitectures: amd64\nComponents: main\n"
    )
    tmp_path.joinpath("sources.list").write_text(
        "# deb not this\ndeb [arch=amd64 signed-by=/key] mirror stable main\n"
        "deb-src [arch=amd64 signed-by=/key] mirror stable main\n"
    )
    parts.joinpath("off.list.disabled").write_text("deb never stable main\n")
    assert with_sources(tmp_path) == {
        "new.sources": "Types: deb deb-src\nURIs: mirror\nSuites: stable\nComponents: main\n",
        "sources.list": "deb [ signed-by=/key] mirror stable main\n"
        "deb-src [ signed-by=/key] mirror stable main\n",
    }


def test_a_program_that_is_not_here_is_named_with_its_package() -> None:
    with pytest.raises(FailedError, match="apt-get install qemu-user"):
        need("qemu-of-no-machine", "qemu-user")


def test_a_file_that_is_not_in_the_source(tmp_path: Path) -> None:
    path = tmp_path / "python.tar.gz"
    subprocess.run(["tar", "-czf", path, "-C", tmp_path, "--files-from", "/dev/null"], check=True)
    with pytest.raises(FailedError, match=r"PC/pyconfig\.h"):
        from_source(path, "PC/pyconfig.h")


def test_how_a_run_ended(tmp_path: Path) -> None:
    def run(text: str) -> subprocess.CompletedProcess[str]:
        return emulated(place(tmp_path), "log", [sys.executable, "-c", text], {})

    passed = run("print('some\\n3 of 3 checks: 2 passed, 1 left out in 0.1 s\\nmore')")
    assert said(passed, SUMMARY) == "3 of 3 checks: 2 passed, 1 left out"
    killed = run(f"import os; print('at it', flush=True); os.kill(os.getpid(), {signal.SIGILL})")
    assert ended(killed.returncode) == "SIGILL"
    assert said(killed, SUMMARY) == "SIGILL: at it"
    assert "at it" in tmp_path.joinpath("logs", "log.txt").read_text()


@pytest.mark.parametrize(
    ("text", "status", "passed"),
    [
        ("2 of 2 checks: 2 passed in 0.1 s", 0, True),
        ("2 of 2 checks: 1 passed, 1 failed in 0.1 s", 1, False),
        ("2 of 2 checks: 2 passed in 0.1 s", 1, False),
        ("2 of 2 checks: 2 left out in 0.1 s", 0, False),
        ("nothing of the kind", 0, False),
    ],
)
def test_a_self_test_passes_by_its_status_and_its_words(
    tmp_path: Path, text: str, status: int, passed: bool
) -> None:
    command = [sys.executable, "-c", f"print({text!r}); raise SystemExit({status})"]
    assert selftest(place(tmp_path), command, {}, "it").passed is passed
