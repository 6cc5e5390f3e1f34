"""Whether other threads get on while one is at work in compiled code."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread


def progress_beside(work: Callable[[], object]) -> int:
    """How many short naps the calling thread has while another does the work.

    Let the work be one call of some tenths of a second: if it held the interpreter's lock all the
    while, there would be a nap before it and one after.
    """
    naps = 0
    thread = Thread(target=work)
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        naps += 1
    thread.join()
    return naps
