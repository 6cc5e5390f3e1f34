"""The texts of the actions lead where the rules lead (T1, L1, E1-E3, R1-R8, G1-G3, O1-O5)."""

from __future__ import annotations

import pytest

from sly_spec.check import PROVED, examine
from sly_spec.reading import Reading
from sly_spec.transition import Kind
from tests.refinement import actions, legality, positions
from tests.refinement.sources import installed

# the whole deck once, the switches with fewer Hens; the whole deck with each of them, and more
# seats, in `make refine`
READINGS = [
    "players=2",
    "players=2 hens=3 reveal=committed min_reveal=2",
    "players=2 hens=3 multiple_foxes=each gobbling_fox=leaves stall_limit=3",
    "players=2 hens=3 houses=1,2/3,4 reveal_scope=one_house",
]


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
@pytest.mark.parametrize("text", READINGS)
def test_an_action_leads_where_the_rules_lead(text: str, kind: Kind) -> None:
    verdict = examine(actions.theorem(installed(), Reading.from_text(text), kind))
    assert verdict["verdict"] == PROVED, verdict["why"]


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_to_keep_the_public_knowledge_changes_nothing_else(kind: Kind) -> None:
    reading = Reading(hens=3, reveal="committed")
    verdict = examine(actions.theorem(installed(), reading, kind, keep_known=True))
    assert verdict["verdict"] == PROVED, verdict["why"]


@pytest.mark.parametrize("text", READINGS)
def test_what_is_legal_is_what_the_rules_allow(text: str) -> None:
    verdict = examine(legality.theorem(installed(), Reading.from_text(text)))
    assert verdict["verdict"] == PROVED, verdict["why"]


@pytest.mark.parametrize("text", READINGS)
def test_the_start_is_that_of_the_rules_and_words_hold_every_card_once(text: str) -> None:
    reading = Reading.from_text(text)
    for theorem in (positions.start_theorem, positions.conservation):
        verdict = examine(theorem(installed(), reading))
        assert verdict["verdict"] == PROVED, verdict["why"]
