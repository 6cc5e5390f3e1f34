"""Installs the wheels as a user would, with no compiler and no index, and tries them there.

Each wheel goes into a fresh environment of each Python that it is for. What it needs is fetched
first, as wheels, once for each Python; then all is installed from folders alone. PATH has nothing
but that environment's programs while the package tests itself, and while the suite that is in the
sdist is run, which the part for every change leaves out. A user who builds on the package has a
compiler: the tests of consumers come last, with one.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from release.building import tag_of, unpacked
from release.environments import COMPILERS, PIP, clean, venv
from release.interpreters import Interpreter, find
from release.running import at_once, run
from release.steps import FailedError, Place, Row

SUITE = "@tests/on_a_wheel.txt"
"""The tests that need neither the source tree nor a compiler; pytest reads the list."""
CONSUMERS = "tests/consumers"
BY_FILE = ("-n", "auto", "--dist", "loadfile")
"""What the tests of one file compile for all of them is compiled once."""
SUITE_SECONDS = 3000
SUMMARY = re.compile(r"^=* ?(\d+ passed.*?) in [\d.]+s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Trial:
    """A wheel and the Pythons to try it on."""

    tag: str
    """Its Python tag and ABI tag."""
    pythons: tuple[str, ...]
    quick: bool
    """Whether it belongs to the part for every change."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a wheel on one Python."""

    said: str
    """In a few words, the Python's version first."""
    passed: bool


TRIALS = (
    Trial("cp311-cp311", ("3.11",), quick=True),
    Trial("cp312-cp312", ("3.12",), quick=False),
    Trial("cp313-cp313", ("3.13",), quick=True),
    Trial("cp312-abi3", ("3.12", "3.13"), quick=False),
)


def rows(place: Place) -> Iterator[Row]:
    """Try every wheel of this run on each of its Pythons."""
    trials = [trial for trial in TRIALS if trial.quick or not place.quick]
    pythons = sorted({python for trial in trials for python in trial.pythons})
    came_out = at_once(partial(on_python, place, trials), pythons)
    by_python = dict(zip(pythons, came_out, strict=True))
    for trial in trials:
        wheel = place.wheel(trial.tag)
        results = [by_python[python][trial.tag] for python in trial.pythons]
        said = "; ".join(result.said for result in results)
        passed = all(result.passed for result in results)
        yield Row(wheel.name, said, passed, tag=tag_of(wheel), size=wheel.stat().st_size)


def on_python(place: Place, trials: Sequence[Trial], python: str) -> dict[str, Result]:
    """What came of each wheel that is for that Python, by its tag.

    They are tried one after the other, since what was fetched for the first serves the others.
    """
    results: dict[str, Result] = {}
    for trial in trials:
        if python not in trial.pythons:
            continue
        try:
            interpreter = find(python)
            place.say(f"{trial.tag} on {interpreter.version}")
            said = tried(place, place.wheel(trial.tag), trial, interpreter)
            results[trial.tag] = Result(f"{interpreter.version}: {said}", passed=True)
        except FailedError as error:
            said = f"{python} FAILED: {' '.join(str(error).split())}"
            results[trial.tag] = Result(said, passed=False)
    return results


def tried(place: Place, wheel: Path, trial: Trial, interpreter: Interpreter) -> str:
    """What passed of this wheel, installed into a fresh environment of that Python.

    Raises:
        FailedError: it does not install, or a test fails.
    """
    name = f"{trial.tag}-on-{interpreter.short}"
    python = venv(place, name, interpreter)
    needs = fetched(place, wheel, interpreter, python)
    alone = without_compiler(python)
    offline = [*PIP, "install", "--no-index", "--find-links", needs, f"{wheel}[test]"]
    run(place, f"install-{name}", [python, *offline], env=alone)
    tree = suite(place, name)
    run(place, f"selftest-{name}", [python, "-I", "-m", "sly_core.selftest"], cwd=tree, env=alone)
    said = ["selftest"]
    pytest = [python, "-m", "pytest"]
    if not place.quick:
        tests = run(
            place, f"tests-{name}", [*pytest, SUITE], cwd=tree, env=alone, timeout=SUITE_SECONDS
        )
        said.append(summary(tests))
    consumers = run(
        place,
        f"consumers-{name}",
        [*pytest, "-q", *BY_FILE, "-p", "no:cacheprovider", CONSUMERS],
        cwd=tree,
        env=clean(),
        timeout=SUITE_SECONDS,
    )
    said.append(f"consumers {summary(consumers)}")
    return ", ".join(said)


def fetched(place: Place, wheel: Path, interpreter: Interpreter, python: Path) -> Path:
    """A folder with the wheels of all that this wheel and its tests need, for that Python.

    Args:
        place: the run.
        wheel: the wheel.
        interpreter: the Python, for which it is fetched once.
        python: of an environment of it, into which nothing is installed.

    Raises:
        FailedError: something of it is not to be had as a wheel.
    """
    folder = place.work / "needs" / interpreter.short
    if not folder.exists():
        command = [*PIP, "download", "--only-binary", ":all:", "--dest", folder, f"{wheel}[test]"]
        run(place, f"fetch-{interpreter.short}", [python, *command], env=clean())
        for own in folder.glob("sly_core-*.whl"):
            own.unlink()
    return folder


def without_compiler(python: Path) -> Mapping[str, str]:
    """An environment whose PATH has the programs of that Python alone.

    Raises:
        FailedError: a compiler is among them.
    """
    path = str(python.parent)
    found = [name for name in COMPILERS if shutil.which(name, path=path)]
    if found:
        raise FailedError(f"{', '.join(found)} in {path}, where no compiler should be")
    return clean(PATH=path)


def suite(place: Place, name: str) -> Path:
    """A folder with the tests of the sdist, and nothing that could be taken for the package."""
    tree = place.work / "suites" / name
    shutil.rmtree(tree, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = unpacked(place.sdist(), Path(scratch))
        for folder in ("tests", "benchmarks", "docs"):
            shutil.copytree(source / folder, tree / folder)
        shutil.copy2(source / "pyproject.toml", tree)
    return tree


def summary(said: str) -> str:
    """How many tests pytest says have passed.

    Raises:
        FailedError: it does not say so.
    """
    found = SUMMARY.findall(said)
    if not found:
        raise FailedError(f"pytest does not say what passed: {said[-200:]}")
    return str(found[-1])
