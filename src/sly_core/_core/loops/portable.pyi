"""The loops for any CPU, which `table` chooses from."""

from typing import Final

LOOPS: Final[object]
STEPS: Final[object]
