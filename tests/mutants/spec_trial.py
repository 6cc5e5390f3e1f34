"""What becomes of a mutant of the specification: one process with a copy of it on the path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sly_spec.check import PROVED, expected, hash_of
from sly_spec.reading import Reading
from tests.mutants.faults import FaultError
from tests.mutants.spec_rules import Mutant, mutants, planted

ROOT = Path(__file__).parents[2]
SECONDS = 240
"""How long one process may take; the mutants are chosen to take one or two."""
# how a record says why it is UNKNOWN where no limit was reached
REASONS = {"hold nowhere": "premises", "wrong on purpose, was not refuted": "twin"}


@contextmanager
def copy_with(*chosen: Mutant) -> Iterator[Path]:
    """Give a folder with a copy of the specification in which these are planted."""
    with TemporaryDirectory(prefix="spec-mutant-") as room:
        yield planted(Path(room), chosen)


def said_by(folder: Path, command: Sequence[str]) -> str:
    """Run a module of Python with the folder first on its path; give the last line it prints.

    Raises:
        FaultError: it fails or does not end.
    """
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=variables,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise FaultError(f"no end within {SECONDS} s") from None
    if done.returncode:
        raise FaultError("it fails: " + "; ".join(done.stderr.strip().splitlines()[-1:]))
    return done.stdout.strip().splitlines()[-1]


def verdict(folder: Path, claim: str, reading: str) -> str:
    """Examine a claim in a copy: PROVED, REFUTED, `premises` or `twin`.

    Raises:
        FaultError: the solvers do not decide, or the copy is not what was examined.
    """
    command = ["sly_spec.check", "--one", claim, "--reading", reading]
    record = json.loads(said_by(folder, command))
    if record["specification"] != hash_of(folder / "sly_spec"):
        raise FaultError("another specification was examined than the copy")
    if record["verdict"] != "UNKNOWN":
        return str(record["verdict"])
    for words, reason in REASONS.items():
        if words in record["why"]:
            return reason
    raise FaultError(record["why"])


@cache
def named() -> Mapping[str, Mutant]:
    """All mutants by name."""
    return {mutant.name: mutant for mutant in mutants()}


def expected_of(claim: str, reading: str) -> str:
    """The verdict that `expected.toml` has; a test holds small decks to it too."""
    whole = replace(Reading.from_text(reading), hens=Reading().hens)
    return str(expected()[claim][whole.text])


def killer(mutant: Mutant) -> Mutant:
    """The mutant whose theorem is asked: the wrong rule, where a fault lets one live."""
    return named()[mutant.lets_live] if mutant.lets_live else mutant


def comes_out(mutant: Mutant) -> str:
    """Ask of the specification as it is what is asked of the mutant; "" if it is as expected."""
    asked = killer(mutant)
    with copy_with() as folder:
        if asked.difference:
            said = said_by(folder, ["tests.mutants.spec_row", asked.difference])
            return "" if said == "same" else said
        if asked.equivalent:
            return ""
        found = verdict(folder, asked.theorem, asked.reading)
    return "" if found == expected_of(asked.theorem, asked.reading) else f"{found}"


def what_killed(mutant: Mutant) -> str:
    """Plant a mutant and tell what killed it; "" if it lives.

    Raises:
        FaultError: it cannot be planted, or what is asked cannot be answered.
    """
    if mutant.equivalent:
        return _proved_equivalent(mutant)
    if mutant.lets_live:
        return _lets_live(mutant)
    with copy_with(mutant) as folder:
        if mutant.difference:
            said = said_by(folder, ["tests.mutants.spec_row", mutant.difference])
            return "" if said == "same" else f"{mutant.difference}: {said}"
        found = verdict(folder, mutant.theorem, mutant.reading)
    if found == expected_of(mutant.theorem, mutant.reading):
        return ""
    if found != mutant.verdict:
        raise FaultError(f"{mutant.theorem}: {found}, and not {mutant.verdict}")
    return f"{mutant.theorem}: {_told(found)}"


def _proved_equivalent(mutant: Mutant) -> str:
    with copy_with() as one, copy_with(mutant) as other:
        command = ["tests.mutants.spec_same", str(one), str(other), mutant.reading]
        said = said_by(one, command)
    return "proved equivalent" if said == "same" else ""


def _lets_live(mutant: Mutant) -> str:
    wrong = killer(mutant)
    with copy_with(wrong, mutant) as folder:
        found = verdict(folder, wrong.theorem, wrong.reading)
    lives = found == expected_of(wrong.theorem, wrong.reading)
    return f"{wrong.theorem}: lets live “{wrong.name}”" if lives else ""


def _told(found: str) -> str:
    reasons = {
        "premises": "its premises hold nowhere",
        "twin": "its twin is true",
        PROVED: "PROVED, and should not be",
    }
    return reasons.get(found, found)
