"""Questions to the rules: what happens and why, what a reading changes, and what always holds.

`prove` and `verify` need the extra `verify`, which brings two solvers; the rest needs nothing.

>>> from sly_core import ask
>>> print(ask.explain("0F?,-,-,- 123456/F123456 -/- 1 0 -", "xa1").steps[0].sentences[1])
Seat 1 takes the Fox, worth 2 points, one for each player; a1 is free again. (E2, P3)
>>> ask.witness("reveal=stepwise", "reveal=committed").game
('Fa1', 'ra1')
"""

from sly_core.ask.equivalence import prove_same
from sly_core.ask.explaining import Explanation, Otherwise, Step, explain
from sly_core.ask.language import ClaimError
from sly_core.ask.proving import Proof, prove
from sly_core.ask.shortest import Play, shortest_play
from sly_core.ask.verifying import Checked, verify
from sly_core.ask.witnesses import Witness, witness

__all__ = [
    "Checked",
    "ClaimError",
    "Explanation",
    "Otherwise",
    "Play",
    "Proof",
    "Step",
    "Witness",
    "explain",
    "prove",
    "prove_same",
    "shortest_play",
    "verify",
    "witness",
]
