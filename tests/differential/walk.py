"""Walks every position of small games in core and reference at once.

    python -m tests.differential.walk [--all] [--processes N] [RULESET ...]

Breadth first from the start. Each edge is made in both implementations and the texts compared;
each position met for the first time is compared in all its answers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context

from sly_core import Ruleset
from tests.differential.compare import Pair
from tests.differential.rulesets import SMALL_GAMES, SmallGame
from tests.tools import fields

EVERY = 5_000  # positions between two words of progress


def name_of(text: str, rules: Ruleset) -> str:
    """What tells positions apart: the text, with the count read as at most two without a limit."""
    if rules.stall_limit:
        return text
    board, hands, taken, seat, stall, known = fields(text)
    return " ".join([board, hands, taken, seat, str(min(int(stall), 2)), known])


def walk(rules: Ruleset, progress: Callable[[int], None] = lambda found: None) -> int:
    """Compare every reachable position; how many there are.

    Raises:
        AssertionError: the two differ; says where and how.
    """
    root = Pair.start(rules)
    seen = {name_of(root.core.to_text(), rules)}
    frontier = [root]
    while frontier:
        deeper = []
        for pair in frontier:
            pair.check()
            for action in pair.core.legal_actions():
                child = pair.child(action)
                text = child.core.to_text()
                other = child.reference.to_text()
                assert text == other, (
                    f"{pair.core.to_text()} after {pair.core.action_to_string(action)}"
                    f"\ncore      {text}\nreference {other}"
                )
                name = name_of(text, rules)
                if name not in seen:
                    seen.add(name)
                    deeper.append(child)
                    if len(seen) % EVERY == 0:
                        progress(len(seen))
        frontier = deeper
    return len(seen)


def walk_aloud(game: SmallGame) -> tuple[SmallGame, int, float, str]:
    """Walk one game with progress on standard error: the game, states, seconds, what is wrong."""
    began = time.monotonic()

    def progress(found: int) -> None:
        rate = found / (time.monotonic() - began)
        print(f"  {found:>9,} of {game.states:,}, {rate:,.0f}/s: {game.text}", file=sys.stderr)

    try:
        found = walk(game.rules, progress)
    except AssertionError as error:
        return game, 0, time.monotonic() - began, str(error)
    wrong = "" if found == game.states else f"{game.states:,} were expected"
    return game, found, time.monotonic() - began, wrong


def main() -> int:
    """Walk the games asked for, several at a time; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.walk", description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="ruleset texts; the quick games if left out")
    parser.add_argument("--all", action="store_true", help="every game, over a million positions")
    parser.add_argument("--processes", type=int, default=None, help="as many as processors")
    options = parser.parse_args()
    if options.rulesets:
        games = [SmallGame(text, 0) for text in options.rulesets]
    else:
        games = [game for game in SMALL_GAMES if options.all or game.quick]
    games.sort(key=lambda game: -game.states)
    total, failed = 0, 0
    with get_context("spawn").Pool(options.processes) as pool:
        for game, found, seconds, wrong in pool.imap_unordered(walk_aloud, games):
            total += found
            failed += bool(wrong) and not options.rulesets
            print(f"{found:>9,} states {seconds:7.1f} s  {game.text}  {wrong}".rstrip(), flush=True)
    print(f"{total:>9,} states in all; {failed} games wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
