"""Files are put in place whole, and lines are added without losing any."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from sly_core.cli.output import append_line, write_whole


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_whole(tmp_path / "new", b"1")
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(tmp_path / "pipe", b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


def test_what_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old\n")

    def fail(*_: object) -> None:
        raise OSError(28, "no space")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, fail)
            with pytest.raises(OSError, match="no space"):
                append_line(file, "new")
        assert file.read_bytes() == b"old\n"
        assert os.listdir(tmp_path) == ["file"]


def test_a_line_is_added_whatever_ended_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for old, new in ((None, b"x\n"), (b"", b"x\n"), (b"a", b"a\nx\n"), (b"a\n", b"a\nx\n")):
        if old is not None:
            file.write_bytes(old)
        append_line(file, "x")
        assert file.read_bytes() == new


def _add(file: Path, start: int) -> None:
    for number in range(start, start + 20):
        append_line(file, str(number))


def test_two_who_add_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for done in [pool.submit(_add, file, start) for start in (0, 20)]:
            done.result()
    assert sorted(map(int, file.read_text().split())) == list(range(40))
