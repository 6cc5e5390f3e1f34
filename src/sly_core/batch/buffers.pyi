"""The caller's arrays, held. Nothing here is for Python: buffers.pxd says what there is."""

from typing import Final, Literal

from typing_extensions import disjoint_base

FORMATS: Final[dict[str, tuple[int, str]]]
NATIVE: Final[set[str]]

byteorder: Literal["little", "big"]

@disjoint_base
class Buffer: ...
