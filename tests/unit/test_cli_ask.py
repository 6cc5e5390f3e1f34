"""`sly explain` and `sly witness`."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sly_core import ask
from tests.unit.command_line import refused, sly

POSITION = "0F*,1F?,-,- 123456/123456 -/- 0 0 -"


def test_explain_in_text_and_json() -> None:
    said = sly("explain", POSITION, "ra2", "r.")
    assert said.status == 0
    assert "1. ra2\n" in said.out
    assert "2. r.\n" in said.out
    assert "(R7)" in said.out
    told = sly("explain", POSITION, "ra2 r.", "min_reveal=2", "--json").json
    assert told["rules"] == "players=2 min_reveal=2"
    assert [step["token"] for step in told["steps"]] == ["ra2", "r."]
    assert told["steps"][1]["after"] == "-,-,-,- F123456/F123456 -/- 1 1 -"
    assert "R7" in told["clauses"]


def test_explain_begins_at_the_start_where_no_position_is_given() -> None:
    out = sly("explain", "players=3", "Fa1").out
    assert "position  -,-,-,-/-,-,-,- F123456/F123456/F123456 -/-/- 0 0 -" in out


def test_explain_tells_what_is_not_allowed() -> None:
    said = sly("explain", POSITION, "r.", "min_reveal=2")
    assert said.status == 0
    assert "This is not allowed" in said.out
    assert "with min_reveal=1 (R1) it would differ" in said.out


def test_explain_refuses_what_does_not_read() -> None:
    assert "expected one" in refused("explain", POSITION, POSITION, "r.")
    assert "no action to explain" in refused("explain", POSITION)
    assert "action" in refused("explain", "Fz1")


def test_witness_in_text_and_json() -> None:
    said = sly("witness", "multiple_foxes=top", "multiple_foxes=each min_reveal=1")
    assert said.status == 0
    assert "verdict   they differ" in said.out
    told = sly("witness", "min_reveal=1", "min_reveal=2", "--json").json
    assert (told["verdict"], told["game"]) == ("DIFFER", ["Fa1", "Fa2", "ra1"])
    assert told["clauses"] == ["R1"]


def test_witness_leaves_with_1_where_nothing_is_known() -> None:
    said = sly("witness", "", "min_reveal=2", "--seconds", "0")
    assert said.status == 1
    assert "UNKNOWN" in said.out
    assert "tried: positions in order, for 0 seconds; those looked at do not differ" in said.out


def test_witness_of_the_same_rules_rests_on_no_clause() -> None:
    assert "These are the same rules, said twice.\n" in sly("witness", "", "players=2").out


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "none" / "x.svg"
    assert f"{file}: No such file" in refused("explain", "Fa1", "--svg", str(file))


@pytest.mark.parametrize(
    "words", [("show",), ("explain", "Fa1"), ("prove", "lay"), ("witness", "", "players=3")]
)
def test_one_file_for_a_drawing_and_a_page_is_refused(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    file, link, hard = tmp_path / "file", tmp_path / "link", tmp_path / "hard"
    file.write_text("old")
    link.symlink_to("file")
    hard.hardlink_to(file)
    new = tmp_path / "new"
    detour = tmp_path / "x" / ".." / "new"
    (tmp_path / "x").mkdir()
    for svg, html in ((file, file), (file, link), (hard, file), (new, new), (new, detour)):
        said = refused(*words, "--svg", str(svg), "--html", str(html))
        assert f"--svg and --html: {svg} and {html} are the same file" in said
    assert file.read_text() == "old"
    assert not new.exists()


def test_a_reader_that_goes_away_is_no_traceback_and_status_1() -> None:
    program = "import sys; from sly_core.cli import main; sys.exit(main(['rules']))"
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        said = subprocess.run(
            [sys.executable, "-c", program], stdout=gone, stderr=subprocess.PIPE, check=False
        )
    assert (said.returncode, said.stderr) == (1, b"")


def test_an_interrupt_while_a_solver_is_called_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*words: object, **more: object) -> None:
        raise ctypes.ArgumentError("argument 1: KeyboardInterrupt: ")

    monkeypatch.setattr(ask, "prove", interrupted)
    said = sly("prove", "safe <= 1")
    assert (said.status, said.out, said.err) == (130, "", "sly: interrupted\n")


def test_witness_refuses_what_does_not_read() -> None:
    assert "foxes" in refused("witness", "", "multiple_foxes=both")


def test_what_is_notation_is_set_so_on_a_page(tmp_path: Path) -> None:
    html = tmp_path / "a.html"

    def notation(*words: str) -> list[str]:
        sly(*words, "--html", str(html))
        return re.findall(r"<p><code>(.*?)</code></p>", html.read_text(encoding="utf-8"), re.S)

    assert notation("explain", POSITION, "ra2") == [POSITION, "players=2"]
    assert notation("witness", "min_reveal=1", "min_reveal=2") == ["Fa1 Fa2 ra1"]
    (proved,) = notation("prove", "lay -> safe <= 1")
    assert "\nrules     players=2\nverdict   PROVED\n" in proved


def test_drawings_and_pages(tmp_path: Path) -> None:
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    for words in (("explain", "Fa1", "xa1"), ("witness", "", "gobbling_fox=leaves")):
        said = sly(*words, "--svg", str(svg), "--html", str(html))
        assert said.out.endswith(f"wrote {svg}\nwrote {html}\n")
        drawing = ElementTree.fromstring(svg.read_text(encoding="utf-8"))
        inner = [part for part in drawing if part.tag.endswith("svg")]
        assert len(inner) == (3 if words[0] == "explain" else 4)
        page = html.read_text(encoding="utf-8")
        assert page.startswith("<!DOCTYPE html>")
        assert page.count("<svg ") == len(inner)
        assert "(R5)" in page or "(E2, P3)" in page
