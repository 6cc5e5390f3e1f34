"""The search's values beside exhaustive play of endings, with 2, 3 and 4 seats.

Every node's value must be that of the seat that moves there: with a search that takes one seat's
return back to all nodes these endings come out otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

import sly_core
from sly_core import Ruleset, reference
from sly_core.search import ismcts
from tests.brute import worlds
from tests.endings import Endings, Returns, UnclearError
from tests.tools import rows

SIMULATIONS = 20_000
SEEDS = range(3)
TOLERANCE = 0.25  # points: a mean over all visits still has the first, wrong ones in it

# ten for each number of seats, one to eight worlds; others' replies change what actions are worth
ENDINGS = [(row["rules"], row["position"], row["best"]) for row in rows("endings.jsonl")]
CASES = [pytest.param(*row, id=f"{row[1]} {row[0]}") for row in ENDINGS]


class Selfless(Endings):
    """The fault: every seat plays for the return of the one that looks on."""

    def preferred(self, seat: int, values: list[Returns]) -> list[Returns]:
        """The best outcomes for the onlooker, whoever is to act."""
        return super().preferred(self.player, values)


def played_out(kind: type[Endings], text: str, rules: Ruleset) -> tuple[int, dict[int, Returns]]:
    """The seat to act, and the exhaustive values of its actions by the reference."""
    state = reference.State.from_text(text, rules)
    seat = state.current_player()
    alike = [reference.State.from_text(world, rules) for world in worlds(text, rules, seat)]
    return seat, kind(seat).action_values(alike)


@pytest.mark.parametrize(("rules_text", "text", "best"), CASES)
def test_the_value_is_that_of_exhaustive_play(rules_text: str, text: str, best: str) -> None:
    rules = Ruleset.from_text(rules_text)
    seat, values = played_out(Endings, text, rules)
    state = sly_core.State.from_text(text, rules)
    action = state.string_to_action(best)
    exact = values.pop(action)[seat]
    assert all(exact > value[seat] for value in values.values())
    for seed in SEEDS:
        found = ismcts(state, simulations=SIMULATIONS, seed=seed)
        assert found.best == action
        assert found.values[found.actions.index(action)] == pytest.approx(exact, abs=TOLERANCE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_endings_tell_a_wrong_search(players: int) -> None:
    """Must-fail twin: with everybody playing for one seat, other actions or values come out."""
    others = 0
    for rules_text, text, best in ENDINGS:
        rules = Ruleset.from_text(rules_text)
        if rules.players != players:
            continue
        action = sly_core.State.from_text(text, rules).string_to_action(best)
        seat, values = played_out(Endings, text, rules)
        _, wrong = played_out(Selfless, text, rules)
        assert wrong != values
        others += any(wrong[other][seat] > wrong[action][seat] for other in wrong)
    assert others >= 2


class Blind(Endings):
    """Another fault: what a card turned up in a REVEAL is stays unseen until the REVEAL is over."""

    def worlds_told_apart(self, worlds: list[Any]) -> Iterable[list[Any]]:
        """All worlds together while cards lie turned."""
        turned = "*" in worlds[0].to_text()
        return [worlds] if turned else super().worlds_told_apart(worlds)


# a4, the 9, has seat 2's Fox or its 5
FOX_OR_FIVE = "06?,21!,01!,2F?/12!,02!,24!,23! F345/6/256 1F,11,13,14,15/-/- 0 0 a4=F5"


def best_played_out(kind: type[Endings], rules: Ruleset) -> tuple[str, Fraction]:
    """The best action in that position, and what it is worth."""
    seat, values = played_out(kind, FOX_OR_FIVE, rules)
    action = max(values, key=lambda action: values[action][seat])
    return sly_core.State(rules).action_to_string(action), values[action][seat]


@pytest.mark.parametrize(("reveal", "best"), [("stepwise", "ra4"), ("committed", "xa4")])
def test_a_turned_card_is_seen_before_the_next_or_is_not(reveal: str, best: str) -> None:
    """R2: turned, the Fox says stop, or it gobbles your 6.

    The 5 says turn your 6 too: that is then Safe, and the 5 goes back. Not to see which, as under
    `committed`, is worth no more than leaving it, so EXPOSE is best.
    """
    rules = Ruleset.from_text(f"players=3 houses=1,2,3,9/1,2,3,4 reveal={reveal}")
    found, exact = best_played_out(Endings, rules)
    assert found == best
    assert best_played_out(Blind, rules)[0] == "xa4"
    state = sly_core.State.from_text(FOX_OR_FIVE, rules)
    for seed in SEEDS:
        result = ismcts(state, simulations=SIMULATIONS, seed=seed)
        assert state.action_to_string(result.best) == best
        assert max(result.values) == pytest.approx(float(exact), abs=TOLERANCE)


def test_exhaustive_play_by_hand() -> None:
    """On a2 lies seat 1's Fox or 1, as likely as not; its 2 is Safe for 1 point.

    Exposed, the Fox is worth 2 to seat 0 (P3), and the 1 is Safe for 2 (E3): the points are 2 to 1
    or 0 to 3. Turned, the Fox goes back, which the stall limit ends at 0 to 1 (G3), and the 1 is
    Safe again. Returns are half of the difference.
    """
    rules = Ruleset.from_text("players=2 hens=2 houses=1,2 stall_limit=1")
    text = "12!,1F? F12/1 -/- 0 0 -"
    state = reference.State.from_text(text, rules)
    seat, values = played_out(Endings, text, rules)
    assert seat == 0
    assert {state.action_to_string(action): value[0] for action, value in values.items()} == {
        "xa2": Fraction(1 - 3, 4),
        "ra2": Fraction(-1 - 3, 4),
    }


def test_what_it_does_not_answer() -> None:
    """Cards that another seat lays unseen, and more nodes than there is time for."""
    rules = Ruleset.from_text("players=2 hens=2")
    state = reference.State.from_text("-,12!,-,01! F2/F1 -/- 1 0 -", rules)
    with pytest.raises(UnclearError, match="unseen"):
        Endings(0).action_values([state])
    with pytest.raises(UnclearError, match="too many"):
        Endings(1, most_nodes=2).action_values([state])
