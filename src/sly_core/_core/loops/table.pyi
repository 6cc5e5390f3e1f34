"""Chooses the loops that fit the CPU."""

from typing import Final

CHOSEN: Final[str]

def builds() -> tuple[str, ...]: ...
def build_for_this_cpu() -> str: ...
