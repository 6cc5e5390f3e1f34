"""What becomes of revealed cards, in the reference's own words: R3-R8, and the count of G3."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from sly_core import Ruleset
from sly_core.reference import reveal
from sly_core.reference.position import Card

RULES = Ruleset(players=3)
EACH = RULES.replace(multiple_foxes="each")
LEAVES = RULES.replace(gobbling_fox="leaves")


def cards(text: str) -> list[Card]:
    """Cards from `0F 13`: owner and rank."""
    return [Card(int(word[0]), "F1234567".index(word[1])) for word in text.split()]


def card(text: str) -> Card:
    return cards(text)[0]


@pytest.mark.parametrize(
    ("active", "ranked"),
    [(0, "06 16 26 05"), (1, "16 26 06 05"), (2, "26 06 16 05")],
)
def test_r8_number_first_then_round_from_the_active_player(active: int, ranked: str) -> None:
    assert reveal.ranked(cards("05 06 16 26"), active, RULES) == cards(ranked)
    foxes = [Card(seat, 0) for seat in (active, (active + 1) % 3, (active + 2) % 3)]
    assert reveal.ranked(cards("0F 1F 2F"), active, RULES) == foxes


def test_r3_one_fox_gobbles_the_top_hen_its_owners_own_too() -> None:
    foxes, hens = cards("1F 0F"), cards("16 15 24")
    assert reveal.gobblings(foxes, hens, RULES) == [(card("1F"), card("16"))]


def test_r3_each_fox_in_rank_order_while_hens_are_there() -> None:
    foxes, hens = cards("1F 0F"), cards("16 15 24")
    pairs = list(zip(foxes, hens, strict=False))
    assert reveal.gobblings(foxes, hens, EACH) == pairs
    assert reveal.gobblings(foxes, hens[:1], EACH) == pairs[:1]


def test_r3_no_fox_or_no_hen_and_nothing_is_gobbled() -> None:
    for rules in (RULES, EACH):
        assert reveal.gobblings([], cards("16"), rules) == []
        assert reveal.gobblings(cards("1F"), [], rules) == []


def test_r4_the_top_hen_that_is_left_becomes_safe() -> None:
    assert reveal.outcome(cards("0F 26 15 03"), 0, RULES).safe == card("15")
    assert reveal.outcome(cards("0F 26"), 0, RULES).safe is None


def test_r5_all_others_go_back() -> None:
    result = reveal.outcome(cards("0F 1F 26 15 03"), 0, RULES)
    assert result.back == set(cards("0F 1F 03"))
    assert not result.out


def test_r5_under_leaves_a_fox_that_gobbled_is_out_and_no_other() -> None:
    result = reveal.outcome(cards("0F 1F 26 15 03"), 1, LEAVES)
    assert result.out == {card("1F")}
    assert result.back == set(cards("0F 03"))
    both = reveal.outcome(cards("0F 1F 26"), 1, LEAVES.replace(multiple_foxes="each"))
    assert both.out == {card("1F")}
    assert both.back == {card("0F")}


def test_r6_hens_only() -> None:
    result = reveal.outcome(cards("03 13 26 06"), 2, RULES)
    assert result == reveal.Outcome((), card("26"), frozenset(cards("03 13 06")), frozenset())


def test_r7_foxes_only() -> None:
    for rules in (RULES, EACH, LEAVES):
        result = reveal.outcome(cards("0F 2F"), 1, rules)
        assert result == reveal.Outcome((), None, frozenset(cards("0F 2F")), frozenset())


def test_g3_counts_foxes_alone_up_to_its_ceiling() -> None:
    assert reveal.stall_after(cards("0F 2F"), 3) == 4
    assert reveal.stall_after(cards("0F 21"), 3) == 0
    assert reveal.stall_after(cards("0F"), 65535) == 65535


@pytest.mark.parametrize("foxes", ["top", "each"])
@pytest.mark.parametrize("gobbling", ["returns", "leaves"])
def test_every_card_has_one_fate(foxes: str, gobbling: str) -> None:
    """R3-R7 for every set of cards of three seats with two Hens, and every active seat."""
    rules = Ruleset(players=3, hens=2, multiple_foxes=foxes, gobbling_fox=gobbling)
    pack = [Card(owner, rank) for owner in range(3) for rank in range(3)]
    sets = chain.from_iterable(combinations(pack, size) for size in range(1, 10))
    for turned in sets:
        hens = [c for c in turned if not c.is_fox]
        num_foxes = len(turned) - len(hens)
        for active in range(3):
            result = reveal.outcome(turned, active, rules)
            gobbled = [hen for _, hen in result.gobbled]
            safe = [result.safe] if result.safe else []
            assert sorted([*gobbled, *safe, *result.back, *result.out]) == sorted(turned)
            most = num_foxes if foxes == "each" else min(num_foxes, 1)
            assert len(gobbled) == min(most, len(hens))
            assert bool(safe) == (len(hens) > len(gobbled))
            left = [c for c in hens if c in result.back]
            assert all(a.rank >= b.rank for a in gobbled for b in [*safe, *left])
            assert all(a.rank >= b.rank for a in safe for b in left)
            gone = {fox for fox, _ in result.gobbled} if gobbling == "leaves" else set()
            assert result.out == gone
