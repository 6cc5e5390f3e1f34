"""The SVG drawing and the page around it."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from sly_core import Ruleset, State
from sly_core.show.html import page
from sly_core.show.svg import SEAT_COLOURS, Drawing, draw

SVG = "{http://www.w3.org/2000/svg}"
STATE = State.from_text("0F?,15?,-,14! 123456/F1236 -/- 0 0 a2=12356", Ruleset())


def words(drawing: str) -> list[str]:
    """Every word of a drawing, in order."""
    return [element.text or "" for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


def test_a_notebook_shows_it() -> None:
    drawing = draw(STATE, 0)
    assert isinstance(drawing, Drawing)
    assert isinstance(drawing, str)
    assert drawing._repr_svg_() == str(drawing)


def test_what_a_drawing_says() -> None:
    found = words(draw(STATE, 0))
    assert found[:2] == ["SLY, seat 0's view", "You are to act."]
    for name, value in zip(("a1", "a2", "a3", "a4"), "1234", strict=True):
        assert found[found.index(name) :].index(value) < 5
    assert "only 12356" in found
    assert "safe" in found
    assert found.count("to act") == 1
    assert [word for word in found if word.endswith("points")] == ["0 points", "4 points"]


def test_title_and_description_for_those_who_do_not_see_it() -> None:
    root = ElementTree.fromstring(draw(STATE))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == "SLY, all cards open"
    assert root.findtext(f"{SVG}desc") == "Seat 0 is to act."


def test_hidden_cards_are_backs() -> None:
    """A back is a card filled with its owner's colour; a face is white."""

    def backs(seat: int | None) -> Counter[str]:
        root = ElementTree.fromstring(draw(STATE, seat))
        fills = [rect.attrib["fill"] for rect in root.iter(f"{SVG}rect")]
        return Counter(fill for fill in fills if fill in SEAT_COLOURS)

    zero, one = SEAT_COLOURS[:2]
    assert backs(None) == {zero: 1, one: 1}
    assert backs(0) == {zero: 1, one: 1 + 5}
    assert backs(1) == {zero: 1 + 6, one: 1}


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(players=2, hens=1, houses=[[1]]),
        Ruleset(players=2, houses=[[1, 2]]),
        Ruleset.wide(players=4),
        Ruleset(players=4, hens=7, houses=[range(1, 16), [1]]),
        Ruleset(players=4, houses=[[1], [2, 3, 4], [15, 15], [1, 2, 3, 4, 5]]),
    ],
)
def test_nothing_is_drawn_outside(rules: Ruleset) -> None:
    root = ElementTree.fromstring(draw(State(rules)))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = []
    for rect in root.iter(f"{SVG}rect"):
        if "x" in rect.attrib:
            boxes.append([float(rect.attrib[key]) for key in ("x", "y", "width", "height")])
    assert all(x >= 0 and x + w <= width and y >= 0 and y + h <= height for x, y, w, h in boxes)
    # a slot for every space, and they do not overlap
    dashed = [r for r in root.iter(f"{SVG}rect") if "stroke-dasharray" in r.attrib]
    corners = [(float(r.attrib["x"]), float(r.attrib["y"])) for r in dashed]
    assert len(set(corners)) == rules.num_spaces
    for x, y in corners:
        near = [c for c in corners if abs(c[0] - x) < 66 and abs(c[1] - y) < 92]
        assert near == [(x, y)]


def test_no_ids_so_that_drawings_may_share_a_page() -> None:
    assert " id=" not in draw(STATE)


class Tags(HTMLParser):
    """Counts tags, and checks that those that must be closed are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """An element that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_whole_and_says_what_the_drawing_does() -> None:
    whole = page(STATE, 0)
    tags = Tags()
    tags.feed(whole)
    assert tags.open == []
    assert draw(STATE, 0) in whole
    assert "http" not in whole.replace("http://www.w3.org/2000/svg", "")
    for said in ("0F?,1x?,-,14! 123456/xxxxx", "players=2", "expose seat 1's card on a2", "12356"):
        assert said in tags.text
    assert "Legal moves" not in page(STATE, 1)
