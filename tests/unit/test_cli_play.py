"""`sly play`: a person, played here by a pipe or a pseudo-terminal, against the search."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sly_core import Ruleset, State, notation
from sly_core.cli.game import Game
from tests.unit.command_line import VIEW, refused, sly

FAST = ("--simulations", "20", "--seed", "7")


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_the_end_of_the_input_ends_politely() -> None:
    said = sly("play", *FAST)
    assert (said.status, said.err) == (0, "")
    assert said.out.endswith("The game is left unfinished.\n")


@pytest.mark.parametrize("word", ["quit", "q", "exit", " QUIT "])
def test_quit(word: str) -> None:
    assert sly("play", *FAST, heard=script(word)).out.endswith("The game is left unfinished.\n")


def test_moves_are_told_and_shown() -> None:
    out = sly("play", *FAST, heard=script("fa1", "moves")).out
    assert "- You lay the Fox face down on a1.\n- Seat 1 lays a card face down on a" in out
    assert "a1     1      your Fox, face down" in out
    assert "lay             1a" in out


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
    out = sly("play", *FAST, heard=script("zz", "xa1", "undo", "\x1b[A", "")).out
    assert "no: 'zz' is no move and no command" in out
    assert "no: xa1: no card lies on a1 (E1)" in out
    assert "no: there is no earlier decision" in out
    assert "\x1b" not in out
    assert out.count("You are to act.") == 1


def test_help_board_and_hint() -> None:
    out = sly("play", *FAST, heard=script("?", "board", "hint")).out
    assert "undo   go back to your previous decision" in out
    assert out.count("You are to act.") == 2
    assert len(re.findall(r"^ +[123]  [F1-6]a[1-4] +lay ", out, re.MULTILINE)) == 3


def test_undo_goes_back_to_the_previous_decision() -> None:
    events = sly("play", *FAST, "--json", heard=script("3a2", "ra2", "undo", "undo")).events
    decisions = [event for event in events if event["event"] == "decide"]
    assert decisions[3] == decisions[1]
    assert decisions[4] == decisions[0]
    # the same game and seed: the others answer alike
    again = sly("play", *FAST, "--json", heard=script("3a2", "undo", "3a2")).events
    answers = [event for event in again if event["event"] == "move" and event["seat"] == 1]
    assert answers[0] == answers[1]


def test_undo_in_a_reveal_takes_back_one_card() -> None:
    position = "0F?,15?,-,- 123456/F12346 -/- 0 0 -"
    events = sly("play", position, *FAST, "--json", heard=script("ra1", "ra2", "undo")).events
    decisions = [event for event in events if event["event"] == "decide"]
    assert decisions[3] == decisions[1]
    assert decisions[1]["position"].startswith("0F*,1x?")


def test_no_earlier_decision_when_the_others_began() -> None:
    game = Game(State(Ruleset()), 1, 0, 10)
    game.make(game.search().best)
    text, history = game.state.to_text(), game.state.history()
    assert not game.undo()
    assert (game.state.to_text(), game.state.history()) == (text, history)


def test_three_seats_and_another_seat() -> None:
    events = sly("play", "players=3", "--seat", "2", *FAST, "--json", heard=script("quit")).events
    assert [event["event"] for event in events] == ["start", "move", "move", "decide", "left"]
    assert [event["seat"] for event in events[1:3]] == [0, 1]
    assert all(event["move"].startswith("?") for event in events[1:3])


class Player:
    """Plays `sly play --json` at random through pipes, and keeps all that it was told."""

    def __init__(self, *words: str, seed: int) -> None:
        self.rng = Random(seed)
        self.events: list[dict[str, Any]] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sly_core", "play", "--json", *FAST, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self) -> int:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        with stdin, stdout:
            for line in stdout:
                event = json.loads(line)
                self.events.append(event)
                if event["event"] == "decide":
                    stdin.write(f"{self.rng.choice(event['legal'])}\n")
                    stdin.flush()
        return self.process.wait()


@pytest.mark.parametrize("rules", ["players=2", "players=3 houses=wide", "players=4"])
def test_a_whole_game_saved_and_replayed(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("no newline at the end")
    words = (*rules.split(), "stall_limit=3", "reveal=committed", "--seat", "1")
    player = Player(*words, "--save", str(file), seed=len(rules))
    assert player.play() == 0
    end = next(event for event in player.events if event["event"] == "end")
    before, saved, nothing = file.read_text().split("\n")
    assert (before, nothing) == ("no newline at the end", "")
    record = json.loads(saved)
    assert (record["end"], record["scores"]) == (end["end"], end["scores"])
    assert sly("replay", "-", heard=saved).status == 0
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_nothing_hidden_is_told() -> None:
    """All that a person is told of a position is what their seat observes in it."""
    player = Player("players=3", seed=3)
    assert player.play() == 0
    seen = [event for event in player.events if "position" in event]
    assert len(seen) > 5
    for event in seen:
        position = notation.parse_view(event["position"], Ruleset(players=3))
        assert all(card is None for hand in position.hands[1:] for card in hand)
        for placed in position.board:
            hidden = placed is not None and placed.owner != 0 and placed.mark == "?"
            assert not hidden or placed is None or placed.card is None


def test_the_end_has_a_table_of_scores() -> None:
    # seat 0 makes the last card Safe: a full house
    position = "04?,13!,12!,11! F1256/F456 -/03 0 0 -"
    out = sly("play", position, *FAST, heard=script("ra1", "r.")).out
    assert "- Your 4 is Safe on a1.\n- Every space holds a face-up card.\n" in out
    assert "seat 0 (you)    1 point\n" in out
    assert "seat 1        12 points  wins\n" in out
    assert "game is left" not in out


def test_a_game_from_a_position_is_saved_with_it(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    position = "04?,13!,12!,11! F1256/F456 -/03 0 0 -"
    for _ in range(2):
        said = sly("play", position, *FAST, "--save", str(file), heard=script("ra1"))
        assert said.out.endswith(f"saved to {file}\n")
    told = sly("replay", str(file), "--json")
    assert (told.status, told.json["games"], told.json["facts"]) == (0, 2, 6)
    assert json.loads(file.read_text().splitlines()[0])["before"] == position


def test_a_game_without_an_action_is_not_saved(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert sly("play", *FAST, "--save", str(file)).status == 0
    assert not file.exists()


def test_where_nothing_can_be_saved_no_game_begins(tmp_path: Path) -> None:
    assert "is a directory" in refused("play", "--save", str(tmp_path))
    assert "no directory" in refused("play", "--save", str(tmp_path / "no" / "file"))


def test_bad_input() -> None:
    assert "0 to 1 (S1)" in refused("play", "--seat", "2")
    assert "--seat" in refused("play", "--seat", "7")
    assert "some x" in refused("play", VIEW)


def in_a_terminal(*words: str, keys: bytes) -> tuple[int, str]:
    """Run `sly` on a pseudo-terminal and type; the status, and all that the screen was sent."""
    import pty

    pid, screen = pty.fork()
    if pid == 0:  # pragma: no cover - the child
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "sly_core", *words])
    sent = b""
    last_typed = 0.0
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        if not select.select([screen], [], [], 0.1)[0]:
            # A Ctrl-C of the very moment in which the prompt appears is noted, but wakes nobody
            # (Python's readline is not yet waiting): so it is typed again, as a person would.
            if last_typed and time.monotonic() - last_typed > 1:
                os.write(screen, keys)
                last_typed = time.monotonic()
            continue
        try:
            piece = os.read(screen, 4096)
        except OSError:  # how Linux says that the other side has gone
            break
        if not piece:
            break
        sent += piece
        if not last_typed and keys and b"your move>" in sent:
            os.write(screen, keys)
            last_typed = time.monotonic()
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(screen)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize(("keys", "status"), [(b"\x03", 130), (b"\x04", 0), (b"quit\n", 0)])
def test_a_terminal_gets_colour_and_boxes_and_a_polite_end(keys: bytes, status: int) -> None:
    left, sent = in_a_terminal("play", *FAST, keys=keys)
    assert left == status
    assert "\x1b[" in sent
    assert "╭" in sent
    assert sent.rstrip().endswith("The game is left unfinished.")
    assert "Traceback" not in sent


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_tables_in_a_terminal_are_drawn() -> None:
    for words in (["rules"], ["rules", "R3"], ["perft"], ["analyse", VIEW], ["--help"]):
        status, sent = in_a_terminal(*words, keys=b"")
        assert status == 0
        assert "\x1b[" in sent


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ on Windows")
def test_an_interrupted_search_leaves_without_a_traceback() -> None:
    command = [sys.executable, "-m", "sly_core", "analyse"]
    start = time.monotonic()
    subprocess.run([*command, "--simulations", "1"], check=True, capture_output=True)
    until_it_searches = 1 + 2 * (time.monotonic() - start)  # the machine may be busy
    process = subprocess.Popen(
        [*command, "--seconds", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(until_it_searches)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in told
