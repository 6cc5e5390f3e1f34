"""The six-field text: what reads comes back the same, what does not is refused with a place."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from sly_core import Ruleset
from sly_core.errors import NotationError, PositionError
from tests.strategies import follow, random_game, random_rules
from tests.tools import rows, rules, rules_of


@pytest.mark.parametrize("seed", range(25))
def test_every_reachable_text_reads_back(implementation: Any, seed: int) -> None:
    rng = Random(seed)
    state = implementation.State(random_rules(rng))
    for at, _ in follow(state, random_game(rng, 40)):
        check_round_trip(implementation, at)
    check_round_trip(implementation, state)


def check_round_trip(implementation: Any, state: Any) -> None:
    text = state.to_text()
    twin = implementation.State.from_text(text, state.rules)
    assert twin == state
    assert twin.to_text() == text
    assert twin.legal_actions() == state.legal_actions()
    assert twin.scores() == state.scores()
    assert twin.end_reason() == state.end_reason()
    assert twin.current_player() == state.current_player()


def test_play_goes_on_from_a_text_as_from_the_state(implementation: Any) -> None:
    rng = Random(5)
    for _ in range(15):
        state = implementation.State(random_rules(rng))
        for at, action in follow(state, random_game(rng, 25)):
            twin = implementation.State.from_text(at.to_text(), at.rules)
            assert twin.child(action) == at.child(action)


# The place of an error is where a reader must look: the first character that cannot stand.
MALFORMED = [
    ("", "board", 0),
    (" ", "board", 0),
    ("-,-,-,-", "hands", 7),
    ("-,-,-,- F123456/F123456", "taken", 23),
    ("-,-,-,- F123456/F123456 -/- 0 0", "known", 31),
    ("-,-,-,- F123456/F123456 -/- 0 0 ", "known", 32),
    ("-,-,-,- F123456/F123456 -/- 0 0 - ", "known", 33),
    ("-,-,-,- F123456/F123456 -/- 0 0 -\n", "known", 33),
    ("-,-,-,- F123456/F123456 -/- 0 0 - x", "known", 33),
    (" -,-,-,- F123456/F123456 -/- 0 0 -", "board", 0),
    ("-,-,-,-  F123456/F123456 -/- 0 0 -", "hands", 8),
    ("-,-,-,-\tF123456/F123456 -/- 0 0 -", "known", 33),
    ("-,-,- F123456/F123456 -/- 0 0 -", "board", 5),
    ("-,-,-,-,- F123456/F123456 -/- 0 0 -", "board", 8),
    ("-,-,-,-/- F123456/F123456 -/- 0 0 -", "board", 8),
    ("-,-,,- F123456/F123456 -/- 0 0 -", "board", 4),
    ("0F,-,-,- 123456/F123456 -/- 0 0 -", "board", 2),
    ("0F+,-,-,- 123456/F123456 -/- 0 0 -", "board", 2),
    ("0G?,-,-,- 123456/F123456 -/- 0 0 -", "board", 1),
    ("0f?,-,-,- 123456/F123456 -/- 0 0 -", "board", 1),
    ("0x?,-,-,- 123456/F123456 -/- 0 0 -", "board", 1),
    ("F0?,-,-,- 123456/F123456 -/- 0 0 -", "board", 0),
    ("0F??,-,-,- 123456/F123456 -/- 0 0 -", "board", 3),
    ("-,-,-,- F123456 -/- 0 0 -", "hands", 15),
    ("-,-,-,- F123456/F123456/F123456 -/- 0 0 -", "hands", 24),
    ("-,-,-,- 123456F/F123456 -/- 0 0 -", "hands", 14),
    ("-,-,-,- F123465/F123456 -/- 0 0 -", "hands", 14),
    ("-,-,-,- F123456/xxxxxxx -/- 0 0 -", "hands", 16),
    ("-,-,-,- F1 23456/F123456 -/- 0 0 -", "known", 32),
    ("-,-,-,- F123456/F12345 - 0 0 -", "taken", 24),
    ("-,-,-,- F12345/F123456 16,06/- 0 0 -", "taken", 26),
    ("-,-,-,- F12345/F123456 6/- 0 0 -", "taken", 23),
    ("-,-,-,- F12345/F123456 06!/- 0 0 -", "taken", 25),
    ("-,-,-,- F12345/F123456 06,/- 0 0 -", "taken", 26),
    ("-,-,-,- F12345/F123456 /06 0 0 -", "taken", 23),
    ("-,-,-,- F123456/F123456 -/- a 0 -", "seat", 28),
    ("-,-,-,- F123456/F123456 -/- -1 0 -", "seat", 28),
    ("-,-,-,- F123456/F123456 -/- 00 0 -", "seat", 28),
    ("-,-,-,- F123456/F123456 -/- 0 -1 -", "stall", 30),
    ("-,-,-,- F123456/F123456 -/- 0 01 -", "stall", 30),
    ("-,-,-,- F123456/F123456 -/- 0 1.5 -", "stall", 31),
    ("-,-,-,- F123456/F123456 -/- 0 ٣ -", "stall", 30),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a9=35", "known", 33),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a1", "known", 35),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a1=", "known", 36),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a1=53", "known", 37),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a1=3x", "known", 37),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a1=35,", "known", 39),
    ("05?,03?,-,- F1246/F123456 -/- 0 0 a2=35,a1=35", "known", 40),
    ("05?,-,-,- F12346/F123456 -/- 0 0 a1=35,a1=35", "known", 39),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "column"), MALFORMED)
def test_malformed(implementation: Any, text: str, field: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        implementation.State.from_text(text, Ruleset())
    error = caught.value
    assert (error.field, error.column, error.text) == (field, column, text)
    assert field in str(error)
    assert "^" in str(error).splitlines()[-1]


@dataclass(frozen=True)
class Impossible:
    """A text that reads but that no game can come to."""

    why: str
    clause: str
    field: str
    column: int
    text: str
    rules: str = ""


IMPOSSIBLE = (
    Impossible("seat 2 of 2 on the board", "S1", "board", 0, "21?,-,-,- F123456/F123456 -/- 0 0 -"),
    Impossible("seat 2 of 2 to act", "S1", "seat", 28, "-,-,-,- F123456/F123456 -/- 2 0 -"),
    Impossible("seat 3 of 3 took", "S1", "taken", 39,
               "-,-,-,-/-,-,-,- F12345/F123456/F123456 36/-/- 0 0 -", "players=3"),
    Impossible("a Hen of higher rank", "S2", "board", 1, "07?,-,-,- F123456/F123456 -/- 0 0 -"),
    Impossible("a Hen 3 of two", "S2", "hands", 5, "-,- F3/F12 -/- 0 0 -", "hens=2 houses=1,2"),
    Impossible("a card in hand and down", "S2", "hands", 16,
               "06?,-,-,- F123456/F123456 -/- 0 0 -"),
    Impossible("a card down twice", "S2", "board", 5, "06?,06?,-,- F12345/F123456 -/- 0 0 -"),
    Impossible("a card in one hand twice", "S2", "hands", 15,
               "-,-,-,- F1234566/F123456 -/- 0 0 -"),
    Impossible("a card in hand and gobbled", "S2", "taken", 26,
               "-,-,-,- F123456/F123456 -/06 0 0 -"),
    Impossible("a card gobbled twice", "S2", "taken", 26, "-,-,-,- F12345/F123456 06/06 0 0 -"),
    Impossible("a card gobbled twice by one", "S2", "taken", 26,
               "-,-,-,- F12345/F123456 06,06/- 0 0 -"),
    Impossible("a Hen missing", "S2", "hands", 8, "-,-,-,- F12345/F123456 -/- 0 0 -"),
    Impossible("a Fox missing", "S2", "hands", 16, "-,-,-,- F123456/123456 -/- 0 0 -"),
    Impossible("a Fox missing that gobbled nothing", "R5", "hands", 8,
               "-,-,-,- 123456/F123456 -/- 0 0 -", "gobbling_fox=leaves"),
    Impossible("a Fox that gobbled and is in hand", "R5", "hands", 8,
               "-,-,-,- F12345/F123456 06/- 0 0 -", "gobbling_fox=leaves"),
    Impossible("a Fox that gobbled and is down", "R5", "board", 1,
               "0F?,-,-,- 12345/F123456 06/- 0 0 -", "gobbling_fox=leaves"),
    Impossible("a Fox that gobbled and was captured", "R5", "taken", 25,
               "-,-,-,- 12345/F123456 06/0F 0 0 -", "gobbling_fox=leaves"),
    Impossible("a Fox that gobbled twice and left", "R5", "taken", 24,
               "-,-,-,- 1234/F123456 05,06/- 0 0 -", "gobbling_fox=leaves"),
    Impossible("an empty hand", "G1", "hands", 8,
               "-,-,-,- /F123456 -/0F,01,02,03,04,05,06 1 0 -"),
    Impossible("one's own Fox captured", "E1", "taken", 23,
               "-,-,-,- 123456/F123456 0F/- 0 0 -"),
    Impossible("a Fox face up before the end", "G1", "board", 1,
               "0F!,-,-,- 123456/F123456 -/- 0 0 -"),
    Impossible("a Fox face up in a full house", "G1", "board", 13,
               "01!,12!,03!,0F! 2456/F13456 -/- 1 0 -"),
    Impossible("a card down though the seat to act holds one", "G1", "board", 6,
               "01!,02?,-,- F/F123456 -/03,04,05,06 0 0 -"),
    Impossible("a card turned though the seat to act holds one", "G1", "board", 6,
               "01!,02*,-,- F/F123456 -/03,04,05,06 0 0 -"),
    Impossible("cards turned in two houses", "R1", "board", 6,
               "05*/16* F12346/F12345 -/- 0 0 -", "houses=1/2 reveal_scope=one_house"),
    Impossible("a card turned though the game is stalled", "G3", "board", 6,
               "0F?,15*,-,- 123456/F12346 -/- 0 2 -", "stall_limit=2"),
    Impossible("stalled and full", "G3", "stall", 34,
               "01!,12!,03!,06! F245/F13456 -/- 1 2 -", "stall_limit=2"),
    Impossible("stalled and a last card", "G3", "stall", 39,
               "01!,02!,11!,- F/F23456 -/03,04,05,06 0 2 -", "stall_limit=2"),
    Impossible("a count over its limit", "G3", "stall", 30,
               "-,-,-,- F123456/F123456 -/- 0 3 -", "stall_limit=2"),
    Impossible("a count over any limit", "G3", "stall", 30,
               "-,-,-,- F123456/F123456 -/- 0 65536 -"),
    Impossible("a huge count", "G3", "stall", 30,
               "-,-,-,- F123456/F123456 -/- 0 99999999999999999999 -"),
    Impossible("knowledge of an empty space", "R2", "known", 33,
               "05?,-,-,- F12346/F123456 -/- 0 0 a2=35"),
    Impossible("knowledge of a Safe card", "R2", "known", 33,
               "05!,-,-,- F12346/F123456 -/- 0 0 a1=35"),
    Impossible("knowledge of a turned card seen by all", "R2", "known", 33,
               "05*,-,-,- F12346/F123456 -/- 0 0 a1=35"),
    Impossible("knowledge that leaves the true card out", "R2", "known", 36,
               "05?,-,-,- F12346/F123456 -/- 0 0 a1=36"),
    Impossible("knowledge of a card not hidden", "R2", "known", 38,
               "05?,-,06!,- F1234/F123456 -/- 0 0 a1=56"),
    Impossible("knowledge that is no less than all", "R2", "known", 33,
               "05?,-,-,- F12346/F123456 -/- 0 0 a1=F123456"),
    Impossible("knowledge with a card twice", "S2", "known", 37,
               "05?,-,-,- F12346/F123456 -/- 0 0 a1=55"),
)  # fmt: skip


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.why.replace(" ", "_"))
def test_impossible(implementation: Any, case: Impossible) -> None:
    with pytest.raises(PositionError) as caught:
        implementation.State.from_text(case.text, rules(case.rules))
    error = caught.value
    assert (error.clause, error.field, error.column) == (case.clause, case.field, case.column)
    assert error.text == case.text
    assert case.clause in str(error)


@pytest.mark.parametrize(
    ("text", "rules_text"),
    [
        # what may be is not refused, however it came about: knowledge that is not nested, any
        # seat to act, any count without a limit, a full house, a lone Fox in hand at the end
        ("05?,03?,02?,- F146/F123456 -/- 0 0 a1=45,a2=23,a3=F2", ""),
        ("-,-,-,- F123456/F123456 -/- 1 65535 -", ""),
        ("-,-,-,- F123456/F123456 -/- 0 2 -", "stall_limit=2"),
        ("0F?,15?,-,- 123456/F12346 -/- 0 2 -", "stall_limit=2"),
        ("01!,02!,11!,0F! 3/F23456 -/04,05,06 0 0 -", ""),
        ("05*,1F*,-,- F12346/123456 -/- 0 0 a1=35,a2=F1", "reveal=committed"),
        ("-,-,-,- 12345/F123456 06/- 0 0 -", "gobbling_fox=leaves"),
        ("-,-,-,- 123456/F123456 -/0F 0 0 -", "gobbling_fox=leaves"),
        ("-,-,-,- F/F123456 -/01,02,03,04,05,06 1 0 -", ""),
    ],
)
def test_possible(implementation: Any, text: str, rules_text: str) -> None:
    rules_ = rules(rules_text)
    assert implementation.State.from_text(text, rules_).to_text() == text


@pytest.mark.parametrize("seed", range(6))
def test_a_changed_character_is_refused_or_reads_back_as_it_stands(
    implementation: Any, seed: int
) -> None:
    """Whatever is read is written the same: no two texts stand for one state."""
    rng = Random(seed)
    cases = rows("edges.jsonl")
    for _ in range(300):
        case = rng.choice(cases)
        rules_ = rules_of(case)
        text = list(case["after"])
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.randrange(len(text))
            text[at : at + rng.choice((0, 1))] = rng.choice(["", *"F0123456?!*-,/= xab"])
        changed = "".join(text)
        try:
            state = implementation.State.from_text(changed, rules_)
        except NotationError as error:
            assert 0 <= error.column <= len(changed)
            assert error.text == changed
        else:
            assert state.to_text() == changed


@pytest.mark.parametrize("text", [None, 0, b"-", ["-"], 1.5, object()])
def test_a_text_of_another_type(implementation: Any, text: object) -> None:
    with pytest.raises(TypeError):
        implementation.State.from_text(text, Ruleset())
    with pytest.raises(TypeError):
        implementation.State.from_view(text, Ruleset())


@pytest.mark.parametrize(
    "text", ["x" * 100_000, "-," * 50_000, "\ud800", "-,-,-,- \0", "9" * 5000, "-/" * 1000 + " - -"]
)
def test_strange_texts(implementation: Any, text: str) -> None:
    for read in (implementation.State.from_text, implementation.State.from_view):
        with pytest.raises(NotationError) as caught:
            read(text, Ruleset())
        assert len(str(caught.value)) < 1000
