"""Reads RULES.md back into clauses and switches, to compare it with clauses.toml."""

from __future__ import annotations

import re

_CLAUSE = re.compile(
    r"""
    ^\#\#\#\ (?P<id>[A-Z]\d+)\.\ (?P<title>[^\n]+)\n
    \*(?P<kind>[^*\n]+)\*\n\n
    \*\*(?P<statement>.+?)\*\*\n\n
    (?P<reading>.+?)\n\n
    (?P<sources>-\ .+?)\n(?:\n|\Z)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SWITCH = re.compile(
    r"^### `(?P<name>\w+)`\nValues: (?P<values>.+?)\. Default: `(?P<default>\w+)`\. "
    r"Clauses: (?P<clauses>[A-Z0-9, ]+)\.\n\n(?P<effect>[^`]+?)(?= \d| `| With)",
    re.MULTILINE,
)
SILENT = ("All four texts are silent.",)


def clauses_in(text: str) -> dict[str, dict[str, object]]:
    """By id: title, part, kind, switches, statement and source lines, each line unwrapped."""
    found: dict[str, dict[str, object]] = {}
    for part, body in _parts(text):
        for clause in _CLAUSE.finditer(body):
            kind, _, switches = clause["kind"].partition("switch: ")
            found[clause["id"]] = {
                "title": clause["title"],
                "part": part,
                "kind": tuple(re.findall(r"\w+", kind)) + (("switch",) if switches else ()),
                "switches": tuple(re.findall(r"\w+", switches)),
                "statement": _unwrapped(clause["statement"]),
                "sources": tuple(
                    _unwrapped(line).replace("*", "")
                    for line in re.split(r"^- ", clause["sources"], flags=re.MULTILINE)[1:]
                ),
            }
    return found


def switches_in(text: str) -> dict[str, dict[str, object]]:
    """By name: default, clauses and the sentence on its effect."""
    return {
        switch["name"]: {
            "default": switch["default"],
            "clauses": tuple(switch["clauses"].split(", ")),
            "effect": _unwrapped(switch["effect"]),
        }
        for switch in _SWITCH.finditer(text)
    }


def texts_in(text: str) -> dict[str, str]:
    """By language: the file's name, from the table at the head."""
    return dict(re.findall(r"^\| (\w+) \| `([\w.]+)` \|$", text, re.MULTILINE))


_HEADINGS = {
    "Setup": "setup",
    "A turn": "turn",
    "The reveal": "reveal",
    "The end": "end",
    "The score": "score",
    "Order within one instant": "order",
}


def _parts(text: str) -> list[tuple[str, str]]:
    sections = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return [(_HEADINGS[title], body) for title, body in pairs if title in _HEADINGS]


def _unwrapped(text: str) -> str:
    return " ".join(text.split())
