"""Writes `interpretations.md` and its drawings: `python -m docs.rules.build [FOLDER]`.

Everything in them comes from `spec/clauses.toml` and from `sly_core.ask.witness`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import sly_spec
from sly_core import Ruleset, State
from sly_core.ask import Witness, witness
from sly_core.show.picture import Picture, picture_of
from sly_core.show.sequence import Part, draw_sequence

HERE = Path(__file__).parent
PAGE = "interpretations.md"
PAIRS = {
    "houses": ("houses=standard", "houses=wide"),
    "reveal": ("reveal=stepwise", "reveal=committed"),
    # at 2 seats the standard layout is one house, and the two readings are the same
    "reveal_scope": ("players=3 reveal_scope=any", "players=3 reveal_scope=one_house"),
    "multiple_foxes": ("multiple_foxes=top", "multiple_foxes=each"),
    "gobbling_fox": ("gobbling_fox=returns", "gobbling_fox=leaves"),
    "min_reveal": ("min_reveal=1", "min_reveal=2"),
    "stall_limit": ("stall_limit=0", "stall_limit=3"),
}
"""For every switch the two readings that are compared, as one would type them."""
_SEES = re.compile(r"what seat (\d) sees")


def files() -> dict[str, str]:
    """Every file of the page by its name, in full."""
    switches = [(switch, witness(*PAIRS[switch.name])) for switch in sly_spec.switches()]
    made = {PAGE: "\n".join([*_head(), *(line for pair in switches for line in _section(*pair))])}
    for switch, found in switches:
        made[f"{switch.name}.svg"] = f"{draw_sequence(list(_parts(switch.name, found)))}\n"
    return made


def _head() -> Iterator[str]:
    yield "# Where tables differ"
    yield ""
    yield "For every switch of the rules: what it is, what the four source texts have on its"
    yield "clauses, and the smallest position in which two of its values differ. This page and its"
    yield "drawings are made by `python -m docs.rules.build` and never edited;"
    yield "[the rules](../../spec/RULES.md) are the normative text, and"
    yield "[questions to the rules](../ask.md) says what smallest is."
    yield ""


def _section(switch: sly_spec.Switch, found: Witness) -> Iterator[str]:
    yield f"## `{switch.name}`"
    yield ""
    yield f"{switch.effect} Values: {_values(switch)}."
    yield ""
    for name in switch.clauses:
        yield from _evidence(sly_spec.clause(name))
    yield from _witness(switch, found)


def _values(switch: sly_spec.Switch) -> str:
    """The values, the default first said to be one."""
    told = [
        f"`{value}` (the standard reading)" if value == switch.default else f"`{value}`"
        for value in switch.values
    ]
    if switch.default not in switch.values:
        told.insert(0, f"`{switch.default}` (the standard reading)")
    return ", ".join(told)


def _evidence(clause: sly_spec.Clause) -> Iterator[str]:
    yield f"**{clause.id}, {clause.title}.** {clause.statement}"
    yield ""
    silent = [text for text in sly_spec.texts() if text.file not in _files_of(clause)]
    if clause.sources:
        yield "| text | place | what it has |"
        yield "| --- | --- | --- |"
        for source in clause.sources:
            yield f"| {source.language}, `{source.file}` | {source.place} | {source.note} |"
        yield ""
    if len(silent) == len(sly_spec.texts()):
        yield "None of the four texts says anything on it."
        yield ""
    elif silent:
        yield f"Nothing on it is in: {', '.join(text.language for text in silent)}."
        yield ""


def _files_of(clause: sly_spec.Clause) -> set[str]:
    return {source.file for source in clause.sources}


def _witness(switch: sly_spec.Switch, found: Witness) -> Iterator[str]:
    one, other = PAIRS[switch.name]
    yield f"**Where they differ.** `{one}` and `{other}`:"
    for sentence in found.why:
        yield f"{sentence}"
    yield ""
    yield f"- position: `{found.position}`"
    if found.action is not None:
        yield f"- action: `{found.action}`"
    for unlike in found.differences:
        yield f"- {unlike.what}: `{unlike.first}` and `{unlike.second}`"
    if found.game:
        yield f"- shortest game to a difference: `{' '.join(found.game)}`"
    yield ""
    yield f"![the witness of {switch.name}]({switch.name}.svg)"
    yield ""


def _parts(name: str, found: Witness) -> Iterator[Part]:
    """The position before, where there is an action, and what each reading makes of it.

    Where the readings differ in what one seat sees, that seat's view is drawn.
    """
    seen = (_SEES.fullmatch(unlike.what) for unlike in found.differences)
    seat = next((int(match[1]) for match in seen if match), None)
    for words, side in zip(PAIRS[name], found.sides, strict=True):
        rules = Ruleset.from_text(side.rules)
        if found.action is not None and side == found.sides[0]:
            yield Part(f"Before {found.action}", _drawn(side.position, rules, seat))
        after = f", after {found.action}" if found.action is not None else ""
        yield Part(f"{words}{after}", _drawn(side.after, rules, seat))


def _drawn(text: str, rules: Ruleset, seat: int | None) -> Picture:
    return picture_of(State.from_text(text, rules), seat)


def main(folder: Path = HERE) -> None:
    """Write every file into a folder."""
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
