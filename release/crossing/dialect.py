"""Whether the C text that is written into the Cython files is C to Microsoft's compiler too.

That compiler cannot be had here. clang reads as it does when told so: it takes the same branches,
and has the same intrinsics. What clang takes and Microsoft's compiler does not is looked for by
name in what is left of the text when the branches have been chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from release.crossing import zig
from release.running import run
from release.steps import FailedError, Place, Row

BLOCK = re.compile(r'cdef extern from \*:\n\s+"""\n(.*?)"""', re.DOTALL)
FOREIGN = re.compile(
    r"\b__(?:builtin|sync|atomic)_\w+|\b__attribute(?:__)?\b|\b__asm(?:__)?\b|\basm\b"
    r"|\b(?:__)?typeof(?:__)?\b|\b__int128\b|\(\s*\{"
)
"""Words of GCC and clang alone."""
SUFFIXES = (".pyx", ".pxd", ".pxi")
MACHINES = ("x86_64", "aarch64")
NOT_DEFINED = ("__aarch64__", "__amd64__", "__clang__", "__SSE2__", "__x86_64__")
"""What clang defines and Microsoft's compiler does not; clang's own headers want some of it."""
FLAGS = ("-ffreestanding", "-Wall", "-Wextra", "-Werror", "-Wno-unused")


def blocks(folder: Path) -> Iterator[tuple[str, str]]:
    """The C text of each Cython file that has any, by the file's name."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES:
            found = BLOCK.findall(path.read_text(encoding="utf-8"))
            if found:
                yield path.name, "".join(found)


def rows(place: Place) -> Iterator[Row]:
    """Compile each block for both of Windows' processors, and look for foreign words."""
    folder = place.work / "crossing" / "dialect"
    folder.mkdir(parents=True, exist_ok=True)
    texts = dict(blocks(zig.source(place) / "src"))
    wrong = []
    for name, text in texts.items():
        for machine in MACHINES:
            try:
                wrong += [f"{name}: {word}" for word in foreign(place, folder, machine, name, text)]
            except FailedError as error:
                wrong.append(f"{name}, {machine}: {str(error).splitlines()[-1]}")
    came_out = "; ".join(dict.fromkeys(wrong)) or (
        f"{', '.join(texts)}: taken by clang as Microsoft's compiler reads, nothing of GCC alone"
    )
    yield Row("C text of Cython files", came_out, bool(texts) and not wrong)


def foreign(place: Place, folder: Path, machine: str, name: str, text: str) -> Sequence[str]:
    """Compile a text as Microsoft's compiler would; the words that this one does not know.

    Raises:
        FailedError: it does not compile.
    """
    path = folder / f"{name}.{machine}.c"
    path.write_text(text, encoding="utf-8")
    command = [zig.compiler(), "cc", "-target", f"{machine}-windows-msvc", *FLAGS]
    run(
        place,
        "dialect",
        [*command, "-c", path, "-o", path.with_suffix(".o")],
        env=zig.caches(place),
    )
    # the headers are the compiler's own, and not looked at
    bare = folder / f"{name}.{machine}.bare.c"
    bare.write_text(re.sub(r"(?m)^\s*#\s*include\b.*$", "", text), encoding="utf-8")
    read = run(
        place,
        "dialect",
        [*command, *(f"-U{name}" for name in NOT_DEFINED), "-E", "-dD", bare],
        env=zig.caches(place),
    )
    # after this mark comes the file itself, with the macros that it defines
    _, mark, own = read.rpartition(f'{bare.name}" 2\n')
    if not mark:
        raise FailedError(f"clang did not say where {bare.name} begins")
    return sorted(set(FOREIGN.findall(own)))
