"""Whether the debug build leaks memory: `make debug-test` runs `python -m tests.leaks` in it.

The sanitizer tells of memory that nobody can reach when a process ends. A program that uses all of
the core may leave as much as one that only imports numpy, which leaves some; and one that drops
memory on purpose must be told of, or the sanitizer is not there.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys

NUMPY = "import numpy; numpy.zeros(3)"
DROPPED = "import ctypes; malloc = ctypes.CDLL(None).malloc; [malloc(1000) for _ in range(9)]"
ALL = """
import copy, pickle
import sly_core as sly

for rules in (sly.Ruleset(), sly.Ruleset.wide(4, gobbling_fox="leaves", reveal="committed")):
    for seed in range(3):
        state = sly.State(rules)
        for action in sly.playout(state, seed).history():
            state.apply_action(action)
            for ask in (state.to_text, state.key, state.legal_actions_mask, state.scores):
                ask()
            for ask in (state.observation_tensor, state.information_state_tensor, state.candidates):
                ask(0)
            state.resample_from_infostate(0, seed)
            pickle.loads(pickle.dumps(copy.copy(state)))
            try:
                state.apply_action(999)
            except ValueError:
                pass
        while state.history():
            state.undo_action()
        sly.search.ismcts(state, simulations=100, seed=seed)
    sly.perft(state, 3)
    sly.playouts(state, 50, 1)
    batch = sly.BatchState(rules, 20, history=True, threads=2)
    for _ in range(10):
        batch.step_random()
    assert batch.clone() == batch
    batch[0] = batch[3]
    batch.reset()
    sly.c_api.unpack_state(sly.c_api.pack_state(state), rules)
"""
LEAKED = re.compile(r"^SUMMARY: AddressSanitizer: (\d+) byte\(s\) leaked", re.MULTILINE)


def leaked(code: str) -> int:
    """How many bytes a program leaves that nobody can reach; it must do its work."""
    options = f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=1:exitcode=0"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"ASAN_OPTIONS": options, "PYTHONMALLOC": "malloc"},
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    found = LEAKED.search(done.stderr)
    return int(found[1]) if found else 0


def main() -> int:
    """Run the three programs; 1 where the core leaks, or where a leak would not be seen."""
    argparse.ArgumentParser(
        prog="python -m tests.leaks", description=__doc__.splitlines()[0]
    ).parse_args()
    dropped, numpy, core = leaked(DROPPED), leaked(NUMPY), leaked(ALL)
    print(f"bytes leaked: {dropped} on purpose, {numpy} by numpy, {core} by numpy and the core")
    return 0 if dropped >= 8000 and core <= numpy else 1


if __name__ == "__main__":
    raise SystemExit(main())
