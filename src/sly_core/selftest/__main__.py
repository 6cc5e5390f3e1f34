"""`python -m sly_core.selftest`."""

import faulthandler
import sys

from sly_core.cli.leaving import open_streams, status_of

PROGRAM = "python -m sly_core.selftest"


def _work() -> int:
    from sly_core.selftest.running import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    open_streams(PROGRAM)
    faulthandler.enable()  # a crash tells which check it came in
    sys.exit(status_of(PROGRAM, _work))
