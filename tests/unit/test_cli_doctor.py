"""`sly doctor` and `sly --version`: what is here, what is missing, and how to get it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import sly_core
from sly_core.cli import extras, facts
from sly_core.cli.extras import DEVELOPERS, PURPOSES, Need
from tests.unit.command_line import sly

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL = PROJECT["optional-dependencies"]
MET = Need("numpy", "1.26", None, "2.0")
SOLVERS = [Need("z3-solver", "4.13", "verify", "4.15"), Need("bitwuzla", "0.8", "verify", None)]


def known(monkeypatch: pytest.MonkeyPatch, *needs: Need) -> None:
    monkeypatch.setattr(extras, "needs", lambda: [*needs])


def test_here_nothing_is_wrong() -> None:
    said = sly("doctor", "--json")
    assert (said.status, said.json["wrong"]) == (0, [])
    assert said.json["facts"] == facts.facts()
    assert said.json["facts"]["sly_core"] == sly_core.__version__
    assert said.json["extras"].keys() == OPTIONAL.keys()
    assert next(iter(said.json["extras"])) == "verify"


def test_in_text_it_is_the_same() -> None:
    said = sly("doctor")
    assert said.status == 0
    for name, fact in facts.facts().items():
        assert re.search(rf"^{re.escape(name)} +{re.escape(fact)}$", said.out, re.M)
    for name in OPTIONAL:
        assert re.search(rf"^{name} +{PURPOSES.get(name, DEVELOPERS)} ", said.out, re.M)


def test_the_extras_that_have_words_are_there() -> None:
    assert OPTIONAL.keys() >= PURPOSES.keys()


def test_every_requirement_reads() -> None:
    """Each is a name and a least version, which is all that the doctor judges."""
    asked = [(None, text) for text in PROJECT["dependencies"]]
    asked += [(extra, text) for extra, texts in OPTIONAL.items() for text in texts]
    asked = [(extra, text.partition(";")[0]) for extra, text in asked]
    read = [(need.extra, f"{need.package}>={need.least}") for need in extras.needs()]
    assert sorted(map(str, read)) == sorted(map(str, asked))
    found = {need.package: need.found for need in extras.needs()}
    assert found["numpy"] == metadata.version("numpy")


def test_a_missing_extra_is_no_fault_and_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known(monkeypatch, MET, *SOLVERS)
    said = sly("doctor")
    assert said.status == 0
    assert "missing\nverify  " in said.out
    assert "  bitwuzla>=0.8\n" in said.out
    assert "\n  pip install 'sly_core[verify]'\n" in said.out
    assert sly("doctor", "--json").json["extras"]["verify"]["missing"] == ["bitwuzla>=0.8"]
    line = "extras: none; missing: verify (`sly doctor` says how to get them)"
    assert sly("--version").out.splitlines()[1] == line


def test_one_line_brings_all_that_developers_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    there, absent = Need("mypy", "1", "types", "1.2"), Need("ruff", "0.9", "dev", None)
    tried = [Need("pytest", "8.2", "test", None), Need("hypothesis", "6.1", "test", None)]
    known(monkeypatch, MET, *SOLVERS, absent, there, *tried)
    told = sly("doctor").out
    assert re.findall(r"^ +pip install .*", told, re.M) == [
        "  pip install 'sly_core[verify]'",
        "  pip install 'sly_core[dev,test]'",
    ]
    assert f"\nto {DEVELOPERS}:\n  pip install 'sly_core[dev,test]'\n" in told
    extras_told = sly("doctor", "--json").json["extras"]
    assert extras_told["test"]["install"] == "pip install 'sly_core[test]'"
    known(monkeypatch, MET, SOLVERS[0], absent)
    assert "an extra:" not in sly("doctor").out


def test_what_is_there_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch, MET, SOLVERS[0])
    assert "pip install" not in sly("doctor").out
    assert sly("--version").out.splitlines()[1] == "extras: verify"


@pytest.mark.parametrize(
    ("found", "said"),
    [(None, "missing: numpy>=1.26"), ("1.25.9", "missing: numpy>=1.26 (1.25.9 is installed)")],
)
def test_what_the_package_cannot_do_without(
    found: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known(monkeypatch, Need("numpy", "1.26", None, found))
    assert sly("doctor", "--json").json["wrong"] == [said]
    told = sly("doctor")
    assert told.status == 1
    assert f"\nwrong: {said}\n" in told.out


START = "from sly_core.cli import main; main()"
NO_IMPORT = """
try:
    raise OSError("libmissing.so:\\n  cannot open")
except OSError as error:
    raise ImportError("a page of advice") from error
"""


def stand_in(folder: Path, name: str, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `sly` where a package is another, of one module."""
    folder.joinpath(f"{name}.py").write_text(code)
    script = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); from sly_core.cli import main; main()"
    )
    command = [sys.executable, "-c", script, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_numpy_that_does_not_import_is_told(tmp_path: Path) -> None:
    done = stand_in(tmp_path, "numpy", NO_IMPORT, "doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert "\nwrong: numpy does not import: libmissing.so: cannot open\n" in done.stdout


@pytest.mark.parametrize("words", [["doctor"], ["--version"], ["show"]])
@pytest.mark.parametrize(
    ("code", "said"),
    [
        (NO_IMPORT, "libmissing.so: cannot open"),
        ("raise RuntimeError", "RuntimeError"),
        ("", "No module named 'typer.exceptions'; 'typer' is not a package"),  # as an old one
    ],
)
def test_without_typer_there_is_one_line(
    words: list[str], code: str, said: str, tmp_path: Path
) -> None:
    done = stand_in(tmp_path, "typer", code, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"sly: typer, which the command needs, does not import ({said}); "
        "get it with `pip install --upgrade typer`, or install sly_core anew\n"
    )


def test_a_fault_of_our_own_is_not_put_down_to_typer() -> None:
    script = f"import sys; sys.modules['sly_core.cli.rules'] = None; {START}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    assert "import of sly_core.cli.rules halted" in done.stderr
    assert "typer" not in done.stderr.splitlines()[-1]


def test_a_folder_that_was_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(facts, "distribution", absent)
    said = sly("doctor", "--json")
    assert said.status == 1
    assert said.json["wrong"] == ["sly_core was not installed by pip: what it needs is not known"]
    assert said.json["facts"]["wheel"] == "not installed from a wheel"


def test_a_core_that_does_not_load() -> None:
    code = """
import sys
sys.modules["sly_core._core.state"] = None
from sly_core.cli import main
main(["doctor"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search(r"^build +the compiled core does not load$", done.stdout, re.M)
    assert "\nwrong: sly_core.State needs the compiled core, which is missing" in done.stdout


@pytest.mark.parametrize(
    ("found", "least", "met"),
    [
        ("1.26", "1.26", True),
        ("1.26.0", "1.26", True),
        ("1.9", "1.26", False),
        ("2.0.0rc1", "1.26", True),
        ("10.0+cpu", "9.9", True),
        ("unknown", "0.1", False),
        (None, "0", False),
    ],
)
def test_new_enough(found: str | None, least: str, met: bool) -> None:
    assert Need("a", least, None, found).met is met


def test_facts_name_no_folder() -> None:
    folders = {str(Path.home()), sys.prefix, str(Path(sly_core.__path__[0]).parent)}
    text = " ".join(facts.facts().values())
    assert not [folder for folder in folders if folder in text]


def test_the_build_says_what_it_is() -> None:
    told = facts.facts()
    assert re.fullmatch(
        r"(GCC|Clang|MSVC) [\d.]+.*, Cython 3\.\d+\.\d+(, debug build)?", told["build"]
    )
    assert re.fullmatch(
        r"(the version's own|limited, of 3\.\d+), from the headers of 3\.\d+\..+",
        told["Python API"],
    )
    assert told["loops"].split()[0] in ("bmi2", "portable")
