"""numpy comes in only when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from sly_core import arrays


def test_arrays_have_their_types_and_shapes() -> None:
    tensor = arrays.float32([0.5, 1.0])
    mask = arrays.int8([0, 1, 1])
    assert tensor.dtype == np.float32
    assert mask.dtype == np.int8
    assert (tensor.shape, tensor.tolist()) == ((2,), [0.5, 1.0])
    assert (mask.shape, mask.tolist()) == ((3,), [0, 1, 1])
    assert arrays.numpy() is np


def test_without_numpy_the_error_says_what_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="need numpy: pip install numpy"):
        arrays.float32([])


def test_the_leaf_modules_import_no_numpy() -> None:
    names = ("errors", "ruleset", "randomness", "arrays", "notation", "protocol")
    imports = "".join(f"import sly_core.{name}\n" for name in names)
    code = f"import sys, sly_core\n{imports}assert 'numpy' not in sys.modules\n"
    subprocess.run([sys.executable, "-c", code], check=True)
