"""The platforms that are compiled for from here, and how Python's build is told of each."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
"""Of the running Python, for which everything is compiled; its headers say the same everywhere."""
NUMBER = VERSION.replace(".", "")


@dataclass(frozen=True, slots=True)
class Target:
    """One platform."""

    name: str
    """As people say it."""
    triple: str
    """As the compiler says it."""
    platform: str
    """As `sysconfig.get_platform` says it there."""
    suffix: str
    """Of a compiled module there."""
    architecture: str
    """As `lief` names it in a module's header."""
    libraries: Sequence[str]
    """What a module may ask the system for: names, or beginnings of names."""
    link: Sequence[str] = ("-shared", "-s")
    """How to link a module."""
    defines: Sequence[str] = ()

    @property
    def system(self) -> str:
        """`linux`, `windows` or `macos`."""
        return self.triple.split("-")[1].split(".")[0]


# glibc's functions by the versions that manylinux_2_17 allows
AARCH64 = Target(
    "Linux aarch64, glibc",
    "aarch64-linux-gnu.2.17",
    "linux-aarch64",
    f".cpython-{NUMBER}-aarch64-linux-gnu.so",
    "ARM64",
    ("libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-aarch64.so.1"),
)

_WINDOWS_LIBRARIES = (f"python{NUMBER}.dll", "kernel32.dll", "api-ms-win-crt-")
# Python's functions are looked up where a module is loaded. Python's own build makes bundles; zig's
# linker (0.17) dies of `-bundle`, and a shared library is loaded in the same way.
_MACOS_LINK = ("-shared", "-undefined", "dynamic_lookup", "-Wl,-s")

UNRUN = (
    Target(
        "macOS arm64",
        "aarch64-macos.11.0",
        "macosx-11.0-arm64",
        f".cpython-{NUMBER}-darwin.so",
        "ARM64",
        ("/usr/lib/libSystem.B.dylib",),
        link=_MACOS_LINK,
    ),
    Target(
        "macOS x86_64",
        "x86_64-macos.10.15",
        "macosx-10.15-x86_64",
        f".cpython-{NUMBER}-darwin.so",
        "X86_64",
        ("/usr/lib/libSystem.B.dylib",),
        link=_MACOS_LINK,
    ),
    # Python's header knows a 64-bit Windows by Microsoft's compiler; others have to say it
    Target(
        "Windows amd64",
        "x86_64-windows-gnu",
        "win-amd64",
        f".cp{NUMBER}-win_amd64.pyd",
        "X86_64",
        _WINDOWS_LIBRARIES,
        defines=("-DMS_WIN64",),
    ),
    Target(
        "Windows arm64",
        "aarch64-windows-gnu",
        "win-arm64",
        f".cp{NUMBER}-win_arm64.pyd",
        "ARM64",
        _WINDOWS_LIBRARIES,
        defines=("-DMS_WIN64",),
    ),
    Target(
        "Linux x86_64, musl",
        "x86_64-linux-musl",
        "musllinux_1_2-x86_64",
        f".cpython-{NUMBER}-x86_64-linux-musl.so",
        "X86_64",
        ("libc.so",),
    ),
    Target(
        "Linux aarch64, musl",
        "aarch64-linux-musl",
        "musllinux_1_2-aarch64",
        f".cpython-{NUMBER}-aarch64-linux-musl.so",
        "ARM64",
        ("libc.so",),
    ),
)
"""What can be compiled and linked here, and not run."""


def build_variables(
    target: Target,
    compiler: Sequence[str],
    archiver: Sequence[str],
    headers: str,
    libraries: Sequence[str],
) -> Mapping[str, str | int]:
    """What `sysconfig` has to say there: a module `_sysconfigdata_…` holds it for the build."""
    cc = " ".join([*compiler, "-target", target.triple])
    shared = " ".join([cc, *target.link, *libraries])
    return {
        "AR": " ".join(archiver),
        "ARFLAGS": "rcs",
        "CC": cc,
        "CCSHARED": "" if target.system == "windows" else "-fPIC",
        "CFLAGS": " ".join(["-DNDEBUG", "-Wall", "-Wextra", *target.defines]),
        "CONFINCLUDEPY": headers,
        "CXX": cc,
        "EXT_SUFFIX": target.suffix,
        "INCLUDEPY": headers,
        "LDCXXSHARED": shared,
        "LDSHARED": shared,
        "Py_DEBUG": 0,
        "Py_ENABLE_SHARED": 0,
        "Py_GIL_DISABLED": 0,
        "SHLIB_SUFFIX": target.suffix[target.suffix.rindex(".") :],
        "SOABI": target.suffix.split(".")[1],
        "VERSION": VERSION,
    }
