"""The core held against the reference, and its ways of many games against its way of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import sly_core
import sly_core.reference
from sly_core import Ruleset
from sly_core.selftest.signature import RULESETS
from sly_core.selftest.told import difference
from sly_core.selftest.verdict import Differs

MOST_PLIES = 200
KINDS = (128, 144, 160)
"""The first EXPOSE, the first turn of a REVEAL, and its end, among the ids of actions."""


def drawn_games(told: Callable[[Any], Any], games: int) -> str:
    """Play `games` drawn games under each ruleset in both; after every action all that is `told`
    must be the same.

    Raises:
        Differs: with the position, the action and the fact of the game that parts soonest.
    """
    parted: list[str] = []
    plies = 0
    most = MOST_PLIES
    for text in RULESETS:
        for seed in range(games):
            played, lines = _play(text, seed, most, told)
            plies += played
            if lines:
                parted, most = lines, played - 1
    if parted:
        raise Differs(*parted)
    return f"{games * len(RULESETS)} games, {plies:,} positions"


def _play(text: str, seed: int, most: int, told: Callable[[Any], Any]) -> tuple[int, list[str]]:
    """One game of at most so many plies: how many it was, and what differed after the last."""
    rng = Random(seed)
    rules = Ruleset.from_text(text)
    core: Any = sly_core.State(rules)
    reference: Any = sly_core.reference.State(rules)
    before, token = "", "none yet: the start"
    for ply in range(most + 1):
        found = difference(told(core), told(reference)) or _read_back(core)
        if found is not None:
            name, here, there = found
            return ply, [
                f"rules      {text}",
                f"position   {before or core.to_text()}",
                f"action     {token}",
                f"fact       {name}",
                f"core       {here}",
                f"reference  {there}",
            ]
        if core.is_terminal():
            break
        before = core.to_text()
        action = _draw(core.legal_actions(), rng)
        token = core.action_to_string(action)
        core.apply_action(action)
        reference.apply_action(action)
    return ply, []


def _read_back(core: Any) -> tuple[str, Any, Any] | None:
    """What differs once the core's text, bytes and last action were read, or taken back."""
    rules = core.rules
    for name, twin in (
        ("text read back", sly_core.State.from_text(core.to_text(), rules)),
        ("bytes read back", sly_core.State.from_bytes(core.to_bytes())),
    ):
        if twin != core:
            return name, twin.to_text(), core.to_text()
    if core.history():
        before, last = core.clone(), core.history()[-1]
        core.undo_action()
        core.apply_action(last)
        if core != before:
            return "last action taken back and made again", core.to_text(), before.to_text()
    return None


def _draw(legal: Sequence[int], rng: Random) -> int:
    """A kind of action first, for among all ids a LAY is by far the likeliest."""
    kinds: dict[int, list[int]] = {}
    for action in legal:
        kinds.setdefault(sum(action >= first for first in KINDS), []).append(action)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def batches(rulesets: Sequence[str], rows: int = 20, seed: int = 5) -> str:
    """`playouts` and `BatchState` against `State`, row by row.

    Raises:
        Differs: with the row and the fact.
    """
    for text in rulesets:
        state = sly_core.State(Ruleset.from_text(text))
        ends = [sly_core.playout(state, sly_core.playout_seed(seed, row)) for row in range(rows)]
        points = [end.scores() for end in ends]
        batch = sly_core.BatchState(state.rules, rows)
        for ply in range(max(len(end.history()) for end in ends)):
            batch.apply([*(dict(enumerate(end.history())).get(ply, -1) for end in ends)])
        for way, found, expected in (
            ("playouts", sly_core.playouts(state, rows, seed).tolist(), points),
            (
                "playouts with two threads",
                sly_core.playouts(state, rows, seed, threads=2).tolist(),
                points,
            ),
            ("BatchState.scores", batch.scores().tolist(), points),
            ("BatchState, rows", [row.to_text() for row in batch], [end.to_text() for end in ends]),
        ):
            place = difference(found, expected)
            if place is not None:
                raise Differs(
                    f"{way}{place[0]}, {text}", f"found     {place[1]}", f"expected  {place[2]}"
                )
    return f"{rows * len(rulesets)} games"
