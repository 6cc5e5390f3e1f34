"""What type checkers say is read as it is meant, and held against what is marked."""

from __future__ import annotations

import doctest

from release import type_checking
from release.type_checking import CONSUMER, WRONG, differences, marked


def test_the_examples() -> None:
    found = doctest.testmod(type_checking)
    assert found.attempted > 3
    assert found.failed == 0


def test_marks_are_found_at_the_end_of_a_line() -> None:
    assert marked("state.lay()  # wrong\n# wrong uses:\nx = 1\nbatch[0.5]  # wrong\n") == {1, 4}


def test_what_is_refused_as_marked_is_no_difference() -> None:
    assert differences({(WRONG, 3): "no such attribute"}, {3}) == []


def test_a_wrong_use_that_is_not_refused_is_told() -> None:
    assert differences({}, {3}) == [f"{WRONG}:3: not refused"]


def test_a_complaint_about_what_is_right_is_told() -> None:
    found = {(WRONG, 4): "unknown", ("typed_consumer.py", 3): "is Any"}
    assert differences(found, set()) == ["typed_consumer.py:3: is Any", f"{WRONG}:4: unknown"]


def test_there_is_much_to_refuse() -> None:
    assert len(marked((CONSUMER / WRONG).read_text(encoding="utf-8"))) > 30
