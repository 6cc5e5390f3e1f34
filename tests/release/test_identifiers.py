"""The list of wheels is held by what cibuildwheel would build, and by the files that came out."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.contents import MOST_BYTES
from release.identifiers import (
    ROOT,
    RUNS,
    Listed,
    Part,
    absent,
    differences,
    main,
    printed,
    read,
    tags,
)

LISTED = read()
LINUX = Part("own", "linux", "x86_64")
PYODIDE = Part("own", "pyodide", "auto")
PYTHONS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")


def project(folder: Path, old: str, new: str) -> Path:
    """A folder with this project's configuration, one text of it replaced."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    folder.joinpath("pyproject.toml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_every_python_and_platform_is_listed() -> None:
    own = {one for part, ids in LISTED.items() if part.run == "own" for one in ids}
    families = [
        *(
            f"{libc}_{machine}"
            for libc in ("manylinux", "musllinux")
            for machine in ("x86_64", "aarch64")
        ),
        *("macosx_arm64", "macosx_x86_64", "win_amd64", "win_arm64"),
    ]
    pyodide = {"cp314-pyodide_wasm32"}
    assert own == {f"{python}-{family}" for python in PYTHONS for family in families} | pyodide
    fallback = {one for part, ids in LISTED.items() if part.run == "fallback" for one in ids}
    tested = [python for python in PYTHONS if python > "cp311" and python[-1] != "t"]
    assert fallback == {f"{python}-{family}" for python in tested for family in families}


@pytest.mark.parametrize("part", LISTED, ids=" ".join)
def test_what_would_be_built_is_listed(part: Part) -> None:
    assert differences(LISTED[part], printed(part)) == []


NO_MATCH = "is listed, and nothing matches it"


@pytest.mark.parametrize(
    ("part", "old", "new", "said"),
    [
        (LINUX, '"cp315t-*"]', '"cp315x-*"]', f"cp315t-manylinux_x86_64 {NO_MATCH}"),
        (LINUX, '"cp311-*", ', "", f"cp311-musllinux_x86_64 {NO_MATCH}"),
        (LINUX, "cp313-pyodide*", "*-musllinux*", f"cp312-musllinux_x86_64 {NO_MATCH}"),
        (PYODIDE, "cp313-pyodide*", "", "cp313-pyodide_wasm32 would be built, and is not listed"),
    ],
    ids=["matches nothing", "missing", "too much is skipped", "too little is skipped"],
)
def test_a_wrong_pattern_is_a_difference(
    part: Part, old: str, new: str, said: str, tmp_path: Path
) -> None:
    found = printed(part, project(tmp_path, old, new))
    assert said in differences(LISTED[part], found)


def test_a_configuration_that_is_none_is_an_error(tmp_path: Path) -> None:
    wrong = project(tmp_path, "[tool.cibuildwheel]", "[tool.cibuildwheel]\nbuilds = 1")
    with pytest.raises(RuntimeError, match="builds"):
        printed(LINUX, wrong)


def test_the_order_does_not_matter_and_twice_does() -> None:
    assert differences(["a", "b"], ["b", "a"]) == []
    assert differences(["a", "b"], ["a", "b", "a"]) == ["a comes twice"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cp311-win_amd64", "list.txt:1: cp311-win_amd64 stands below no heading"),
        ("[own linux]\nx", r"list.txt:1: not \[run platform architecture\]"),
        ("[new linux x86_64]\nx", r"list.txt:1: not \[run"),
        ("[own linux x86_64]\nx\n[own linux x86_64]\ny", "list.txt:3: .* comes twice"),
        ("[own linux x86_64]\n# nothing", "nothing is listed for .*linux"),
        ("", "nothing is listed for any platform"),
    ],
)
def test_a_bad_list_is_an_error(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        read(path)


SOME: Listed = {
    LINUX: ["cp311-manylinux_x86_64", "cp314t-musllinux_x86_64"],
    Part("own", "macos", "arm64"): ["cp311-macosx_arm64"],
    Part("own", "windows", "AMD64"): ["cp311-win_amd64"],
    PYODIDE: ["cp314-pyodide_wasm32"],
    Part("fallback", "linux", "x86_64"): ["cp312-manylinux_x86_64", "cp313-manylinux_x86_64"],
}
FILES = [
    f"sly_core-0.1.0-{tag}.whl"
    for tag in (
        "cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64",
        "cp314-cp314t-musllinux_1_2_x86_64",
        "cp311-cp311-macosx_11_0_arm64",
        "cp311-cp311-win_amd64",
        "cp314-cp314-pyemscripten_2026_0_wasm32",
        "cp312-abi3-manylinux_2_28_x86_64",
    )
]


def test_a_file_for_each() -> None:
    assert absent(SOME, FILES) == []


@pytest.mark.parametrize("missing", range(len(FILES)))
def test_a_file_that_is_missing_is_named(missing: int) -> None:
    (said,) = absent(SOME, FILES[:missing] + FILES[missing + 1 :])
    assert said.startswith("no wheel is cp3")


@pytest.mark.parametrize("tag", ["cp313-cp313-manylinux_2_28_x86_64", "cp311-cp311-linux_x86_64"])
def test_a_file_that_is_not_listed_is_named(tag: str) -> None:
    name = f"sly_core-0.1.0-{tag}.whl"
    assert absent(SOME, [*FILES, name]) == [f"{name} is not listed"]


def test_the_runs_differ() -> None:
    assert set(RUNS) == {part.run for part in LISTED}
    assert printed(LINUX) != printed(LINUX._replace(run="fallback"))


@pytest.mark.parametrize(
    ("gone", "without", "status"),
    [
        ("pyemscripten", "pyodide", 0),
        ("pyemscripten", "", 1),
        ("cp315-cp315t-win_arm64", "", 1),
        ("abi3-musllinux_1_2_aarch64", "pyodide", 1),
    ],
)
def test_a_folder_of_wheels(gone: str, without: str, status: int, tmp_path: Path) -> None:
    make_all(tmp_path, gone)
    options = ["--without", without] if without else []
    assert main(["--wheels", str(tmp_path), *options]) == status


@pytest.mark.parametrize("platform", ["win_amd64", "pyemscripten_2026_0_wasm32"])
def test_a_wheel_that_is_too_large_is_named(
    platform: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of every platform, also of one that may be left out."""
    make_all(tmp_path)
    name = f"sly_core-0.1.0-cp314-cp314-{platform}.whl"
    wheel = tmp_path / name
    assert wheel.exists()
    wheel.write_bytes(bytes(MOST_BYTES))
    assert main(["--wheels", str(tmp_path), "--without", "pyodide"]) == 0
    wheel.write_bytes(bytes(MOST_BYTES + 1))
    capsys.readouterr()
    assert main(["--wheels", str(tmp_path), "--without", "pyodide"]) == 1
    assert capsys.readouterr().out == f"{name}: {MOST_BYTES + 1} bytes, more than {MOST_BYTES}\n"


def make_all(folder: Path, without: str = "no such wheel") -> None:
    """A file for each wheel of the list, but for those with a text in their names."""
    platforms = {
        "manylinux": "manylinux_2_17",
        "musllinux": "musllinux_1_2",
        "macosx": "macosx_11_0",
        "pyemscripten": "pyemscripten_2026_0",
    }
    for tag in {tags(part, one) for part, ids in LISTED.items() for one in ids}:
        python, abi, platform = tag.split("-")
        family, _, machine = platform.partition("_")
        name = f"{python}-{abi}-{platforms.get(family, family)}_{machine}"
        if without not in name:
            folder.joinpath(f"sly_core-0.1.0-{name}.whl").touch()
