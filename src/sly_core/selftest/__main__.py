"""`python -m sly_core.selftest`."""

import sys

from sly_core.selftest.running import main

if __name__ == "__main__":
    sys.exit(main())
