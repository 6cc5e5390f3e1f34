"""The signature: behaviour is what it was, in the core and in the reference."""

from __future__ import annotations

from typing import Any

import sly_core
import sly_core.reference
from sly_core.selftest.signature import kept, signature


def test_core_has_the_kept_signature() -> None:
    assert signature(sly_core) == kept()


def test_both_implementations_sign_alike() -> None:
    def short(module: Any) -> str:
        return signature(module, playouts=20, depth=2)

    assert short(sly_core.reference) == short(sly_core)
