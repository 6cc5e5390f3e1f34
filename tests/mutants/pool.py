"""Several questions at a time, with a bar that counts the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.mutants.faults import FaultError

Asked = TypeVar("Asked")


def answers(
    chosen: Sequence[Asked],
    ask: Callable[[Asked], str],
    name: Callable[[Asked], str],
    jobs: int,
    console: Console,
) -> Mapping[Asked, str]:
    """Ask about each of them, and give what was said; says of those that could not be tried why."""
    results: dict[Asked, str] = {}
    with (
        Progress(
            TextColumn("{task.description:<60.60}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
        ) as progress,
        ThreadPoolExecutor(jobs) as pool,
    ):
        bar = progress.add_task("", total=len(chosen))
        running = {pool.submit(ask, one): one for one in chosen}
        for done in as_completed(running):
            one = running[done]
            try:
                results[one] = said = done.result()
            except FaultError as error:
                said = str(error)
            if one not in results or (said and not console.is_terminal):
                console.print(f"{name(one)}: {said}", markup=False, soft_wrap=True)
            progress.update(bar, advance=1, description=name(one))
    return {one: results[one] for one in chosen if one in results}
