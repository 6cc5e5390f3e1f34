"""What the compiled modules were built by and for."""

from typing import Final

COMPILER: Final[str]
PYTHON: Final[str]
LIMITED_API: Final[tuple[int, int] | None]
CYTHON: Final[tuple[int, int, int]]
DEBUG: Final[bool]
