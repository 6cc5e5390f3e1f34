"""The function table by cffi, without a C compiler: how random games go after each action."""

from pathlib import Path
from typing import Any

from cffi import FFI

import sly_core


def table() -> tuple[Any, Any]:
    """An `FFI` that knows the header's declarations, and the table."""
    ffi = FFI()
    header = Path(sly_core.get_include(), "sly_core.h").read_text(encoding="utf-8")
    ffi.cdef(header.split("/* declarations begin */")[1].split("/* declarations end */")[0])
    found = ffi.cast("const SlyApi *", sly_core.c_api.address())
    if found.version >> 16 != 1 or found.size < ffi.sizeof("SlyApi"):
        raise ImportError(f"version 1 of the table is needed, not {sly_core.c_api.VERSION}")
    return ffi, found


FFI_OF_SLY, SLY = table()


def mean_scores(state: sly_core.State, games: int, seed: int) -> dict[int, list[float]]:
    """By legal action, the mean score of each seat over `games` random games that go on with it."""
    s = FFI_OF_SLY.from_buffer("SlyState *", sly_core.c_api.pack_state(state))
    r = FFI_OF_SLY.from_buffer("SlyRules *", sly_core.c_api.pack_rules(state.rules))
    actions = FFI_OF_SLY.new("uint8_t[]", 161)
    points = FFI_OF_SLY.new("int[]", 4)
    game = FFI_OF_SLY.new("SlyState *")
    rng = FFI_OF_SLY.new("uint64_t *")
    means = {}
    for action in actions[0 : SLY.legal_actions(s, r, actions)]:
        sums = [0] * state.num_players()
        for i in range(games):
            game[0] = s[0]
            SLY.advance(game, r, action)
            rng[0] = sly_core.playout_seed(seed, i)
            SLY.play_out(game, r, rng, 10_000)
            SLY.score(game, r, points)
            sums = [total + points[seat] for seat, total in enumerate(sums)]
        means[action] = [total / games for total in sums]
    return means
