"""Uses that a type checker must refuse: each line that ends in `# wrong`, and no other.

If a type were lost on the way to the user (`Any`, or a module without its stub), nothing here would
be refused.
"""

from __future__ import annotations

import numpy as np

import sly_core as sly
from sly_core import ask, errors, notation, randomness, search, show

state = sly.State()
batch = sly.BatchState(state.rules, 2)
floats = np.zeros(2, np.float32)

sly.State("players=2")  # wrong
sly.State(rules=2)  # wrong
state.apply_action("Fa1")  # wrong
state.apply_actions(3)  # wrong
state.undo_action(1)  # wrong
state.child(1.5)  # wrong
state.legal_action()  # wrong
state.rules = sly.Ruleset()  # wrong
sly.State.from_text(b"")  # wrong
sly.State.from_bytes("")  # wrong
state.resample_from_infostate(0, "seed")  # wrong
name: str = state.current_player()  # wrong
reason: str = state.end_reason()  # wrong
sly.Ruleset(2, 6, [[1, "2"]])  # wrong
sly.Ruleset.from_text(2)  # wrong
sly.Ruleset().hens = 3  # wrong
batch["0"]  # wrong
batch.apply([1, 2], currentplayer=np.zeros(2, np.int8))  # wrong
batch.current_player(floats)  # wrong
sly.BatchState(state.rules, 2, 1)  # wrong
sly.perft(state)  # wrong
sly.playouts(state, 10)  # wrong
search.ismcts(state, simulations="many")  # wrong
worst = search.ismcts(state).worst  # wrong
ask.explain(3, "Fa1")  # wrong
ask.witness("reveal=committed")  # wrong
show.draw(state, "0")  # wrong
notation.lay("F", 0)  # wrong
notation.parse_position("-")  # wrong
randomness.SplitMix64("7")  # wrong
errors.IllegalActionError("Fa1", "no such card")  # wrong
sly.c_api.pack_state(state.rules)  # wrong
nothing = sly.nothing  # wrong
