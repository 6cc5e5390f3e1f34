"""What a batch writes. Nothing here is for Python: results.pxd says what there is."""

from typing_extensions import disjoint_base

@disjoint_base
class Results: ...
