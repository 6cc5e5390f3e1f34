"""Compiles Cython that asks for the installed `.pxd` files, as a user of the package would."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

SETUP = """
from Cython.Build import cythonize
from setuptools import setup

setup(
    ext_modules=cythonize(
        "{name}.pyx", language_level=3, compiler_directives={{"freethreading_compatible": True}}
    )
)
"""


def built(folder: Path, source: str, name: str = "example", flags: str = "-O1") -> ModuleType:
    """The module of this source, compiled in the folder, where nothing of it may be yet."""
    folder.joinpath(f"{name}.pyx").write_text(source, encoding="utf-8")
    folder.joinpath("setup.py").write_text(SETUP.format(name=name), encoding="utf-8")
    # from another folder, so that only the installed .pxd files can be found
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        # of a debug build the sanitizer is meant for the core, not for the compilers
        env=os.environ | {"CFLAGS": flags, "LD_PRELOAD": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    path = folder / f"{name}{EXTENSION_SUFFIXES[0]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
