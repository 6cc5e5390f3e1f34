"""The ten workloads whose instructions are counted: `python workloads.py COUNTER`.

`instructions.py` runs this as a program of its own within callgrind; COUNTER is `counter.c`,
compiled. `import` comes first, while nothing of sly_core is loaded yet, so this file imports it
nowhere at the top. Every other workload has been done twice before it is counted.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Final

SEED: Final = 20_240_229
MOST_IDS: Final = 16
Workload = Callable[[], object]

NAMES: Final = (
    "import",
    "perft",
    "playouts",
    "apply and undo",
    "legal actions",
    "clone",
    "IS-MCTS",
    "text",
    "worlds",
    "tensors",
)


def import_package() -> None:
    """The first import of the package and of the names that make a game."""
    import sly_core

    sly_core.State(sly_core.Ruleset())


def workloads() -> dict[str, Workload]:
    """The other nine, by name, each with its set-up done."""
    import sly_core as sly
    from sly_core import search
    from sly_core.randomness import playout_seed
    from sly_core.search.perft import made_moves

    two, four = (sly.State(r) for r in (sly.Ruleset.standard(2), sly.Ruleset.wide(4)))
    history = sly.playout(four, playout_seed(SEED, 0)).history()
    middle = sly.State(four.rules)
    middle.apply_actions(history[: len(history) // 2])
    action, text, rules = middle.legal_actions()[0], middle.to_text(), middle.rules
    seats = range(rules.players)
    # 64 ids are the longest list that CPython keeps in its own pools. Longer ones are the C
    # library's, whose cost depends on what was freed before, the length of a path included.
    few = sly.State(two.rules)
    while len(few.legal_actions()) > MOST_IDS:
        few.apply_action(few.legal_actions()[0])

    def perft() -> None:
        sly.perft(two, 5)
        made_moves(two, 4)

    def playouts() -> None:
        sly.playouts(two, 2_000, SEED)
        sly.playouts(four, 500, SEED)

    def apply_and_undo() -> None:
        apply, undo = middle.apply_action, middle.undo_action
        for _ in range(5_000):
            apply(action)
            undo()

    def legal_actions() -> None:
        # all are kept, for one alone may cost more where it is the last of its pool
        [few.legal_actions() for _ in range(5_000)]

    def clone() -> None:
        for _ in range(5_000):
            middle.clone()

    def ismcts() -> None:
        search.ismcts(two, simulations=500, seed=SEED)

    def texts() -> None:
        for _ in range(50):
            sly.State.from_text(text, rules).to_text()

    def worlds() -> None:
        for seed in range(50):
            for seat in seats:
                middle.worlds_count(seat)
                middle.resample_from_infostate(seat, seed)

    def tensors() -> None:
        for _ in range(100):
            for seat in seats:
                middle.observation_tensor(seat)
                middle.information_state_tensor(seat)

    made = (perft, playouts, apply_and_undo, legal_actions, clone, ismcts, texts, worlds, tensors)
    return dict(zip(NAMES[1:], made, strict=True))


def count_all(counter: ctypes.CDLL) -> None:
    """Do every workload, the counter on for its last time alone."""
    gc.disable()
    _count(counter, NAMES[0], import_package)
    for name, work in workloads().items():
        work()
        work()
        gc.collect()
        _count(counter, name, work)


def _count(counter: ctypes.CDLL, name: str, work: Workload) -> None:
    label = name.encode()
    counter.count_from_here()
    work()
    counter.count_to_here(label)


if __name__ == "__main__":
    count_all(ctypes.CDLL(sys.argv[1]))
