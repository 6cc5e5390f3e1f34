"""Debian's packages of another architecture, fetched by apt into folders of their own.

apt is told to be on that architecture and to have nothing installed, so that it finds by itself all
that a package needs. The system's packages and lists are not touched.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from release.running import run
from release.steps import FailedError, Place

SOURCES = Path("/etc/apt")


def need(program: str, package: str) -> str:
    """The path of a program.

    Raises:
        FailedError: it is not here; the text says what to install.
    """
    found = shutil.which(program)
    if found is None:
        raise FailedError(
            f"{program} is not here; on Debian it is in the package {package}: "
            f"apt-get install {package}"
        )
    return found


def kept(place: Place) -> Path:
    """The folder of what is fetched once and used by later runs too."""
    path = place.root / "build" / "crossing"
    path.mkdir(parents=True, exist_ok=True)
    return path


class Apt:
    """apt as if on another architecture, with nothing installed."""

    def __init__(self, place: Place, architecture: str) -> None:
        self.place = place
        self.program = need("apt-get", "apt")
        self.home = kept(place) / f"apt-{architecture}"
        for folder in ("lists/partial", "cache/archives/partial", "sources"):
            (self.home / folder).mkdir(parents=True, exist_ok=True)
        (self.home / "status").touch()
        sources = with_sources(SOURCES)
        if not sources:
            raise FailedError(f"{SOURCES} names no source of Debian packages")
        for name, text in sources.items():
            (self.home / "sources" / name).write_text(text, encoding="utf-8")
        options = {
            "APT::Architecture": architecture,
            "APT::Architectures": architecture,
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
            "Dir::Cache": self.home / "cache",
            "Dir::Etc::sourcelist": "/dev/null",
            "Dir::Etc::sourceparts": self.home / "sources",
            "Dir::State::lists": self.home / "lists",
            "Dir::State::status": self.home / "status",
        }
        self.options = [f"-o{name}={value}" for name, value in options.items()]
        self.get("update")

    def get(self, *words: str, cwd: Path | None = None) -> None:
        """One command of apt-get."""
        run(self.place, "apt", [self.program, "-qq", *self.options, *words], cwd=cwd)

    def unpacked(self, packages: Sequence[str], alone: Sequence[str] = ()) -> Path:
        """A folder with these packages and all that they need, and those that are wanted alone."""
        dpkg = need("dpkg-deb", "dpkg")
        archives = self.home / "cache" / "archives"
        for old in archives.glob("*.deb"):
            old.unlink()
        self.get("-y", "--no-install-recommends", "--download-only", "install", *packages)
        if alone:
            self.get("download", *alone, cwd=archives)
        root = self.home / "root"
        shutil.rmtree(root, ignore_errors=True)
        for archive in sorted(archives.glob("*.deb")):
            run(self.place, "apt", [dpkg, "-x", archive, root])
        return root

    def source(self, package: str) -> Path:
        """The archive with the source of a package as its authors published it."""
        folder = self.home / "source"
        folder.mkdir(exist_ok=True)
        found = sorted(folder.glob(f"{package}_*.orig.tar.*"))
        if not found:
            self.get("--download-only", "--tar-only", "source", package, cwd=folder)
            found = sorted(folder.glob(f"{package}_*.orig.tar.*"))
        if not found:
            raise FailedError(f"apt fetched no source of {package}")
        return found[-1]


def with_sources(folder: Path) -> dict[str, str]:
    """The lists of sources of apt by name, with those of source packages added to each."""
    found = {}
    for path in sorted([*folder.glob("sources.list"), *folder.glob("sources.list.d/*")]):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".sources":
            text = re.sub(r"(?m)^Types:.*$", "Types: deb deb-src", text)
            found[path.name] = re.sub(r"(?m)^Architectures:.*\n?", "", text)
        elif path.suffix == ".list":
            lines = [
                re.sub(r"^deb(-src)?\s+", "", line)
                for line in text.splitlines()
                if line.startswith("deb")
            ]
            lines = [re.sub(r"arch=\S+?(?=[\s\]])", "", line) for line in lines]
            found[path.name] = "".join(
                f"{kind} {line}\n" for line in dict.fromkeys(lines) for kind in ("deb", "deb-src")
            )
    return found
