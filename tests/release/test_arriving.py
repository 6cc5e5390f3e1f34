"""What tries wheels as they arrive asks for wheels first."""

from __future__ import annotations

from pathlib import Path

import pytest

from release import arriving


@pytest.mark.parametrize("takes_fallback", [False, True])
@pytest.mark.parametrize("empty", ["own", "fallback"])
def test_a_folder_without_a_wheel_is_named(
    empty: str,
    takes_fallback: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("own", "fallback"):
        tmp_path.joinpath(name).mkdir()
        tmp_path.joinpath(name, "sly_core.txt" if name == empty else "sly_core.whl").touch()

    def fits(wheels: Path, chosen: Path, *, check: bool = True) -> list[Path]:
        """As pip would find it, and none where none is."""
        chosen.mkdir()
        found = [chosen / path.name for path in wheels.glob("*.whl")]
        for path in found:
            path.touch()
        return found

    def pip(python: str, folder: Path, *words: object) -> None:
        """Fetch the wheel itself, and nothing more."""
        folder.joinpath("fetched").mkdir()
        folder.joinpath("fetched", "sly_core.whl").touch()

    monkeypatch.setattr(arriving, "TAKES_FALLBACK", takes_fallback)
    monkeypatch.setattr(arriving, "fits", fits)
    monkeypatch.setattr(arriving, "pip", pip)
    monkeypatch.setattr(arriving, "tried", lambda *folders: None)
    assert arriving.main([str(tmp_path / "own"), str(tmp_path / "fallback")]) == 1
    assert capsys.readouterr().err == f"{tmp_path.resolve() / empty}: no wheel lies here\n"
