"""The types as a user's checker meets them: mypy, pyright and stubtest on an installed wheel.

`python -m release.type_checking` looks at the sly_core that its own Python has installed, never at
the source tree; mypy and basedpyright must be installed beside it. Exit status 1: something is
wrong, and is told.

basedpyright is pyright with rules of its own, which pyright's mode `strict` leaves off. It comes
from PyPI with the node that it runs on, where PyPI's pyright downloads one when it is run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from release.environments import PIP, clean, venv
from release.interpreters import find
from release.running import run
from release.steps import ROOT, FailedError, Place, Row

CONSUMER = ROOT / "tests" / "consumers" / "typed_consumer"
PROGRAM, WRONG = "typed_consumer.py", "wrong_uses.py"
ALLOWED = Path(__file__).with_name("stubtest_allowed.txt")
_MARKED = re.compile(r"# wrong$")
_ERROR = re.compile(r"^([\w./\\]+):(\d+): error: (.*)$", re.MULTILINE)
_LIST = """
import sly_core, pathlib, importlib.machinery as m
top = pathlib.Path(sly_core.__file__).parent
print(top)
for path in sorted(top.rglob("*")):
    if path.name.endswith(tuple(m.EXTENSION_SUFFIXES)):
        print(".".join((*path.parent.relative_to(top.parent).parts, path.name.split(".")[0])))
"""

Complaints = dict[tuple[str, int], str]
"""By file and line, from 1, what a checker says there."""


def rows(place: Place) -> Iterator[Row]:
    """The types in the wheel for the oldest Python, installed into an environment of its own."""
    python = venv(place, "types", find("3.11"))
    wheel = place.wheel("cp311-cp311")
    place.say("fetching the checkers")
    run(place, "types", [python, *PIP, "install", "--quiet", f"{wheel}[types]"], env=clean())
    with tempfile.TemporaryDirectory() as scratch:
        yield from installed_rows(python, Path(scratch))


def installed_rows(python: Path, scratch: Path) -> Iterator[Row]:
    """Everything about the types of what `python` has installed, as rows of the table.

    Args:
        python: of an environment with sly_core, mypy and basedpyright.
        scratch: an empty folder.

    Raises:
        FailedError: a tool does not run.
    """
    consumer = Path(shutil.copytree(CONSUMER, scratch / "typed_consumer"))
    expected = marked((consumer / WRONG).read_text(encoding="utf-8"))
    _, said = _run([python, "-c", _LIST], scratch)
    folder, *compiled = said.split("\n")[:-1]
    if Path(folder).is_relative_to(ROOT / "src"):
        raise FailedError(f"{folder} is the source tree; an installed package was expected")
    yield _consumer(python, consumer)
    yield _row("mypy --strict on a consumer", differences(_mypy(python, consumer), expected))
    yield _row("pyright, strict, on a consumer", differences(_pyright(python, consumer), expected))
    yield _row("pyright: every public type is known", unknown_types(_completeness(python, scratch)))
    yield _stubtest(python, scratch, compiled)


def marked(text: str) -> set[int]:
    """The lines of a file, from 1, that a checker must refuse."""
    return {n for n, line in enumerate(text.splitlines(), 1) if _MARKED.search(line)}


def differences(found: Complaints, expected: set[int]) -> list[str]:
    """Where a checker complains and should not, or should and does not."""
    wrong = {(WRONG, line) for line in expected}
    passed_over = [f"{file}:{line}: not refused" for file, line in sorted(wrong - set(found))]
    return [*passed_over, *(f"{f}:{n}: {found[f, n]}" for f, n in sorted(set(found) - wrong))]


def mypy_complaints(said: str) -> Complaints:
    r"""What mypy printed, by line.

    >>> mypy_complaints("a.py:3: error: No such thing  [misc]\na.py:3: note: see there")
    {('a.py', 3): 'No such thing  [misc]'}
    """
    return {(Path(file).name, int(line)): words for file, line, words in _ERROR.findall(said)}


def pyright_complaints(report: dict[str, Any]) -> Complaints:
    """What pyright reported, by line; warnings count too.

    >>> at = {"start": {"line": 2}}
    >>> found = [{"file": "a.py", "range": at, "message": "No such thing", "severity": "error"}]
    >>> pyright_complaints({"generalDiagnostics": found})
    {('a.py', 3): 'No such thing'}
    """
    return {
        (Path(one["file"]).name, one["range"]["start"]["line"] + 1): one["message"].split("\n")[0]
        for one in report["generalDiagnostics"]
    }


def unknown_types(report: dict[str, Any]) -> list[str]:
    """The symbols whose type pyright does not know, or could take for another; all of the package.

    >>> said = [{"severity": "error", "message": "Unknown"}]
    >>> symbols = [{"name": "sly_core.x", "diagnostics": said}]
    >>> unknown_types({"typeCompleteness": {"symbols": symbols}})
    ['sly_core.x: Unknown']
    """
    return [
        f"{symbol['name']}: {one['message'].splitlines()[0]}"
        for symbol in report["typeCompleteness"]["symbols"]
        for one in symbol["diagnostics"]
        if one["severity"] == "error"
    ]


def _consumer(python: Path, consumer: Path) -> Row:
    status, said = _run([python, PROGRAM], consumer)
    return _row("a typed consumer runs", [] if status == 0 else said.splitlines())


def _mypy(python: Path, consumer: Path) -> Complaints:
    arguments = ["--no-incremental", "--strict", PROGRAM, WRONG]
    status, said = _run([python, "-m", "mypy", *arguments], consumer)
    found = mypy_complaints(said)
    if status != 1 or not found:
        raise FailedError(f"mypy: exit status {status}, where errors were expected\n{said}")
    return found


def _pyright(python: Path, consumer: Path) -> Complaints:
    return pyright_complaints(_report(python, [], consumer))


def _completeness(python: Path, scratch: Path) -> dict[str, Any]:
    report = _report(python, ["--verifytypes", "sly_core", "--ignoreexternal"], scratch)
    if len(report.get("typeCompleteness", {}).get("symbols", ())) < 500:
        raise FailedError(f"pyright saw no typed package\n{report.get('generalDiagnostics')}")
    return report


def _report(python: Path, arguments: Sequence[str], folder: Path) -> dict[str, Any]:
    """What pyright has to say; it finds the environment by what comes first on PATH."""
    status, said = _run([python, "-m", "basedpyright", "--outputjson", *arguments], folder)
    try:
        report: dict[str, Any] = json.loads(said[said.index("{") :])
    except ValueError:
        raise FailedError(f"pyright: exit status {status}\n{said}") from None
    return report


def _stubtest(python: Path, scratch: Path, modules: Sequence[str]) -> Row:
    config = scratch / "mypy.ini"
    config.write_text("[mypy]\n", encoding="utf-8")
    files = ["--mypy-config-file", str(config), "--allowlist", str(ALLOWED)]
    arguments = ["--concise", *files, *modules]
    status, said = _run([python, "-m", "mypy.stubtest", *arguments], scratch)
    what = f"stubtest on {len(modules)} compiled modules"
    return _row(what, [] if status == 0 and len(modules) > 10 else said.splitlines())


def _row(what: str, problems: list[str]) -> Row:
    said = "\n".join([f"{len(problems)} wrong", *problems]) if problems else "clean"
    return Row(what, said, passed=not problems)


def _run(command: Sequence[str | Path], folder: Path) -> tuple[int, str]:
    """Exit status and output of a command that sees the installed packages and no source tree."""
    first = Path(command[0]).parent
    env = {
        key: value
        for key, value in os.environ.items()
        if key not in {"PYTHONPATH", "MYPYPATH", "PYTHONHOME"}
    }
    env["PATH"] = os.pathsep.join([str(first), env.get("PATH", os.defpath)])
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=900,
    )
    return done.returncode, done.stdout


def main() -> int:
    """Check what this Python has installed; the exit status."""
    argparse.ArgumentParser(
        prog="python -m release.type_checking",
        description="Check the types of the installed package as a user's checker meets them.",
    ).parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        try:
            for row in installed_rows(Path(sys.executable), Path(scratch)):
                print(f"{row.what}: {row.came_out}", flush=True)
                wrong += not row.passed
        except FailedError as error:
            print(f"types: {error}", file=sys.stderr)
            return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
