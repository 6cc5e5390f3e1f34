"""The step `plain-cpu`: the x86-64 wheel on a CPU that has only what every x86-64 has.

qemu's emulator refuses what the CPU that it plays has not. Two faults are planted to see that it
does: BMI2 asked for, and the portable loops replaced by those for BMI2. And every instruction of
every module is looked at, run or not.
"""

from __future__ import annotations

import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import lief

from release.crossing.debian import need
from release.crossing.emulated import emulated, ended, selftest
from release.crossing.targets import NUMBER
from release.running import run
from release.steps import Place, Row

CPU = "qemu64,-pni,-cx16,-lahf_lm,-svm"
"""x86-64 with CMOV, CX8, FPU, FXSR, MMX, SSE and SSE2, which is what every one has, and no more."""
BASELINE = frozenset(
    {"INTEL8086", "INTEL186", "INTEL286", "INTEL386", "INTEL486", "X64", "CMOV", "CPUID", "CX8"}
    | {"FPU", "FPU287", "FPU387", "FXSR", "MMX", "SSE", "SSE2", "PAUSE", "MULTIBYTENOP", "CET_IBT"}
)
"""What every x86-64 has; CET_IBT (`endbr64`) is a no-operation where it is not known."""
AS_OLD = frozenset({"TZCNT"})
"""Older CPUs take `tzcnt` for `bsf`, which is the same for all but 0; compilers use it so."""


def rows(place: Place) -> Iterator[Row]:
    """Look at the wheel's instructions, run it, and plant the two faults."""
    qemu = need("qemu-x86_64", "qemu-user")
    wheel = place.wheel(f"cp{NUMBER}-cp{NUMBER}")
    site = place.work / "crossing" / "site" / "plain"
    shutil.rmtree(site, ignore_errors=True)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(place, "install-plain", [*install, "--no-deps", "--no-index", "--target", site, wheel])
    yield from instructions(site)
    # -S: the standard library alone, since numpy's wheels ask for more than this CPU has
    command = [qemu, "-cpu", CPU, sys.executable, "-S", "-s", "-B", "-m", "sly_core.selftest"]
    env = {"PYTHONPATH": str(site)}
    on = "a plain x86-64"
    place.say("python -m sly_core.selftest")
    yield selftest(place, command, env, f"selftest, {on}, without numpy")
    place.say("planted faults")
    done = emulated(place, "planted", command, env | {"SLY_CORE_LOOPS": "bmi2"})
    refused = done.returncode == 1 and "this CPU can run: portable" in done.stdout
    yield Row(f"BMI2 asked for, {on}", "refused" if refused else ended(done.returncode), refused)
    twin = place.work / "crossing" / "site" / "planted"
    shutil.rmtree(twin, ignore_errors=True)
    shutil.copytree(site, twin)
    plant(twin)
    done = emulated(place, "planted", command, {"PYTHONPATH": str(twin)})
    died = done.returncode == -signal.SIGILL
    yield Row(f"planted: loops for BMI2, {on}", ended(done.returncode), died)


def plant(site: Path) -> None:
    """Put the loops for BMI2 where the portable ones are."""
    loops = site / "sly_core" / "_core" / "loops"
    for path in loops.glob("portable.*.so"):
        path.unlink()
    text = "from sly_core._core.loops.bmi2 import LOOPS, STEPS\n"
    (loops / "portable.py").write_text(text, encoding="utf-8")


def instructions(site: Path) -> Iterator[Row]:
    """Whether each module but that for BMI2 has only instructions that every x86-64 has."""
    modules = sorted(site.rglob("*.so"))
    found = {path: beyond(path) for path in modules}
    special = [path for path in modules if path.name.startswith("bmi2.")]
    others = [path for path in modules if path not in special]
    wrong = [f"{path.name}: {', '.join(found[path])}" for path in others if found[path]]
    came_out = "; ".join(wrong) or "none that a plain x86-64 has not"
    yield Row(f"instructions of {len(others)} modules", came_out, bool(others) and not wrong)
    # the same look at the one module that must have them
    seen = sorted(set().union(*(found[path] for path in special)))
    yield Row("instructions of the module for BMI2", ", ".join(seen) or "none", "BMI2" in seen)


def beyond(module: Path) -> Counter[str]:
    """How many instructions of a compiled module want each feature that not every x86-64 has."""
    binary = lief.parse(module)
    if binary is None:
        return Counter({"not a compiled module": 1})
    features: Counter[str] = Counter()
    for section in binary.sections:
        if str(section.name).startswith((".text", ".init", ".fini", ".plt")):
            features += beyond_in(bytes(section.content))
    return features


def beyond_in(code: bytes) -> Counter[str]:
    """The same of machine code.

    >>> beyond_in(bytes.fromhex("f30fb8c0 f30fbcc0 01c0"))  # popcnt, tzcnt, add
    Counter({'POPCNT': 1})
    """
    import iced_x86  # an x86-64 only has it, and the other steps are for every machine

    features, mnemonics = numbered(iced_x86.CpuidFeature), numbered(iced_x86.Mnemonic)
    found: Counter[str] = Counter()
    for instruction in iced_x86.Decoder(64, code):
        if mnemonics[instruction.mnemonic] not in AS_OLD:
            names = (features[feature] for feature in instruction.cpuid_features())
            found.update(name for name in names if name not in BASELINE)
    return found


def numbered(constants: object) -> dict[int, str]:
    """The names of a module's or class's numbers."""
    return {value: name for name, value in vars(constants).items() if isinstance(value, int)}
