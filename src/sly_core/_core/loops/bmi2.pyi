"""The loops for an x86-64 with BMI2, which `table` chooses from; not on other machines."""

from typing import Final

LOOPS: Final[object]
STEPS: Final[object]
