"""`candidates` and `worlds_count`: exact, against trying every arrangement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sly_core import Ruleset
from tests.brute import CARDS, Worlds, cells, count_worlds, find_candidates
from tests.strategies import follow, random_game, random_rules
from tests.tools import play, rules


def check_against_arrangements(state: Any) -> None:
    text, rules_ = state.to_text(), state.rules
    for space in range(rules_.num_spaces):
        assert state.candidates(space) == find_candidates(text, rules_, space), (text, space)
    for player in range(rules_.players):
        assert state.worlds_count(player) == count_worlds(text, rules_, player), (text, player)


@pytest.mark.parametrize("seed", range(30))
def test_against_every_arrangement(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng, max_hens=4, max_spaces=5))
    for at, _ in follow(state, random_game(rng, 40)):
        check_against_arrangements(at)
    check_against_arrangements(state)


@pytest.mark.parametrize("seed", range(20))
def test_against_every_game_that_looks_the_same(implementation: Any, seed: int) -> None:
    """Replay the public history with every other choice of hidden cards."""
    rng = Random(seed)
    state = implementation.State(random_rules(rng, max_hens=3, max_spaces=4))
    worlds = Worlds(state)
    for at, action in follow(state, random_game(rng, 30)):
        check_against_games(at, worlds)
        worlds.apply(action)
    check_against_games(state, worlds)


def check_against_games(state: Any, worlds: Worlds) -> None:
    assert state == worlds.truth
    for space in range(state.rules.num_spaces):
        assert state.candidates(space) == worlds.candidates(space)
    for player in range(state.rules.players):
        assert state.worlds_count(player) == worlds.count(player)


@pytest.mark.parametrize("seed", range(20))
def test_knowledge_that_is_not_nested(implementation: Any, seed: int) -> None:
    """A text may say of each space whatever is true; then chains of inference are needed."""
    rng = Random(seed)
    for _ in range(10):
        text, rules_ = position_with_knowledge(rng)
        check_against_arrangements(implementation.State.from_text(text, rules_))


def position_with_knowledge(rng: Random) -> tuple[str, Ruleset]:
    """Four cards of seat 0 face down, with true but otherwise arbitrary knowledge of some."""
    rules_ = Ruleset(hens=5, houses=((1,) * 5,))
    cards = CARDS[:6]
    down = rng.sample(cards, 4)
    hand = "".join(card for card in cards if card not in down)
    known = []
    for space, card in enumerate(down):
        others = rng.sample([other for other in cards if other != card], rng.randint(0, 4))
        if rng.random() < 0.8:
            possible = "".join(sorted([card, *others], key=CARDS.index))
            known.append(f"a{space + 1}={possible}")
    board = ",".join([*(f"0{card}?" for card in down), "-"])
    return f"{board} {hand}/F12345 -/- 0 0 {','.join(known) or '-'}", rules_


def test_a_chain_of_inference(implementation: Any) -> None:
    """The recorded edge: a2 can only be the 1, so a3, laid later, cannot be."""
    state = implementation.State.from_text(
        "12!,01?,02? F/F1 -/- 1 1 a2=1", rules("hens=2 houses=1,2,3")
    )
    assert [state.candidates(space) for space in range(3)] == [[2], [1], [0, 2]]
    assert [state.worlds_count(player) for player in range(2)] == [1, 2]


def test_a_closed_group_shuts_the_rest_out(implementation: Any) -> None:
    """Two spaces that share two cards: no other space can hold either."""
    state = implementation.State.from_text(
        "03?,04?,05?,- F126/F123456 -/- 0 0 a1=34,a2=34", Ruleset()
    )
    assert state.candidates(0) == state.candidates(1) == [3, 4]
    assert state.candidates(2) == [0, 1, 2, 5, 6]
    assert state.worlds_count(1) == 10
    assert state.worlds_count(0) == 1


def test_what_lies_face_up_or_not_at_all(implementation: Any) -> None:
    state = implementation.State.from_text("05!,0F*,-,12? 12346/F13456 -/- 1 0 -", Ruleset())
    assert state.candidates(0) == [5]
    assert state.candidates(1) == [0]
    assert state.candidates(2) == []
    assert state.candidates(3) == [0, 1, 2, 3, 4, 5, 6]


def test_a_committed_card_is_hidden_until_the_end(implementation: Any) -> None:
    state = implementation.State.from_text(
        "05?,0F*,-,- 12346/F123456 -/- 1 0 -", rules("reveal=committed")
    )
    assert state.candidates(1) == [0, 1, 2, 3, 4, 5, 6]
    assert state.worlds_count(1) == 42
    assert play(state, "r.").candidates(0) == [1, 2, 3, 4, 5, 6]
    assert state.worlds_count(1) == 6


def test_g1_leaves_one_world_but_for_hands(implementation: Any) -> None:
    """After an end by G1 nothing lies hidden: what is not on the board is in hand."""
    state = implementation.State.from_text("01!,02!,11!,- F/F23456 -/03,04,05,06 0 0 -", Ruleset())
    assert [state.worlds_count(player) for player in range(2)] == [1, 1]


@pytest.mark.parametrize(("players", "count"), [(2, 8 * 7 * 6 * 5 * 4), (4, (8 * 7 * 6 * 5) ** 3)])
def test_large_counts_are_exact(implementation: Any, players: int, count: int) -> None:
    """With all 16 spaces taken the counts are products of falling factorials."""
    state = implementation.State(Ruleset(players=players, hens=7, houses=((1,) * 16,)))
    spaces = 10 if players == 2 else 16
    for space in range(spaces):
        state.apply_action((7 - space // players) * 16 + space)
    assert state.worlds_count(0) == count
    assert all(state.candidates(space) == list(range(8)) for space in range(spaces))


def test_every_space_has_a_candidate_that_is_true(implementation: Any) -> None:
    rng = Random(3)
    for _ in range(10):
        state = implementation.State(random_rules(rng))
        for at, _ in follow(state, random_game(rng, 40)):
            for space, cell in enumerate(cells(at.to_text())):
                if cell != "-":
                    assert CARDS.index(cell[1]) in at.candidates(space)
