"""Work shared among threads. Nothing here is for Python: threads.pxd says what there is."""

from typing import Final

from typing_extensions import disjoint_base

here: Final[object]

@disjoint_base
class Shared: ...

@disjoint_base
class Helper:
    def __call__(self, *args: object, **kwargs: object) -> None: ...
