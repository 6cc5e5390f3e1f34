"""`python -m sly_core.selftest`."""

import faulthandler
import sys

from sly_core.selftest.running import main

if __name__ == "__main__":
    faulthandler.enable()  # a crash tells which check it came in
    for _stream in (sys.stdout, sys.stderr):
        if hasattr(_stream, "reconfigure"):
            _stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
