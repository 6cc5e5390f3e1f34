"""Puts the commands together, and turns whatever goes wrong into one line and an exit status."""

from __future__ import annotations

import ctypes
import os
import re
import sys
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
from sly_core.cli.output import INTERRUPTED, in_terminal, printable
from sly_core.errors import SlyError

_BAD_INPUT, _FAILED = 2, 1
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
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            # what a terminal or a pipe cannot take or send must never end in a traceback
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        command = typer.main.get_command(build())
        words = [f" {word}" if _LIKE_AN_OPTION.match(word) else word for word in arguments]
        status: int | None = command.main(words, prog_name="sly", standalone_mode=False)
        sys.stdout.flush()
        return status or 0
    except TyperException as error:
        context = getattr(error, "ctx", None)
        hint = f" (see `{context.command_path} --help`)" if context is not None else ""
        return _say(error.format_message() + hint, _BAD_INPUT)
    except BrokenPipeError:
        _drop_output()  # the reader has gone: there is nothing more to say
        return _FAILED
    except OSError as error:
        _drop_output()
        where = f"{error.filename}: " if error.filename is not None else ""
        return _say(f"{where}{error.strerror or error}", _BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted", INTERRUPTED)
    except ctypes.ArgumentError as error:
        # what comes up while a solver is handed its arguments comes out as this
        if "KeyboardInterrupt" not in str(error):
            raise
        return _say("interrupted", INTERRUPTED)
    except ImportError as error:
        return _say(str(error), _FAILED)
    except MemoryError as error:
        return _say(str(error) or "out of memory", _FAILED)
    except SlyError as error:
        return _say(str(error), _BAD_INPUT)


def _say(message: str, status: int) -> int:
    print(f"sly: {printable(message)}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Let go of what stdout could not take, so that the interpreter does not try once more."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
