"""The clauses and the predicates and claims that say them: none without, and none of another."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import sly_spec
from sly_spec.citing import clauses_said, predicates_of
from sly_spec.claims import claims
from tests.meta.citations import cited_in
from tests.meta.tree import ROOT

PAGES = ("terms", "reveal", "transition", "whole", "scoring", "invariants")
IDS = [clause.id for clause in sly_spec.clauses()]


def test_every_clause_has_a_predicate_and_no_other_is_said() -> None:
    for page in PAGES:
        import_module(f"sly_spec.{page}")
    assert clauses_said() == set(IDS)


@pytest.mark.parametrize("clause", IDS)
def test_the_predicates_of_a_clause_are_there(clause: str) -> None:
    for page in PAGES:
        import_module(f"sly_spec.{page}")
    for path in predicates_of(clause):
        module, _, name = path.rpartition(".")
        assert getattr(import_module(module), name).__doc__, path


def test_every_clause_is_in_a_claim_and_no_other() -> None:
    assert {clause for claim in claims() for clause in claim.clauses} == set(IDS)


def test_claims_have_a_sentence_of_their_own() -> None:
    sentences = [claim.sentence for claim in claims()]
    assert all(sentence.endswith((".", ".)")) for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


def test_the_pages_cite_clauses_that_are() -> None:
    texts = [path.read_text(encoding="utf-8") for path in Path(ROOT / "spec").rglob("*.py")]
    assert {name for text in texts for name in cited_in(text)} <= set(IDS)
