"""What is installed here: the build, the Python, the machine. No value names a folder or a user."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from functools import cache
from importlib import import_module
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version


def facts() -> dict[str, str]:
    """Each fact in a few words, in the order in which a report tells them."""
    return {
        "sly_core": _version("sly_core"),
        "wheel": _wheel(),
        **_build(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}, {_gil()}",
        "Python's own": platform.python_compiler(),
        "platform": f"{platform.platform()}, {platform.machine()}, {sys.byteorder} endian",
        "numpy": _version("numpy"),
        "typer": _version("typer"),
    }


@cache
def core_error() -> str | None:
    """Why the compiled core cannot be used, in a line; None where it can.

    It is tried once: what a broken module says when it is asked again is another thing.
    """
    import sly_core

    try:
        for name in ("State", "BatchState", "c_api", "search"):
            getattr(sly_core, name)
    except Exception as error:
        return str(error) or type(error).__name__
    return None


def import_error(module: str) -> str | None:
    """Why a module cannot be imported, in a line; None where it can.

    >>> import_error("no_such_module")
    "No module named 'no_such_module'"
    """
    try:
        import_module(module)
    except Exception as error:
        first: BaseException = error
        while first.__cause__ is not None:  # what numpy says of it takes a page
            first = first.__cause__
        return " ".join(str(first).split()) or type(first).__name__
    return None


def installed() -> Distribution | None:
    """The metadata of this package; None where it runs from a folder that was never installed."""
    try:
        return distribution("sly_core")
    except PackageNotFoundError:
        return None


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _wheel() -> str:
    """The tags of the wheel, and what wrote it."""
    found = installed()
    lines = ((found and found.read_text("WHEEL")) or "").splitlines()
    said = [line.partition(": ")[2] for line in lines if line.startswith(("Tag", "Generator"))]
    return ", ".join(said) or "not installed from a wheel"


def _build() -> dict[str, str]:
    """What the compiled modules say of themselves."""
    if core_error() is not None:
        return {"build": "the compiled core does not load"}
    from sly_core import c_api
    from sly_core._core import build
    from sly_core._core.loops import table

    limited = build.LIMITED_API
    api = "the version's own" if limited is None else "limited, of {}.{}".format(*limited)
    debug = ", debug build" if build.DEBUG else ""
    chosen = ", by SLY_CORE_LOOPS" if os.environ.get("SLY_CORE_LOOPS") else ""
    return {
        "build": f"{build.COMPILER}, Cython {'.'.join(map(str, build.CYTHON))}{debug}",
        "Python API": f"{api}, from the headers of {build.PYTHON}",
        "C table": "{}.{}".format(*c_api.VERSION),
        "loops": f"{table.CHOSEN}{chosen} (this CPU can run: {', '.join(table.builds())})",
    }


def _gil() -> str:
    """Whether threads run Python code one at a time."""
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "with the GIL"
    enabled: bool = getattr(sys, "_is_gil_enabled", lambda: True)()
    return f"free-threaded, the GIL is {'on' if enabled else 'off'}"
