"""A turn and LAY: clauses T1 and L1."""

from __future__ import annotations

from typing import Any

import pytest

from sly_core import Ruleset
from tests.tools import fields, play, rules, tokens


@pytest.mark.parametrize(("players", "count"), [(2, 28), (3, 56), (4, 56)])
def test_l1_any_card_on_any_space_at_the_start(
    implementation: Any, players: int, count: int
) -> None:
    state = implementation.State(Ruleset(players=players))
    legal = state.legal_actions()
    assert legal == [card * 16 + space for card in range(7) for space in range(count // 7)]


def test_l1_a_card_goes_face_down_and_the_turn_passes(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "4a3")
    assert state.to_text() == "-,-,04?,- F12356/F123456 -/- 1 0 -"


def test_l1_only_on_unoccupied_spaces_of_any_house(implementation: Any) -> None:
    state = implementation.State.from_text(
        "0F?,12!/-,- 123/F13 -/- 1 0 -", rules("hens=3 houses=1,2/3,4")
    )
    lays = [token for token in tokens(state) if token[0] in "F123456"]
    assert lays == ["Fb1", "Fb2", "1b1", "1b2", "3b1", "3b2"]


def test_l1_only_from_ones_own_hand(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "5a1")
    assert "5a2" in tokens(state)
    state = play(state, "Fa2")
    with pytest.raises(ValueError, match="L1"):
        state.apply_action(state.string_to_action("5a3"))


def test_l1_a_card_that_came_back_may_be_laid_again(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "Fa1 1a2 ra1 r. 2a3")
    assert "Fa1" in tokens(state)
    play(state, "Fa1")
    assert fields(state.to_text())[0] == "0F?,11?,12?,-"


def test_t1_r2_exactly_one_action_a_turn(implementation: Any) -> None:
    """Once a card is turned the turn is a REVEAL: neither LAY nor EXPOSE is left."""
    state = play(implementation.State(Ruleset()), "3a1 4a2 ra1")
    assert tokens(state) == ["ra2", "r."]
    assert state.current_player() == 0
    for token in ("Fa3", "xa2"):
        with pytest.raises(ValueError, match="R2"):
            state.apply_action(state.string_to_action(token))


def test_t1_there_is_no_passing(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    with pytest.raises(ValueError, match=r"R1|T1"):
        state.apply_action(160)


def test_t1_a_full_board_leaves_expose_and_reveal(implementation: Any) -> None:
    state = play(implementation.State(Ruleset()), "3a1 4a2 5a3 6a4")
    assert tokens(state) == ["xa2", "xa4", "ra1", "ra2", "ra3", "ra4"]
