"""`python -m tests.mutants.spec_row NAME`: does the specification play a recorded case as recorded?

Prints ``same`` or, in a line, what differs. A case is named by its file in `tests/data` and the
words with which its reason begins (`edges: tied 4s`), its two rulesets (`witnesses: players=2 |
players=3`) or its number from 0 (`games: 0`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from sly_core import notation
from sly_core.ruleset import Ruleset
from sly_spec.playing import Play
from sly_spec.reading import Reading, Table
from sly_spec.terms import evaluated, start
from tests.spec.tables import ENDS, action_of, table_of
from tests.tools import rows, rules_of


def case_of(name: str) -> tuple[str, dict[str, Any]]:
    """The file and the row that a name means; `ValueError` unless it is just one."""
    file, _, words = name.partition(": ")
    found = rows(f"{file}.jsonl")
    if file == "games":
        return file, found[int(words)]
    if file == "edges":
        found = [row for row in found if row["why"].startswith(words)]
    else:
        found = [row for row in found if f"{row['first']} | {row['second']}" == words]
    if len(found) != 1:
        raise ValueError(f"{name!r} means {len(found)} cases, not one")
    return file, found[0]


def differences(name: str) -> Iterator[str]:
    """What the specification does otherwise than the case has it, in the order of the case."""
    file, row = case_of(name)
    yield from {"edges": edge, "witnesses": witness, "games": game}[file](row)


def edge(row: dict[str, Any]) -> Iterator[str]:
    """The actions are legal and lead to the position, the end and the scores that are recorded."""
    rules = rules_of(row)
    play = Play(Reading.of(rules))
    here = table_of(notation.parse_position(row["before"], rules), None, rules)
    for token in row["actions"]:
        action = action_of(notation.string_to_action(token, rules))
        if not play.is_legal(here, *action):
            yield f"{token} is not legal"
            return
        here = play.after(here, *action)
    yield from position(play, rules, here, row["after"], row["end"], row["scores"])


def witness(row: dict[str, Any]) -> Iterator[str]:
    """The layout of either side, what is legal there, where the action leads, and the scores."""
    for side in row["sides"]:
        rules = Ruleset.from_text(side["rules"])
        reading = Reading.from_text(side["rules"])
        if reading != Reading.of(rules):
            yield f"{side['rules']} means houses {reading.houses}"
            return
        play = Play(reading)
        here = table_of(notation.parse_position(side["position"], rules), None, rules)
        recorded = {notation.string_to_action(token, rules) for token in side["legal"]}
        legal = [a for a in range(notation.NUM_ACTIONS) if play.is_legal(here, *action_of(a))]
        wrong = recorded.symmetric_difference(legal)
        if wrong:
            yield f"{len(wrong)} actions are legal and should not be, or the other way round"
        elif row["action"] is not None:
            here = play.after(here, *action_of(notation.string_to_action(row["action"], rules)))
            yield from position(play, rules, here, side["after"], side["end"], side["scores"])


def game(row: dict[str, Any]) -> Iterator[str]:
    """The game from its start: at every ply who acts, that it is legal, and the last position."""
    rules = rules_of(row)
    reading = Reading.of(rules)
    play = Play(reading)
    here = evaluated(start(reading))
    for token, (seat, *_) in zip(row["actions"], row["before_each"], strict=True):
        action = action_of(notation.string_to_action(token, rules))
        if here.seat != seat or not play.is_legal(here, *action):
            yield f"seat {here.seat} is to act, and {token} is not its to do"
            return
        here = play.after(here, *action)
    yield from position(play, rules, here, row["text"], row["end"], row["scores"])


def position(
    play: Play, rules: Ruleset, here: Table, text: str, end: str | None, scores: list[int]
) -> Iterator[str]:
    """A position, but for what is known of hidden cards: that is no part of the formal rules."""
    there = table_of(notation.parse_position(text, rules), end, rules)
    if here != there:
        yield f"it leads to {here.text(play.reading)}, end {list(ENDS)[here.end]}"
    elif play.scores(here) != scores:
        yield f"scores {play.scores(here)}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants.spec_row", description=__doc__.splitlines()[0]
    )
    parser.add_argument("name", help="a recorded case")
    print(next(differences(parser.parse_args().name), "same"))
