"""The list of compiled modules; all else about the package is in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
PATTERNS = (
    "sly_core/_core/*.pyx",
    "sly_core/_core/reveal.py",  # Cython's pure Python mode, with reveal.pxd
    "sly_core/search/*.pyx",
)
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
}
FLAGS = {"msvc": ["/O2"]}
UNIX_FLAGS = ["-O3", "-g0"]


class BuildExt(build_ext):
    """Gives each compiler its own flags, which are known only once it has been chosen."""

    def build_extensions(self) -> None:
        """Set the flags, then compile."""
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS.get(self.compiler.compiler_type, UNIX_FLAGS)
        super().build_extensions()


def extensions() -> list[Extension]:
    """Every compiled module that is in the source tree, in order of names."""
    found = sorted(path for pattern in PATTERNS for path in SOURCE.glob(pattern))
    if not found:
        raise SystemExit(f"nothing to compile: none of {', '.join(PATTERNS)} under {SOURCE}/")
    return [
        Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [path.as_posix()])
        for path in found
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython",
        include_path=[str(SOURCE)],
        compiler_directives=DIRECTIVES,
    ),
    cmdclass={"build_ext": BuildExt},
    options={"build_ext": {"parallel": os.cpu_count()}},
)
