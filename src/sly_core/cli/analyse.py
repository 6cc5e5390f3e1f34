"""`sly analyse`: the moves of a position, ranked by search from what one seat knows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sly_core.cli.input import BadInput, Json, Seat, Seed, Threads, Words, read
from sly_core.cli.output import busy, print_json, print_table, style

if TYPE_CHECKING:
    from sly_core.search import SearchResult
    from sly_core.show.picture import Picture

_SIMULATIONS = 20_000

Simulations = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=2**30,
        metavar="N",
        help=f"Simulations to run; {_SIMULATIONS} where no budget is given.",
        show_default=False,
    ),
]


def analyse(
    words: Words = None,
    seat: Seat = None,
    simulations: Simulations = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds to search, instead of a number of simulations."),
    ] = None,
    seed: Seed = 0,
    threads: Threads = 1,
    json: Json = False,
) -> None:
    """Rank the moves of a position by search.

    The search knows only what one seat knows: the one to act, or whose view the position is,
    unless --seat names another. Several threads search a tree each and add up what they found,
    so the answer is another one for each number of threads.

    Visits are how often the search tried a move; the return is what it brought the seat to act on
    average, in points above the mean of all seats.
    """
    from sly_core.search import ismcts
    from sly_core.show.picture import picture_of

    if simulations is not None and seconds is not None:
        raise BadInput("give --simulations or --seconds, not both")
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise BadInput(f"--seconds {seconds:g}: expected a number above 0")
    subject = read(words)
    state = subject.state
    if state.is_terminal():
        raise BadInput(f"nothing to search: the game is over ({state.end_reason()})")
    viewer = subject.seat(seat)
    viewer = state.current_player() if viewer is None else viewer
    if simulations is None and seconds is None:
        simulations = _SIMULATIONS
    with busy("searching …"):
        result = ismcts(
            state,
            player=viewer,
            simulations=simulations,
            seconds=seconds,
            seed=seed,
            threads=threads,
        )
    picture = picture_of(state, viewer)
    if json:
        print_json(_as_json(picture, state.observation_string(viewer), result, seed, threads))
    else:
        _print(picture, result)


def ranking(picture: Picture, result: SearchResult) -> list[dict[str, Any]]:
    """The moves, best first, as JSON can hold them; a mean return nobody measured is None."""
    from sly_core.notation import action_to_string
    from sly_core.show.words import action_in_words

    return [
        {
            "action": action,
            "move": action_to_string(action, picture.rules),
            "words": action_in_words(picture, action),
            "visits": visits,
            "share": visits / result.simulations,
            "value": value if visits else None,
        }
        for action, visits, value in result.ranked()
    ]


def print_ranking(moves: list[dict[str, Any]]) -> None:
    """The moves as a table."""
    rows = [
        (
            str(rank),
            move["move"],
            move["words"],
            f"{move['visits']:,}",
            f"{move['share']:.1%}",
            "-" if move["value"] is None else f"{move['value']:+.2f}",
        )
        for rank, move in enumerate(moves, start=1)
    ]
    print_table(("rank", "move", "in words", "visits", "share", "return"), rows, right=(0, 3, 4, 5))


def _as_json(
    picture: Picture, position: str, result: SearchResult, seed: int, threads: int
) -> dict[str, Any]:
    moves = ranking(picture, result)
    return {
        "rules": picture.rules.to_text(),
        "position": position,
        "seat": picture.viewer,
        "to_act": picture.acting,
        "best": moves[0]["move"],
        "simulations": result.simulations,
        "seconds": result.seconds,
        "seed": seed,
        "threads": threads,
        "moves": moves,
    }


def _print(picture: Picture, result: SearchResult) -> None:
    from sly_core.show.terminal import render_picture

    print(render_picture(picture, style()))
    print()
    print_ranking(ranking(picture, result))
    rate = result.simulations / result.seconds if result.seconds else 0.0
    print(
        f"{result.simulations:,} simulations in {result.seconds:.2f} s ({rate:,.0f} a second), "
        f"from what seat {picture.viewer} knows"
    )
