"""The proved bounds of a score beside the best and the worst that a game comes to: P1-P3, G1."""

from __future__ import annotations

import pytest

from sly_core.reference import State
from sly_core.ruleset import Ruleset
from sly_spec.claims.scores import limits
from sly_spec.reading import Reading

# Both seats work for the same end. Seat 0's Fox gobbles seat 1's Hens from the 6 down, its own Hens
# come to the best spaces, and at last seat 1 lays its Fox, which is captured, and holds one card.
BEST = """
    1a3 6a2 2a4 xa3 Fa1 ra1 ra2 r. Fa1 5a2 ra1 ra2 r. 4a2 Fa1 ra1 ra2 r. Fa1 3a2 ra1 ra2 r.
    2a2 Fa1 ra1 ra2 r. 3a2 Fa1 xa1
"""
# Seat 0's Fox gobbles its own Hens. Seat 1 reveals them; between, it lays its Fox and reveals it.
WORST = """
    Fa1 Fa4 6a2 ra1 ra2 r. Fa1 ra4 r. 5a2 ra1 ra2 r. Fa1 Fa4 4a2 ra1 ra2 r. Fa1 ra4 r. 3a2
    ra1 ra2 r. Fa1 Fa4 2a2 ra1 ra2 r.
"""


@pytest.mark.parametrize(("game", "reached"), [(BEST, 31), (WORST, -20)], ids=["best", "worst"])
def test_bounds_beside_what_games_reach(game: str, reached: int) -> None:
    state = State(Ruleset())
    for token in game.split():
        state.apply_action(state.string_to_action(token))
    assert state.scores()[0] == reached
    least, most = limits(Reading())
    assert (least, most) == (-20, 32)
    assert least <= reached <= most
