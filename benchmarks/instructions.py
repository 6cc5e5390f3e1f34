"""Hold what the core costs and what it does: `make bench-check`.

Counts the instructions of ten fixed workloads in valgrind's callgrind, which no other program on
the machine can disturb, and compares them with `expected.json`: two per cent either way is a
difference, so that a gain is written down too. Expected counts belong to a compiler, a Python and
the build of the loops that was chosen; where these are not on file the counts are recorded, and
that is said. The signature must be the one on file in any case.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import sly_core
from benchmarks.workloads import NAMES
from benchmarks.yardstick import compiler
from sly_core._core.build import COMPILER
from sly_core.selftest import signature

HERE: Final = Path(__file__).parent
EXPECTED: Final = HERE / "expected.json"
TOLERANCE: Final = 0.02
LOOPS: Final = "SLY_CORE_LOOPS"
KEPT: Final = ("PATH", "PYTHONPATH")
NO_VALGRIND: Final = 2

Counts = dict[str, int]


def key(build: str) -> str:
    """What the counts depend on: compiler, Python and its compiler, architecture, loops."""
    python = ".".join(platform.python_version_tuple()[:2])
    interpreter = f"{platform.python_implementation()} {python} ({platform.python_compiler()})"
    return f"{COMPILER}, {interpreter}, {platform.machine()}, {build} loops"


def counts(build: str) -> Counts:
    """The instructions of each workload, with the loops of `build`.

    Raises:
        FileNotFoundError, subprocess.CalledProcessError: valgrind, its header or a C compiler is
            missing, or a workload failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        counter, out = Path(folder) / "counter.so", Path(folder) / "out"
        source = str(HERE / "counter.c")
        subprocess.run(
            [compiler(), "-O1", "-shared", "-fPIC", source, "-o", str(counter)], check=True
        )
        program = [sys.executable, str(HERE / "workloads.py"), str(counter)]
        # nothing else of the environment, whose length moves the stack
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {"PYTHONHASHSEED": "0", LOOPS: build}
        callgrind = ["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"]
        # once outside, so that every file has its bytecode before
        for under in ([], [*callgrind, f"--callgrind-out-file={out}"]):
            subprocess.run([*under, *program], env=environment, check=True)
        return dict(counted(path.read_text()) for path in sorted(Path(folder).glob("out.*")))


def counted(dump: str) -> tuple[str, int]:
    r"""The workload and the count of one dump of callgrind.

    >>> counted("desc: Trigger: Client Request: clone\nsummary: 12\n")
    ('clone', 12)
    """
    name = re.search(r"^desc: Trigger: Client Request: (.*)$", dump, re.M)
    total = re.search(r"^summary: (\d+)$", dump, re.M)
    if name is None or total is None:
        raise ValueError("a dump of callgrind names no workload, or no sum")
    return name[1], int(total[1])


def differences(found: Mapping[str, int], expected: Mapping[str, int]) -> list[str]:
    """The workloads that cost more or less than they did, by over two per cent; or are not there.

    >>> differences({"clone": 101, "text": 110}, {"clone": 100, "text": 100})
    ['text: 110 instructions, expected 100: +10.0 %']
    >>> differences({"clone": 100}, {"text": 100})
    ['clone: not on file', 'text: not counted']
    """
    lines = [f"{name}: not on file" for name in found if name not in expected]
    for name, before in expected.items():
        if name not in found:
            lines.append(f"{name}: not counted")
        elif abs(found[name] - before) > TOLERANCE * before:
            change = found[name] / before - 1
            lines.append(
                f"{name}: {found[name]:,} instructions, expected {before:,}: {change:+.1%}".replace(
                    "%", " %"
                )
            )
    return lines


def builds() -> list[str]:
    """The builds of the loops that run here, the one that fits this CPU first."""
    from sly_core._core.loops import table

    chosen = table.build_for_this_cpu()
    return [chosen, *(build for build in ("portable",) if build != chosen)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, compare, and answer the exit status: 1 for a difference, 2 without valgrind."""
    parser = argparse.ArgumentParser(prog="benchmarks.instructions", description=__doc__)
    parser.add_argument("--update", action="store_true", help="keep the counts found")
    parser.add_argument(
        "--without-valgrind", action="store_true", help="hold the signature only, and say so"
    )
    options = parser.parse_args(arguments)

    found = signature.signature(sly_core)
    status = 0
    if found != signature.kept():
        print(f"the signature is {found}, expected {signature.kept()}")
        status = 1
    if options.without_valgrind:
        print("instructions were not counted: --without-valgrind")
        return status
    if shutil.which("valgrind") is None:
        print("valgrind is missing (Debian: apt-get install valgrind), so nothing was counted")
        return NO_VALGRIND
    return max(status, _compare(options.update))


def _compare(update: bool) -> int:
    kept: dict[str, Counts] = json.loads(EXPECTED.read_text("ascii")) if EXPECTED.exists() else {}
    status = 0
    for build in builds() if update else builds()[:1]:
        name, now = key(build), counts(build)
        if set(now) != set(NAMES):
            raise RuntimeError(f"counted {sorted(now)}, expected {sorted(NAMES)}")
        print(name)
        for workload in NAMES:
            print(f"  {workload:15} {now[workload]:>13,}")
        if update or name not in kept:
            kept[name] = {workload: now[workload] for workload in NAMES}
            EXPECTED.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "ascii")
            print(f"recorded in {EXPECTED.name}" + ("" if update else ": it was not on file"))
        elif lines := differences(now, kept[name]):
            print("\n".join([*lines, "if that is meant: make bench-check ARGS=--update"]))
            status = 1
        else:
            print(f"each within {TOLERANCE:.0%} of {EXPECTED.name}".replace("%", " %"))
    return status


if __name__ == "__main__":
    raise SystemExit(main())
