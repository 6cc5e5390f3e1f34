"""How the search fares against random play: `python -m tests.strength [GAMES]` prints the figures.

One seat searches, 1,000 simulations a move, from its own information; the others take any legal
action as likely as any other. The searching seat changes from game to game. All seeds are fixed.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import sqrt

from sly_core import Ruleset, State, playout_seed
from sly_core.randomness import SplitMix64
from sly_core.search import ismcts

SIMULATIONS = 1000
GAMES = 300


@dataclass(frozen=True)
class Record:
    """How many games the searching seat won alone, shared and lost."""

    players: int
    alone: int
    shared: int
    lost: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.alone + self.shared + self.lost

    def __str__(self) -> str:
        return (
            f"{self.players} seats, {self.games} games: alone {self._share(self.alone)}, "
            f"shared {self._share(self.shared)}, lost {self._share(self.lost)}"
        )

    def _share(self, count: int) -> str:
        share = count / self.games
        error = sqrt(share * (1 - share) / self.games)
        return f"{count} ({100 * share:.1f} ± {100 * error:.1f} %)"


def against_random_play(players: int, games: int = GAMES) -> Record:
    """Play standard games with the searching seat moving on from game to game."""
    counts = {"alone": 0, "shared": 0, "lost": 0}
    for game in range(games):
        seat = game % players
        won = winners(Ruleset.standard(players), seat, playout_seed(players, game))
        counts["alone" if won == [seat] else "shared" if seat in won else "lost"] += 1
    return Record(players, **counts)


def winners(rules: Ruleset, seat: int, seed: int) -> list[int]:
    """Who wins a game in which one seat searches and the others play at random."""
    rng = SplitMix64(seed)
    state = State(rules)
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.current_player() == seat:
            action = ismcts(state, simulations=SIMULATIONS, seed=rng.next_u64()).best
        else:
            action = legal[rng.below(len(legal))]
        state.apply_action(action)
    return state.winners()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.strength", description=__doc__.splitlines()[0]
    )
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help=f"{GAMES}, if left out")
    games = parser.parse_args().games
    for seats in (2, 3, 4):
        print(against_random_play(seats, games), flush=True)
