"""How commands speak: tables and progress in a terminal, plain text in a pipe, JSON if asked."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TextIO

    from sly_core.show.terminal import Style


def reason(error: Exception) -> str:
    """What an error says, without the id of the action: that has been named already."""
    return str(error).removeprefix(f"action {getattr(error, 'action', '')}: ")


def printable(text: str) -> str:
    """The text with whatever might steer a terminal replaced; line breaks stay."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def in_terminal(stream: TextIO | None = None) -> bool:
    """Whether the stream (by default stdout) is a terminal."""
    return (sys.stdout if stream is None else stream).isatty()


def style() -> Style:
    """How stdout may be drawn on: nothing but text unless it is a terminal."""
    from sly_core.show.terminal import Style

    if not in_terminal():
        return Style()
    boxes = "utf" in (sys.stdout.encoding or "").lower()
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return Style(boxes=boxes, colour=not plain, width=shutil.get_terminal_size().columns)


def counted(number: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "game"), counted(4_791, "action")
    ('1 game', '4,791 actions')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def print_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()
) -> None:
    """A table: drawn in a terminal, columns of text in a pipe; `right` are columns of numbers."""
    if not (in_terminal() and _has_rich()):
        widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
        for row in [heads, *rows]:
            cells = [
                cell.rjust(width) if i in right else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            print("  ".join(cells).rstrip())
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_edge=False)
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if i in right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _has_rich() -> bool:
    """Whether tables can be drawn: typer brings rich, but the selftest runs without either."""
    return find_spec("rich") is not None


@contextlib.contextmanager
def busy(words: str) -> Iterator[None]:
    """A spinner on stderr while something is computed, where stderr is a terminal."""
    if not (in_terminal(sys.stderr) and _has_rich()):
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


@contextlib.contextmanager
def progress(words: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on stderr, where stderr is a terminal; each call of what it gives is one step."""
    if not in_terminal(sys.stderr):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=total)
        yield lambda: bar.advance(task)


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in place in one step: at any moment it is the old one or the new one, whole.

    A device or a pipe is written to as it is. Raises `OSError` where writing is not possible; then
    the old file stands as it was.
    """
    import tempfile

    path = Path(os.path.realpath(path))  # a link goes on pointing where it did
    if path.is_dir():
        raise IsADirectoryError(21, "is a directory", str(path))
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        # about the file that was asked for, not the one that stands in for it
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode_for(path))
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _mode_for(path: Path) -> int:
    """The permissions a file has, or those that a new one would get."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def append_line(path: Path, line: str) -> None:
    """Add a line to a file, made if need be; what was there stays, whatever happens meanwhile."""
    with _locked(path.parent):
        old = path.read_bytes() if path.exists() else b""
        if old and not old.endswith(b"\n"):
            old += b"\n"
        write_whole(path, old + line.encode() + b"\n")


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Nobody else appends to a file of this folder meanwhile, where the system has such locks."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
