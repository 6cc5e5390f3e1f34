"""What is wrong with the compiled modules of a wheel, by what their ELF headers say."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile

LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libc.so", "ld-linux-aarch64.so.1"}
"""C's own, which every Linux has; musl's and glibc's."""


def problems(files: Mapping[str, bytes]) -> Iterator[str]:
    """What is wrong with the ELF files among these, by name and content."""
    for name, content in sorted(files.items()):
        if content.startswith(b"\x7fELF"):
            for problem in problems_of(content):
                yield f"{name}: {problem}"


def problems_of(content: bytes) -> Iterator[str]:
    """Run paths, libraries besides C's, debug symbols."""
    file = ELFFile(io.BytesIO(content))
    for section in file.iter_sections():
        if section.name.startswith((".debug", ".zdebug")):
            yield f"debug symbols, {section.name}"
        if not isinstance(section, DynamicSection):
            continue
        for tag in section.iter_tags():
            if tag.entry.d_tag == "DT_RUNPATH":
                yield f"RUNPATH {tag.runpath}"
            elif tag.entry.d_tag == "DT_RPATH":
                yield f"RPATH {tag.rpath}"
            elif tag.entry.d_tag == "DT_NEEDED" and tag.needed not in LIBRARIES:
                yield f"needs {tag.needed}"
