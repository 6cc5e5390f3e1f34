"""The package's door: its names, that they load late, and that nothing stands in for the core."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import sly_core


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", sly_core.__all__)
def test_every_name_loads_and_stays(name: str) -> None:
    assert getattr(sly_core, name) is getattr(sly_core, name)
    assert name in dir(sly_core)


def test_the_version_is_the_installed_one() -> None:
    assert sly_core.__version__ == version("sly_core")


def test_without_metadata_the_version_is_unknown() -> None:
    code = """
import importlib.metadata as metadata
def absent(name):
    raise metadata.PackageNotFoundError(name)
metadata.distribution = absent
import sly_core
print(sly_core.__version__)
from sly_core.cli import main
main(["--version"])
"""
    assert run(code).splitlines() == ["0+unknown", "sly 0+unknown", "extras: none"]


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    name = "Fox"  # a type checker would refuse it as written
    with pytest.raises(AttributeError, match="no attribute 'Fox'"):
        getattr(sly_core, name)


# what importlib itself brings; none takes a millisecond
LIGHT = {
    "__future__",
    "importlib",
    "importlib._bootstrap",
    "importlib._bootstrap_external",
    "warnings",
}


def test_importing_loads_nothing_but_the_door() -> None:
    """Of the standard library neither: what takes milliseconds waits until it is asked for."""
    code = "import sys; before = {*sys.modules}; import sly_core; print(*{*sys.modules} - before)"
    assert set(run(code).split()) - LIGHT == {"sly_core"}


@pytest.mark.parametrize("name", ["State", "c_api", "perft", "playout", "playouts", "search"])
def test_a_missing_core_is_an_import_error_that_says_so(name: str) -> None:
    code = f"""
import sys
sys.modules["sly_core._core.state"] = None
import sly_core
try:
    sly_core.{name}
except ImportError as error:
    print(error)
"""
    told = run(code)
    assert f"sly_core.{name} needs the compiled core" in told
    assert told.endswith("; build it with `pip install .`")


def test_what_the_core_itself_refuses_is_not_cured_by_building() -> None:
    code = """
import os
os.environ["SLY_CORE_LOOPS"] = "nope"
import sly_core
try:
    sly_core.perft
except ImportError as error:
    print(error)
"""
    told = run(code)
    assert "(SLY_CORE_LOOPS is 'nope'; this CPU can run: " in told
    assert "pip install" not in told


def test_the_reference_needs_no_core() -> None:
    code = """
import sys
sys.modules["sly_core._core"] = None
import sly_core
print(sly_core.reference.State(sly_core.Ruleset(hens=1)).to_text())
"""
    assert run(code) == "-,-,-,- F1/F1 -/- 0 0 -"
