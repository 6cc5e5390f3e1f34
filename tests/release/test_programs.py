"""Every program of the release says how it is used, and does nothing else then."""

from __future__ import annotations

import pytest

from tests.meta import test_programs
from tests.meta.test_programs import programs

NAMES = programs("release")


def test_there_are_programs() -> None:
    assert {"release", "release.identifiers", "release.version"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_of_the_release_tells_its_usage(name: str) -> None:
    test_programs.test_a_program_tells_its_usage(name)
