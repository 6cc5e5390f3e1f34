"""`sly show`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.command_line import FULL, VIEW, refused, sly


def test_all_cards_open() -> None:
    out = sly("show", FULL).out
    assert "a1     1      seat 0's Fox, face down" in out
    assert "a2     2      seat 1's 5, face down    12356" in out
    assert "> seat 0  0 points  hand 1 2 3 4 5 6  took nothing\n" in out
    assert "  seat 1  4 points  hand F 1 2 3 6    took nothing\n" in out
    assert "Seat 0 is to act." in out
    assert "lay             1a3 2a3 3a3 4a3 5a3 6a3\n" in out
    assert "expose          xa2\n" in out
    assert "turn up         ra1 ra2\n" in out
    assert "seat 0 cannot see: 5\n" in out
    assert "seat 1 cannot see: 7\n" in out


def test_one_seats_view_hides_the_others_cards() -> None:
    out = sly("show", FULL, "--seat", "0").out
    assert out == sly("show", VIEW).out
    assert "a2     2      seat 1's card, face down  12356" in out
    assert "  seat 1        4 points  hand of 5 cards from F12356" in out
    theirs = sly("show", FULL, "--seat", "1").out
    assert "legal moves" not in theirs
    assert "cannot see: 7\n" in theirs


def test_json() -> None:
    told = sly("show", FULL, "--seat", "1", "--json").json
    assert told["position"] == "0x?,15?,-,14! xxxxxx/F1236 -/- 0 0 a2=12356"
    assert told["legal"] == []
    assert told["worlds"] == {"1": 7}
    assert told["candidates"] == {"a1": "F123456", "a2": "12356", "a4": "4"}
    assert (told["scores"], told["to_act"], told["end"]) == ([0, 4], 0, None)
    over = sly("show", "04!,03!,12!,11! F1256/F3456 -/- 0 0 -", "--json").json
    assert (over["end"], over["winners"], over["to_act"]) == ("full house", [1], None)


def test_files_are_written(tmp_path: Path) -> None:
    svg, html = tmp_path / "a.svg", tmp_path / "a b.html"
    svg.write_text("old")
    svg.chmod(0o640)
    said = sly("show", VIEW, "--svg", str(svg), "--html", str(html))
    assert said.status == 0
    assert f"wrote {svg}\nwrote {html}\n" in said.out
    assert svg.read_text().startswith("<svg ")
    assert svg.read_text().rstrip() in html.read_text()
    assert svg.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a b.html", "a.svg"]


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_a_file_that_cannot_be_written(tmp_path: Path, option: str) -> None:
    assert str(tmp_path) in refused("show", option, str(tmp_path))
    missing = tmp_path / "nowhere" / "file"
    assert "nowhere" in refused("show", option, str(missing))


def test_a_seat_that_is_not_at_the_table() -> None:
    assert "0 to 2 (S1)" in refused("show", "players=3", "--seat", "3")
