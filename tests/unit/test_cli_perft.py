"""`sly perft`."""

from __future__ import annotations

from tests.unit.command_line import FULL, VIEW, refused, sly


def test_counts_by_depth() -> None:
    rows = sly("perft", "--depth", "4", "--json").json["depths"]
    assert [(row["depth"], row["count"]) for row in rows] == [
        (1, 28),
        (2, 644),
        (3, 9376),
        (4, 98368),
    ]
    lines = sly("perft", "-d", "3").out.splitlines()
    assert lines[0].split() == ["depth", "sequences", "seconds", "a", "second"]
    assert [line.split()[:2] for line in lines[1:]] == [["1", "28"], ["2", "644"], ["3", "9,376"]]


def test_divide_adds_up() -> None:
    told = sly("perft", FULL, "--depth", "3", "--divide", "--json").json
    whole = sly("perft", FULL, "--depth", "3", "--json").json["depths"][-1]["count"]
    assert told["total"] == whole == sum(row["count"] for row in told["moves"])
    first = sly("perft", FULL, "--depth", "1", "--divide", "--json").json
    assert first["total"] == len(first["moves"])
    assert {row["count"] for row in first["moves"]} == {1}
    table = sly("perft", FULL, "--depth", "3", "--divide").out.splitlines()
    assert table[-1].split() == ["total", f"{whole:,}"]


def test_threads_count_the_same() -> None:
    alone = [row["count"] for row in sly("perft", "--depth", "5", "--json").json["depths"]]
    shared = sly("perft", "--depth", "5", "--threads", "3", "--json").json["depths"]
    assert [row["count"] for row in shared] == alone
    divided = sly("perft", "--depth", "6", "--threads", "2", "--divide", "--json").json
    assert divided == sly("perft", "--depth", "6", "--divide", "--json").json
    assert "--threads" in refused("perft", "--threads", "0")


def test_a_view_has_no_count() -> None:
    assert "some x" in refused("perft", VIEW)
