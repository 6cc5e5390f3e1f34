"""The step `aarch64`: a wheel compiled for it, installed and run in qemu's emulator of its CPU."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from release.crossing import looking, zig
from release.crossing.debian import need
from release.crossing.emulated import emulated, said, selftest
from release.crossing.headers import fetched
from release.crossing.targets import AARCH64, VERSION
from release.running import run
from release.steps import Place, Row

CPU = "cortex-a53"
"""The plainest: ARMv8.0 with no extension."""
PLATFORMS = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
"""Of the wheels that the tests' own needs may come in."""
NEEDS = ("numpy", "typer", "pytest", "hypothesis", "pytest-timeout")
TESTS = (
    *(f"tests/golden/test_{name}.py" for name in ("edges", "games", "perft", "signature")),
    *(
        f"tests/unit/test_{name}.py"
        for name in (
            "bad_input",
            "batch_rows",
            "bytes_pickle_copy",
            "candidates_worlds",
            "hash_equality",
            "legal_actions",
            "rules_reveal",
            "search_playouts",
            "tensors",
        )
    ),
)
"""Those that start no process: a child would be of this machine's kind, or none."""
PASSED = re.compile(r"(?:\d+ failed, )?\d+ passed.*(?= in [\d.]+)")
PIP_FOR_AARCH64 = (
    *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
    *("--only-binary=:all:", "--implementation", "cp", "--python-version", VERSION),
    *(word for platform in PLATFORMS for word in ("--platform", platform)),
)
"""pip, told to install for aarch64."""


def rows(place: Place) -> Iterator[Row]:
    """Compile, audit, install and try the wheel for aarch64."""
    qemu = need("qemu-aarch64", "qemu-user")
    place.say("fetching a Python for aarch64")
    python = fetched(place)
    place.say("compiling")
    built = zig.wheel(place, python, AARCH64)
    faults = looking.faults(zig.unpacked(built), AARCH64)
    out = built.parent / "repaired"
    run(place, "repair", ["auditwheel", "repair", "--plat", "auto", "-w", out, built])
    wheel = next(out.glob("*.whl"))
    tag = wheel.stem.split("-", 2)[2]
    passed = not faults and "manylinux_2_17_aarch64" in tag
    came_out = "; ".join(faults) or "compiled by clang, found to be manylinux by auditwheel"
    yield Row(wheel.name, came_out, passed, tag, wheel.stat().st_size)
    site = place.work / "crossing" / "site" / AARCH64.platform
    shutil.rmtree(site, ignore_errors=True)
    place.say("installing")
    install = [*PIP_FOR_AARCH64, "--target", site]
    run(place, "install-aarch64", [*install, "--no-deps", "--no-index", wheel])
    command: list[str | Path] = [qemu, "-cpu", CPU, "-L", python.root, python.program, "-B"]
    env = {"PYTHONPATH": str(site), "PATH": str(python.program.parent)}
    on = f"CPython {VERSION} in {Path(qemu).name} -cpu {CPU}"
    place.say("python -m sly_core.selftest")
    yield selftest(
        place, [*command, "-m", "sly_core.selftest"], env, f"selftest, {on}, without numpy"
    )
    place.say("fetching what the tests need")
    run(place, "install-aarch64", [*install, "--upgrade", *NEEDS])
    run(place, "install-aarch64", [*install, "--upgrade", "--no-deps", "--no-index", wheel])
    place.say("python -m sly_core.selftest, with numpy")
    yield selftest(place, [*command, "-m", "sly_core.selftest"], env, f"selftest, {on}, with numpy")
    place.say("tests")
    done = emulated(
        place,
        "tests-aarch64",
        [*command, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS],
        env | {"HYPOTHESIS_PROFILE": "mutants"},
        cwd=zig.source(place),
    )
    yield Row(f"tests, {on}", said(done, PASSED), done.returncode == 0)
