"""`sly play`: a person against the search, in the terminal or driven by a pipe."""

from __future__ import annotations

import json as json_text
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sly_core.cli.input import BadInput, Json, Words, read
from sly_core.cli.leaving import INTERRUPTED
from sly_core.cli.output import append_line, busy, reason
from sly_core.errors import NotationError, SlyError

if TYPE_CHECKING:
    from sly_core.cli.game import Game
    from sly_core.cli.talk import Talk


def play(
    words: Words = None,
    seat: Annotated[
        int, typer.Option("--seat", "-p", min=0, max=3, metavar="N", help="Your seat, from 0.")
    ] = 0,
    simulations: Annotated[
        int,
        typer.Option(
            min=1, max=2**30, metavar="N", help="Simulations for each move of the others."
        ),
    ] = 5_000,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**64 - 1,
            metavar="N",
            help="With the same seed the others answer the same moves alike; left out, by chance.",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add the game's record to this file, for `sly replay`."),
    ] = None,
    json: Json = False,
) -> None:
    """Play a game against the search.

    It knows no more of your cards than you of its. Type a move such as 3a2, or ? for help. The
    number of players is part of the rules: `sly play players=3`. With --json it writes one JSON
    object a line and reads the same moves and commands.
    """
    import secrets

    from sly_core.cli.game import Game
    from sly_core.cli.record import record_of
    from sly_core.cli.talk import JsonTalk, TextTalk

    state = read(words).need_full("play")
    if seat >= state.rules.players:
        raise BadInput(f"--seat {seat}: expected 0 to {state.rules.players - 1} (S1)")
    if save is not None:
        _check_writable(save)
    seed = secrets.randbits(32) if seed is None else seed
    game = Game(state, seat, seed, simulations)
    talk: Talk = JsonTalk() if json else TextTalk()
    try:
        _table(game, talk)
    except KeyboardInterrupt:
        talk.leave(game)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        # however the game was left, it is kept
        if save is not None and state.history():
            _keep(save, json_text.dumps(record_of(state, game.start)), talk)


def _keep(path: Path, record: str, talk: Talk) -> None:
    """Add the record to the file; if that fails after all, show it, so that it is not lost."""
    try:
        append_line(path, record)
    except OSError:
        talk.note(record)
        raise
    talk.note(f"saved to {path}")


def _check_writable(path: Path) -> None:
    """Find out before the game, not after it, that it could not be saved."""
    folder = Path(os.path.realpath(path)).parent
    if path.is_dir():
        raise BadInput(f"--save {path}: is a directory")
    if not folder.is_dir():
        raise BadInput(f"--save {path}: there is no directory {folder}")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.R_OK)):
        raise BadInput(f"--save {path}: cannot be written")


def _table(game: Game, talk: Talk) -> None:
    """The game itself: the others move, then the person is asked, until it is over or left."""
    talk.greet(game)
    while True:
        while game.others_turn():
            with busy(f"seat {game.state.current_player()} is thinking …"):
                move = game.search()
            talk.tell(game, move.best, game.make(move.best))
        if game.state.is_terminal():
            talk.end(game)
            return
        talk.ask(game)
        if not _answer(game, talk):
            talk.leave(game)
            return


def _answer(game: Game, talk: Talk) -> bool:
    """Take one move or `undo` from the person, and whatever is asked before; False to leave."""
    while True:
        line = talk.listen()
        if line is None:
            return False
        match line.lower():
            case "":
                continue
            case "quit" | "q" | "exit":
                return False
            case "?" | "help" | "h":
                talk.help()
            case "moves" | "m":
                talk.moves(game)
            case "board" | "b":
                talk.ask(game)
            case "hint":
                with busy("thinking …"):
                    result = game.search()
                talk.hint(game, result)
            case "undo" | "u":
                if game.undo():
                    talk.note("taken back to your previous decision")
                    return True
                talk.refuse("there is no earlier decision of yours to go back to")
            case _:
                try:
                    action = game.read(line)
                    before = game.make(action)
                except NotationError:
                    talk.refuse(f"{line!r} is no move and no command; ? shows what there is")
                    continue
                except SlyError as error:
                    talk.refuse(f"{line}: {reason(error)}")
                    continue
                talk.tell(game, action, before)
                return True
