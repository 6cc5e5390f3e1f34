"""Whole games at random: each legal action as likely as any other (T1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sly_core import arrays
from sly_core.errors import PlayoutLimitError
from sly_core.randomness import SplitMix64, playout_seed
from sly_core.reference.arguments import check_state, whole_number
from sly_core.reference.state import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PLIES = 10_000
"""How long a game may last by default. It is no rule: a game could go on for ever (G3)."""

MOST_PLIES = 2**48
MOST_GAMES = 2**31 - 1


def playout(state: State, seed: int, max_plies: int = MAX_PLIES) -> State:
    """Give the end of a random game from here; the state given stays as it was.

    The generator is ``SplitMix64(seed)``, and each ply, forced ones too, takes one draw below the
    number of legal actions: the place of the action in their ascending list.

    Raises:
        TypeError, SlyError: no state, no seed of 0..2**64-1, or no ``max_plies`` of 0..2**48.
        PlayoutLimitError: the game outlasts ``max_plies``; the error has the state reached.

    >>> end = playout(State(), 1)
    >>> end.is_terminal(), end == playout(State(), 1)
    (True, True)
    """
    rng = SplitMix64(seed)
    most = whole_number(max_plies, "max_plies", 0, MOST_PLIES)
    state = check_state(state).clone()
    plies = 0
    while not state.is_terminal():
        if plies == most:
            raise PlayoutLimitError(plies, state)
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
        plies += 1
    return state


def playouts(state: State, n: int, seed: int, max_plies: int = MAX_PLIES) -> NDArray[np.int16]:
    """Give the scores of ``n`` random games from here, as an int16 array of shape (n, players).

    Row i is the playout of ``playout_seed(seed, i)``.

    Raises:
        TypeError, SlyError: as ``playout``; or no ``n`` of 0..2**31-1.
        PlayoutLimitError: one of the games outlasts ``max_plies``.

    >>> playouts(State(), 3, 1).shape
    (3, 2)
    """
    players = check_state(state).rules.players
    games = range(whole_number(n, "n", 0, MOST_GAMES))
    ends = [playout(state, playout_seed(seed, i), max_plies).scores() for i in games]
    scores: NDArray[np.int16] = arrays.numpy().array(ends, dtype="int16")
    return scores.reshape(len(games), players)
