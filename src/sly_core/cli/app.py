"""Puts the commands together, and turns whatever goes wrong into one line and an exit status."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from sly_core.cli import (
    analyse,
    doctor,
    explain,
    perft,
    play,
    prove,
    replay,
    rules,
    show,
    verify,
    witness,
)
from sly_core.cli.leaving import BAD_INPUT, FAILED, say, status_of
from sly_core.cli.output import in_terminal
from sly_core.errors import SlyError

# a board with its first space empty begins like this; behind a blank it is not taken for an option
_LIKE_AN_OPTION = re.compile(r"-[,/ ]")


def build() -> typer.Typer:
    """The application; its help is drawn with boxes only where that goes to a terminal."""
    app = typer.Typer(
        name="sly",
        add_completion=False,
        rich_markup_mode="markdown" if in_terminal() else None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_sly)
    app.command("analyse")(analyse.analyse)
    app.command("play")(play.play)
    app.command("show")(show.show)
    app.command("perft")(perft.perft)
    app.command("replay")(replay.replay)
    app.command("rules")(rules.rules)
    app.command("explain")(explain.explain)
    app.command("witness")(witness.witness)
    app.command("prove")(prove.prove)
    app.command("verify")(verify.verify)
    app.command("doctor")(doctor.doctor)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        import sly_core

        typer.echo(f"sly {sly_core.__version__}")
        typer.echo(doctor.extras_line())
        raise typer.Exit


def _sly(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the version and the extras that are there, and exit.",
        ),
    ] = False,
) -> None:
    """The card game SLY: search positions, play, replay games, count, and read the rules."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run `sly` with these arguments and give the exit status; errors take one line on stderr."""
    return status_of("sly", lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        command = typer.main.get_command(build())
        words = [f" {word}" if _LIKE_AN_OPTION.match(word) else word for word in arguments]
        status: int | None = command.main(words, prog_name="sly", standalone_mode=False)
        return status or 0
    except TyperException as error:
        context = getattr(error, "ctx", None)
        hint = f" (see `{context.command_path} --help`)" if context is not None else ""
        return say("sly", error.format_message() + hint, BAD_INPUT)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except ctypes.ArgumentError as error:
        # what comes up while a solver is handed its arguments comes out as this
        if "KeyboardInterrupt" not in str(error):
            raise
        raise KeyboardInterrupt from None
    except ImportError as error:
        return say("sly", str(error), FAILED)
    except MemoryError as error:
        return say("sly", str(error) or "out of memory", FAILED)
    except SlyError as error:
        return say("sly", str(error), BAD_INPUT)
