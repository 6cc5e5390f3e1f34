"""Drawn games on full-size rulesets, compared after every action in every answer."""

from __future__ import annotations

from random import Random

import pytest

import sly_core
import sly_core.reference
from sly_core import Ruleset
from tests.strategies import follow, random_game, random_rules
from tests.tools import all_facts


@pytest.mark.parametrize("seed", range(60))
def test_drawn_games(seed: int) -> None:
    rng = Random(seed)
    rules = Ruleset.wide(2 + seed % 3) if seed % 5 == 0 else random_rules(rng)
    core = sly_core.State(rules)
    reference = sly_core.reference.State(rules)
    for at, action in follow(core, random_game(rng, 60)):
        assert all_facts(at) == all_facts(reference), at.history()
        reference.apply_action(action)
    assert all_facts(core) == all_facts(reference), core.history()
