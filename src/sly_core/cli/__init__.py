"""The command `sly`. Each command is one file; `input` and `output` are what they share."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `sly` with these arguments (by default the process's) and leave with its exit status.

    0: done; 1: `replay` or `doctor` found something wrong, or the compiled core is missing; 2: bad
    input; 130: interrupted.
    """
    # a stream that was closed before the start is None; what stands in stays open to the end
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print("sly: standard output is closed", file=sys.stderr)
        sys.exit(2)
    from sly_core.cli.app import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
