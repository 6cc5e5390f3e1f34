"""The command `sly`. Each command is one file; `input` and `output` are what they share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from sly_core.cli.leaving import FAILED, INTERRUPTED, open_streams, say


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `sly` with these arguments (by default the process's) and leave with its exit status.

    0: done; 1: `replay` or `doctor` found something wrong, or the compiled core or typer is
    missing; 2: bad input; 130: interrupted.
    """
    open_streams("sly")
    try:
        from sly_core.cli.app import run
    except KeyboardInterrupt:
        sys.exit(say("sly", "interrupted", INTERRUPTED))
    except Exception:
        from sly_core.cli.facts import import_error

        reason = import_error("typer.exceptions")
        if reason is None:
            raise
        what = f"typer, which the command needs, does not import ({reason}); "
        way = "get it with `pip install --upgrade typer`, or install sly_core anew"
        sys.exit(say("sly", what + way, FAILED))
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
