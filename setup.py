"""The list of compiled modules; all else about the package is in pyproject.toml."""

import os
from pathlib import Path
from sysconfig import get_platform

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
HEADERS = SOURCE / "sly_core" / "include"
PATTERNS = (
    "sly_core/_core/*.pyx",
    "sly_core/_core/loops/*.pyx",
    "sly_core/batch/*.pyx",
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
# The loops are fast where a whole move is compiled into them, which compilers find too much.
LOOPS = "sly_core._core.loops."
INLINE = {"msvc": "__forceinline"}
UNIX_INLINE = "inline __attribute__((always_inline))"
# The one module that not every CPU can run: _core/loops/table.pyx loads it where it may.
BMI2 = "sly_core._core.loops.bmi2"
BMI2_FLAGS = [
    "-mpopcnt",
    "-mbmi",
    "-mbmi2",
]  # MSVC has no such flags: it takes the intrinsics as they are
HAS_BMI2 = get_platform().endswith(("x86_64", "amd64"))
# The debug build, for GCC and Clang: what is out of bounds or undefined in C ends the process, and
# so does a state that is not as worked out anew (_core/recompute.pxd). `make debug-test` runs it.
DEBUG = os.environ.get("SLY_CORE_DEBUG", "") not in ("", "0")
DEBUG_DIRECTIVES = {"boundscheck": True, "initializedcheck": True, "nonecheck": True}
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
DEBUG_FLAGS = ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", *SANITIZE]
# a freed state that a freelist keeps would look alive to the address sanitizer
DEBUG_MACROS = [("SLY_DEBUG", "1"), ("CYTHON_USE_FREELISTS", "0")]
BUILD = "build/debug" if DEBUG else "build"


class BuildExt(build_ext):
    """Gives each compiler its own flags, which are known only once it has been chosen."""

    def build_extensions(self) -> None:
        """Set the flags, then compile."""
        for extension in self.extensions:
            flags = FLAGS.get(self.compiler.compiler_type, UNIX_FLAGS)
            if DEBUG:
                flags = DEBUG_FLAGS
                extension.define_macros += DEBUG_MACROS
                extension.extra_link_args = SANITIZE
            elif extension.name.startswith(LOOPS):
                inline = INLINE.get(self.compiler.compiler_type, UNIX_INLINE)
                extension.define_macros.append(("CYTHON_INLINE", inline))
            if extension.name == BMI2:
                extension.define_macros.append(("SLY_BMI2", "1"))
                flags = flags if self.compiler.compiler_type == "msvc" else [*flags, *BMI2_FLAGS]
            extension.extra_compile_args = flags
        super().build_extensions()


def extensions() -> list[Extension]:
    """Every compiled module that is in the source tree, in order of names."""
    found = sorted(path for pattern in PATTERNS for path in SOURCE.glob(pattern))
    if not found:
        raise SystemExit(f"nothing to compile: none of {', '.join(PATTERNS)} under {SOURCE}/")
    modules = {".".join(path.relative_to(SOURCE).with_suffix("").parts): path for path in found}
    return [
        Extension(name, [path.as_posix()], include_dirs=[HEADERS.as_posix()])
        for name, path in modules.items()
        if name != BMI2 or HAS_BMI2
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir=f"{BUILD}/cython",
        include_path=[str(SOURCE)],
        compiler_directives=DIRECTIVES | DEBUG_DIRECTIVES if DEBUG else DIRECTIVES,
    ),
    cmdclass={"build_ext": BuildExt},
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": os.cpu_count()}},
)
