"""The page on the command shows what the command prints."""

from __future__ import annotations

import re
import shlex

import pytest

from sly_core.selftest.checks import CHECKS
from sly_core.selftest.signature import kept
from tests.tools import DATA
from tests.unit.command_line import sly

PAGE = DATA.parents[1] / "docs" / "command.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ sly ([^\n]*)\n(.*?)```", TEXT, re.S)


@pytest.mark.parametrize(("words", "shown"), BLOCKS, ids=lambda text: text[:20])
def test_a_session_of_the_page(words: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)
    assert sly(*shlex.split(words)).out == shown


def test_the_sessions_are_found() -> None:
    commands = {words.split()[0] for words, _ in BLOCKS}
    assert commands >= {"show", "play", "replay", "perft"}


def test_every_option_is_on_the_page() -> None:
    """The page names each command, and every option that is not for all of them."""
    for command in (
        "analyse",
        "play",
        "show",
        "perft",
        "replay",
        "rules",
        "explain",
        "witness",
        "prove",
        "verify",
        "doctor",
    ):
        assert f"`sly {command}`" in TEXT
        for option in re.findall(r"^  (?:-[a-z], )?(--[a-z]+)", sly(command, "--help").out, re.M):
            assert option in TEXT, (command, option)


def test_the_page_lists_the_checks_of_the_selftest() -> None:
    table = TEXT.split("$ python -m sly_core.selftest\n")[1].split("\n\n")[0]
    assert [line[:22].rstrip() for line in table.splitlines()[1:]] == [*CHECKS]
    assert kept() in table


def test_the_wrong_game_of_the_page() -> None:
    game = '{"rules": "players=2", "actions": ["Fa1", "xa2"]}'
    said = sly("replay", "-", heard=game)
    assert said.status == 1
    assert f"$ echo '{game}' | sly replay -\n{said.out.splitlines()[0]}\n" in TEXT
