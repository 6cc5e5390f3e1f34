"""Questions to the rules: what happens and why, and what a reading changes.

>>> from sly_core import ask
>>> print(ask.explain("0F?,-,-,- 123456/F123456 -/- 1 0 -", "xa1").steps[0].sentences[1])
Seat 1 takes the Fox, worth 2 points, one for each player; a1 is free again. (E2, P3)
>>> ask.witness("reveal=stepwise", "reveal=committed").game
('Fa1', 'ra1')
"""

from sly_core.ask.explaining import Explanation, Otherwise, Step, explain
from sly_core.ask.shortest import Play, shortest_play
from sly_core.ask.witnesses import Witness, witness

__all__ = [
    "Explanation",
    "Otherwise",
    "Play",
    "Step",
    "Witness",
    "explain",
    "shortest_play",
    "witness",
]
