"""The list of compiled modules; all else about the package is in pyproject.toml."""

import gzip
import os
import sys
import tarfile
from pathlib import Path
from sysconfig import get_config_var, get_platform

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

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
    "embedsignature.format": "clinic",  # the one that `inspect.signature` reads
    # Methods are CPython's own kind, which refuses a `self` that is no object of their class;
    # Cython's kind would take its memory for one.
    "binding": False,
    "freethreading_compatible": True,  # docs/threads.md says what that promises
}
FLAGS = {"msvc": ["/O2"]}
# what a header does not have would be found missing only where the module is loaded
UNIX_FLAGS = ["-O3", "-g0", "-Werror=implicit-function-declaration"]
# The loops are fast where a whole move is compiled into them, which compilers find too much.
LOOPS = "sly_core._core.loops."
INLINE = {"msvc": "__forceinline"}
UNIX_INLINE = "inline __attribute__((always_inline))"
# The one module that not every CPU can run. _core/loops/table.pyx is told whether it is made, and
# loads it where it may; a macOS build for two processors at once has none, as all of it is built
# with one set of flags.
TABLE = "sly_core._core.loops.table"
BMI2 = "sly_core._core.loops.bmi2"
BMI2_FLAGS = [
    "-mpopcnt",
    "-mbmi",
    "-mbmi2",
]  # MSVC has no such flags: it takes the intrinsics as they are
HAS_BMI2 = get_platform().endswith(("x86_64", "amd64"))
MACROS = {TABLE: [("SLY_HAS_BMI2", "1")] if HAS_BMI2 else [], BMI2: [("SLY_BMI2", "1")]}
# The debug build, for GCC and Clang: what is out of bounds or undefined in C ends the process, and
# so does a state that is not as worked out anew (_core/recompute.pxd). `make debug-test` runs it.
DEBUG = os.environ.get("SLY_CORE_DEBUG", "") not in ("", "0")
DEBUG_DIRECTIVES = {"boundscheck": True, "initializedcheck": True, "nonecheck": True}
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
DEBUG_FLAGS = ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", *SANITIZE]
# a freed state that a freelist keeps would look alive to the address sanitizer
DEBUG_MACROS = [("SLY_DEBUG", "1"), ("CYTHON_USE_FREELISTS", "0")]
# One wheel for every CPython from 3.12 on, where none was built for that very version: slower when
# called from Python, as fast within C. 3.12 is the first whose limited API has fast calls.
ABI3 = os.environ.get("SLY_CORE_ABI3", "") not in ("", "0")
ABI3_PYTHON = (3, 12)
ABI3_TAG = "cp312"
ABI3_MACROS = [("Py_LIMITED_API", "0x030C0000")] if ABI3 else []
# builds whose objects differ do not share a folder; the C is the same with and without ABI3
GENERATED = "build/debug/cython" if DEBUG else "build/cython"
BUILD = "/".join(["build", *["debug"] * DEBUG, *["abi3"] * ABI3])


class BuildExt(build_ext):
    """Translates where something is compiled, not for an sdist; gives each compiler its flags."""

    def build_extensions(self) -> None:
        """Translate to C, set the flags of the compiler that has been chosen, then compile.

        The run path of the Python that builds is not passed on: what is built links no library
        besides C's own, and the path is of this machine.
        """
        translated = cythonize(
            self.extensions,
            build_dir=GENERATED,
            include_path=[str(SOURCE)],
            compiler_directives=DIRECTIVES | DEBUG_DIRECTIVES if DEBUG else DIRECTIVES,
        )
        # setuptools has already noted on each what its file is to be called
        for extension, made in zip(self.extensions, translated, strict=True):
            extension.sources, extension.depends = made.sources, made.depends
        if self.compiler.compiler_type == "unix":
            linker = self.compiler.linker_so
            self.compiler.linker_so = [arg for arg in linker if not arg.startswith("-Wl,-rpath")]
            if sys.platform == "linux":
                # by the C library that a module names auditwheel knows for which Linux it is
                self.compiler.linker_so.append("-Wl,--no-as-needed")
                if not DEBUG:
                    # the names of what nobody outside can call are a tenth of a module
                    self.compiler.linker_so.append("-Wl,--strip-all")
        for extension in self.extensions:
            flags = FLAGS.get(self.compiler.compiler_type, UNIX_FLAGS)
            if DEBUG:
                flags = DEBUG_FLAGS
                extension.define_macros += DEBUG_MACROS
                extension.extra_link_args = SANITIZE
            elif extension.name.startswith(LOOPS):
                inline = INLINE.get(self.compiler.compiler_type, UNIX_INLINE)
                extension.define_macros.append(("CYTHON_INLINE", inline))
            if extension.name == BMI2 and self.compiler.compiler_type != "msvc":
                flags = [*flags, *BMI2_FLAGS]
            extension.extra_compile_args = flags
        super().build_extensions()


class Sdist(sdist):
    """Makes the same bytes of the same files where SOURCE_DATE_EPOCH is set, as wheels are made."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        """Pack a tar archive with one time, no owner and plain modes; others as ever."""
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if not epoch or format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)

        made = int(epoch)  # before anything is written

        def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime = made
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        path = Path(f"{base_name}.tar.gz")
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=made) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=plain)
        return str(path)


def extensions() -> list[Extension]:
    """Every compiled module that is in the source tree, in order of names."""
    found = sorted(path for pattern in PATTERNS for path in SOURCE.glob(pattern))
    if not found:
        raise SystemExit(f"nothing to compile: none of {', '.join(PATTERNS)} under {SOURCE}/")
    modules = {".".join(path.relative_to(SOURCE).with_suffix("").parts): path for path in found}
    return [
        Extension(
            name,
            [path.as_posix()],
            include_dirs=[HEADERS.as_posix()],
            define_macros=[*ABI3_MACROS, *MACROS.get(name, [])],
            py_limited_api=ABI3,
        )
        for name, path in modules.items()
        if name != BMI2 or HAS_BMI2
    ]


if ABI3 and (sys.version_info < ABI3_PYTHON or get_config_var("Py_GIL_DISABLED")):
    raise SystemExit(
        f"SLY_CORE_ABI3 asks for CPython {'.'.join(map(str, ABI3_PYTHON))} or later with a GIL; "
        f"this is {sys.version}"
    )

setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExt, "sdist": Sdist},
    options={
        "build": {"build_base": BUILD},
        "build_ext": {"parallel": os.cpu_count()},
        "bdist_wheel": {"py_limited_api": ABI3_TAG} if ABI3 else {},
    },
)
