"""Steps are done in turn, what fails is a row that has not passed, and the command says so."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from release import command, interpreters, report
from release.interpreters import Interpreter, asked, find
from release.running import at_once, run
from release.steps import ROOT, FailedError, Place, Row, Step


def place(work: Path) -> Place:
    return Place(work, quick=False, say=lambda text: None)


def good(place: Place) -> Iterator[Row]:
    yield Row("one.whl", "3.11.7: selftest", passed=True, tag="cp311-cp311-any", size=2**20)


def bad(place: Place) -> Iterator[Row]:
    yield Row("two.whl", "no selftest", passed=False)


def broken(place: Place) -> Iterator[Row]:
    yield Row("three.whl", "made", passed=True)
    raise FailedError("no compiler\nand more")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that take no time; two of them go wrong."""
    made = [("good", good, True), ("bad", bad, False), ("broken", broken, False)]
    short = tuple(Step(name, f"a {name} step", rows, quick) for name, rows, quick in made)
    monkeypatch.setattr(command, "STEPS", short)


def test_all_pass(steps: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--quick", "--work", str(tmp_path / "new")]) == 0
    assert "1 of 1 passed, 0 failed" in capsys.readouterr().out
    [row] = json.loads((tmp_path / "new" / "report.json").read_text())
    assert row["step"] == "good"
    assert row["size"] == 2**20


@pytest.mark.parametrize("name", ["bad", "broken"])
def test_one_that_fails_is_told(steps: None, name: str, tmp_path: Path) -> None:
    assert command.main([name, "--work", str(tmp_path)]) == 1


def test_a_step_that_breaks_off_keeps_its_rows(steps: None, tmp_path: Path) -> None:
    assert command.main(["broken", "--work", str(tmp_path)]) == 1
    first, last = json.loads((tmp_path / "report.json").read_text())
    assert (first["what"], first["passed"]) == ("three.whl", True)
    assert (last["came_out"], last["passed"]) == ("no compiler", False)


def test_two_are_worked_on_at_once_and_come_in_order() -> None:
    together = threading.Barrier(2, timeout=60)

    def doubled(number: int) -> int:
        together.wait()  # broken, if the other is not worked on meanwhile
        return 2 * number

    assert [*at_once(doubled, [3, 1, 2, 4])] == [6, 2, 4, 8]


def test_one_of_two_at_once_that_fails_is_told_after_those_before_it() -> None:
    def half(number: int) -> int:
        if number % 2:
            raise FailedError(f"{number} is odd")
        return number // 2

    halves = at_once(half, [4, 2, 1, 6])
    assert (next(halves), next(halves)) == (2, 1)
    with pytest.raises(FailedError, match="1 is odd"):
        next(halves)


def test_no_row_is_no_success(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "STEPS", (Step("none", "does nothing", lambda place: []),))
    assert command.main(["none", "--work", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "no such step: nothing; --list shows all"),
        (["--quik"], "unrecognized arguments: --quik"),
        (["bad", "broken", "--quick"], "no step is left: --quick leaves out bad, broken"),
    ],
)
def test_bad_arguments_are_refused(
    steps: None,
    words: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        command.main([*words, "--work", str(tmp_path)])
    assert left.value.code == 2
    assert said in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("words", [[], ["good"]], ids=["all steps", "one step"])
@pytest.mark.parametrize("name", ["letter.txt", "report.json"])
def test_a_folder_of_other_files_is_left_alone(
    steps: None, name: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / name
    kept.write_text("kept")
    for work in (tmp_path, kept):  # a file is no folder either
        with pytest.raises(SystemExit) as left:
            command.main([*words, "--quick", "--work", str(work)])
        assert left.value.code == 2
        assert f"{work} is not empty and was not made by this command" in capsys.readouterr().err
    assert kept.read_text() == "kept"
    assert [*tmp_path.iterdir()] == [kept]


def test_a_run_begins_anew_in_the_folder_that_it_made(steps: None, tmp_path: Path) -> None:
    work, elsewhere = tmp_path / "work", tmp_path / "elsewhere"
    assert command.main(["--quick", "--work", str(work)]) == 0
    old = work / "wheels" / "old.whl"
    old.parent.mkdir()
    old.touch()
    elsewhere.mkdir()
    (elsewhere / "letter.txt").write_text("kept")
    (work / "link").symlink_to(elsewhere)
    assert command.main(["good", "--work", str(work)]) == 0
    assert old.exists()
    assert command.main(["--quick", "--work", str(work)]) == 0
    assert {path.name for path in work.iterdir()} == {command.MARK, command.REPORT}
    assert (elsewhere / "letter.txt").read_text() == "kept"


@pytest.mark.parametrize("package", ["rich", "elftools", "lief"])
def test_without_its_extra_it_says_which(package: str) -> None:
    script = f"""
import runpy, sys
sys.modules["{package}"] = None  # as if it were not installed
sys.argv = ["release", "--help"]
runpy.run_module("release", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"python -m release needs {package}, which the extra `release` brings: "
        "pip install '.[release]'\n"
    )


def test_the_section_of_a_page_is_replaced_and_no_other(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n## Wheels\n\nold\n\n## Other\n\nkept\n")
    report.write(page, [("good", row) for row in good(place(tmp_path))])
    text = page.read_text()
    assert text.startswith("# Page\n\n## Wheels\n\n`make wheels`")
    assert text.endswith("\n\n## Other\n\nkept\n")
    assert "old" not in text
    row = "| good | one.whl | cp311-cp311-any | 1.00 MiB | 3.11.7: selftest | yes |"
    assert row in text.splitlines()


def test_the_one_wheel_of_a_tag_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FailedError, match="no wheel in"):
        place(tmp_path).wheels()
    tmp_path.joinpath("wheels").mkdir()
    wheel = tmp_path / "wheels" / "sly_core-1-cp312-abi3-any.whl"
    wheel.touch()
    assert place(tmp_path).wheel("cp312-abi3") == wheel
    with pytest.raises(FailedError, match="0 wheels cp311-cp311; one was expected"):
        place(tmp_path).wheel("cp311-cp311")


def test_a_command_that_fails_shows_its_end_and_keeps_it_all(tmp_path: Path) -> None:
    script = "import sys; print('the end'); sys.exit(3)"
    with pytest.raises(FailedError, match=r"(?s)exit status 3; all of it is in .*the end"):
        run(place(tmp_path), "log", [sys.executable, "-c", script])
    assert "the end" in (tmp_path / "logs" / "log.txt").read_text()


def test_a_command_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    script = "import time; time.sleep(60)"
    with pytest.raises(FailedError, match="not done within 0.2 seconds"):
        run(place(tmp_path), "log", [sys.executable, "-c", script], timeout=0.2)


def test_a_command_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FailedError, match="it did not start"):
        run(place(tmp_path), "log", [tmp_path / "nothing"])


def test_the_python_that_runs_this_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    this = asked(Path(sys.executable))
    assert isinstance(this, Interpreter)
    assert this.version == sys.version.split()[0]
    monkeypatch.setattr(interpreters, "candidates", lambda short: iter([Path(sys.executable)]))
    assert find(this.short) == this


def test_a_python_that_is_not_there_says_what_was_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = tmp_path / "python3.99"
    stand_in.write_text("#!/bin/sh\necho not installed >&2\nexit 127\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    with pytest.raises(FailedError, match=r"(?s)no CPython 3\.99: .*python3\.99: not installed"):
        find("3.99")
    with pytest.raises(FailedError, match="nothing is called so"):
        find("3.98")


def test_pyenv_is_asked_after_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path(sys.executable)
    short = asked(real)
    assert isinstance(short, Interpreter)
    folder = tmp_path / "versions" / f"{short.version}" / "bin"
    folder.mkdir(parents=True)
    link = folder / "python"
    link.write_text(f'#!/bin/sh\nexec "{real}" "$@"\n')
    link.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert find(short.short).version == short.version


@pytest.mark.parametrize(
    ("short", "tag"), [("3.11", "cp311-cp311"), ("3.14", "cp314-cp314"), ("3.14t", "cp314-cp314t")]
)
def test_the_tag_of_a_python(short: str, tag: str) -> None:
    assert Interpreter(Path("python"), f"{short}.0", short).tag == tag
