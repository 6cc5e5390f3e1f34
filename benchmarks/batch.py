"""Random steps of many games at once, beside pgx: `python -m benchmarks.batch [--json]`.

A unit is one action in one row. All games reset themselves. The core runs on one thread, and writes
what the task names into arrays of the caller's; with masks it also writes the seats, the returns
and the flags of an end. pgx's `leduc_holdem` runs in XLA on the CPU: `lax.scan` over steps that
draw an action by the mask with `jax.random.categorical`, with pgx's own auto-reset, measured after
it was compiled.

Rates are by seconds of the CPU, all threads together: that is "on one core" for both, also where
XLA uses several or the machine is busy otherwise. What a second thread brings is measured in
`benchmarks.threads`.

Leaves with status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import sly_core as sly
from benchmarks.report import rate, ratio
from benchmarks.timing import Series, Task, measure

ROWS = 1024
STEPS = 200
SEED = 20_240_229
RULES = {"standard, 2 seats": sly.Ruleset.standard(2), "wide, 4 seats": sly.Ruleset.wide(4)}
MASKS = ("legal_actions_mask", "current_player", "returns", "terminated", "truncated")
MEASURES = {
    "no results": (),
    "masks": MASKS,
    "masks, observations": (*MASKS, "observation_tensor"),
}
PGX = "pgx, leduc_holdem"
MASKED_RATE = 10_000_000
OBSERVED_RATE = 3_000_000
PGX_RATIO = 8.0


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

    return Task(PGX, "random steps: masks, observations", "steps", run)


def tasks() -> list[Task]:
    """Everything that is measured here; pgx's part where it is installed (the extra `bench`)."""
    found = [random_steps(name, measured) for name in RULES for measured in MEASURES]
    found += [sampled_steps(name) for name in RULES]
    if importlib.util.find_spec("pgx"):
        found.append(pgx_steps())
    return found


def targets(series: Sequence[Series]) -> list[tuple[str, str, bool]]:
    """What is promised of two seats, standard; what was found; and whether that is enough."""
    found = {(s.task.subject, s.task.measure): s.median for s in series}
    core = f"core, {next(iter(RULES))}"
    masked = found[core, "random steps: masks"]
    observed = found[core, "random steps: masks, observations"]
    theirs = found.get((PGX, "random steps: masks, observations"), 0.0)
    return [
        ("masks: 10 M steps/s on one core", f"{rate(masked)}/s", masked >= MASKED_RATE),
        ("with observations: 3 M steps/s", f"{rate(observed)}/s", observed >= OBSERVED_RATE),
        (
            f"with observations: {PGX_RATIO:g} x pgx",
            ratio(observed, theirs) if theirs else "pgx is not installed",
            theirs > 0 and observed >= PGX_RATIO * theirs,
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, report, and answer the exit status."""
    parser = argparse.ArgumentParser(prog="benchmarks.batch")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each task in a round")
    options = parser.parse_args(arguments)
    series = measure(tasks(), options.rounds, options.seconds, time.process_time)
    promised = targets(series)
    if options.json:
        rates = [
            {
                "measure": s.task.measure,
                "subject": s.task.subject,
                "median": s.median,
                "spread": s.spread,
            }
            for s in series
        ]
        kept = [{"name": name, "found": found, "met": met} for name, found, met in promised]
        print(json.dumps({"rates": rates, "targets": kept}, indent=2))
    else:
        show(series, promised)
    return 0 if all(met for _, _, met in promised) else 1


def show(series: Sequence[Series], promised: Sequence[tuple[str, str, bool]]) -> None:
    """Print the tables."""
    theirs = next((s.median for s in series if s.task.subject == PGX), 0.0)
    table = Table("measure", "subject", title=f"batches of {ROWS:,}: medians, by CPU time")
    for heading in ("a second", "spread", "to pgx"):
        table.add_column(heading, justify="right")
    for s in sorted(series, key=lambda s: (s.task.measure, s.task.subject)):
        table.add_row(
            *(s.task.measure, s.task.subject, f"{rate(s.median)} steps"),
            *(f"{s.spread:.0%}", ratio(s.median, theirs)),
        )
    console = Console()
    console.print(table)
    for name, found, met in promised:
        console.print(f"{name}: {found}: {'yes' if met else 'NO'}", highlight=False)


if __name__ == "__main__":
    raise SystemExit(main())
