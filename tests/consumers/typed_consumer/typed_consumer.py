"""A user's typed program: all that sly_core offers to Python, each result with the type it has.

Two type checkers read it in their strictest mode, and it runs. `assert_type` fails where a type is
another one or unknown; `wrong_uses.py` beside it holds what must be refused.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import sly_core as sly
from sly_core import ask, errors, notation, randomness, reference, search, show
from sly_core.protocol import Game, GameState, information_state_size, observation_size

VIEW = "0F?,1x?,-,14! 123456/xxxxx -/- 0 0 a2=12356"
START = "-,-,-,- F123456/F123456 -/- 0 0 -"


def rulesets() -> list[sly.Ruleset]:
    """Rulesets made in every way there is."""
    plain = sly.Ruleset(players=3, hens=4, houses=[[1, 2], [3]], reveal="committed")
    assert_type(plain, sly.Ruleset)
    assert_type(plain.houses, tuple[tuple[int, ...], ...])
    assert_type(plain.reveal, str)
    assert_type(plain.num_cards, int)
    assert_type(plain.space_names, tuple[str, ...])
    assert_type(plain.key(), int)
    assert_type(plain.check_seat(2), int)
    again = sly.Ruleset.from_text(assert_type(plain.to_text(), str))
    switched = plain.replace(stall_limit=3)
    others = [again, switched, sly.Ruleset.standard(2), sly.Ruleset.wide(4, gobbling_fox="leaves")]
    return [plain, *others]


def written(state: sly.State) -> list[sly.State]:
    """The position by way of text, bytes, pickle and copies."""
    text, data = assert_type(state.to_text(), str), assert_type(state.to_bytes(), bytes)
    return [
        assert_type(sly.State.from_text(text, state.rules), sly.State),
        assert_type(sly.State.from_bytes(data), sly.State),
        sly.State.from_bytes(memoryview(data)),
        assert_type(state.clone(), sly.State),
        copy.copy(state),
        copy.deepcopy(state),
        state.child(state.legal_actions()[0]),
        pickle.loads(pickle.dumps(state)),
    ]


def asked(state: sly.State) -> None:
    """Everything that a state answers."""
    assert_type(state.rules, sly.Ruleset)
    assert_type(state.current_player(), int)
    assert_type(state.is_terminal(), bool)
    assert_type(state.end_reason(), str | None)
    assert_type(state.legal_actions(), list[int])
    assert_type(state.legal_actions(0), list[int])
    mask: NDArray[np.int8] = state.legal_actions_mask()
    assert_type(state.history(), list[int])
    assert_type(state.history_str(), str)
    assert_type(state.scores(), list[int])
    assert_type(state.returns(), list[float])
    assert_type(state.winners(), list[int])
    assert_type(state.rewards(), list[float])
    assert_type(state.player_return(0), float)
    assert_type(state.key(), int)
    assert_type(state.position(), notation.Position)
    assert_type(state.candidates(0), list[int])
    assert_type(state.worlds_count(0), int)
    assert_type(state.observation_string(0), str)
    assert_type(state.information_state_string(), str)
    seen: NDArray[np.float32] = state.observation_tensor(0)
    known: NDArray[np.float32] = state.information_state_tensor()
    assert mask.shape == (state.num_distinct_actions(),)
    assert seen.shape == (observation_size(state.rules),)
    assert known.shape == (information_state_size(state.rules),)
    assert_type(state.chance_outcomes(), list[tuple[int, float]])
    kinds = (state.is_chance_node(), state.is_simultaneous_node(), state.is_player_node())
    assert_type(kinds, tuple[bool, bool, bool])
    game = assert_type(state.get_game(), Game)
    assert game.num_players() == state.num_players()
    for rng in (random.Random(1), np.random.default_rng(1), 1, lambda: 0.5):
        assert_type(state.resample_from_infostate(0, rng), sly.State)


def played(game: GameState, rng: randomness.SplitMix64) -> list[str]:
    """The tokens of a random game on any implementation, up to a few moves."""
    tokens: list[str] = []
    while not game.is_terminal() and len(tokens) < 8:
        legal = game.legal_actions()
        action = legal[rng.below(len(legal))]
        tokens.append(game.action_to_string(action))
        game.apply_action(game.string_to_action(tokens[-1]))
    game.undo_action()
    return tokens[:-1]


def with_numpy(state: sly.State) -> None:
    """What numpy counts with is taken as an action, a seat or a seed."""
    action = np.flatnonzero(state.legal_actions_mask())[-1]
    seat, seed = np.int64(0), np.uint64(7)
    state.apply_action(action)
    state.undo_action(seat, action)
    state.apply_actions([action])
    state.undo_action()
    assert state.action_to_string(action) == state.action_to_string(seat, action)
    assert state.child(action).worlds_count(seat) >= 1
    assert sly.playouts(state, np.int64(2), seed).shape == (2, state.num_players())


def searched(state: sly.State) -> str:
    """The move that the search likes best."""
    assert_type(sly.perft(state, 2, threads=2), int)
    assert_type(sly.playout(state, 1, max_plies=5_000), sly.State)
    scores: NDArray[np.int16] = sly.playouts(state, 10, seed=1, threads=2)
    assert scores.shape == (10, state.num_players())
    assert_type(sly.playout_seed(1, 2), int)
    found = assert_type(search.ismcts(state, simulations=200, seed=1), search.SearchResult)
    assert_type(found.visits, tuple[int, ...])
    assert_type(found.values, tuple[float, ...])
    assert_type(found.ranked(), list[tuple[int, int, float]])
    return state.action_to_string(assert_type(found.best, int))


def batched(rules: sly.Ruleset) -> Iterator[str]:
    """Many games by one call, into arrays of this program."""
    batch = sly.BatchState(rules, 4, seed=1, autoreset=True, max_plies=100, history=True, threads=2)
    seats = np.empty(4, np.int8)
    mask = np.empty((4, batch.num_distinct_actions()), np.bool_)
    ended: NDArray[np.bool_] = batch.terminated()
    points: NDArray[np.int16] = batch.scores()
    bits: NDArray[np.uint64] = batch.legal_actions_bits()
    while not (ended.any() or batch.truncated().any()):
        batch.apply(batch.sample(), current_player=seats, legal_actions_mask=mask, terminated=ended)
    batch.step_random(scores=points, legal_actions_bits=bits)
    batch.write(player=0, observation_tensor=batch.observation_tensor(0))
    batch.reset([True, False, True, False], seed=3)
    assert_type(batch.max_plies, int | None)
    assert_type(batch.clone(), sly.BatchState)
    batch[0] = assert_type(batch[-1], sly.State)
    for state in batch:
        yield assert_type(state, sly.State).to_text()


def told() -> list[str]:
    """What the rules say: explanations, witnesses, and a proof if the solvers are there."""
    step = ask.explain(START, "Fa1 xa1").steps[-1]
    assert_type(step.refused, bool)
    assert_type(step.sentences[0].clauses, tuple[str, ...])
    found = assert_type(ask.witness("min_reveal=1", "min_reveal=2"), ask.Witness)
    play = assert_type(ask.shortest_play("min_reveal=1", "min_reveal=2"), ask.Play)
    assert_type(play.actions, tuple[int, ...] | None)
    return [step.token, found.verdict, *(found.game or ()), *play.tokens]


def proved() -> ask.Proof:
    """What takes the extra `verify`; the types are there without it."""
    assert_type(ask.verify(["players=2"], only="R8"), list[ask.Checked])
    assert_type(ask.prove_same("hens=2", sly.Ruleset(hens=2)).smallest, bool)
    return ask.prove("reveal -> safe <= 1", seconds=5.0)


def drawn(state: sly.State) -> int:
    """How long the pictures of a position are, put together."""
    return len(show.draw(state, seat=0)) + len(show.page(state)) + len(show.render(state, 1))


def refused(state: sly.State) -> list[tuple[str, str | None]]:
    """The errors of bad input, and the clauses that they name."""
    said: list[tuple[str, str | None]] = []
    try:
        state.apply_action(notation.expose(0))
    except errors.IllegalActionError as error:
        said.append((f"action {assert_type(error.action, int)}", error.clause))
    try:
        sly.State.from_text("-,-,-,- F123456/F12345 -/- 0 0 -")
    except errors.NotationError as error:
        said.append((f"{error.field} {assert_type(error.column, int)}", error.clause))
    try:
        sly.Ruleset(hens=9)
    except errors.RulesetError as error:
        said.append((error.field, error.clause))
    try:
        sly.BatchState(state.rules, 1).apply([notation.STOP])
    except errors.SlyError as error:
        assert_type(error, errors.SlyError)
        if isinstance(error, errors.IllegalRowError):
            said.append((f"row {assert_type(error.row, int)}", error.clause))
    return said


def packed(state: sly.State) -> sly.State:
    """There and back by the 64 bytes that C works on."""
    assert_type(sly.c_api.VERSION, tuple[int, int])
    assert_type(sly.c_api.address(), int)
    assert_type(sly.get_include(), str)
    assert len(sly.c_api.pack_rules(state.rules)) == 64
    return sly.c_api.unpack_state(sly.c_api.pack_state(state), state.rules)


def main() -> None:
    """Run all of it."""
    state = sly.State()
    for rules in rulesets():
        asked(sly.State(rules))
    assert written(state)[:4] == [state] * 4
    assert sly.State.from_view(VIEW).worlds_count(0) == 5
    rng = randomness.SplitMix64(7).next_u64()
    both: tuple[GameState, GameState] = (sly.State(), reference.State(sly.Ruleset()))
    core, slow = (played(game, randomness.SplitMix64(rng)) for game in both)
    assert core == slow
    assert len(core) == 7
    with_numpy(state)
    assert packed(state) == state
    print("search:", searched(sly.State.from_view(VIEW)))
    print("batch:", len(list(batched(state.rules))), "rows")
    print("told:", *told())
    print("drawn:", drawn(state) > 1_000)
    print("refused:", *refused(state))
    print("version:", sly.__version__)


if __name__ == "__main__":
    main()
