"""Threads at work at the same time, and whether others get on while one is in compiled code."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from threading import Barrier, Thread


class Interrupted(KeyboardInterrupt):
    """Raised by a signal's handler.

    As Ctrl-C it is no `Exception`: CPython 3.13 loses a thread that it starts to one of those.
    """


def progress_beside(work: Callable[[], object]) -> int:
    """How many short naps the calling thread has while another does the work.

    Let the work be one call of some tenths of a second: if it held the interpreter's lock all the
    while, there would be a nap before it and one after. Of three tries, the one with most: where
    others keep all cores busy, one nap may last as long as the work.
    """
    return max(_naps_beside(work) for _ in range(3))


def _naps_beside(work: Callable[[], object]) -> int:
    naps = 0
    thread = Thread(target=work)
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        naps += 1
    thread.join()
    return naps


def seconds_of_stress() -> float:
    """How long a test that looks for races goes on: a moment, or what `SLY_STRESS_SECONDS` says."""
    return float(os.environ.get("SLY_STRESS_SECONDS", "0.25"))


def at_once(*works: Callable[[], object], timeout: float = 600) -> None:
    """Do all of this at the same time, each in a thread of its own; raises what one raised.

    The interpreter is asked to change between threads as often as it can, so that a race shows
    where there is a lock too. A thread that does not come back in time fails the caller.
    """
    start = Barrier(len(works))
    raised: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:
            raised.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [Thread(target=run, args=[work], daemon=True) for work in works]
        for thread in threads:
            thread.start()
        until = time.monotonic() + timeout
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        assert not any(thread.is_alive() for thread in threads), "a thread did not come back"
    finally:
        sys.setswitchinterval(interval)
    if raised:
        raise raised[0]


def again(work: Callable[[], object]) -> Callable[[], None]:
    """Work that is repeated for the time of a stress test, once at least."""
    until = time.monotonic() + seconds_of_stress()

    def repeat() -> None:
        work()
        while time.monotonic() < until:
            work()

    return repeat
