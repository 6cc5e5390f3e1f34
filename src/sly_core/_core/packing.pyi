"""Positions and rulesets, packed. Nothing here is for Python: packing.pxd says what there is."""

from typing import Final, Self

from typing_extensions import disjoint_base

from sly_core.ruleset import Ruleset

END_REASONS: Final[tuple[str | None, ...]]

@disjoint_base
class RulesHandle:
    def __new__(cls, ruleset: Ruleset) -> Self: ...
    @property
    def ruleset(self) -> Ruleset: ...
