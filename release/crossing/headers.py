"""Python's headers as they are on each platform, and for Windows the library to link with.

Only `pyconfig.h` differs. That of Linux is Debian's, that of Windows is in Python's source. That of
macOS is made by its installer: Linux's stands in, and Python's own `pymacconfig.h`, which is read
after it, sets what the processor decides.
"""

from __future__ import annotations

import re
import shutil
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from release.crossing.debian import Apt
from release.crossing.targets import NUMBER, VERSION, Target
from release.running import run
from release.steps import FailedError, Place

# what the compiled modules include
INCLUDED = ("Python.h", "structmember.h", "frameobject.h", "traceback.h", "datetime.h")
IMPORTED = re.compile(r"(?:__declspec\(|__attribute__\(\()dllimport\)+([^;{}]*)[;{]")
MACHINES = {"X86_64": "i386:x86-64", "ARM64": "arm64"}


@dataclass(frozen=True, slots=True)
class Python:
    """The parts of Python that were fetched."""

    root: Path
    """The folder that stands for `/` of an aarch64 Debian."""
    source: Path
    """The archive of the source of the same Python."""

    @property
    def program(self) -> Path:
        """The interpreter for aarch64."""
        return self.root / "usr" / "bin" / f"python{VERSION}"


def fetched(place: Place) -> Python:
    """An aarch64 Python of Debian, of the version that is running, and its source."""
    apt = Apt(place, "arm64")
    package = f"python{VERSION}"
    try:
        # numpy's wheels ask the system for the C++ library
        root = apt.unpacked([package, "libstdc++6"], alone=[f"lib{package}-dev"])
    except FailedError as error:
        raise FailedError(
            f"this Debian gave no {package}; run this with the Python of its release\n{error}"
        ) from error
    return Python(root, apt.source(package))


def headers(place: Place, python: Python, target: Target) -> Path:
    """A folder with the headers for a target."""
    folder = place.work / "crossing" / "headers" / target.platform
    shutil.rmtree(folder, ignore_errors=True)
    include = python.root / "usr" / "include"
    shutil.copytree(include / f"python{VERSION}", folder)
    config = (include / "aarch64-linux-gnu" / f"python{VERSION}" / "pyconfig.h").read_bytes()
    if target.system == "windows":
        config = from_source(python.source, "PC/pyconfig.h")
    (folder / "pyconfig.h").write_bytes(config)
    return folder


def from_source(archive: Path, name: str) -> bytes:
    """A file of the source of Python."""
    with tarfile.open(archive) as source:
        for member in source:
            if member.name.partition("/")[2] == name:
                file = source.extractfile(member)
                if file is not None:
                    return file.read()
    raise FailedError(f"{archive.name} holds no {name}")


def import_library(
    place: Place, zig: Path, target: Target, include: Path, env: Mapping[str, str]
) -> Path:
    """What a module for Windows links with: the names that Python's headers there say it exports.

    They are not taken from what the modules ask for, so that a module which asks for a function
    that Windows' Python has not does not link.
    """
    folder = place.work / "crossing" / "import" / target.platform
    folder.mkdir(parents=True, exist_ok=True)
    text = folder / "all.c"
    text.write_text("".join(f"#include <{name}>\n" for name in INCLUDED), encoding="utf-8")
    read = [zig, "cc", "-target", target.triple, *target.defines, f"-I{include}", "-E", "-P", text]
    exports = imported(run(place, "import", read, env=env))
    if len(exports) < 1000:
        raise FailedError(f"only {len(exports)} names of Python were found in its headers")
    library = f"python{NUMBER}"
    listed = folder / f"{library}.def"
    listed.write_text(
        "\n".join([f"LIBRARY {library}.dll", "EXPORTS", *exports, ""]), encoding="utf-8"
    )
    made = folder / f"{library}.lib"
    machine = MACHINES[target.architecture]
    run(place, "import", [zig, "dlltool", "-d", listed, "-l", made, "-m", machine], env=env)
    return made


def imported(text: str) -> Sequence[str]:
    """The names of Python that C text declares as imported, as a `.def` file has them.

    >>> imported("__declspec(dllimport) PyObject * PyX_New(PyObject *); int PyX_Own(void);"
    ...          "extern __attribute__((dllimport)) PyTypeObject PyX_Type;")
    ['PyX_New', 'PyX_Type DATA']
    """
    found = {}
    for declared in IMPORTED.findall(text):
        name = re.search(r"\b(_?Py\w*)\s*(\(|\[|\)\s*\(|$)", declared.strip())
        if name:
            found[name[1]] = name[1] if name[2] == "(" else f"{name[1]} DATA"
    return [found[name] for name in sorted(found)]
