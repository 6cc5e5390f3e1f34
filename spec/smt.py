"""The door to z3, so that whoever lacks it is told what to install.

Only :mod:`sly_spec.check` asks a solver anything; the other pages of this package build terms.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

try:
    import z3
except ImportError as missing:
    raise ImportError(
        "the formal rules need a solver: install the extra, pip install 'sly_core[verify]'"
    ) from missing

_OLDEST: Final = (4, 13)
if z3.get_version()[:2] < _OLDEST:
    raise ImportError(
        f"the formal rules need z3 {'.'.join(map(str, _OLDEST))} or later, not "
        f"{z3.get_version_string()}: pip install --upgrade 'sly_core[verify]'"
    )

__all__ = ["all_of", "any_of", "at_most_one_of", "z3"]


def all_of(conditions: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """Say that every one of these holds; of none it is true.

    >>> all_of([])
    True
    """
    parts = [*conditions]
    # some solvers read no conjunction of one part
    return z3.And(parts) if len(parts) > 1 else parts[0] if parts else z3.BoolVal(True)


def any_of(conditions: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """Say that at least one of these holds; of none it is false."""
    parts = [*conditions]
    return z3.Or(parts) if len(parts) > 1 else parts[0] if parts else z3.BoolVal(False)


def at_most_one_of(conditions: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """Say that no two of these hold.

    Pair by pair: the counting forms of the solvers are far slower on such terms.
    """
    return all_of(z3.Not(z3.And(a, b)) for a, b in combinations(conditions, 2))
