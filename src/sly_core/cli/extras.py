"""What the package needs, and what its extras do, beside what is installed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from sly_core.cli.facts import installed

PURPOSES = {"verify": "sly prove, sly verify, and all else that asks solvers"}
"""What the extras for users are for."""
DEVELOPERS = "work on sly_core itself"
"""What all other extras are for."""

# as metadata writes them; this package asks for nothing but a least version
_REQUIREMENT = re.compile(r"([\w.-]+)(?:>=([\d.]+))?[^;]*(?:;.*extra == [\"']([\w-]+)[\"'])?")


@dataclass(frozen=True, slots=True)
class Need:
    """A package in a version of at least `least`, needed by the extra, or always if that is None.

    `found` is the version that is installed, None where there is none.
    """

    package: str
    least: str
    extra: str | None
    found: str | None

    @property
    def met(self) -> bool:
        """Whether it is installed and new enough."""
        return self.found is not None and _numbers(self.found) >= _numbers(self.least)

    def __str__(self) -> str:
        """What is wrong, where it is not met.

        >>> str(Need("numpy", "1.26", None, "1.25.2")), str(Need("bitwuzla", "0.8", "verify", None))
        ('numpy>=1.26 (1.25.2 is installed)', 'bitwuzla>=0.8')
        """
        wanted = f"{self.package}>={self.least}"
        return wanted if self.found is None else f"{wanted} ({self.found} is installed)"


def needs() -> list[Need]:
    """Every requirement of this package; none where it was not installed and has no metadata."""
    distribution = installed()
    return [*_read((distribution and distribution.requires) or [])]


def missing(extra: str | None, among: list[Need]) -> list[Need]:
    """What the extra, or for None the package itself, lacks among these."""
    return [need for need in among if need.extra == extra and not need.met]


def way_to(*extras: str) -> str:
    """The command that brings some extras.

    >>> way_to("dev", "test")
    "pip install 'sly_core[dev,test]'"
    """
    return f"pip install 'sly_core[{','.join(extras)}]'"


def _read(requirements: list[str]) -> Iterator[Need]:
    for text in requirements:
        read = _REQUIREMENT.match(text)
        assert read is not None  # there is a name at least
        package, least, extra = read.groups()
        try:
            found = version(package)
        except PackageNotFoundError:
            found = None
        yield Need(package, least or "0", extra, found)


def _numbers(text: str) -> list[int]:
    """The release of a version; what is behind it (`rc1`, `+cpu`) does not count.

    >>> _numbers("2.0.1rc1") >= _numbers("1.26"), _numbers("0.29") >= _numbers("0.29")
    (True, True)
    """
    release = re.match(r"\d+(?:\.\d+)*", text)
    return [int(part) for part in release[0].split(".")] if release else []
