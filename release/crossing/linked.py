"""The step `linked`: wheels for what cannot be run here, compiled and linked, and so named."""

from __future__ import annotations

from collections.abc import Iterator

from release.crossing import dialect, looking, zig
from release.crossing.headers import fetched
from release.crossing.targets import UNRUN
from release.steps import FailedError, Place, Row


def rows(place: Place) -> Iterator[Row]:
    """Build the wheel for each platform; what its modules are is read from their headers."""
    yield from dialect.rows(place)
    place.say("fetching Python's headers")
    python = fetched(place)
    for target in UNRUN:
        place.say(target.name)
        try:
            wheel = zig.wheel(place, python, target)
        except FailedError as error:
            yield Row(target.name, str(error).splitlines()[0], passed=False)
            continue
        folder = zig.unpacked(wheel)
        faults = looking.faults(folder, target)
        number = len(looking.modules(folder, target))
        came_out = "; ".join(faults) or f"{number} modules compiled and linked, not run"
        tag = wheel.stem.split("-", 2)[2]
        yield Row(target.name, came_out, not faults, tag, wheel.stat().st_size)
