"""The tensors, block by block as `sly_core.protocol` documents them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from sly_core import Ruleset
from sly_core.protocol import (
    EVENT_ROWS,
    event_size,
    information_state_size,
    observation_size,
)
from tests.brute import CARDS, cells, entries, hidden_cards, is_hidden, shown
from tests.strategies import follow, random_game, random_rules
from tests.tools import fields, play, rules


def cards_of(names: str, count: int) -> list[float]:
    return [float(CARDS[card] in names) for card in range(count)]


def one_of(position: int, count: int) -> list[float]:
    return [float(at == position) for at in range(count)]


def expected_observation(state: Any, player: int) -> list[float]:
    """The observation by its documentation, from the text alone."""
    rules_: Ruleset = state.rules
    players, count = rules_.players, rules_.num_cards
    text = state.to_text()
    _, hands, taken, seat, stall, _ = fields(text)
    known, pools = entries(text), hidden_cards(text, rules_)

    def relative(who: int) -> int:
        return (who - player) % players

    row: list[float] = []
    for space, cell in enumerate(cells(text)):
        if cell == "-":
            row += [1.0] + [0.0] * (players + 3 + 2 * count)
            continue
        owner, card, mark = int(cell[0]), cell[1], cell[2]
        hidden = is_hidden(cell, rules_)
        row += [0.0, *one_of(relative(owner), players), *one_of("?!*".index(mark), 3)]
        row += cards_of("" if hidden and owner != player else card, count)
        may_lie = known.get(rules_.space_names[space], pools[owner]) if hidden else card
        row += cards_of(may_lie, count)
    for r in range(players):
        who = (player + r) % players
        row.append(len(hands.split("/")[who]) / count)
        row += cards_of(pools[who], count)
    row += cards_of(hands.split("/")[player], count)
    for taker in range(players):
        pile = taken.split("/")[(player + taker) % players]
        for owner in range(players):
            names = [i[1] for i in pile.split(",") if i[0] == str((player + owner) % players)]
            row += cards_of("".join(names), count)
    row += [0.0] * players if state.is_terminal() else one_of(relative(int(seat)), players)
    reasons = ["last card", "full house", "stalled"]
    row += [float(state.end_reason() == reason) for reason in reasons]
    row.append(min(int(stall), 255) / 255)
    row += [float(state.scores()[(player + r) % players]) for r in range(players)]
    return row


def expected_events(
    rules_: Ruleset, log: list[tuple[int, int, str | None]], player: int
) -> list[list[float]]:
    """The event rows, newest first, from (seat, action, cell seen)."""
    players, spaces, count = rules_.players, rules_.num_spaces, rules_.num_cards
    found = []
    for seat, action, cell in reversed(log[-EVENT_ROWS:]):
        kind = 0 if action < 128 else 1 if action < 144 else 2 if action < 160 else 3
        row = [*one_of((seat - player) % players, players), *one_of(kind, 4)]
        row += one_of(action % 16 if kind < 3 else -1, spaces)
        row += one_of((int(cell[0]) - player) % players if cell else -1, players)
        row += one_of(CARDS.index(cell[1]) if cell else -1, count)
        found.append(row)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_observation_block_by_block(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 30)):
        for player in range(at.rules.players):
            check_observation(at, player)
    for player in range(state.rules.players):
        check_observation(state, player)


def check_observation(state: Any, player: int) -> None:
    tensor = state.observation_tensor(player)
    assert tensor.dtype == np.float32
    assert tensor.shape == (observation_size(state.rules),)
    expected = np.array(expected_observation(state, player), dtype=np.float32)
    np.testing.assert_array_equal(tensor, expected)


@pytest.mark.parametrize("seed", range(20))
def test_information_is_the_observation_and_the_events(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    log: list[tuple[int, int, str | None]] = []
    turned_at: dict[int, int] = {}
    for at, action in follow(state, random_game(rng, 40)):
        for player in range(at.rules.players):
            check_information(at, log, player)
        text = at.to_text()
        seat = int(fields(text)[3])
        seen = shown(text, at.rules, action)
        if action == 160 and at.rules.reveal == "committed":
            # the rows of this reveal's turns show their cards from now on
            for space, ply in turned_at.items():
                log[ply] = (*log[ply][:2], cells(text)[space])
        if 144 <= action < 160:
            turned_at[action - 144] = len(log)
        else:
            turned_at.clear()
        log.append((seat, action, seen[0] if seen and action != 160 else None))
    for player in range(state.rules.players):
        check_information(state, log, player)


def check_information(state: Any, log: list[tuple[int, int, str | None]], player: int) -> None:
    tensor = state.information_state_tensor(player)
    assert tensor.dtype == np.float32
    assert tensor.shape == (information_state_size(state.rules),)
    size = observation_size(state.rules)
    np.testing.assert_array_equal(tensor[:size], state.observation_tensor(player))
    rows = tensor[size:].reshape(EVENT_ROWS, event_size(state.rules))
    expected = expected_events(state.rules, log, player)
    np.testing.assert_array_equal(
        rows[: len(expected)], np.array(expected).reshape(-1, rows.shape[1])
    )
    assert not rows[len(expected) :].any()


def test_only_the_last_64_events_are_kept(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "1a1 1a2")
    for _ in range(20):
        play(state, "Fa3 Fa4 ra3 ra4 r.")
        play(state, "Fa3 Fa4 ra3 ra4 r.")
    rows = state.information_state_tensor(0)[observation_size(state.rules) :]
    rows = rows.reshape(EVENT_ROWS, -1)
    assert rows.any(axis=1).all()
    assert rows[0].tolist()[:6] == [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("layout", ["standard", "wide"])
def test_the_shape_is_fixed_per_ruleset(implementation: Any, players: int, layout: str) -> None:
    rules_ = Ruleset(players=players, houses=layout)
    state = implementation.State(rules_)
    shapes = set()
    for step in range(30):
        shapes.add((state.observation_tensor(0).shape, state.information_state_tensor(1).shape))
        legal = state.legal_actions()
        if legal:
            state.apply_action(legal[step % len(legal)])
    assert len(shapes) == 1


def test_a_tensor_is_the_callers_own(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    first = state.observation_tensor(0)
    first[:] = 7
    assert not (state.observation_tensor(0) == 7).any()
    mask = state.legal_actions_mask()
    mask[:] = 7
    assert set(state.legal_actions_mask().tolist()) == {0, 1}


def test_the_count_is_capped_in_the_tensor_only(implementation: Any) -> None:
    capped = implementation.State.from_text("-,-,-,- F123456/F123456 -/- 0 300 -", rules())
    full = implementation.State.from_text("-,-,-,- F123456/F123456 -/- 0 255 -", rules())
    assert capped != full
    np.testing.assert_array_equal(capped.observation_tensor(0), full.observation_tensor(0))
