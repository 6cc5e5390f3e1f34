"""Whatever Python hands over: a `ValueError` or `TypeError`, and the state as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sly_core
import sly_core.ask.arguments
from sly_core import Ruleset
from sly_core.errors import PlayoutLimitError, RulesetError, SlyError
from sly_core.randomness import SplitMix64, playout_seed
from tests.tools import all_facts, play


class Sneaky:
    """Has `__index__`, which fails."""

    def __index__(self) -> int:
        raise ZeroDivisionError


class Index:
    """An integer that is no int, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


WRONG_TYPES: tuple[Any, ...] = (
    None, "0", b"0", 1.0, float("nan"), float("inf"), [0], (0,), {}, object(), True, False, 1j,
    Ruleset, len,
)  # fmt: skip
OUT_OF_RANGE = (-1, -4, 161, 255, 256, 2**31, 2**32, 2**63, 2**64, -(2**63) - 1, 10**400)


def state_of(implementation: Any) -> Any:
    return play(implementation.State(Ruleset(players=3)), "5a1 1a2 2a3")


INTEGERS: dict[str, Callable[[Any, Any], object]] = {
    "apply_action": lambda state, value: state.apply_action(value),
    "apply_actions": lambda state, value: state.apply_actions([value]),
    "child": lambda state, value: state.child(value),
    "action_to_string": lambda state, value: state.action_to_string(value),
    "action_to_string with a player": lambda state, value: state.action_to_string(0, value),
    "the player of action_to_string": lambda state, value: state.action_to_string(value, 0),
    "undo_action": lambda state, value: state.undo_action(2, value),
    "the player of undo_action": lambda state, value: state.undo_action(value, 34),
    "legal_actions": lambda state, value: state.legal_actions(value),
    "legal_actions_mask": lambda state, value: state.legal_actions_mask(value),
    "player_return": lambda state, value: state.player_return(value),
    "observation_string": lambda state, value: state.observation_string(value),
    "observation_tensor": lambda state, value: state.observation_tensor(value),
    "information_state_string": lambda state, value: state.information_state_string(value),
    "information_state_tensor": lambda state, value: state.information_state_tensor(value),
    "candidates": lambda state, value: state.candidates(value),
    "worlds_count": lambda state, value: state.worlds_count(value),
    "resample_from_infostate": lambda state, value: state.resample_from_infostate(value, 0),
}
# None stands for the seat to act, or for the form without a second argument
NONE_IS_FINE = {
    "action_to_string with a player",
    "legal_actions", "legal_actions_mask", "observation_string", "observation_tensor",
    "information_state_string", "information_state_tensor",
}  # fmt: skip


@pytest.mark.parametrize("name", INTEGERS)
def test_wrong_types(implementation: Any, name: str) -> None:
    state = state_of(implementation)
    before = all_facts(state)
    for value in WRONG_TYPES:
        if value is None and name in NONE_IS_FINE:
            continue
        with pytest.raises((TypeError, ValueError)):
            INTEGERS[name](state, value)
    with pytest.raises(ZeroDivisionError):
        INTEGERS[name](state, Sneaky())
    assert all_facts(state) == before


class Worded:
    """Has `__index__`, which gives a text."""

    def __index__(self) -> Any:
        return "3"


class Refusing:
    """Has `__index__`, which raises what numpy raises, but is the caller's."""

    def __index__(self) -> int:
        raise TypeError("mine")


# each has an __index__, and is no whole number for all that
START = sly_core.notation.start_position(Ruleset())
LAID = sly_core.notation.Event(0, 17)
NO_NUMBERS: tuple[Any, ...] = (np.array([3]), np.array([0, 1]), np.bool_(True), Worded(), int)
NUMBERS_OF_OTHERS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "a row": ("row", lambda value: sly_core.BatchState(Ruleset(), 2)[value]),
    "n of a batch": ("n:", lambda value: sly_core.BatchState(Ruleset(), value)),
    "seed of a batch": ("seed", lambda value: sly_core.BatchState(Ruleset(), 2, seed=value)),
    "player of a batch": (
        "seat",
        lambda value: sly_core.BatchState(Ruleset(), 2).observation_tensor(value),
    ),
    "SplitMix64": ("seed", SplitMix64),
    "seed of playout_seed": ("seed", lambda value: playout_seed(value, 0)),
    "row of playout_seed": ("row", lambda value: playout_seed(0, value)),
    "depth": ("depth", lambda value: sly_core.perft(sly_core.State(), value)),
    "the reference's depth": (
        "depth",
        lambda value: sly_core.reference.perft(sly_core.reference.State(), value),
    ),
    "jobs": ("jobs", lambda value: sly_core.ask.arguments.whole_number(value, "jobs", 1)),
    "a token": ("action", lambda value: sly_core.notation.action_to_string(value, Ruleset())),
    "a card of lay": ("card", lambda value: sly_core.notation.lay(value, 0)),
    "a space of lay": ("space", lambda value: sly_core.notation.lay(0, value)),
    "a space to expose": ("space", sly_core.notation.expose),
    "a space to turn": ("space", sly_core.notation.turn),
    "a letter": ("card", sly_core.notation.card_letter),
    "an action to explain": (
        "action",
        lambda value: sly_core.notation.why_illegal(START, Ruleset(), value),
    ),
    "who saw it": ("seat", lambda value: sly_core.notation.event_text(LAID, value, Ruleset())),
    "a space": ("space", lambda value: sly_core.notation.space_name(value, Ruleset())),
    "players": ("players", lambda value: Ruleset(players=value)),
    "a seat to draw for": ("seat", lambda value: sly_core.show.draw(sly_core.State(), value)),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_what_has_an_index_and_is_no_number(implementation: Any, name: str) -> None:
    """The argument is named; what an `__index__` of the caller's raises comes through."""
    state = state_of(implementation)
    before = all_facts(state)
    for value in NO_NUMBERS:
        with pytest.raises(TypeError, match=r"^an? (action|seat|space) is an int"):
            INTEGERS[name](state, value)
    with pytest.raises(TypeError, match="^mine$"):
        INTEGERS[name](state, Refusing())
    assert all_facts(state) == before


@pytest.mark.parametrize("name", NUMBERS_OF_OTHERS)
def test_other_numbers_that_have_an_index_and_are_none(name: str) -> None:
    word, call = NUMBERS_OF_OTHERS[name]
    for value in NO_NUMBERS:
        with pytest.raises((TypeError, RulesetError), match=word):
            call(value)
    with pytest.raises(TypeError, match="^mine$"):
        call(Refusing())


def test_seconds_that_cannot_be_made_a_float() -> None:
    for value in (np.array([1.0, 2.0]), float, [1], None):
        with pytest.raises(TypeError, match="^seconds: "):
            sly_core.ask.arguments.limit(value)


@pytest.mark.parametrize("name", INTEGERS)
def test_numbers_out_of_range(implementation: Any, name: str) -> None:
    state = state_of(implementation)
    before = all_facts(state)
    for value in OUT_OF_RANGE:
        for number in (value, Index(value)):
            with pytest.raises(SlyError) as caught:
                INTEGERS[name](state, number)
            assert len(str(caught.value)) < 500
    assert all_facts(state) == before


@pytest.mark.parametrize("name", INTEGERS)
def test_what_has_an_index_will_do(implementation: Any, name: str) -> None:
    """As numpy's integers do; for each, the number that is right in its place."""
    right = {"undo_action": 34, "the player of undo_action": 2, "apply_action": 3 + 16,
             "apply_actions": 19, "child": 19}  # fmt: skip
    INTEGERS[name](state_of(implementation), Index(right.get(name, 1)))


@pytest.mark.parametrize(
    "arguments", [(1, 2, 3), ("x",), (0,), (None, 0), ([],), ({"players": 2},), (2,)]
)
def test_making_a_state_of_something_else(
    implementation: Any, arguments: tuple[object, ...]
) -> None:
    with pytest.raises(TypeError):
        implementation.State(*arguments)


@pytest.mark.parametrize("value", [None, 0, "players=2", {}, Ruleset, object()])
def test_reading_with_something_else_than_a_ruleset(implementation: Any, value: object) -> None:
    for read in (implementation.State.from_text, implementation.State.from_view):
        with pytest.raises((TypeError, ValueError)):
            read("-,-,-,- F123456/F123456 -/- 0 0 -", value)


BLANK = Ruleset.__new__(Ruleset)  # no field is set
HALF = Ruleset()
object.__delattr__(HALF, "hens")
NEEDS_RULES: dict[str, Callable[[Any], object]] = {
    "State": sly_core.State,
    "State.from_text": lambda rules: sly_core.State.from_text("", rules),
    "State.from_view": lambda rules: sly_core.State.from_view("", rules),
    "the reference's State": sly_core.reference.State,
    "the reference's from_text": lambda rules: sly_core.reference.State.from_text("", rules),
    "the reference's from_view": lambda rules: sly_core.reference.State.from_view("", rules),
    "BatchState": lambda rules: sly_core.BatchState(rules, 2),
    "pack_rules": sly_core.c_api.pack_rules,
    "unpack_state": lambda rules: sly_core.c_api.unpack_state(bytes(64), rules),
    "ask": sly_core.ask.arguments.ruleset,
    "action_to_string": lambda rules: sly_core.notation.action_to_string(160, rules),
    "string_to_action": lambda rules: sly_core.notation.string_to_action("r.", rules),
    "space_name": lambda rules: sly_core.notation.space_name(0, rules),
    "parse_position": lambda rules: sly_core.notation.parse_position("", rules),
    "start_position": sly_core.notation.start_position,
    "check_position": lambda rules: sly_core.notation.check_position(START, rules),
    "complete_view": lambda rules: sly_core.notation.complete_view(START, rules),
    "end_reason_of": lambda rules: sly_core.notation.end_reason_of(START, rules),
    "event_text": lambda rules: sly_core.notation.event_text(LAID, 0, rules),
    "format_position": lambda rules: sly_core.notation.format_position(START, rules),
    "information_state_text": lambda rules: sly_core.notation.information_state_text(
        0, "", [LAID], rules
    ),
    "view_of": lambda rules: sly_core.notation.view_of(START, 0, rules),
    "why_illegal": lambda rules: sly_core.notation.why_illegal(START, rules, 0),
    "encode": lambda rules: sly_core.notation.encode(rules, ""),
    "observation_size": sly_core.protocol.observation_size,
    "event_size": sly_core.protocol.event_size,
    "information_state_size": sly_core.protocol.information_state_size,
}


@pytest.mark.parametrize("name", NEEDS_RULES)
def test_a_ruleset_without_fields(name: str) -> None:
    for rules in (BLANK, HALF, None, 5, Ruleset):
        with pytest.raises(TypeError, match="rules"):
            NEEDS_RULES[name](rules)


NEEDS_POSITION: dict[str, Callable[[Any], object]] = {
    "check_position": lambda value: sly_core.notation.check_position(value, Ruleset()),
    "complete_view": lambda value: sly_core.notation.complete_view(value, Ruleset()),
    "end_reason_of": lambda value: sly_core.notation.end_reason_of(value, Ruleset()),
    "format_position": lambda value: sly_core.notation.format_position(value, Ruleset()),
    "view_of": lambda value: sly_core.notation.view_of(value, 0, Ruleset()),
    "why_illegal": lambda value: sly_core.notation.why_illegal(value, Ruleset(), 0),
}


@pytest.mark.parametrize("name", NEEDS_POSITION)
def test_what_is_no_position(name: str) -> None:
    text = "-,-,-,- F123456/F123456 -/- 0 0 -"
    values: tuple[Any, ...] = (None, 5, text, [], sly_core.State(), LAID)
    for value in values:
        with pytest.raises(TypeError, match="^a position is a Position, "):
            NEEDS_POSITION[name](value)


def test_what_is_no_event() -> None:
    values: tuple[Any, ...] = (None, 5, "Fa1", START)
    for value in values:
        with pytest.raises(TypeError, match="^an event is an Event, "):
            sly_core.notation.event_text(value, 0, Ruleset())
        with pytest.raises(TypeError, match="^an event is an Event, "):
            sly_core.notation.information_state_text(0, "", [value], Ruleset())
    view: Any = START
    with pytest.raises(TypeError, match="^root_view is a str, not Position"):
        sly_core.notation.information_state_text(0, view, [LAID], Ruleset())


@pytest.mark.parametrize("value", [None, 0, b"Fa1", ["Fa1"], 1.5, object()])
def test_tokens_of_another_type(implementation: Any, value: object) -> None:
    state = state_of(implementation)
    with pytest.raises(TypeError):
        state.string_to_action(value)


@pytest.mark.parametrize("value", [None, 0, object(), 1.5])
def test_actions_that_are_no_list(implementation: Any, value: object) -> None:
    state = state_of(implementation)
    before = all_facts(state)
    with pytest.raises(TypeError, match=f"several action ids, not {type(value).__name__}"):
        state.apply_actions(value)
    assert all_facts(state) == before


def test_attributes_cannot_be_planted(implementation: Any) -> None:
    state = state_of(implementation)
    with pytest.raises(AttributeError):
        state.rules = Ruleset()


NUMBERS: dict[str, Callable[[Any, Any, Any], object]] = {
    "perft": lambda impl, state, value: impl.perft(state, value),
    "playout": lambda impl, state, value: impl.playout(state, value),
    "playout's max_plies": lambda impl, state, value: impl.playout(state, 0, max_plies=value),
}
CORE_NUMBERS: dict[str, Callable[[Any, Any, Any], object]] = {
    "playouts": lambda impl, state, value: impl.playouts(state, value, 0),
    "playouts' seed": lambda impl, state, value: impl.playouts(state, 1, value),
    "playouts' max_plies": lambda impl, state, value: impl.playouts(state, 1, 0, max_plies=value),
    "ismcts's seed": lambda impl, state, value: impl.search.ismcts(
        state, simulations=1, seed=value
    ),
    "ismcts's player": lambda impl, state, value: impl.search.ismcts(
        state, simulations=1, player="x" if value is None else value
    ),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_functions_of_wrong_types(implementation: Any, name: str) -> None:
    state = state_of(implementation)
    before = all_facts(state)
    for value in WRONG_TYPES:
        with pytest.raises((TypeError, ValueError)):
            NUMBERS[name](implementation, state, value)
    for number in (-1, 2**64, 10**400):
        with pytest.raises(ValueError):  # noqa: PT011  (what is allowed differs)
            NUMBERS[name](implementation, state, number)
    assert all_facts(state) == before


@pytest.mark.parametrize("name", CORE_NUMBERS)
def test_core_functions_of_wrong_types(name: str) -> None:
    state = state_of(sly_core)
    before = all_facts(state)
    for value in WRONG_TYPES:
        with pytest.raises((TypeError, ValueError)):
            CORE_NUMBERS[name](sly_core, state, value)
    for number in (-1, 2**64, 10**400):
        with pytest.raises(ValueError):  # noqa: PT011
            CORE_NUMBERS[name](sly_core, state, number)
    assert all_facts(state) == before


@pytest.mark.parametrize("value", ["1", b"1", [1], True, 1j, object(), -1, 10**400, 0])
@pytest.mark.parametrize("budget", ["simulations", "seconds"])
def test_search_budgets_that_are_none(budget: str, value: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=budget):
        sly_core.search.ismcts(state_of(sly_core), **{budget: value})


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -0.5])
def test_seconds_that_are_no_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        sly_core.search.ismcts(state_of(sly_core), seconds=seconds)


@pytest.mark.parametrize("value", [None, 0, "x", Ruleset(), object(), sly_core.reference])
def test_functions_of_something_else_than_a_state(value: Any) -> None:
    for call in (
        lambda: sly_core.reference.perft(value, 1),
        lambda: sly_core.reference.playout(value, 1),
        lambda: sly_core.reference.playouts(value, 0, 1),
        lambda: sly_core.perft(value, 1),
        lambda: sly_core.playout(value, 1),
        lambda: sly_core.playouts(value, 1, 1),
        lambda: sly_core.search.ismcts(value, simulations=1),
    ):
        with pytest.raises(TypeError, match="State"):
            call()


def test_the_references_state_is_not_the_cores() -> None:
    state: Any = sly_core.reference.State(Ruleset())
    with pytest.raises(TypeError):
        sly_core.perft(state, 1)
    with pytest.raises(TypeError):
        sly_core.playout(state, 1)


@pytest.mark.parametrize("depth", [10_000, 2**31, 2**63, 10**100])
def test_absurd_depths(implementation: Any, depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        implementation.perft(implementation.State(Ruleset()), depth)


def test_a_game_that_outlasts_its_plies(implementation: Any) -> None:
    state = implementation.State(Ruleset())
    for most in (0, 1, 5):
        with pytest.raises(PlayoutLimitError) as caught:
            implementation.playout(state, 3, max_plies=most)
        assert caught.value.plies == most
    assert state == implementation.State(Ruleset())
    over = play(implementation.State(Ruleset(hens=1)), "1a1 1a2")
    assert implementation.playout(over, 3, max_plies=0) == over


BAD_VALUES: dict[tuple[str, ...], tuple[Any, ...]] = {
    ("players", "hens", "min_reveal", "stall_limit"): (
        -1, 0.5, "2", None, True, b"2", [2], float("nan"), 65536, 10**400,
    ),
    ("reveal", "reveal_scope", "multiple_foxes", "gobbling_fox"): (
        None, "", "Stepwise", 1, b"stepwise", ["stepwise"], "top " * 9,
    ),
    ("houses",): (
        (), ((),), ((1,), ()), ((0,),), ((16,),), ((1.0,),), ((True,),), ((None,),), 5, "huge",
        ((1,) * 17,), ((1,) * 8, (1,) * 9), ((1,),) * 5, (1, 2), "1,2", b"12", ("12",), {},
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for names, values in BAD_VALUES.items() for name in names for value in values],
    ids=lambda part: str(part)[:20],
)
def test_rulesets_that_are_none(name: str, value: Any) -> None:
    with pytest.raises(RulesetError, match=name) as caught:
        Ruleset(**{name: value})
    assert caught.value.field == name
    with pytest.raises(RulesetError, match=name):
        Ruleset().replace(**{name: value})


@pytest.mark.parametrize(
    "text",
    ["players", "players=", "players=two", "players=2 players=2", "players=５", "foxes=1", "=",
     "houses=1,,2", "houses=", "houses=/", "players=2,3", "stall_limit=1e3", "hens=06", "\0",
     "reveal=stepwise,committed", "players=-2", "houses=" + "1," * 10_000, "stall_limit=999999999"],
)  # fmt: skip
def test_ruleset_texts_that_are_none(text: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (the field differs)
        Ruleset.from_text(text)
    assert len(str(caught.value)) < 500


def test_a_bare_new_state_does_not_crash() -> None:
    """`__new__` without `__init__`: every method answers or raises, none crashes."""
    state: Any = sly_core.State.__new__(sly_core.State)
    for name in dir(state):
        if name in {"__init_subclass__", "__subclasshook__", "__class__"}:
            continue
        attribute = getattr(state, name, None)
        if callable(attribute):
            try:
                attribute()
            except Exception as error:
                assert isinstance(
                    error, (TypeError, ValueError, AttributeError, NotImplementedError)
                )
