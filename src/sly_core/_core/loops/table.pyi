"""Chooses the loops that fit the CPU."""

from typing import Final

CHOSEN: Final[str]
STEPS: Final[object]

def builds() -> tuple[str, ...]: ...
def build_for_this_cpu() -> str: ...
