"""The small games that are walked whole.

Between them: 2, 3 and 4 players, one and two houses, 1 to 3 Hens, and every value of every switch.
`states` is the number of positions that can be reached, where a game without a stall limit counts
reveals of Foxes alone only up to two; a walk that finds another number fails.
"""

from __future__ import annotations

from dataclasses import dataclass

from sly_core import Ruleset


@dataclass(frozen=True)
class SmallGame:
    """A ruleset and what a walk of it must find."""

    text: str
    states: int
    quick: bool = False
    """Whether it is small enough for every run of the suite."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return Ruleset.from_text(self.text)


SMALL_GAMES = (
    SmallGame("players=2 hens=1 houses=1,2,3", 115, quick=True),
    SmallGame("players=3 hens=1 houses=1,2/3,4 reveal=committed min_reveal=2", 2715, quick=True),
    SmallGame(
        "players=2 hens=2 houses=1,2/3 reveal=committed reveal_scope=one_house "
        "multiple_foxes=each gobbling_fox=leaves min_reveal=2",
        11011,
        quick=True,
    ),
    SmallGame(
        "players=4 hens=1 houses=1,2/3 reveal_scope=one_house gobbling_fox=leaves stall_limit=2",
        3072,
        quick=True,
    ),
    SmallGame("players=2 hens=3 houses=1/2 multiple_foxes=each stall_limit=1", 13658, quick=True),
    SmallGame("players=2 hens=2 houses=1,2,3", 26453, quick=True),
    SmallGame("players=3 hens=2 houses=1/2 reveal_scope=one_house gobbling_fox=leaves", 17771),
    SmallGame("players=4 hens=1 houses=1,2/3,4 min_reveal=2", 25100),
    SmallGame("players=2 hens=2 houses=1,2,3,4 reveal=committed multiple_foxes=each", 83823),
    SmallGame(
        "players=2 hens=3 houses=1,2,3 reveal_scope=one_house gobbling_fox=leaves stall_limit=1",
        60549,
    ),
    SmallGame("players=2 hens=3 houses=1,2", 174177),
    SmallGame("players=3 hens=2 houses=1,2", 476001),
    SmallGame("players=3 hens=2 houses=1,2 min_reveal=2 multiple_foxes=each", 156435),
)
