"""`verify`: the theorems of the specification, checked by two solvers, as they are expected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sly_core.ask.arguments import ruleset, whole_number
from sly_core.ask.solving import one_at_a_time
from sly_core.errors import SlyError
from sly_core.notation import STOP, expose, lay, turn
from sly_core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Checked:
    """One theorem under one ruleset: its verdict, and the one that is expected, if any.

    `verdict` is PROVED (two solvers agree), REFUTED or UNKNOWN; `record` is all that was asked,
    with hashes and versions, as plain data. `replayed` says whether reference and core agree with
    the positions of a counterexample, and its step where there is one; a set of revealed cards is
    laid on the table and revealed. None: there is nothing to replay.
    """

    claim: str
    rules: str
    verdict: str
    expected: str | None
    why: str
    seconds: float
    record: Mapping[str, Any]
    replayed: bool | None = None

    @property
    def good(self) -> bool:
        """Whether it is the expected verdict; where none is expected, whether it is one at all."""
        if self.replayed is False:
            return False
        if self.expected is None:
            return self.verdict != "UNKNOWN"
        return self.verdict == self.expected

    @property
    def agreed(self) -> tuple[int, int]:
        """On how many questions about the claim both solvers answered the same, and of how many."""
        answers: dict[str, list[str]] = {}
        for asked in self.record.get("asked", ()):
            if asked["role"] == "cut":
                answers.setdefault(asked["cut"], []).append(asked["answer"])
        alike = [found in (["sat"] * 2, ["unsat"] * 2) for found in answers.values()]
        return sum(alike), len(alike)


@one_at_a_time
def verify(
    rules: Iterable[Ruleset | str] | None = None,
    *,
    seats: Collection[int] | None = None,
    only: str | None = None,
    every: bool = False,
    jobs: int = 2,
    smt: Path | None = None,
    on_result: Callable[[Checked, int], None] | None = None,
) -> list[Checked]:
    """Check the theorems of the rules.

    Args:
        rules: rulesets or their texts; where left out, the standard ones.
        seats: only rulesets for so many players.
        only: only theorems with this in their name, or about this clause.
        every: where no rules are given, every ruleset that the table of expected verdicts has for
            a theorem: the wide layout and each value of each switch as well.
        jobs: how many are checked at a time, each in a process of its own.
        smt: a folder for every question as SMT-LIB 2.
        on_result: called after each theorem with what came out and with how many there are.

    Raises:
        TypeError: of the wrong type.
        SlyError: nothing is left to check, no such number of jobs, or rules that do not read
            (`RulesetError`).
        ImportError: a solver is missing; it names the extra `verify`.

    >>> [found.verdict for found in verify(["players=2"], only="every card is in one place")]
    ['PROVED']
    """
    from sly_spec import check
    from sly_spec.reading import Reading

    readings = None
    if rules is not None:
        if isinstance(rules, str) or not isinstance(rules, Iterable):
            kind = type(rules).__name__
            raise TypeError(f"rules: expected several rulesets or their texts, not {kind}")
        readings = [Reading.of(ruleset(each)) for each in rules]
    if seats is not None and not isinstance(seats, Collection):
        raise TypeError(f"seats: expected several numbers, not {type(seats).__name__}")
    if only is not None and not isinstance(only, str):
        raise TypeError(f"only: expected a text, not {type(only).__name__}")
    jobs = whole_number(jobs, "jobs", 1)
    chosen = check.obligations(seats=seats, readings=readings, only=only, standard=not every)
    if not chosen:
        raise SlyError("there is no such theorem to check, for these seats and rules")
    done: list[Checked] = []

    def note(obligation: check.Obligation, verdict: check.Verdict) -> None:
        checked = Checked(
            claim=verdict.claim,
            rules=verdict.reading,
            verdict=verdict.verdict,
            expected=obligation.expected,
            why=verdict.why,
            seconds=verdict.seconds,
            record=verdict.as_dict(),
            replayed=_replayed(verdict.witness, Ruleset.from_text(verdict.reading)),
        )
        done.append(checked)
        if on_result is not None:
            on_result(checked, len(chosen))

    for _ in check.verify(chosen, jobs, note, smt):
        pass
    return done


def _replayed(witness: Mapping[str, Any], rules: Ruleset) -> bool | None:
    """Whether both implementations take the positions of a counterexample, and its step, alike."""
    texts = {name: state["text"] for name, state in witness.get("states", {}).items()}
    if not texts:
        return None
    try:
        agree = all(
            _alike([kind.from_text(text, rules) for kind in _kinds()]) for text in texts.values()
        )
        values = witness["values"]
        if not agree or "kind" not in values or set(texts) != {"before", "after"}:
            return agree
        action = _action(values["kind"], values["space"], values["number"])
        after = [_played(kind, texts["before"], action, rules) for kind in _kinds()]
    except SlyError:
        return False
    # what is known of the cards is no part of the specification's positions
    there = texts["after"].rpartition(" ")[0]
    return all(state.to_text().rpartition(" ")[0] == there for state in after)


def _kinds() -> tuple[Any, Any]:
    from sly_core import State, reference

    return reference.State, State


def _alike(states: list[Any]) -> bool:
    facts = [(s.to_text(), s.legal_actions(), s.end_reason(), s.scores()) for s in states]
    return facts[0] == facts[1]


def _played(kind: Any, text: str, action: int, rules: Ruleset) -> Any:
    """The state after the action; a REVEAL is played whole, from cards face down (R1)."""
    if action != STOP:
        return kind.from_text(text, rules).child(action)
    state = kind.from_text(text.replace("*", "?"), rules)
    board = text.partition(" ")[0].replace("/", ",").split(",")
    for space, lying in enumerate(board):
        if lying.endswith("*"):
            state = state.child(turn(space))
    return state.child(STOP)


def _action(kind: str, space: int, number: int) -> int:
    if kind == "lay":
        return lay(number, space)
    return {"expose": expose(space), "turn": turn(space)}.get(kind, STOP)
