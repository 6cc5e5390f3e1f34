"""The only place that asks a solver: what it was asked, what it said, and what follows.

A theorem is PROVED when for every cut z3 and bitwuzla both say that no counterexample is there, the
premises hold somewhere, and the theorem's twin, wrong on purpose, is refuted. It is REFUTED when a
counterexample was found that, put into the terms, makes them true. Everything else is UNKNOWN:
one solver's word alone, a limit that was reached, premises that never hold, a twin not refuted.

That something is satisfiable needs no second opinion: the model is put in and looked at.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from sly_spec.claims import claim, claims
from sly_spec.claims.claim import Claim, Cut, Theorem
from sly_spec.reading import Reading
from sly_spec.smt import z3
from sly_spec.terms import from_model

try:
    import bitwuzla
except ImportError as missing:
    raise ImportError(
        "a proof needs a second solver: install the extra, pip install 'sly_core[verify]'"
    ) from missing

PROVED, REFUTED, UNKNOWN = "PROVED", "REFUTED", "UNKNOWN"
CAP = 400
"""How much z3 may use for one question, in millions of its resource units, unless told."""
SECONDS = 240
"""How long either solver may take for one question, whatever it uses."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to one solver: may the terms be true together?

    ``role`` is ``cut`` (premises and no goal), ``premises`` (premises alone), ``twin``, or ``fits``
    (a counterexample that fits the table is looked for).
    ``resources`` are z3's units; bitwuzla counts none.
    """

    role: str
    cut: str
    solver: str
    answer: str
    seconds: float
    resources: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out for one claim under one reading, and all that is needed to ask again.

    ``scope`` says of what the claim was asked; ``cpu_seconds`` is what the process used, imports
    and the building of terms included.
    """

    claim: str
    reading: str
    verdict: str
    why: str
    seconds: float
    scope: str = ""
    cpu_seconds: float = 0.0
    asked: tuple[Asked, ...] = ()
    witness: Mapping[str, Any] = field(default_factory=dict)
    specification: str = ""
    solvers: Mapping[str, str] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Give the record as plain data."""
        return asdict(self)


def solvers() -> dict[str, str]:
    """Name the solvers and their versions."""
    return {"z3": z3.get_version_string(), "bitwuzla": bitwuzla.version()}


@cache
def specification_hash() -> str:
    """Give the sha256 of the specification: of every Python source of this package, by name."""
    return hash_of(files("sly_spec"))


def hash_of(folder: Any) -> str:
    """Give the sha256 of a specification in some folder."""
    digest = sha256()
    for name, source in sorted(_sources(folder, "")):
        digest.update(f"{name}\0{source}\0".encode())
    return digest.hexdigest()


def _sources(folder: Any, prefix: str) -> list[tuple[str, str]]:
    found = []
    for entry in folder.iterdir():
        name = f"{prefix}{entry.name}"
        if entry.is_dir() and entry.name != "__pycache__":
            found += _sources(entry, f"{name}/")
        elif name.endswith(".py"):
            found.append((name, entry.read_text(encoding="utf-8")))
    return found


class Examination:
    """The examination of one theorem: the questions so far, and where texts of them go."""

    def __init__(self, cap: int = CAP, seconds: int = SECONDS, smt: Path | None = None) -> None:
        self.cap = cap
        self.seconds = seconds
        self.smt = smt
        self.asked: list[Asked] = []

    def ask_z3(self, role: str, cut: Cut, terms: list[z3.BoolRef]) -> tuple[str, z3.ModelRef, str]:
        """Ask z3; give the answer, the model if there is one, and the question as text."""
        solver = z3.SolverFor("QF_BV")
        solver.set("rlimit", self.cap * 1_000_000)
        solver.set("timeout", self.seconds * 1000)
        solver.add(*terms)
        text = "(set-logic QF_BV)\n" + solver.to_smt2()
        begin = time.perf_counter()
        answer = str(solver.check())
        model = solver.model() if answer == "sat" else None
        used = solver.statistics().get_key_value("rlimit count")
        self._note(role, cut, "z3", answer, begin, used, text)
        return answer, model, text

    def ask_bitwuzla(self, role: str, cut: Cut, text: str) -> str:
        """Ask bitwuzla, which reads the same question from its text."""
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.TIME_LIMIT_PER, self.seconds * 1000)
        parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
        begin = time.perf_counter()
        parser.parse(text, True, False)
        answer = parser.bitwuzla().check_sat().name.lower()
        self._note(role, cut, "bitwuzla", answer, begin, 0, text)
        return str(answer)

    def _note(
        self, role: str, cut: Cut, solver: str, answer: str, begin: float, used: int, text: str
    ) -> None:
        digest = sha256(text.encode()).hexdigest()
        seconds = round(time.perf_counter() - begin, 3)
        self.asked.append(Asked(role, cut.name, solver, answer, seconds, int(used), digest))
        if self.smt is not None and solver == "z3":
            name = f"{role} {cut.name}.smt2".replace(" ", "_").replace("/", "-")
            (self.smt / name).write_text(text, encoding="utf-8")

    def holds_somewhere(self, role: str, cut: Cut, terms: list[z3.BoolRef]) -> bool:
        """Tell whether z3 finds a model of the terms that does make them true."""
        answer, model, _ = self.ask_z3(role, cut, terms)
        return answer == "sat" and _makes_true(model, terms)

    def refutes(self, cut: Cut) -> tuple[str, dict[str, Any]]:
        """Look for a counterexample to a cut: ``sat`` with a witness, ``unsat``, or ``unknown``.

        ``unsat`` is what both solvers say; ``sat`` is what both say and the model shows.
        """
        terms = [*cut.premises, z3.Not(cut.goal)]
        first, model, text = self.ask_z3("cut", cut, terms)
        second = self.ask_bitwuzla("cut", cut, text)
        if first != second:
            return "unknown", {}
        if first != "sat":
            return first, {}
        return (
            ("sat", self._witness(cut, terms, model))
            if _makes_true(model, terms)
            else ("unknown", {})
        )

    def _witness(self, cut: Cut, terms: list[z3.BoolRef], model: z3.ModelRef) -> dict[str, Any]:
        """Tell a counterexample, one that fits the table where there is one; else without it."""
        if cut.fits is None:
            return _witness(model, cut)
        fitting = [*terms, cut.fits]
        answer, found, _ = self.ask_z3("fits", cut, fitting)
        if answer == "sat" and _makes_true(found, fitting):
            return _witness(found, cut)
        return _witness(model, replace(cut, states={}))


def _makes_true(model: z3.ModelRef, terms: list[z3.BoolRef]) -> bool:
    return all(z3.is_true(model.eval(term, model_completion=True)) for term in terms)


def _witness(model: z3.ModelRef, cut: Cut) -> dict[str, Any]:
    """Tell a counterexample as plain data: positions as text and card by card, and the values."""

    def plain(value: z3.ExprRef | str) -> Any:
        if isinstance(value, str):
            return value
        found = model.eval(value, model_completion=True)
        return z3.is_true(found) if z3.is_bool(found) else found.as_long()

    states = {}
    for name, state in cut.states.items():
        table = from_model(model, state)
        states[name] = {"text": table.text(state.reading), **asdict(table)}
    values = {name: plain(value) for name, value in cut.values.items()}
    return {"cut": cut.name, "states": states, "values": values}


def examine(
    theorem: Theorem, cap: int = CAP, seconds: int = SECONDS, smt: Path | None = None
) -> dict[str, Any]:
    """Examine a theorem; give verdict, reason, questions asked and, where REFUTED, the witness."""
    exam = Examination(cap, seconds, smt)
    verdict, why, witness = _examined(exam, theorem)
    return {"verdict": verdict, "why": why, "asked": tuple(exam.asked), "witness": witness}


def _examined(exam: Examination, theorem: Theorem) -> tuple[str, str, dict[str, Any]]:
    undecided = []
    for cut in theorem.cuts:
        answer, witness = exam.refutes(cut)
        if answer == "sat":
            return REFUTED, f"a counterexample to {cut.name!r}", witness
        if answer != "unsat":
            undecided.append(cut.name)
    if undecided:
        return UNKNOWN, f"the solvers did not both decide {', '.join(undecided)}", {}
    asked = set()
    for cut in theorem.cuts:
        premises = tuple(premise.get_id() for premise in cut.premises)
        if premises not in asked and not exam.holds_somewhere("premises", cut, [*cut.premises]):
            return UNKNOWN, f"the premises of {cut.name!r} hold nowhere that was found", {}
        asked.add(premises)
    twin = theorem.twin
    if not exam.holds_somewhere("twin", twin, [*twin.premises, z3.Not(twin.goal)]):
        return UNKNOWN, f"its twin {twin.name!r}, wrong on purpose, was not refuted", {}
    return PROVED, "two solvers agree on every cut", {}


# Obligations ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Obligation:
    """One claim under one reading, the verdict that is expected, and z3's cap for a question."""

    claim: str
    reading: Reading
    expected: str | None = None
    cap: int = CAP


@cache
def expected() -> Mapping[str, Mapping[str, Any]]:
    """Give the table of expected verdicts: by claim, then by reading in text."""
    return tomllib.loads(files("sly_spec").joinpath("expected.toml").read_text(encoding="utf-8"))


def obligations(
    seats: Collection[int] | None = None,
    readings: Iterable[Reading] | None = None,
    only: str | None = None,
    standard: bool = False,
) -> list[Obligation]:
    """List obligations: all of the table, or those of some numbers of seats, or of some readings.

    ``standard`` keeps of the table the standard readings alone, ``only`` the claims that have this
    text in their name or this clause among theirs. A reading that is not in the table has no
    expected verdict.

    >>> [o.reading.text for o in obligations(seats=[3], only="a hand is never empty")][0]
    'players=3'
    """
    chosen = None if readings is None else [*readings]
    found = []
    for one in claims():
        if only is not None and only not in one.name and only not in one.clauses:
            continue
        rows = {Reading.from_text(k): v for k, v in expected()[one.name].items() if k != "cap"}
        cap = expected()[one.name].get("cap", CAP)
        listed = [r for r in rows if not standard or r == Reading(r.players)]
        for reading in listed if chosen is None else chosen:
            if seats is None or reading.players in seats:
                found.append(Obligation(one.name, reading, rows.get(reading), cap))
    return found


def discharge(obligation: Obligation, smt: Path | None = None) -> Verdict:
    """Examine an obligation in this process."""
    begin = time.perf_counter()
    one = claim(obligation.claim)
    result = examine(one.theorem(obligation.reading), obligation.cap, smt=smt)
    return Verdict(
        claim=obligation.claim,
        reading=obligation.reading.text,
        seconds=round(time.perf_counter() - begin, 3),
        scope=_scope(one, obligation.reading),
        cpu_seconds=round(time.process_time(), 3),
        specification=specification_hash(),
        solvers=solvers(),
        **result,
    )


def _scope(one: Claim, reading: Reading) -> str:
    """Say what a verdict is about: nothing is bounded but by the ruleset itself."""
    about = "every possible position and every legal action there"
    if one.theme == "reveals":
        about = "every set of revealed cards"
    spaces = len(reading.spaces)
    return f"{about}: {reading.players} players, {reading.hens} Hens each, {spaces} spaces"


def verify(
    chosen: Iterable[Obligation],
    jobs: int = 2,
    on_result: Callable[[Obligation, Verdict], None] | None = None,
    smt: Path | None = None,
) -> Iterator[Verdict]:
    """Examine obligations, each in a process of its own; yield verdicts as they come.

    A process that dies or outlasts its time gives UNKNOWN. With ``smt``, every question is written
    to that folder as SMT-LIB 2, in a folder for each obligation.
    """
    with ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(_in_a_process, one, smt): one for one in chosen}
        try:
            for done in as_completed(running):
                verdict = done.result()
                if on_result is not None:
                    on_result(running[done], verdict)
                yield verdict
        finally:
            pool.shutdown(cancel_futures=True)


def _in_a_process(obligation: Obligation, smt: Path | None) -> Verdict:
    reading = obligation.reading.text
    begin = time.perf_counter()
    command = [sys.executable, "-P", "-m", "sly_spec.check", "--one", obligation.claim]
    command += ["--reading", reading, "--cap", str(obligation.cap)]
    if smt is not None:
        folder = (
            smt / reading.replace(" ", "_").replace("/", "-") / obligation.claim.replace(" ", "_")
        )
        folder.mkdir(parents=True, exist_ok=True)
        command += ["--smt", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10 * SECONDS)
    except subprocess.TimeoutExpired:
        return Verdict(obligation.claim, reading, UNKNOWN, "out of time", 10.0 * SECONDS)
    if done.returncode:
        why = f"the process failed: {done.stderr.strip().splitlines()[-1:] or done.returncode}"
        return Verdict(
            obligation.claim, reading, UNKNOWN, why, round(time.perf_counter() - begin, 3)
        )
    record = json.loads(done.stdout)
    asked = tuple(Asked(**one) for one in record.pop("asked"))
    return Verdict(**record, asked=asked)


# The command ---------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Run `python -m sly_spec.check`: the table of verdicts; 1 if one is not the expected one."""
    parser = argparse.ArgumentParser(prog="python -m sly_spec.check", description=__doc__)
    parser.add_argument("--seats", type=int, action="append", help="only these numbers of seats")
    parser.add_argument("--reading", help="only this reading, as players=2 multiple_foxes=each")
    parser.add_argument("--only", help="only claims with this in their name, or of this clause")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--smt", type=Path, help="write every question there as SMT-LIB 2")
    parser.add_argument("--json", type=Path, help="write all records there")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--cap", type=int, default=CAP, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    readings = None if options.reading is None else [Reading.from_text(options.reading)]
    if options.one is not None and readings is not None:
        one = Obligation(options.one, readings[0], cap=options.cap)
        print(json.dumps(discharge(one, options.smt).as_dict()))
        return 0
    wrong = 0
    records = []

    def tell(obligation: Obligation, verdict: Verdict) -> None:
        nonlocal wrong
        good = verdict.verdict == obligation.expected
        wrong += not good
        note = "" if good else f"  expected {obligation.expected}: {verdict.why}"
        told = f"{verdict.verdict:8} {verdict.seconds:7.1f} s  {verdict.reading:28} {verdict.claim}"
        print(told + note, flush=True)

    chosen = obligations(options.seats, readings, options.only)
    for verdict in verify(chosen, options.jobs, tell, options.smt):
        records.append(verdict.as_dict())
    if options.json is not None:
        options.json.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    print(f"{len(records)} obligation{'' if len(records) == 1 else 's'}, {wrong} not as expected")
    return 1 if wrong or not records else 0


if __name__ == "__main__":
    sys.exit(main())
