"""The command as a whole: help, version, bad words, how it is started, what it imports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from sly_core.cli import main
from tests.unit.command_line import FULL, VIEW, refused, sly

COMMANDS = ("analyse", "play", "show", "perft", "replay", "rules")
ANSI_OR_BOXES = re.compile(r"[\x1b\u2500-\u259f]")


def test_help_names_every_command() -> None:
    said = sly("--help")
    assert said.status == 0
    assert all(f"  {command} " in said.out for command in COMMANDS)
    assert sly() == said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command: str) -> None:
    said = sly(command, "--help")
    assert said.status == 0
    assert "--json" in said.out
    assert "--help" in said.out
    assert said.err == ""
    # each option has words beside or below it
    for option in re.findall(r"^  (--[a-z]+.*|-[a-z], --[a-z]+.*)$", said.out, re.MULTILINE):
        assert len(option) < 26 or "  " in option


def test_version() -> None:
    said = sly("--version")
    first, extras = said.out.splitlines()
    assert (said.status, first) == (0, f"sly {version('sly_core')}")
    assert extras.startswith("extras: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["frob"], "No such command 'frob'"),
        (["analyse", "--simulatoins", "3"], "--simulatoins"),
        (["analyse", "--simulations", "many"], "--simulations"),
        (["analyse", "--simulations", "0"], "--simulations"),
        (["analyse", "--seed", str(2**64)], "--seed"),
        (["perft", "--depth", "0"], "--depth"),
        (["perft", "--depth", "100000"], "--depth"),
        (["replay"], "FILE"),
        (["rules", "R3", "R4"], "R4"),
    ],
)
def test_bad_words_take_one_line(words: list[str], said: str) -> None:
    told = refused(*words)
    assert said in told
    assert told.count("\n") == 1
    assert "--help" in told


@pytest.mark.parametrize("command", ["analyse", "play", "show", "perft"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["players=7"], "players: 7 is not a whole number from 2 to 4 (S1)"),
        (["plyers=3"], "plyers"),
        (["players=2", "players=3"], "already"),
        (["a", "b"], "six fields in one quoted argument"),
        ([""], "board"),
        (["0F?,1\x1b?,-,- 12/12 -/- 0 0 -"], "board"),
    ],
)
def test_a_bad_position_or_ruleset(command: str, words: list[str], said: str) -> None:
    told = refused(command, *words)
    assert said in told
    assert "\x1b" not in told


def test_an_error_in_a_position_points_at_it() -> None:
    told = refused("show", "-,-,-,- F123456/F12345b -/- 0 0 -")
    first, text, caret = told.splitlines()
    assert first.startswith("sly: hands, column 22: ")
    assert text[len(caret) - 1] == "b"


def test_a_position_that_begins_with_an_empty_space_is_no_option() -> None:
    text = "-,-,-,- F123456/F123456 -/- 0 0 -"
    assert sly("show", text, "--json").json["position"] == text
    assert sly("show", "- F1/F1 -/- 0 0 -", "hens=1", "houses=1").status == 0
    assert sly("show", "-/- F1/F1 -/- 0 0 -", "hens=1", "houses=1/1").status == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["analyse", "--help"],
        ["analyse", VIEW, "--simulations", "200"],
        ["show", FULL],
        ["show", FULL, "--seat", "1"],
        ["perft", "--depth", "2"],
        ["rules"],
        ["rules", "R3"],
        ["play", "--simulations", "10"],
    ],
)
def test_what_goes_to_a_pipe_is_plain(words: list[str]) -> None:
    said = sly(*words)
    assert said.status == 0
    assert said.out
    assert not ANSI_OR_BOXES.search(said.out + said.err)


def test_main_leaves_with_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["show", "players=9"])
    assert left.value.code == 2
    assert "players" in capsys.readouterr().err


def python(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)  # type: ignore[call-overload, no-any-return]  # options are subprocess.run's own


def test_the_module_is_the_command() -> None:
    done = python("-m", "sly_core", "perft", "--depth", "2", "--json")
    assert done.returncode == 0
    assert [row["count"] for row in json.loads(done.stdout)["depths"]] == [28, 644]


def test_an_interrupt_before_the_command_is_loaded_is_no_traceback() -> None:
    script = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from sly_core.cli import main\n"
        "main(['rules'])\n"
    )
    done = python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"sly: interrupted\n")


def test_help_loads_the_commands_and_nothing_they_work_with() -> None:
    script = (
        "import sys; from sly_core.cli.app import run; run(['--help']); run(['play', '--help']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    loaded = python("-c", script).stderr.decode().split()
    ours = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("sly_core")}
    assert ours == {"sly_core", "sly_core.cli", "sly_core.errors"}
    assert not {"numpy", "rich", "z3", "bitwuzla", "sly_spec"} & {*loaded}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux that is always full")
def test_output_that_cannot_be_written_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sly_core", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"sly: ")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sly_core", "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait() in (0, 1)
    assert b"Traceback" not in told
    assert b"Exception" not in told


@pytest.mark.parametrize(
    ("words", "closed", "status", "said"),
    [
        (["show"], ">&-", 2, "sly: standard output is closed\n"),
        (["show"], "2>&-", 0, ""),
        (["play", "--seed", "1"], "<&-", 0, ""),
        (["replay", "-"], "<&-", 2, "sly: -: there is no game in it\n"),
    ],
)
def test_a_closed_stream_is_no_traceback(
    words: list[str], closed: str, status: int, said: str
) -> None:
    line = f'exec "$0" -m sly_core "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, *words], capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stderr) == (status, said)


def test_an_encoding_that_lacks_letters_is_no_error() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = python("-m", "sly_core", "rules", "R3", env=environment)
    assert done.returncode == 0
    assert b"R\\xc9SULTATS" in done.stdout
