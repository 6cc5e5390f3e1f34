"""Random steps of many games at once, beside pgx.

A unit is one action in one row. All games reset themselves. The core runs on one thread, and writes
what the task names into arrays of the caller's; with masks it also writes the seats, the returns
and the flags of an end. pgx's `leduc_holdem` runs in XLA on the CPU: `lax.scan` over steps that
draw an action by the mask with `jax.random.categorical`, with pgx's own auto-reset, measured after
it was compiled. Its step gives mask and observation, always.

Rates are by seconds of the CPU, all threads together: that is "on one core" for both, also where
XLA uses several or the machine is busy otherwise. What a second thread brings is measured in
`benchmarks.threads`.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

import sly_core as sly
from benchmarks.rows import LeftOut, Rows, faster
from benchmarks.timing import Plan, Task, measure

ROWS = 1024
STEPS = 200
SEED = 20_240_229
PROMISED = "standard, 2 seats"
RULES = {PROMISED: sly.Ruleset.standard(2), "wide, 4 seats": sly.Ruleset.wide(4)}
MASKS = ("legal_actions_mask", "current_player", "returns", "terminated", "truncated")
MEASURES = {
    "no results": (),
    "masks": MASKS,
    "masks, observations": (*MASKS, "observation_tensor"),
}
# steps a second on one core, and times as fast as pgx, of the game PROMISED
RATES: Final = {"masks": 10e6, "masks, observations": 3e6}
RATIOS: Final = {"masks, observations": 8.0}


def random_steps(name: str, measured: str) -> Task:
    """`step_random` in one call a step, with results written."""
    batch = sly.BatchState(RULES[name], ROWS, seed=SEED, autoreset=True)
    out: dict[str, Any] = {result: getattr(batch, result)() for result in MEASURES[measured]}

    def run() -> int:
        for _ in range(STEPS):
            batch.step_random(**out)
        return STEPS * ROWS

    return Task(f"core, {name}", f"random steps: {measured}", "steps", run)


def sampled_steps(name: str) -> Task:
    """What a policy does: actions come from an array, are checked, and masks are written."""
    batch = sly.BatchState(RULES[name], ROWS, seed=SEED, autoreset=True)
    out: dict[str, Any] = {result: getattr(batch, result)() for result in MASKS}
    actions = np.empty(ROWS, np.int64)

    def run() -> int:
        for _ in range(STEPS):
            batch.sample(out=actions)
            batch.apply(actions, **out)
        return STEPS * ROWS

    return Task(f"core, {name}", "sample, then apply: masks", "steps", run)


def pgx_steps() -> Task:
    """Random steps of `leduc_holdem`: its step always gives mask and observation."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    step_and_reset = jax.vmap(auto_reset(env.step, env.init))

    def step(state: Any, key: Any) -> tuple[Any, None]:
        for_action, for_step = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(for_action, logits, axis=-1)
        return step_and_reset(state, action, jax.random.split(for_step, ROWS)), None

    def steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(step, state, jax.random.split(key, STEPS))[0]

    compiled: Callable[[Any, Any], Any] = jax.jit(steps)
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, ROWS))
    state = jax.block_until_ready(compiled(state, key))

    def run() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = jax.block_until_ready(compiled(state, now))
        return STEPS * ROWS

    return Task("pgx leduc_holdem", "random steps: masks, observations", "steps", run)


def rows(plan: Plan) -> Rows:
    """The core's steps, beside pgx's where that is installed."""
    missing = [name for name in ("jax", "pgx") if not importlib.util.find_spec(name)]
    theirs = [] if missing else [pgx_steps()]
    ours = {
        (name, measured): random_steps(name, measured) for measured in MEASURES for name in RULES
    }
    ours |= {(name, "sampled"): sampled_steps(name) for name in RULES}
    found = measure([*theirs, *ours.values()], plan, time.process_time)
    beside = found.pop(0) if theirs else None
    shown: Rows = []
    for (name, measured), series in zip(ours, found, strict=True):
        promised = name == PROMISED
        shown.append(
            faster(
                series,
                beside,
                rate=promised * RATES.get(measured, 0),
                ratio=promised * RATIOS.get(measured, 0),
            )
        )
    if missing:
        why = f"{' and '.join(missing)} not installed (extra `bench`)"
        shown.append(LeftOut("the ratios of batches to pgx", why))
    return shown
