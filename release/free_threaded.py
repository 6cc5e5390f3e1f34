"""Builds a free-threaded CPython: `python -m release.free_threaded FOLDER`, on Debian.

The source is that of a newer Debian release, found where this system's own packages come from and
signed by Debian; it takes apt's configuration of its own, and changes nothing of the system's.
`docs/packaging.md` says what must be installed before.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SUITE: Final = "trixie"
PACKAGE: Final = "python3.13"
KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"


def apt(folder: Path, *words: str) -> str:
    """What apt-get prints, with the configuration in `folder` and nothing of the system's."""
    environment = os.environ | {"APT_CONFIG": str(folder / "apt.conf")}
    done = subprocess.run(
        ["apt-get", *words],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def mirror() -> str:
    """Where this system's packages come from.

    Raises:
        SystemExit: this is no Debian.
    """
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(LABEL)"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found = [line.split()[0] for line in done.stdout.splitlines() if line.endswith("Debian Debian")]
    if not found:
        raise SystemExit("apt knows of no Debian here; run apt-get update first, if it is one")
    return found[0]


def source(folder: Path) -> Path:
    """The unpacked source of the package."""
    for name in ("lists/partial", "archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(
        f"deb-src [signed-by={KEYRING}] {mirror()} {SUITE} main\n", encoding="utf-8"
    )
    (folder / "apt.conf").write_text(
        f'Dir::Etc::sourcelist "{folder}/sources.list";\n'
        'Dir::Etc::sourceparts "-";\n'
        f'Dir::State::lists "{folder}/lists";\n'
        f'Dir::Cache "{folder}";\n'
        'APT::Sandbox::User "";\n',
        encoding="utf-8",
    )
    apt(folder, "update")
    apt(folder, "source", "--download-only", PACKAGE)
    (archive,) = folder.glob(f"{PACKAGE}_*.orig.tar.xz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (unpacked,) = folder.glob("Python-*/")
    return unpacked


def build(unpacked: Path, prefix: Path, jobs: int) -> None:
    """Configure without the GIL, build and install; without PGO, which takes far longer."""
    options = [f"--prefix={prefix}", "--disable-gil", "--disable-test-modules"]
    for command in (
        ["./configure", "--quiet", *options],
        ["make", "--silent", f"-j{jobs}"],
        ["make", "--silent", "install"],
    ):
        subprocess.run(command, cwd=unpacked, check=True)


def main(words: Sequence[str]) -> int:
    """Build it into a folder and say where it is; the work is left in `FOLDER/work`."""
    parser = argparse.ArgumentParser(prog="python -m release.free_threaded", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to install it; made if it is not there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(words)
    prefix = given.folder.resolve()
    build(source(prefix / "work"), prefix, given.jobs)
    for python in sorted((prefix / "bin").glob("python3.*t")):
        print(python)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
