"""What `sly play` says and hears: to a person as text, to a program as JSON lines."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any, Protocol

from sly_core.cli.analyse import print_ranking, ranking
from sly_core.cli.output import in_terminal, print_json, print_table, printable, style
from sly_core.notation import EXPOSE, action_to_string, format_position
from sly_core.show.picture import Picture, points, status
from sly_core.show.terminal import render_moves, render_picture
from sly_core.show.words import event_in_words

if TYPE_CHECKING:
    from sly_core.cli.game import Game
    from sly_core.search import SearchResult

_HINTS = 3
COMMANDS = {
    "3a2": "lay your 3 on space a2, face down (Fa2 lays the Fox)",
    "xa2": "expose the opponent's card on a2: turn it up, hoping for a Fox",
    "ra2": "reveal: turn up the card on a2; more may follow",
    "r.": "end the reveal: now Foxes gobble and Hens become Safe",
    "moves": "list your legal moves",
    "board": "show the board again",
    "hint": "ask the search what it would do in your place",
    "undo": "go back to your previous decision",
    "?": "show this help",
    "quit": "leave the game",
}


class Talk(Protocol):
    """The two ways of talking have this in common. Nothing is told that the person may not see."""

    def greet(self, game: Game) -> None:
        """Say what is played, before the first move."""

    def tell(self, game: Game, action: int, before: Picture) -> None:
        """Say what was just done, and what came of it."""

    def ask(self, game: Game) -> None:
        """Show the position in which the person is to decide."""

    def listen(self) -> str | None:
        """The next line, without blanks around it; None at the end of the input."""

    def help(self) -> None:
        """Say which commands there are."""

    def moves(self, game: Game) -> None:
        """List the legal moves."""

    def hint(self, game: Game, result: SearchResult) -> None:
        """Say what the search would do."""

    def note(self, message: str) -> None:
        """Say that something was done."""

    def refuse(self, message: str) -> None:
        """Say why something was not done."""

    def end(self, game: Game) -> None:
        """Show how the game ended."""

    def leave(self, game: Game) -> None:
        """Take leave before the end."""


class TextTalk:
    """Talk with a person; in a pipe the lines heard are echoed, so that the transcript reads."""

    def __init__(self) -> None:
        self._asks = in_terminal(sys.stdin) and in_terminal()

    def greet(self, game: Game) -> None:
        """Say what is played, before the first move."""
        others = game.state.rules.players - 1
        against = "one opponent" if others == 1 else f"{others} opponents"
        print(f"SLY against {against}: you are seat {game.seat}. Type ? for help.")
        print(f"{game.state.rules.to_text()}, seed {game.seed}")

    def tell(self, game: Game, action: int, before: Picture) -> None:
        """Say what was just done, and what came of it."""
        for sentence in event_in_words(before, action, game.picture):
            print(f"- {sentence}")

    def ask(self, game: Game) -> None:
        """Show the position in which the person is to decide."""
        print(f"\n{render_picture(game.picture, style())}\n")

    def listen(self) -> str | None:
        """The next line, without blanks around it; None at the end of the input."""
        if self._asks:
            return self._prompt()
        line = sys.stdin.readline()
        if not line:
            return None
        print(f"> {printable(line.strip())}")
        return line.strip()

    def _prompt(self) -> str | None:
        with contextlib.suppress(ImportError):  # not on Windows
            import readline  # noqa: F401 - gives input() the arrow keys and a history
        try:
            return input("your move> ").strip()
        except EOFError:
            print()
            return None
        except KeyboardInterrupt:
            print()
            raise

    def help(self) -> None:
        """Say which commands there are."""
        print_table(("type", "to"), list(COMMANDS.items()))

    def moves(self, game: Game) -> None:
        """List the legal moves."""
        print(render_moves(game.picture, style()))

    def hint(self, game: Game, result: SearchResult) -> None:
        """Say what the search would do."""
        print_ranking(ranking(game.picture, result)[:_HINTS])

    def note(self, message: str) -> None:
        """Say that something was done."""
        print(message)

    def refuse(self, message: str) -> None:
        """Say why something was not done."""
        print(f"no: {message}")

    def end(self, game: Game) -> None:
        """Show how the game ended."""
        self.ask(game)
        picture = game.picture
        rows = [
            (
                f"seat {seat}" + (" (you)" if seat == game.seat else ""),
                points(score),
                _outcome(picture, seat),
            )
            for seat, score in enumerate(picture.scores)
        ]
        print_table(("seat", "score", ""), rows, right=(1,))

    def leave(self, game: Game) -> None:
        """Take leave before the end."""
        print("The game is left unfinished.")


def _outcome(picture: Picture, seat: int) -> str:
    if seat not in picture.winners:
        return ""
    return "wins" if len(picture.winners) == 1 else "shares the win"


class JsonTalk:
    """Talk with a program: every event is one JSON object on a line of its own."""

    def greet(self, game: Game) -> None:
        """Say what is played, before the first move."""
        self._say(
            "start",
            rules=game.state.rules.to_text(),
            seat=game.seat,
            seed=game.seed,
            simulations=game.simulations,
        )

    def tell(self, game: Game, action: int, before: Picture) -> None:
        """Say what was just done, and what came of it."""
        rules = before.rules
        token = action_to_string(action, rules)
        if before.acting != game.seat and action < EXPOSE:
            token = f"?{token[1:]}"  # which card was laid is hidden
        self._say(
            "move",
            seat=before.acting,
            move=token,
            words=event_in_words(before, action, game.picture),
        )

    def ask(self, game: Game) -> None:
        """Show the position in which the person is to decide."""
        self._say("decide", **_facts(game.picture), legal=_legal(game.picture))

    def listen(self) -> str | None:
        """The next line, without blanks around it; None at the end of the input."""
        line = sys.stdin.readline()
        return line.strip() if line else None

    def help(self) -> None:
        """Say which commands there are."""
        self._say("help", commands=COMMANDS)

    def moves(self, game: Game) -> None:
        """List the legal moves."""
        self._say("moves", legal=_legal(game.picture))

    def hint(self, game: Game, result: SearchResult) -> None:
        """Say what the search would do."""
        self._say("hint", moves=ranking(game.picture, result)[:_HINTS])

    def note(self, message: str) -> None:
        """Say that something was done."""
        self._say("note", message=message)

    def refuse(self, message: str) -> None:
        """Say why something was not done."""
        self._say("error", message=message)

    def end(self, game: Game) -> None:
        """Show how the game ended."""
        picture = game.picture
        self._say("end", **_facts(picture), end=picture.end, winners=list(picture.winners))

    def leave(self, game: Game) -> None:
        """Take leave before the end."""
        self._say("left", **_facts(game.picture))

    def _say(self, event: str, **facts: Any) -> None:
        print_json({"event": event, **facts})


def _facts(picture: Picture) -> dict[str, Any]:
    return {
        "position": format_position(picture.position, picture.rules),
        "scores": list(picture.scores),
        "status": status(picture),
    }


def _legal(picture: Picture) -> list[str]:
    return [action_to_string(action, picture.rules) for action in picture.legal]
