"""`sly perft`: how many sequences of actions there are, and how fast they are counted."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sly_core.cli.input import Json, Threads, Words, read
from sly_core.cli.output import busy, print_json, print_table

if TYPE_CHECKING:
    from sly_core import State


def perft(
    words: Words = None,
    depth: Annotated[
        int, typer.Option("--depth", "-d", min=1, max=256, metavar="N", help="The last depth.")
    ] = 4,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count behind each first move, at the last depth.")
    ] = False,
    threads: Threads = 1,
    json: Json = False,
) -> None:
    """Count the sequences of actions from a position.

    Of exactly 1, 2, … N actions. In a reveal every card turned and the end of the reveal are
    actions of their own.
    """
    state = read(words).need_full("perft")
    if divide:
        _divide(state, depth, threads, json)
    else:
        _count(state, depth, threads, json)


def _count(state: State, depth: int, threads: int, json: bool) -> None:
    """The number of sequences for each depth up to the last."""
    from sly_core import perft

    rows: list[tuple[int, int, float]] = []
    for plies in range(1, depth + 1):
        with busy(f"counting to depth {plies} …"):
            began = perf_counter()
            found = perft(state, plies, threads=threads)
            rows.append((plies, found, perf_counter() - began))
    if json:
        keys = ("depth", "count", "seconds")
        print_json({"depths": [dict(zip(keys, row, strict=True)) for row in rows]})
        return
    cells = [
        (f"{plies}", f"{found:,}", f"{seconds:.3f}", f"{found / max(seconds, 1e-9):,.0f}")
        for plies, found, seconds in rows
    ]
    print_table(("depth", "sequences", "seconds", "a second"), cells, right=(0, 1, 2, 3))


def _divide(state: State, depth: int, threads: int, json: bool) -> None:
    """The number of sequences behind each first move."""
    from sly_core import perft

    counts: dict[str, int] = {}
    for action in state.legal_actions():
        move = state.action_to_string(action)
        with busy(f"counting behind {move} …"):
            counts[move] = perft(state.child(action), depth - 1, threads=threads)
    total = sum(counts.values())
    if json:
        moves = [{"move": move, "count": count} for move, count in counts.items()]
        print_json({"depth": depth, "moves": moves, "total": total})
        return
    cells = [(move, f"{count:,}") for move, count in counts.items()]
    print_table(("move", "sequences"), [*cells, ("total", f"{total:,}")], right=(1,))
