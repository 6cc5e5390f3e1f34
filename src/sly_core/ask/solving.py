"""Questions of `ask.prove` to the solvers, each with a limit of time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from sly_spec.reading import Table
    from sly_spec.terms import State


P = ParamSpec("P")
T = TypeVar("T")
_SOLVERS = RLock()


def one_at_a_time(question: Callable[P, T]) -> Callable[P, T]:
    """Let a second thread wait: z3 has one context for the process, and bears no two in it."""

    @wraps(question)
    def waiting(*args: P.args, **kwargs: P.kwargs) -> T:
        with _SOLVERS:
            return question(*args, **kwargs)

    return waiting


class UndecidedError(Exception):
    """A solver gave no answer within its limit; the text says which, and to what."""


_QUICK = 2.0
_LONGEST = 4e6
"""A solver's own limit, in milliseconds, has to fit in 32 bits; that is six weeks."""


class Session:
    """Conditions that hold, and questions whether more can hold with them, asked of z3.

    A question goes to a solver that keeps what it has learnt; where that takes longer than a
    moment, or one question is to be asked `alone`, to one of its own, which turns the whole of it
    into propositional logic at once. On sums of points that is far faster: that no LAY in a wide
    game for four costs a player more than 6 points takes it one second, and the other over twenty.
    """

    def __init__(self, conditions: Sequence[Any], until: float) -> None:
        self._conditions = list(conditions)
        self._until = until
        self._model: Any = None
        self._learning = self._solver()

    def may(self, *more: Any, alone: bool = False) -> bool:
        """Whether all of this can hold too.

        Raises:
            UndecidedError: no answer within the time.
        """
        answer = None
        if not alone:
            self._learning.push()
            self._learning.add(*more)
            answer = self._check(self._learning, _QUICK)
            self._learning.pop()
        if answer is None:
            answer = self._check(self._own_solver(*more), self._left())
        if answer is None:
            raise UndecidedError("z3: the time was over")
        return answer

    def _left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise UndecidedError("z3: the time was over")
        return left

    def _check(self, solver: Any, seconds: float) -> bool | None:
        from sly_spec.smt import z3

        solver.set("timeout", _milliseconds(min(seconds, self._left())))
        answer = solver.check()
        if answer == z3.unknown:
            if solver.reason_unknown() == "interrupted from keyboard":
                raise KeyboardInterrupt  # z3 has taken the signal for itself
            return None
        self._model = solver.model() if answer == z3.sat else None
        return bool(answer == z3.sat)

    def hold(self, *more: Any) -> None:
        """Let this hold from now on."""
        self._conditions += more
        self._learning.add(*more)

    def position(self, state: State) -> Table:
        """The position that the last answer, which was yes, makes of a state."""
        from sly_spec.terms import from_model

        assert self._model is not None, "the last answer was no"
        return from_model(self._model, state)

    def value(self, term: Any) -> int:
        """The number that it makes of a term."""
        assert self._model is not None, "the last answer was no"
        return int(self._model.eval(term, model_completion=True).as_long())

    def to_smt(self, *more: Any) -> str:
        """The question as SMT-LIB 2."""
        return f"(set-logic QF_BV)\n{self._solver(*more).to_smt2()}"

    def _solver(self, *more: Any) -> Any:
        from sly_spec.smt import z3

        solver = z3.SolverFor("QF_BV")
        solver.add(*self._conditions, *more)
        return solver

    def _own_solver(self, *more: Any) -> Any:
        from sly_spec.smt import z3

        solver = z3.Then(*_AT_ONCE).solver()
        solver.add(*self._conditions, *more)
        return solver


_AT_ONCE = (
    "simplify",
    "propagate-values",
    "solve-eqs",
    "elim-uncnstr",
    "simplify",
    "bit-blast",
    "aig",
    "sat",
)
"""The tactics of z3 for a question by itself."""


def _milliseconds(seconds: float) -> int:
    return max(1, int(min(seconds, _LONGEST) * 1000))


def second_opinion(smt: str, seconds: float) -> bool:
    """Whether bitwuzla finds the text satisfiable.

    Raises:
        ImportError: bitwuzla is not installed; it names the extra.
        UndecidedError: no answer within the time.
    """
    try:
        import bitwuzla
    except ImportError as missing:
        raise ImportError(
            "a second solver is missing: install the extra, pip install 'sly_core[verify]'"
        ) from missing
    terms = bitwuzla.TermManager()
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, _milliseconds(seconds))
    parser = bitwuzla.Parser(terms, options)
    # the text without its question, which is asked here so that its answer is not printed
    parser.parse(smt.replace("(check-sat)", ""), True, False)
    answer = parser.bitwuzla().check_sat()
    if answer == bitwuzla.Result.UNKNOWN:
        raise UndecidedError("bitwuzla: the time was over")
    return bool(answer == bitwuzla.Result.SAT)
