"""What is prepared for platforms that are not here: cibuildwheel's builds, and the workflows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from release import identifiers, workflows
from release.running import run
from release.steps import FailedError, Place, Row


def identifier_rows(place: Place) -> Iterator[Row]:
    """Hold what cibuildwheel would build to the list; a row for each call of it that is not so."""
    parts = identifiers.read()
    right = 0
    for part, listed in parts.items():
        name = " ".join(part)
        place.say(name)
        try:
            said = identifiers.differences(listed, identifiers.printed(part, place.root))
        except RuntimeError as error:
            said = [str(error)]
        if said:
            yield Row(f"cibuildwheel, {name}", "; ".join(said), passed=False)
        else:
            right += len(listed)
    total = sum(map(len, parts.values()))
    said_in_all = f"{right} of {total} builds, in {len(parts)} calls, as listed"
    yield Row("cibuildwheel", said_in_all, passed=right == total)


def workflow_rows(place: Place) -> Iterator[Row]:
    """Look at the workflows as an attacker does, and as GitHub does."""
    for command in workflows.commands(place.root / ".github"):
        program, *arguments = command
        name = Path(program).name
        files = ", ".join(Path(word).name for word in arguments if Path(word).exists())
        place.say(f"{name} {files}")
        try:
            run(place, name, command)
        except FailedError as error:
            yield Row(f"{name}: {files}", str(error).splitlines()[0], passed=False)
        else:
            yield Row(f"{name}: {files}", "nothing found", passed=True)
