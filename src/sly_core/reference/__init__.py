"""SLY in plain Python, written to be read beside ``spec/RULES.md``: one clause, one function.

| page | clauses |
| --- | --- |
| ``position`` | S1-S4: what lies on the table |
| ``actions`` | T1, L1, E1-E3: what may be done; LAY and EXPOSE |
| ``reveal`` | R1-R8: REVEAL |
| ``ending`` | S1, G1-G3: what follows an action, in order |
| ``turn`` | an action and what follows it, together |
| ``scoring`` | P1-P4 |
| ``knowledge``, ``resample`` | what everybody knows of the hidden cards |
| ``view``, ``tensors``, ``text``, ``keys`` | the position as seen, as text, as numbers |
| ``state`` | the game object over all this |
| ``playout``, ``perft`` | random games, and counting |

Nothing here is fast, and nothing is shared with the core but the written form of rules, positions
and actions.
"""

from sly_core.reference.perft import perft
from sly_core.reference.playout import playout, playouts
from sly_core.reference.state import State

__all__ = ["State", "perft", "playout", "playouts"]
