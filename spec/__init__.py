"""The rules of SLY as data: every clause, its sources and the switches.

`RULES.md` beside this file is the normative text; `clauses.toml` says the same for machines, and
this door reads it. Nothing here imports an implementation of the game.

>>> import sly_spec
>>> sly_spec.clause("R8").title
'Rank'
>>> [switch.name for switch in sly_spec.switches()][:2]
['houses', 'reveal']
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = [
    "Clause",
    "Source",
    "Switch",
    "Text",
    "clause",
    "clauses",
    "rules_text",
    "switches",
    "texts",
]


@dataclass(frozen=True, slots=True)
class Text:
    """One of the four source texts: its language, its file's name and the places one can cite."""

    language: str
    file: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a clause stands in one text, and what that place says.

    >>> Source("French", "000.txt", ("SCORING, sentence 1", "SCORING, sentence 2"), "").place
    'SCORING, sentences 1 and 2'
    """

    language: str
    file: str
    places: tuple[str, ...]
    note: str

    @property
    def place(self) -> str:
        """All places in one phrase, sentences under one heading drawn together."""
        numbers: dict[str, list[str]] = {}
        for place in self.places:
            heading, _, number = place.partition(", sentence ")
            numbers.setdefault(heading, []).append(number)
        return "; ".join(_phrase(heading, found) for heading, found in numbers.items())


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the rules.

    `part` is setup, turn, reveal, end, score or order. `kind` holds one or more of rule, chosen,
    outside, switch and theorem, as RULES.md explains them. `switches` names the fields of a ruleset
    that change the clause. A text that is silent has no entry in `sources`.
    """

    id: str
    title: str
    statement: str
    part: str
    kind: tuple[str, ...]
    switches: tuple[str, ...]
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """One field of a ruleset on which tables may differ, its values as text."""

    name: str
    values: tuple[str, ...]
    default: str
    clauses: tuple[str, ...]
    effect: str


def clauses() -> tuple[Clause, ...]:
    """Every clause in the order of RULES.md.

    >>> clauses()[0].id, clauses()[-1].id
    ('S1', 'O5')
    """
    return tuple(_by_id().values())


def clause(name: str) -> Clause:
    """The clause with this id; `ValueError` if there is none.

    >>> clause("R3").switches
    ('multiple_foxes',)
    >>> clause("Z1")
    Traceback (most recent call last):
    ...
    ValueError: no clause 'Z1': the ids are S1 to S4, T1, L1, E1 to E3, R1 to R8, G1 to G3, \
P1 to P4, O1 to O5
    """
    try:
        return _by_id()[name]
    except KeyError:
        raise ValueError(f"no clause {name!r}: the ids are {_ids_in_words()}") from None


@cache
def switches() -> tuple[Switch, ...]:
    """Every switch of a ruleset.

    >>> {switch.name: switch.default for switch in switches()}["reveal"]
    'stepwise'
    """
    return tuple(
        Switch(
            name=entry["name"],
            values=tuple(entry["values"]),
            default=entry["default"],
            clauses=tuple(entry["clauses"]),
            effect=entry["effect"],
        )
        for entry in _table()["switches"]
    )


@cache
def texts() -> tuple[Text, ...]:
    """The four source texts.

    >>> [text.language for text in texts()]
    ['French', 'Italian', 'Portuguese', 'Czech']
    """
    return tuple(
        Text(entry["language"], entry["file"], tuple(entry["places"]))
        for entry in _table()["texts"].values()
    )


def rules_text() -> str:
    """The whole of RULES.md, the normative text, in Markdown.

    >>> rules_text().splitlines()[0]
    '# The rules of SLY'
    """
    return _read("RULES.md")


def _phrase(heading: str, numbers: list[str]) -> str:
    if len(numbers) == 1:
        return f"{heading}, sentence {numbers[0]}" if numbers[0] else heading
    return f"{heading}, sentences {numbers[0]} {'and' if len(numbers) == 2 else 'to'} {numbers[-1]}"


def _ids_in_words() -> str:
    last: dict[str, str] = {}
    for name in _by_id():
        last[name[0]] = name
    return ", ".join(
        name if name.endswith("1") else f"{letter}1 to {name}" for letter, name in last.items()
    )


@cache
def _by_id() -> dict[str, Clause]:
    named = _table()["texts"]
    return {
        entry["id"]: Clause(
            id=entry["id"],
            title=entry["title"],
            statement=entry["statement"],
            part=entry["part"],
            kind=tuple(entry["kind"]),
            switches=tuple(entry["switches"]),
            sources=tuple(
                Source(
                    language=named[source["text"]]["language"],
                    file=named[source["text"]]["file"],
                    places=tuple(source["places"]),
                    note=source["note"],
                )
                for source in entry["sources"]
            ),
        )
        for entry in _table()["clauses"]
    }


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_read("clauses.toml"))


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
