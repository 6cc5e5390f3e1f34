"""The yardstick: SLY in plain C, for speed and for nothing else (`c_baseline/sly.c`).

It is compiled for this very CPU into a folder that is gone afterwards; nothing is left in the tree.
It plays the standard switches alone, and for the same seed the same games as `sly_core.playouts`.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

import sly_core as sly

SOURCE: Final = Path(__file__).with_name("c_baseline") / "sly.c"
FLAGS: Final = ("-std=gnu99", "-O3", "-march=native", "-shared", "-fPIC")

Words = npt.NDArray[np.uint32]


class _Rules(ctypes.Structure):
    """`Rules` of sly.c."""

    _fields_ = (
        ("deck", ctypes.c_uint32),
        ("spaces", ctypes.c_uint16),
        ("players", ctypes.c_uint8),
        ("value", ctypes.c_uint8 * 16),
    )


def compiler() -> str:
    """The C compiler: what `CC` names, or `cc`."""
    return os.environ.get("CC", "cc")


class Yardstick:
    """The C program as functions. Making one compiles it.

    Raises:
        FileNotFoundError, subprocess.CalledProcessError: there is no compiler, or it refuses.
    """

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "yardstick.so"
            subprocess.run([compiler(), *FLAGS, str(SOURCE), "-o", str(library)], check=True)
            loaded = ctypes.CDLL(str(library))
        self._perft = loaded.sly_perft
        self._perft.restype = ctypes.c_uint64
        self._perft.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int)
        self._playouts = loaded.sly_playouts
        self._playouts.restype = ctypes.c_uint64
        self._playouts.argtypes = (
            ctypes.c_void_p,
            ctypes.c_uint32,
            ctypes.c_uint64,
            ctypes.c_void_p,
        )
        self._resolve = loaded.sly_resolve
        self._resolve.restype = None
        self._resolve.argtypes = (
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_uint32,
            ctypes.c_void_p,
        )

    def perft(self, state: sly.State, depth: int) -> int:
        """As `sly_core.perft`, of a game begun at the start; every leaf is made."""
        history = bytes(state.history())
        rules = _packed(state.rules)
        return int(self._perft(ctypes.byref(rules), history, len(history), depth))

    def playouts(self, rules: sly.Ruleset, n: int, seed: int) -> tuple[npt.NDArray[np.int16], int]:
        """As `sly_core.playouts` from the start; with the number of moves made."""
        scores = np.empty((n, rules.players), dtype=np.int16)
        moves = self._playouts(ctypes.byref(_packed(rules)), n, seed, scores.ctypes.data)
        return scores, int(moves)

    def resolve(self, cards: Words, active: int, out: Words) -> None:
        """The outcome of each card mask for the seat `active`: five words each, of shape (n, 5)."""
        self._resolve(cards.ctypes.data, len(cards), active, out.ctypes.data)


def _packed(rules: sly.Ruleset) -> _Rules:
    plain = sly.Ruleset(players=rules.players, hens=rules.hens, houses=rules.houses)
    if rules != plain:
        raise ValueError(f"the yardstick knows the standard switches only, not {rules.to_text()}")
    values = [value for house in rules.houses for value in house]
    return _Rules(
        sum(15 >> (4 - rules.players) << 4 * (7 - card) for card in range(rules.hens + 1)),
        (1 << len(values)) - 1,
        rules.players,
        (ctypes.c_uint8 * 16)(*values),
    )
