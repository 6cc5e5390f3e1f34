"""Several positions in one drawing, and on one page."""

from __future__ import annotations

from xml.etree import ElementTree

import sly_core
from sly_core import Ruleset
from sly_core.show.picture import picture_of
from sly_core.show.sequence import Part, draw_sequence, page_of_sequence
from sly_core.show.svg import draw_picture, size

SMALL, LARGE = (picture_of(sly_core.State(rules)) for rules in (Ruleset(), Ruleset.wide(4)))


def test_drawings_stand_below_each_other() -> None:
    parts = [Part("One < two", SMALL), Part("words only"), Part("Two", LARGE)]
    drawing = ElementTree.fromstring(draw_sequence(parts))
    inner = [part for part in drawing if part.tag.endswith("svg")]
    tops = [float(part.attrib["y"]) for part in inner]
    assert tops[1] > tops[0] + size(SMALL)[1]
    assert float(drawing.attrib["height"]) >= tops[1] + size(LARGE)[1]
    assert float(drawing.attrib["width"]) == size(LARGE)[0]
    words = [part.text for part in drawing if part.tag.endswith("text")]
    assert words == ["One < two", "Two"]


def test_the_size_is_that_of_the_drawing() -> None:
    for picture in (SMALL, LARGE):
        drawn = ElementTree.fromstring(draw_picture(picture))
        assert (float(drawn.attrib["width"]), float(drawn.attrib["height"])) == size(picture)


def test_a_page_has_everything_in_order() -> None:
    text = page_of_sequence("A & B", [Part("One", SMALL, ("x < y",), ("a1 < a2",)), Part("Two")])
    assert "<title>A &amp; B</title>" in text
    notation = "<p><code>a1 &lt; a2</code></p>"
    pieces = ("<h2>One", "<svg ", notation, "<p>x &lt; y</p>", "<h2>Two")
    order = [text.index(piece) for piece in pieces]
    assert order == sorted(order)
