"""Core and reference agree in every position of small games; `make exhaustive` walks the larger."""

from __future__ import annotations

from dataclasses import fields as fields_of

import pytest

from sly_core import Ruleset
from tests.differential.rulesets import SMALL_GAMES, SmallGame
from tests.differential.walk import walk


@pytest.mark.parametrize(
    "game", [game for game in SMALL_GAMES if game.quick], ids=lambda game: game.text
)
def test_every_position(game: SmallGame) -> None:
    assert walk(game.rules) == game.states


def test_the_games_cover_every_switch() -> None:
    for games in (SMALL_GAMES, [game for game in SMALL_GAMES if game.quick]):
        found = [game.rules for game in games]
        for field in fields_of(Ruleset):
            if field.name in {"players", "hens"}:
                at_least = {2, 3, 4} if field.name == "players" else {1, 2, 3}
                assert at_least <= {getattr(rules, field.name) for rules in found}
            elif field.name != "houses":
                assert len({getattr(rules, field.name) for rules in found}) >= 2, field.name
        assert {len(rules.houses) for rules in found} == {1, 2}
    assert len(SMALL_GAMES) >= 8
    assert sum(game.states for game in SMALL_GAMES) > 1_000_000
