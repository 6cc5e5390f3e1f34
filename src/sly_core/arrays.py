"""numpy, when it is first needed and not before: importing the package must stay quick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def numpy() -> Any:
    """The numpy module.

    Raises:
        ImportError: numpy is not installed.
    """
    try:
        import numpy
    except ImportError as error:
        raise ImportError(
            "tensors, masks and batches of playouts need numpy: pip install numpy"
        ) from error
    return numpy


def float32(values: list[float]) -> NDArray[np.float32]:
    """A one-dimensional float32 array of `values`.

    >>> float32([0.5, 2]).tolist()
    [0.5, 2.0]
    """
    array: NDArray[np.float32] = numpy().array(values, dtype="float32")
    return array


def zeros(size: int) -> NDArray[np.float32]:
    """A one-dimensional float32 array of `size` zeros.

    >>> zeros(3).shape
    (3,)
    """
    array: NDArray[np.float32] = numpy().zeros(size, dtype="float32")
    return array


def int8(values: list[int]) -> NDArray[np.int8]:
    """A one-dimensional int8 array of `values`, each -128..127.

    >>> int8([0, 1]).dtype
    dtype('int8')
    """
    array: NDArray[np.int8] = numpy().array(values, dtype="int8")
    return array
