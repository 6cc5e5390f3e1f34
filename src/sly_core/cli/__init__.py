"""The command `sly`. Each command is one file; `input` and `output` are what they share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `sly` with these arguments (by default the process's) and leave with its exit status.

    0: done; 1: `replay` found something wrong, or the compiled core is missing; 2: bad input;
    130: interrupted.
    """
    from sly_core.cli.app import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
