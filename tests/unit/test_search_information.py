"""The search never reads a hidden card: what a seat cannot tell apart is searched alike."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import sly_core
from sly_core import Ruleset
from sly_core.search import ismcts
from tests.brute import CARDS, entries, hidden_cards, hidden_spaces, rearranged
from tests.strategies import SWITCHES, random_game, run

GAMES = 300
SIMULATIONS = 130  # more than one round between looks at the clock
LAYOUTS = ("standard", "wide", "small")

Found = tuple[int, tuple[int, ...], tuple[int, ...], tuple[str, ...], int]


def searched(state: Any, player: int, seed: int) -> Found:
    """All of a result but its time; the values to the last bit."""
    found = ismcts(state, player=player, simulations=SIMULATIONS, seed=seed)
    values = tuple(value.hex() for value in found.values)
    return found.player, found.actions, found.visits, values, found.simulations


def rules_of_game(number: int) -> Ruleset:
    """All values of all switches, seats and layouts, in turn."""
    rng = Random(number)
    players = 2 + number % 3
    layout = LAYOUTS[number // 3 % 3]
    sizes: dict[str, Any] = {}
    if layout == "small":
        sizes = {"hens": rng.randint(1, 3), "houses": ((1, 2), (3, 1))[: rng.randint(1, 2)]}
    base = Ruleset.wide(players) if layout == "wide" else Ruleset.standard(players)
    switches = {name: values[number >> i & 1] for i, (name, values) in enumerate(SWITCHES.items())}
    rest = {"min_reveal": rng.choice((1, 2)), "stall_limit": rng.choice((0, 0, 1, 3))}
    return base.replace(**sizes, **switches, **rest)


def game(number: int) -> Any:
    """A game under way, its past behind it."""
    rng = Random(1000 + number)
    state = sly_core.State(rules_of_game(number))
    actions = run(state, random_game(rng, rng.randrange(45))).history()
    if state.is_terminal():
        state = sly_core.State(state.rules)
        state.apply_actions(actions[:-1])
    return state


def shuffled(text: str, rules: Ruleset, player: int, rng: Random) -> str:
    """The position with the others' hidden cards dealt anew, here and not by the core.

    Each of their spaces gets a card at random, until all agree with the `known` field.
    """
    known = entries(text)
    choice: list[tuple[str, ...] | None] = []
    owners = zip(hidden_spaces(text, rules), hidden_cards(text, rules), strict=True)
    for owner, (spaces, pool) in enumerate(owners):
        allowed = [known.get(rules.space_names[space], CARDS) for space in spaces]
        way = None
        for _ in range(0 if owner == player else 100):
            tried = rng.sample(pool, len(spaces))
            if all(card in cards for card, cards in zip(tried, allowed, strict=True)):
                way = tuple(tried)
                break
        choice.append(way)  # None leaves the true cards there
    return rearranged(text, rules, choice)


def worlds_alike(state: Any, player: int, rng: Random) -> list[Any]:
    """States with the same information for a seat, each made in another way."""
    rules = state.rules
    dealt = [shuffled(state.to_text(), rules, player, rng) for _ in range(3)]
    return [
        sly_core.State.from_text(state.to_text(), rules),  # without the past
        sly_core.State.from_view(state.observation_string(player), rules),
        *(state.resample_from_infostate(player, rng) for _ in range(3)),
        *(sly_core.State.from_text(text, rules) for text in dealt),
    ]


@pytest.mark.parametrize("number", range(GAMES))
def test_hidden_cards_change_nothing(number: int) -> None:
    """For every seat, whether it is to act or not: L1, E1, R2 say what it may know."""
    state = game(number)
    rng = Random(number)
    for player in range(state.rules.players):
        expected = searched(state, player, number)
        assert expected[0] == player
        for other in worlds_alike(state, player, rng):
            assert other.observation_string(player) == state.observation_string(player)
            assert searched(other, player, number) == expected


def test_the_games_reach_what_matters() -> None:
    """Must-fail twin: the worlds compared do differ, in hand, down and turned, at every switch."""
    reached: Counter[str] = Counter()
    for number in range(GAMES):
        state = game(number)
        rng = Random(number)
        text = state.to_text()
        rules = state.rules
        for player in range(rules.players):
            if all(other.to_text() == text for other in worlds_alike(state, player, rng)):
                continue
            acts = "acting" if player == state.current_player() else "waiting"
            reached[f"{rules.players} seats, {acts}"] += 1
            reached["turned cards hidden"] += rules.reveal == "committed" and "*" in text
            reached["known sets"] += text.split()[-1] != "-"
            reached["a REVEAL under way"] += "*" in text
            for name in SWITCHES:
                reached[f"{name}={getattr(rules, name)}"] += 1
    for players in (2, 3, 4):
        assert reached[f"{players} seats, acting"] >= 20
        assert reached[f"{players} seats, waiting"] >= 20
    for name, values in SWITCHES.items():
        for value in values:
            assert reached[f"{name}={value}"] >= 40
    assert reached["known sets"] >= 40
    assert reached["a REVEAL under way"] >= 20
    assert reached["turned cards hidden"] >= 10


def test_own_cards_and_seeds_do_change_something() -> None:
    """Must-fail twin of the comparison: it tells results apart."""
    state = sly_core.State.from_text("0F?,16?,15?,- 123456/F1234 -/- 0 0 -", Ruleset())
    other = sly_core.State.from_text("06?,16?,15?,- F12345/F1234 -/- 0 0 -", Ruleset())
    assert searched(state, 0, 1) != searched(other, 0, 1)
    assert searched(state, 0, 1) != searched(state, 0, 2)
    assert searched(state, 1, 1) == searched(other, 1, 1)
    assert searched(state, 1, 1)[1:] != searched(state, 0, 1)[1:]


def test_what_was_seen_does_change_something() -> None:
    """The same table, but everybody has seen that a1 is no Fox: the search must know it."""
    ignorant = sly_core.State.from_text("-,16?,-,- F123456/F12345 -/- 0 0 -", Ruleset())
    knowing = sly_core.State.from_text("-,16?,-,- F123456/F12345 -/- 0 0 a2=3456", Ruleset())
    assert searched(ignorant, 0, 1) != searched(knowing, 0, 1)
    assert searched(ignorant, 1, 1) == searched(knowing, 1, 1)


@pytest.mark.parametrize("seed", range(5))
def test_what_another_lays_stays_unseen(seed: int) -> None:
    """L1: in the tree too. Seat 1 looks on while seat 0 lays its Fox or its 2 on a1, for 15 points.

    Exposing the Fox would bring seat 1 a return of 1.5, but might make the 2 Safe; so it reveals,
    which ends the game at 0.5 if the Fox lies there. A search that saw the card would expose it.
    """
    rules = Ruleset.from_text("players=2 hens=2 houses=15,1 stall_limit=1")
    state = sly_core.State.from_text("-,1F? F2/12 -/01 0 0 -", rules)
    found = ismcts(state, player=1, simulations=20_000, seed=seed)
    values = dict(zip(found.actions, found.values, strict=True))
    assert values[state.string_to_action("Fa1")] == pytest.approx(-0.5, abs=0.1)
