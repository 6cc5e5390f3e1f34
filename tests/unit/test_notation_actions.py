"""Action ids and tokens, both ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sly_core.errors import IllegalActionError, NotationError, SlyError
from sly_core.notation import (
    NUM_ACTIONS,
    action_to_string,
    card_letter,
    expose,
    lay,
    space_name,
    string_to_action,
    turn,
)
from sly_core.ruleset import Ruleset
from tests.strategies import rulesets

FULL = Ruleset(players=2, hens=7, houses=[[1] * 10, [2] * 6])


def test_ids_are_those_of_the_contract() -> None:
    assert [lay(card, space) for card, space in ((0, 0), (1, 0), (7, 15))] == [0, 16, 127]
    assert [expose(0), expose(15), turn(0), turn(15)] == [128, 143, 144, 159]
    tokens = ["Fa1", "Fa10", "Fb1", "7b6", "xa1", "xb6", "ra1", "rb6", "r."]
    ids = [0, 9, 10, 127, 128, 143, 144, 159, 160]
    assert [string_to_action(token, FULL) for token in tokens] == ids
    assert [action_to_string(action, FULL) for action in ids] == tokens


@pytest.mark.parametrize("number", [-1, 16, 161, 10**30])
def test_no_id_is_made_of_what_is_no_card_or_space(number: int) -> None:
    """A card 8 would be an EXPOSE by its number."""
    for make in (expose, turn, lambda space: lay(0, space)):
        with pytest.raises(SlyError, match="under every ruleset spaces are 0 to 15"):
            make(number)
    for name in (card_letter, lambda card: str(lay(card, 0))):
        with pytest.raises(SlyError, match="under every ruleset cards are 0 to 7"):
            name(number)
    with pytest.raises(SlyError, match=r"card 8 is out of range.*\(S2\)"):
        lay(8, 0)


def test_the_full_ruleset_has_a_token_for_each_of_161_ids() -> None:
    tokens = [action_to_string(action, FULL) for action in range(NUM_ACTIONS)]
    assert len(set(tokens)) == NUM_ACTIONS == 161
    assert [string_to_action(token, FULL) for token in tokens] == list(range(NUM_ACTIONS))


@given(rulesets(), st.integers(0, 160))
def test_an_id_has_a_token_just_when_its_card_and_space_are_there(
    rules: Ruleset, action: int
) -> None:
    there = action == 160 or (
        action % 16 < rules.num_spaces and (action >= 128 or action // 16 <= rules.hens)
    )
    if there:
        assert string_to_action(action_to_string(action, rules), rules) == action
    else:
        with pytest.raises(IllegalActionError) as caught:
            action_to_string(action, rules)
        assert caught.value.action == action
        assert caught.value.clause == ("S3" if action % 16 >= rules.num_spaces else "S2")


@given(st.text(max_size=5) | st.text(alphabet="F123xr.ab0", max_size=5))
def test_a_token_reads_as_it_stands_or_points_at_a_character(token: str) -> None:
    try:
        action = string_to_action(token, FULL)
    except NotationError as caught:
        error = caught
    else:
        assert action_to_string(action, FULL) == token
        return
    assert (error.field, error.text) == ("action", token)
    assert 0 <= error.column <= len(token)


@pytest.mark.parametrize(
    ("marked", "clause"),
    [
        ("^", "T1"),
        ("^a1", "T1"),
        ("^fa1", "T1"),
        ("^7a1", "T1"),
        ("^?a1", "T1"),
        ("^ Fa1", "T1"),
        ("F^", "S3"),
        ("F^b1", "S3"),
        ("Fa^", "S3"),
        ("Fa^5", "S3"),
        ("Fa^01", "S3"),
        ("Fa1^ ", "S3"),
        ("r^..", "S3"),
        ("r^", "S3"),
        ("x^.", "S3"),
        ("xa^A", "S3"),
    ],
)
def test_the_error_points_at_the_first_character_that_does_not_fit(
    marked: str, clause: str
) -> None:
    token = marked.replace("^", "")
    with pytest.raises(NotationError) as caught:
        string_to_action(token, Ruleset())
    error = caught.value
    assert (error.column, error.clause) == (marked.index("^"), clause)


def test_numbers_out_of_range_are_value_errors() -> None:
    for action in (-1, 161, 10**5000):
        with pytest.raises(IllegalActionError, match="0 to 160"):
            action_to_string(action, FULL)
    for space in (-1, 16):
        with pytest.raises(SlyError, match="out of range"):
            space_name(space, FULL)


def test_other_types_are_refused_and_other_integers_taken() -> None:
    wrong: list[Any] = [None, 1.0, "1", b"Fa1", True]
    for action in wrong:
        with pytest.raises(TypeError):
            action_to_string(action, FULL)
    for token in [None, 1, b"Fa1"]:
        with pytest.raises(TypeError):
            string_to_action(token, FULL)  # type: ignore[arg-type]  # the wrong type is the point
    number: Any = np.int16(128)
    assert action_to_string(number, FULL) == "xa1"


def test_names() -> None:
    assert "".join(map(card_letter, range(8))) == "F1234567"
    assert [space_name(space, FULL) for space in (0, 9, 10, 15)] == ["a1", "a10", "b1", "b6"]
