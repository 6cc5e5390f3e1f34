"""How a game came about. Nothing here is for Python: history.pxd says what there is."""

from typing_extensions import disjoint_base

@disjoint_base
class Origin: ...
