"""A recorded game: how one is written, and how each fact in one is held against the game played."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sly_core.cli.output import reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from sly_core import Ruleset, State

_REMARKS = frozenset({"clause", "why"})  # say what a record is for, nothing of the game
_MODULUS = 1_000_003
_FIELDS = ("board", "hands", "taken", "seat", "stall", "known")


@dataclass(frozen=True, slots=True)
class Fault:
    """What a record says and the rules do not: at which ply, by which clause, where these apply."""

    message: str
    ply: int | None = None
    clause: str | None = None


@dataclass(slots=True)
class Report:
    """What came of one record: actions played, facts checked, what was wrong, keys left alone."""

    plies: int = 0
    facts: int = 0
    end: str | None = None
    faults: list[Fault] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def record_of(state: State, start: str | None = None) -> dict[str, Any]:
    """The record of a game, as `check_game` takes it; `start` is where it began, if not anew."""
    rules, replayed = state.rules, _begin(state.rules, start)
    tokens = []
    for action in state.history():
        tokens.append(replayed.action_to_string(action))
        replayed.apply_action(action)
    record: dict[str, Any] = {
        "rules": {
            "players": rules.players,
            "hens": rules.hens,
            "houses": [list(house) for house in rules.houses],
            "reveal": rules.reveal,
            "reveal_scope": rules.reveal_scope,
            "multiple_foxes": rules.multiple_foxes,
            "gobbling_fox": rules.gobbling_fox,
            "min_reveal": rules.min_reveal,
            "stall_limit": rules.stall_limit,
        }
    }
    if start is not None:
        record["before"] = start
    return record | {
        "actions": tokens,
        "end": state.end_reason(),
        "scores": state.scores(),
        "text": state.to_text(),
    }


def check_game(record: Any, implementation: Any = None) -> Report:
    """Play a record through and check what it says; a wrong record is reported, never raised.

    `implementation` has a `State`: `sly_core`, where nothing is said, or `sly_core.reference`.
    """
    report = Report()
    if not isinstance(record, dict):
        report.faults.append(Fault("a game is a JSON object"))
        return report
    try:
        state = _begin(rules_of(record), record.get("before"), implementation)
        actions = _list_of(str, record, "actions")
        before_each = _list_of(list, record, "before_each") if "before_each" in record else None
        texts_at = _list_of(list, record, "texts_at") if "texts_at" in record else []
        texts = {_ply_of(entry, len(actions)): entry for entry in texts_at}
    except (ValueError, TypeError) as error:
        report.faults.append(Fault(_line(error), clause=getattr(error, "clause", None)))
        return report
    if before_each is not None and len(before_each) != len(actions):
        said = f"before_each has {len(before_each)} entries for {len(actions)} actions"
        report.faults.append(Fault(said))
    for ply, token in enumerate(actions):
        if before_each is not None and ply < len(before_each):
            _check_moves(report, state, ply, before_each[ply])
        if ply in texts:
            _check_text_at(report, state, ply, texts[ply])
        try:
            state.apply_action(state.string_to_action(token))
        except ValueError as error:
            said = f"{_short(token)}: {_line(error)}"
            report.faults.append(Fault(said, ply, getattr(error, "clause", None)))
            return report
        report.plies += 1
    _check_last(report, state, record)
    if len(actions) in texts:
        _check_text_at(report, state, len(actions), texts[len(actions)])
    report.end = state.end_reason()
    checked = {"rules", "before", "actions", "before_each", "texts_at", *_LAST_FACTS}
    report.unchecked = sorted(set(record) - checked - _REMARKS)
    return report


def _begin(rules: Ruleset, before: object, implementation: Any = None) -> State:
    import sly_core

    made: type[State] = (implementation or sly_core).State
    if before is None:
        return made(rules)
    if not isinstance(before, str):
        raise ValueError(f"before: expected a position's text, not {_short(before)}")
    return made.from_text(before, rules)


def rules_of(record: dict[str, Any]) -> Ruleset:
    """The ruleset of a record; `ValueError` where it has none, or one that cannot be."""
    from sly_core import Ruleset

    if "rules" not in record:
        raise ValueError("rules are missing")
    rules = record["rules"]
    if isinstance(rules, str):
        return Ruleset.from_text(rules)
    if not isinstance(rules, dict):
        raise ValueError(f"rules: expected an object or the text of a ruleset, not {_short(rules)}")
    return Ruleset().replace(**{"houses": None, **rules})


def _list_of(kind: type, record: dict[str, Any], key: str) -> list[Any]:
    """The list under a key, every entry of this kind."""
    if key not in record:
        raise ValueError(f"{key} are missing")
    found = record[key]
    if not isinstance(found, list) or not all(isinstance(entry, kind) for entry in found):
        what = "tokens" if kind is str else "lists"
        raise ValueError(f"{key}: expected a list of {what}, not {_short(found)}")
    return found


def _ply_of(entry: list[Any], plies: int) -> int:
    """The ply of an entry of `texts_at`: a ply, a text and, if given, world counts by seat."""
    match entry:
        case [int(ply), str()] | [int(ply), str(), list()] if not isinstance(ply, bool):
            if 0 <= ply <= plies:
                return ply
    raise ValueError(
        f"texts_at: expected [ply, text, counts] with a ply from 0 to {plies}, not {_short(entry)}"
    )


# -- facts -----------------------------------------------------------------------------------------


def _check(
    report: Report, what: str, said: Any, found: Any, ply: int | None, clause: str | None
) -> None:
    """Count a fact, and note it as a fault where what is said is not what is found."""
    report.facts += 1
    # compared as JSON, where true is not 1 and 2.0 is not 2
    if json.dumps(said) != json.dumps(found):
        report.faults.append(Fault(f"{what}: {_short(found)}, not {_short(said)}", ply, clause))


def _check_moves(report: Report, state: State, ply: int, said: list[Any]) -> None:
    """An entry of `before_each`: seat to act, number of legal actions, their checksum."""
    if len(said) != 3:
        expected = "expected [seat, legal actions, checksum]"
        report.faults.append(Fault(f"before_each: {expected}, not {_short(said)}", ply))
        return
    legal = state.legal_actions()
    checksum = sum((action + 1) ** 2 for action in legal) % _MODULUS
    _check(report, "seat to act", said[0], state.current_player(), ply, "S1")
    _check(report, "number of legal actions", said[1], len(legal), ply, "T1")
    _check(report, "checksum of legal actions", said[2], checksum, ply, "T1")


def _check_text_at(report: Report, state: State, ply: int, entry: list[Any]) -> None:
    _check_text(report, "text", entry[1], state, ply)
    if len(entry) > 2:
        players = range(state.rules.players)
        counts = [state.worlds_count(seat) for seat in players]
        _check(report, "world counts by seat", entry[2], counts, ply, None)


def _check_text(report: Report, what: str, said: Any, state: State, ply: int) -> None:
    """A position's text, field by field where it has six."""
    found = state.to_text()
    parts = said.split(" ") if isinstance(said, str) else []
    if len(parts) != len(_FIELDS):
        _check(report, what, said, found, ply, None)
        return
    report.facts += 1
    for name, told, true in zip(_FIELDS, parts, found.split(" "), strict=True):
        if told != true:
            report.faults.append(Fault(f"{what}, {name}: {true!r}, not {_short(told)}", ply))


def _check_last(report: Report, state: State, record: dict[str, Any]) -> None:
    """The facts about the last position."""
    ply = report.plies
    for key, check in _LAST_FACTS.items():
        if key in record:
            check(report, key, record[key], state, ply)


def _check_end(report: Report, what: str, said: Any, state: State, ply: int) -> None:
    _check(report, what, said, state.end_reason(), ply, "G1, G2, G3")


def _check_scores(report: Report, what: str, said: Any, state: State, ply: int) -> None:
    _check(report, what, said, state.scores(), ply, "P1, P2, P3")


_LAST_FACTS: dict[str, Callable[[Report, str, Any, State, int], None]] = {
    "text": _check_text,
    "after": _check_text,
    "end": _check_end,
    "scores": _check_scores,
}


def _short(value: Any) -> str:
    """A value as JSON, cut to a line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else text[:99] + "…"


def _line(error: Exception) -> str:
    """The first line of an error's message, without its clause, which is told apart."""
    text = reason(error).splitlines()[0]
    clause = getattr(error, "clause", None)
    return text.removesuffix(f" ({clause})") if clause else text
