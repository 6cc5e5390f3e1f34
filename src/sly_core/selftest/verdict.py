"""What comes of a check."""

from __future__ import annotations

from dataclasses import dataclass


class Differs(Exception):
    """Something is not as it must be: one line or more, the smallest thing that shows it."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))


class LeftOut(Exception):
    """A check that cannot be made here, and why; it does not count as passed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A check that was made: `verdict` is `passed`, `failed` or `left out`."""

    check: str
    verdict: str
    seconds: float
    said: str
    """How much was checked, why nothing was, or what differs, over several lines."""
