"""What sdist and wheel must have is in them, by the lists that they are made by; more is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from setuptools import Distribution
from setuptools.command.egg_info import manifest_maker

from release.contents import (
    installed_name,
    sdist_problems,
    tag_problems,
    wheel_problems,
)

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = {".so", ".pyd", ".c", ".pyc"}
METADATA = [f"sly_core-1.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL")]


@pytest.fixture(scope="module")
def known() -> list[str]:
    """The files that the repository has of the packages and of what comes with the source."""
    folders = ("src/sly_core", "spec", "tests", "benchmarks")
    return [
        *("LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"),
        *(
            path.relative_to(ROOT).as_posix()
            for folder in folders
            for path in sorted(ROOT.joinpath(folder).rglob("*"))
            if path.is_file()
            and "__pycache__" not in path.parts
            and not (folder == "src/sly_core" and path.suffix in LEFT_BEHIND)
            and path.suffix not in LEFT_BEHIND - {".c"}
        ),
    ]


@pytest.fixture(scope="module")
def package() -> Iterator[Distribution]:
    """The package as `pyproject.toml` tells setuptools of it; nothing is compiled."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        made = Distribution({"script_name": "setup.py"})
        made.parse_config_files()
        yield made
    finally:
        os.chdir(before)


@pytest.fixture
def wheel(known: list[str]) -> list[str]:
    """A wheel in which all is as it must be."""
    names = [installed_name(name) for name in known]
    sources = [PurePosixPath(name) for name in names if name.endswith(".pyx")]
    compiled = [str(source.with_suffix(".cpython-311-x86_64-linux-gnu.so")) for source in sources]
    return [*filter(None, names), *compiled, *METADATA]


def test_setuptools_puts_every_file_of_the_packages_into_a_wheel(
    package: Distribution, known: list[str]
) -> None:
    command: Any = package.get_command_obj("build_py")
    command.ensure_finalized()
    outputs = command.get_outputs(include_bytecode=False)
    copied = {Path(path).relative_to(command.build_lib).as_posix() for path in outputs}
    assert copied == {installed_name(name) for name in known} - {""}


def test_setuptools_puts_every_file_of_ours_into_the_sdist(
    package: Distribution, known: list[str], tmp_path: Path
) -> None:
    maker: Any = manifest_maker(package)
    maker.manifest = str(tmp_path / "SOURCES.txt")
    maker.run()
    names = {PurePosixPath(name).as_posix() for name in maker.filelist.files}
    missing = [said for said in sdist_problems(names, known) if said.endswith("missing")]
    assert missing == []


@pytest.mark.parametrize(
    "name",
    [
        "src/sly_core/py.typed",
        "spec/py.typed",
        "src/sly_core/include/sly_core.h",
        "src/sly_core/_core/state.pyi",
        "src/sly_core/_core/state.pyx",
        "src/sly_core/_core/reveal.pxd",
    ],
)
def test_what_users_build_and_check_against_is_asked_for(name: str, known: list[str]) -> None:
    has = set(known)
    assert f"{name} is missing" in sdist_problems(has - {name}, known)
    inside = {installed_name(one) for one in known} - {""}
    said = wheel_problems(inside - {installed_name(name)}, known, x86=True)
    assert f"{installed_name(name)} is missing" in said


def test_a_wheel_as_it_must_be_is_not_blamed(wheel: list[str], known: list[str]) -> None:
    assert wheel_problems(wheel, known, x86=True) == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("tests/__init__.py", "is of neither package"),
        ("sly_core.libs/libc.so.6", "is of neither package"),
        ("sly_core/_core/state.c", "is not of the repository"),
        ("sly_spec/mutants/reveal.toml", "is not of the repository"),
        ("sly_core-1.dist-info/direct_url.json", "is no metadata"),
    ],
)
def test_what_a_wheel_may_not_have_is_told(
    more: str, said: str, wheel: list[str], known: list[str]
) -> None:
    assert wheel_problems([*wheel, more], known, x86=True) == [f"{more} {said}"]


def test_a_module_that_was_not_compiled_is_told(wheel: list[str], known: list[str]) -> None:
    less = [name for name in wheel if not name.startswith("sly_core/_core/state.cpython")]
    assert wheel_problems(less, known, x86=True) == ["sly_core/_core/state is not compiled"]


def test_other_machines_have_no_module_for_newer_x86(wheel: list[str], known: list[str]) -> None:
    less = [name for name in wheel if not name.startswith("sly_core/_core/loops/bmi2.cpython")]
    assert wheel_problems(less, known, x86=False) == []
    assert wheel_problems(less, known, x86=True) == ["sly_core/_core/loops/bmi2 is not compiled"]


def test_an_sdist_may_not_have_what_builds_leave(known: list[str]) -> None:
    more = "src/sly_core/_core/state.abi3.so"
    assert sdist_problems([*known, "PKG-INFO", "setup.cfg"], known) == []
    assert sdist_problems([*known, more], known) == [
        f"{more} is not of the repository",
        f"{more} is made by builds",
    ]


def test_the_tag_of_the_building_machine_is_told() -> None:
    assert (
        tag_problems("sly_core-1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl") == []
    )
    assert tag_problems("sly_core-1-cp311-cp311-linux_x86_64.whl") == [
        "the tag linux_x86_64 is of one kind of Linux"
    ]


def test_the_tag_of_a_newer_c_library_is_told() -> None:
    assert tag_problems("sly_core-1-cp311-cp311-manylinux_2_28_x86_64.whl") == []
    assert tag_problems("sly_core-1-cp311-cp311-manylinux_2_34_x86_64.whl") == [
        "the tag manylinux_2_34_x86_64 asks for a glibc newer than 2.28"
    ]
