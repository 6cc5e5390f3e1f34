"""What the compiled modules of a wheel are, read from their own headers with `lief`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

import lief

from release.crossing.targets import Target

lief.logging.disable()  # what it cannot read of a table that nobody asks for
FORMATS = {"linux": "ELF", "windows": "PE", "macos": "MACHO"}


def modules(folder: Path, target: Target) -> list[Path]:
    """The compiled modules under a folder."""
    return sorted(folder.rglob(f"*{target.suffix}"))


def faults(folder: Path, target: Target) -> list[str]:
    """What is wrong with the modules of an unpacked wheel; nothing if they are as they must be.

    Each must be of the target's format and processor, export the function that Python calls to load
    it, and ask for no library but the system's. There must be one for every source, less that for
    BMI2 where there is none.
    """
    found = {path.name.split(".")[0] for path in modules(folder, target)}
    sources = {path.stem for path in folder.rglob("*.pyx")}
    if target.architecture != "X86_64":
        sources.discard("bmi2")
    wrong = [f"no module {name}" for name in sorted(sources - found)]
    for path in modules(folder, target):
        wrong += [f"{path.name}: {fault}" for fault in faults_of(path, target)]
    return wrong


def faults_of(path: Path, target: Target) -> Sequence[str]:
    """What is wrong with one module."""
    binary = lief.parse(path)
    if not isinstance(binary, lief.Binary):
        return ["not a compiled module"]
    wrong = []
    expected = FORMATS[target.system], target.architecture
    is_of = binary.format.name, binary.abstract.header.architecture.name
    if is_of != expected:
        wrong.append(f"{' '.join(is_of)}, not {' '.join(expected)}")
    entry = f"PyInit_{path.name.split('.')[0]}"
    if entry not in {
        str(function.name).removeprefix("_") for function in binary.exported_functions
    }:
        wrong.append(f"no {entry}")
    allowed = tuple(library.lower() for library in target.libraries)
    wrong += [
        f"asks for {library}"
        for library in libraries(binary)
        if not library.lower().startswith(allowed)
    ]
    if isinstance(
        binary, lief.ELF.Binary | lief.MachO.Binary
    ):  # for Windows the linker has seen to it
        wrong += [f"asks Python for {name}, which it has not" for name in not_in_python(binary)]
    return wrong


def not_in_python(binary: lief.ELF.Binary | lief.MachO.Binary) -> list[str]:
    """Names of Python's that a module looks up when it is loaded, and the running one has not."""
    names = {str(symbol.name) for symbol in binary.imported_symbols}
    if isinstance(binary, lief.MachO.Binary):  # there each name of C has an underscore before it
        names = {name.removeprefix("_") for name in names}
    return sorted(
        name
        for name in names
        if name.startswith(("Py", "_Py")) and not hasattr(ctypes.pythonapi, name)
    )


def libraries(binary: lief.Binary) -> list[str]:
    """The libraries that a module asks the system for."""
    if isinstance(binary, lief.MachO.Binary):
        own = lief.MachO.LoadCommand.TYPE.ID_DYLIB  # its name for itself
        return [str(library.name) for library in binary.libraries if library.command != own]
    return [str(getattr(library, "name", library)) for library in binary.libraries]
