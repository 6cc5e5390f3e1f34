"""The checks, each a function that says how much it checked, or raises what it found.

They go from what is simple to what rests on it, so that the first to fail is the one to look at.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import sly_core
import sly_core.reference
from sly_core import Ruleset
from sly_core.cli.record import check_game, rules_of
from sly_core.selftest import comparing
from sly_core.selftest.signature import DEPTH, PLAYOUTS, RULESETS, facts, kept, signature
from sly_core.selftest.told import some_arrays, some_words
from sly_core.selftest.verdict import Differs, LeftOut

PERFT = {
    2: (28, 644, 9_376, 98_368, 635_300, 3_557_356, 16_911_304),
    3: (56, 2_856, 129_080, 4_367_048),
    4: (56, 2_856, 129_080, 5_112_240, 150_975_096),
}
"""Action sequences of exactly 1, 2, … actions from the start of standard games, by players."""
MOST_SEQUENCES = 6_000_000
REFERENCE_PERFT_DEPTH = 3


def modules() -> str:
    """Every compiled module that this machine can run loads, and is compiled."""
    from sly_core._core.loops import table

    top = Path(sly_core.__path__[0])
    names = [
        ".".join(path.relative_to(top.parent).with_suffix("").parts)
        for path in sorted(top.rglob("*.pyx"))
    ]
    loops = "sly_core._core.loops"
    names = [name for name in names if name != f"{loops}.bmi2" or "bmi2" in table.builds()]
    if not names:
        raise Differs("no source of a compiled module was installed beside the package")
    for name in names:
        origin = str(import_module(name).__file__)
        if not origin.endswith(tuple(EXTENSION_SUFFIXES)):
            raise Differs(f"{name} is not compiled: it was loaded from {Path(origin).name}")
    return f"{len(names)} compiled modules"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines that ships in this folder, compressed."""
    packed = files("sly_core.selftest").joinpath(f"{name}.gz").read_bytes()
    return [json.loads(line) for line in gzip.decompress(packed).splitlines()]


def games() -> str:
    """The core plays every recorded game as it was recorded; the reference a tenth of them."""
    recorded = rows("games.jsonl")
    facts = _replay("games.jsonl", recorded, range(len(recorded)), sly_core)
    _replay("games.jsonl", recorded, range(0, len(recorded), 10), sly_core.reference)
    return f"{len(recorded)} games, {facts:,} facts"


def edges() -> str:
    """Core and reference both make of every edge position what was recorded."""
    recorded = rows("edges.jsonl")
    for implementation in (sly_core, sly_core.reference):
        facts = _replay("edges.jsonl", recorded, range(len(recorded)), implementation)
    return f"{len(recorded)} positions, {facts} facts, core and reference"


def _replay(name: str, recorded: list[dict[str, Any]], chosen: range, implementation: Any) -> int:
    """Play those lines; how many facts were checked. The wrong line of least plies is told."""
    wrong = []
    facts = 0
    for line in chosen:
        report = check_game(recorded[line], implementation)
        facts += report.facts
        if report.faults:
            wrong.append((report.faults[0].ply or 0, line, report.faults[0]))
    if wrong:
        ply, line, fault = min(wrong, key=lambda found: found[:2])
        row = recorded[line]
        clause = f" ({fault.clause})" if fault.clause else ""
        raise Differs(
            f"{len(wrong)} of {len(chosen)} lines of {name} in {implementation.__name__}; "
            f"the first to go wrong is line {line + 1}, ply {ply}:",
            f"rules    {rules_of(row).to_text()}",
            *([f"before   {row['before']}"] if "before" in row else []),
            f"actions  {' '.join(row['actions'][: ply + 1])}",
            f"found    {fault.message}{clause}",
        )
    return facts


def perft() -> str:
    """As many sequences of actions as there are known to be; for two threads as for one."""
    cases = sorted(
        (depth, players, count)
        for players, counts in PERFT.items()
        for depth, count in enumerate(counts, start=1)
        if count <= MOST_SEQUENCES
    )
    for depth, players, count in cases:
        rules = Ruleset.standard(players)
        start = sly_core.State(rules)
        found = {"core": sly_core.perft(start, depth)}
        found["core, two threads"] = sly_core.perft(start, depth, threads=2)
        if depth <= REFERENCE_PERFT_DEPTH:
            model = sly_core.reference
            found["reference"] = model.perft(model.State(rules), depth)
        for name, sequences in found.items():
            if sequences != count:
                raise Differs(
                    f"{rules.to_text()}, depth {depth}, {name}",
                    f"found     {sequences:,} sequences",
                    f"expected  {count:,}",
                )
    return f"{sum(count for _, _, count in cases):,} sequences"


def core_against_reference() -> str:
    """Drawn games, after every action all that both tell, of seats one in turn, but no arrays."""
    return comparing.drawn_games(some_words, games=2)


def benchmark_signature() -> str:
    """The digest of counts and playouts is the one that was written down."""
    found = signature(sly_core)
    if found != kept():
        raise Differs(f"the signature is {found}, expected {kept()}", *_where_signatures_part())
    return f"{found}, {len(RULESETS)} rulesets of {PLAYOUTS} games"


def _where_signatures_part() -> list[str]:
    """The first line of the digest on which the reference is of another mind than the core."""
    few = PLAYOUTS // 10  # the reference is slow
    for text in RULESETS:
        both = (facts(module, text, few, DEPTH) for module in (sly_core, sly_core.reference))
        for line, (core, reference) in enumerate(zip(*both, strict=True)):
            if core != reference:
                what = f"depth {line - 1}" if line <= DEPTH + 1 else f"playout {line - DEPTH - 2}"
                return [
                    f"rules      {text}, {what}",
                    f"core       {core}",
                    f"reference  {reference}",
                ]
    return [f"core and reference agree on the first {few} games under each ruleset"]


def search() -> str:
    """One seed, one answer; and it does not depend on what is hidden from the seat."""
    simulations = 500
    for text in RULESETS[:4]:
        state = sly_core.State(Ruleset.from_text(text))
        for _ in range(5):
            state.apply_action(state.legal_actions()[0])
        seat = state.current_player()
        other = state.resample_from_infostate(seat, 1)
        first, again, elsewhere = (
            sly_core.search.ismcts(at, simulations=simulations, seed=1)
            for at in (state, state, other)
        )
        if not first.visits == again.visits == elsewhere.visits:
            raise Differs(
                f"search of one information state with one seed, {text}: visits differ",
                f"position   {state.to_text()}",
                f"first      {first.visits}",
                f"again      {again.visits}",
                f"resampled  {elsewhere.visits}",
            )
        if list(first.actions) != state.legal_actions() or sum(first.visits) != simulations:
            raise Differs(
                f"search, {text}: {sum(first.visits)} visits of {simulations} simulations",
                f"position  {state.to_text()}",
            )
    return f"{4 * 3 * simulations:,} simulations"


def tensors() -> str:
    """Drawn games: the masks and tensors of both, of the seats in turn, bit by bit."""
    _need_numpy()
    return comparing.drawn_games(some_arrays, games=1)


def batches() -> str:
    """Playouts in one call, and a batch of games, are the games that `State` plays one by one."""
    _need_numpy()
    return comparing.batches(RULESETS)


def _need_numpy() -> None:
    if find_spec("numpy") is None:
        raise LeftOut("numpy is not installed")


def loops() -> str:
    """Every build of the loops counts and plays as the core does."""
    return _by_ctypes("loops")


def c_table() -> str:
    """The table for C is whole, and its functions play as `State` does."""
    return _by_ctypes("c_table")


def _by_ctypes(name: str) -> str:
    if find_spec("_ctypes") is None:
        raise LeftOut("this Python has no ctypes")
    from sly_core.selftest import calling

    told: str = getattr(calling, name)()
    return told


CHECKS: dict[str, Callable[[], str]] = {
    "compiled modules": modules,
    "recorded games": games,
    "edge positions": edges,
    "perft": perft,
    "core against reference": core_against_reference,
    "signature": benchmark_signature,
    "builds of the loops": loops,
    "table for C": c_table,
    "search": search,
    "masks and tensors": tensors,
    "playouts and batches": batches,
}
