"""Runs the command `sly` within the test's own process, its three streams pipes."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

from sly_core.cli.app import run

VIEW = "0F?,1x?,-,14! 123456/xxxxx -/- 0 0 a2=12356"
FULL = "0F?,15?,-,14! 123456/F1236 -/- 0 0 a2=12356"


@dataclass(frozen=True)
class Said:
    """What a run of `sly` left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value on stdout."""
        return json.loads(self.out)

    @property
    def events(self) -> list[Any]:
        """The JSON values on stdout, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def sly(*words: str, heard: str | bytes = "") -> Said:
    """Run `sly` with these words, and with what it is to hear on stdin."""
    given = heard if isinstance(heard, bytes) else heard.encode()
    stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        mock.patch.object(sys, "stdin", stdin),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
    ):
        status = run(words)
        out.flush()
        err.flush()
    return Said(status, *(_text(stream) for stream in (out, err)))


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def refused(*words: str, heard: str | bytes = "") -> str:
    """What `sly` says on stderr of bad input: exit status 2, nothing on stdout, no traceback."""
    said = sly(*words, heard=heard)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("sly: ")
    assert "Traceback" not in said.err
    return said.err
