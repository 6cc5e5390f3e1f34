"""One number that changes only when the behaviour of the rules does.

A 64-bit digest over perft counts and the end positions of seeded playouts, under rulesets that
together use every value of every switch. It is kept in `signature.txt`; speed never changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from sly_core import Ruleset, playout_seed

KEPT = Path(__file__).with_name("signature.txt")
SEED = 1
PLAYOUTS = 200
DEPTH = 3

RULESETS = (
    "players=2",
    "players=3",
    "players=4 multiple_foxes=each",
    "players=2 houses=wide reveal=committed",
    "players=3 houses=wide reveal_scope=one_house gobbling_fox=leaves",
    "players=4 houses=wide reveal=committed min_reveal=2 stall_limit=2",
    "players=2 hens=2 houses=1,2,3/5 multiple_foxes=each gobbling_fox=leaves min_reveal=2",
    "players=4 hens=7 houses=15,15,15,15/1,2,3,4/1,2,3,4/1 reveal_scope=one_house stall_limit=1",
)


def signature(module: ModuleType, playouts: int = PLAYOUTS, depth: int = DEPTH) -> str:
    """The digest of one implementation, 16 hexadecimal digits.

    `module` offers `State`, `perft` and `playout`: `sly_core`, or `sly_core.reference`.
    """
    digest = blake2b(digest_size=8)
    for text in RULESETS:
        for line in facts(module, text, playouts, depth):
            digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def facts(module: ModuleType, text: str, playouts: int, depth: int) -> Iterator[str]:
    """The lines that are digested for one ruleset: its text, its counts, its end positions."""
    rules = Ruleset.from_text(text)
    start = module.State(rules)
    yield rules.to_text()
    for level in range(depth + 1):
        yield str(module.perft(start, level))
    for index in range(playouts):
        end = module.playout(start, playout_seed(SEED, index))
        yield f"{len(end.history())} {end.to_text()} {end.scores()} {end.end_reason()}"


def kept() -> str:
    """The digest that was written down."""
    return KEPT.read_text(encoding="ascii").strip()
