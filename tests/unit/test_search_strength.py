"""The search beats random play: 300 standard games for each number of seats, seeds fixed."""

from __future__ import annotations

import pytest

from tests.strength import against_random_play


@pytest.mark.parametrize(
    ("players", "least_alone", "most_lost"), [(2, 0.85, 0.05), (3, 0.70, 1), (4, 0.60, 1)]
)
def test_wins_against_random_play(players: int, least_alone: float, most_lost: float) -> None:
    """Wins alone and losses as shares of all games; P4 says who wins."""
    record = against_random_play(players)
    print(record)
    assert record.games >= 300
    assert record.alone / record.games >= least_alone
    assert record.lost / record.games <= most_lost
