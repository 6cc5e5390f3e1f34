"""The C function table of this package, and the bytes that it works on (docs/c.md).

>>> from sly_core import Ruleset, State
>>> state = State(Ruleset(players=2))
>>> unpack_state(pack_state(state), state.rules) == state
True
"""

from __future__ import annotations

from sly_core._core.c_api import API, VERSION, address, pack_rules, pack_state, unpack_state

__all__ = ["API", "VERSION", "address", "pack_rules", "pack_state", "unpack_state"]
