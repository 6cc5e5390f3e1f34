"""`python -m tests.cases`: writes `tests/data/branches.jsonl`, or with `--check` compares it."""

from __future__ import annotations

import argparse
import difflib
import sys
import time

from tests.cases.rows import PLAN, all_rows, line_of
from tests.tools import DATA

FILE = DATA / "branches.jsonl"


def main() -> int:
    """Make the rows anew; 1 if they should be what the file has and are not."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the file, write nothing")
    check = parser.parse_args().check
    lines: list[str] = []
    for reading, tables in PLAN.items():
        since = time.perf_counter()
        made = [line_of(row) for row in all_rows({reading: tables})]
        lines += made
        print(f"{reading}: {len(made)} rows, {time.perf_counter() - since:.0f} s", flush=True)
    if not check:
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    kept = FILE.read_text(encoding="utf-8").splitlines()
    unlike = [*difflib.unified_diff(kept, lines, str(FILE), "made anew", lineterm="", n=0)]
    print(*unlike, sep="\n", end="\n" if unlike else "")
    return 1 if unlike else 0


if __name__ == "__main__":
    sys.exit(main())
