"""The family of errors: what each carries, and that it travels between processes."""

from __future__ import annotations

import pickle

import pytest

from sly_core import errors
from sly_core.errors import (
    BytesError,
    HistoryError,
    IllegalActionError,
    IllegalRowError,
    NotationError,
    PlayoutLimitError,
    PositionError,
    RulesetError,
    SlyError,
    brief,
)

ONE_OF_EACH = [
    SlyError("no", clause="S1"),
    RulesetError("players", 5, "2 to 4", clause="S1"),
    NotationError("no such mark", field="board", column=2, text="1F+"),
    PositionError("no", field="hands", column=0, text="F", clause="S2"),
    BytesError("short"),
    IllegalActionError(7, "no", clause="L1"),
    IllegalRowError(2, IllegalActionError(7, "no", clause="L1")),
    HistoryError("nothing to take back"),
    PlayoutLimitError(12),
]


def test_this_is_one_of_each() -> None:
    kinds = {v for v in vars(errors).values() if isinstance(v, type) and issubclass(v, Exception)}
    assert {type(error) for error in ONE_OF_EACH} == kinds


@pytest.mark.parametrize("error", ONE_OF_EACH, ids=lambda error: type(error).__name__)
def test_every_error_is_a_value_error_and_survives_pickle(error: SlyError) -> None:
    assert isinstance(error, ValueError)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_the_clause_ends_the_message() -> None:
    assert str(SlyError("no", clause="R3")) == "no (R3)"
    assert str(SlyError("no")) == "no"
    assert str(IllegalActionError(7, "no", clause="L1")) == "action 7: no (L1)"
    assert str(RulesetError("players", 5, "2 to 4", clause="S1")) == "players: 5 is not 2 to 4 (S1)"
    assert str(PlayoutLimitError(12)) == "the game was not over after 12 plies (G3)"


@pytest.mark.parametrize("column", [0, 1, 37, 38, 39, 150, 199, 200])
def test_the_caret_stands_under_its_column_in_a_long_text_too(column: int) -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(200)) + "!"
    shown, caret = str(NotationError("no", field="board", column=column, text=text)).splitlines()[
        1:
    ]
    assert shown[len(caret) - 1] == text[column]
    assert len(shown) <= 80


def test_what_cannot_be_printed_takes_one_place() -> None:
    error = NotationError("no", field="board", column=3, text="a\n\0b")
    assert str(error).splitlines()[1:] == ["  a\N{REPLACEMENT CHARACTER}" * 1 + "\ufffdb", "     ^"]


def test_no_value_makes_a_message_long_or_impossible() -> None:
    assert brief(3) == "3"
    assert len(brief("x" * 10_000)) <= 80
    assert brief(10**10_000) == "an integer of 33220 bits"
    assert brief([10**10_000]) == "this list"
