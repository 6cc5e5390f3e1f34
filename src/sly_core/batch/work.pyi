"""The work of a batch, shared. Nothing here is for Python: work.pxd says what there is."""

from typing_extensions import disjoint_base

from sly_core._core.threads import Shared

@disjoint_base
class Work(Shared): ...
