"""Wheels for other platforms: `setup.py` as it is, with the C compiler of the package `ziglang`."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from release.crossing import targets
from release.crossing.debian import kept
from release.crossing.headers import Python, headers, import_library
from release.crossing.targets import Target
from release.running import run, tools
from release.steps import FailedError, Place


def compiler() -> Path:
    """The program `zig`.

    Raises:
        FailedError: the package is not installed.
    """
    found = find_spec("ziglang")
    if found is None or found.origin is None:
        raise FailedError("the package ziglang is not here; the extra `release` has it")
    return Path(found.origin).with_name("zig")


def caches(place: Place) -> dict[str, str]:
    """The environment for the compiler, which keeps in a folder of its own what it has compiled."""
    folder = str(kept(place) / "zig")
    return tools() | {"ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}


def source(place: Place) -> Path:
    """The sdist, unpacked; every target is built in it, so that Cython runs once."""
    sdist = place.sdist()
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
    folder = place.work / "crossing" / "source" / digest[:16]
    if not folder.exists():
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


def wheel(place: Place, python: Python, target: Target) -> Path:
    """Build the wheel for a target, which nothing has run yet."""
    zig = compiler()
    include = headers(place, python, target)
    libraries: Sequence[str] = ()
    if target.system == "windows":
        libraries = (str(import_library(place, zig, target, include, caches(place))),)
    variables = targets.build_variables(
        target, [str(zig), "cc"], [str(zig), "ar"], str(include), libraries
    )
    name = f"_sysconfigdata_{target.platform.replace('-', '_').replace('.', '_')}"
    folder = place.work / "crossing" / "variables"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(f"build_time_vars = {variables!r}\n", encoding="utf-8")
    made = place.work / "crossing" / "wheels" / target.platform
    shutil.rmtree(made, ignore_errors=True)
    env = caches(place) | {
        "PYTHONPATH": str(folder),
        "_PYTHON_HOST_PLATFORM": target.platform,
        "_PYTHON_SYSCONFIGDATA_NAME": name,
    }
    for old in source(place).glob(f"build/lib.{target.platform}-*"):
        shutil.rmtree(old)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", made]
    run(place, target.platform, [*build, source(place)], env=env, timeout=1800)
    found = sorted(made.glob("*.whl"))
    if len(found) != 1:
        raise FailedError(f"{len(found)} wheels in {made}; one was expected")
    return found[0]


def unpacked(wheel: Path) -> Path:
    """A wheel, unpacked beside it."""
    folder = wheel.with_suffix("")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder
