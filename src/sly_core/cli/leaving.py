"""How a program of this package leaves: an exit status, and at most one line on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from sly_core.cli.output import printable

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""The exit statuses after something else went wrong, after bad input, and after Ctrl-C."""


def open_streams(program: str) -> None:
    """See to it that the three streams are there, and take whatever is written to them.

    Raises:
        SystemExit: status 2, standard output is closed.
    """
    # a stream that was closed before the start is None; what stands in stays open to the end
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        sys.exit(say(program, "standard output is closed", BAD_INPUT))


def status_of(program: str, work: Callable[[], int]) -> int:
    """Do the work, which gives an exit status; the status to leave with, whatever happens.

    0: the work's own. 1: the reader of the output has gone, of which nothing is said. 2: a file or
    a stream could not be read or written. 130: interrupted.
    """
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            # what a terminal or a pipe cannot take or send must never end in a traceback
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        try:
            return work()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()  # the reader has gone: there is nothing more to say
        return FAILED
    except OSError as error:
        _drop_output()
        where = f"{error.filename}: " if error.filename is not None else ""
        return say(program, f"{where}{error.strerror or error}", BAD_INPUT)
    except KeyboardInterrupt:
        return say(program, "interrupted", INTERRUPTED)


def say(program: str, message: str, status: int) -> int:
    """One line on stderr; the status, as it was given."""
    print(f"{program}: {printable(message)}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Let go of what stdout could not take, so that the interpreter does not try once more."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
