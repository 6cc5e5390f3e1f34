"""Work that several threads share, and how it is stopped.

The thread that calls takes part itself, and comes back only when nobody else is at work any more, whatever was
raised meanwhile: the others use its memory. Between `ticket.acquire` of a helper and the end no Python code runs
here but in waiting for a lock, and in what somebody has put in place of the start of a thread, so that is where a
signal's handler can raise; both are guarded. Nor is memory needed there to come to an end, since there may be none:
ranges are handed out by counting, one exception is kept, and what lets the caller go was made beforehand. An executor
would keep threads from call to call, but is Python code that holds locks: an exception raised in there leaves them
held for ever. A new thread takes as long.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from _thread import _local, allocate_lock, start_new_thread

here = _local()     # `.work`: what this thread helps with


cdef class Shared:
    """Work that several threads share."""

    cdef int64_t share_out(self, int64_t pieces, int64_t size) noexcept:
        """Hand out so many pieces in ranges of `size`, at least 1, the first first; how many ranges that makes."""
        self.next = 0
        self.end = pieces
        self.size = size
        return (pieces + size - 1) // size

    @cython.critical_section
    cdef bint next_range(self, int64_t *low, int64_t *high) noexcept:
        """Take a range that nobody has taken yet; whether there was one."""
        if self.next >= self.end:
            return False
        low[0] = self.next
        high[0] = self.next = min(self.next + self.size, self.end)
        return True

    cdef int take_part(self) except -1:
        """Do pieces until none is left."""
        raise NotImplementedError     # each kind of work has its own

    @cython.critical_section
    cdef bint is_stopped(self) noexcept:
        return self.stopped

    cdef void take_part_guarded(self) noexcept:
        try:
            self.take_part()
        except BaseException as error:
            self.fail(error)

    @cython.critical_section
    cdef void fail(self, object error) noexcept:
        if self.failure is None:
            self.failure = error
        self.stopped = True


cdef class Helper:
    """What another thread is to do. Whoever takes the ticket first decides whether it is done at all."""

    cdef Shared work
    cdef object ticket
    cdef object done
    cdef object finish      # releases `done`; a method that is made beforehand

    def __call__(self):
        if not self.ticket.acquire(False):
            return
        try:
            here.work = self.work
            self.work.take_part_guarded()
            here.work = None
        except BaseException as error:
            self.work.fail(error)
        finally:
            self.finish()


cdef Helper helper_of(Shared work):
    cdef Helper helper = Helper.__new__(Helper)
    helper.work = work
    helper.ticket = allocate_lock()
    helper.done = allocate_lock()
    helper.done.acquire()
    helper.finish = helper.done.release
    return helper


cdef bint is_no_start(object error) noexcept:
    """Whether an error says that no thread can be started: there is no room for one, or the interpreter ends.

    What a signal's handler or an audit hook raises meanwhile is told from that by its own frame.
    """
    if not isinstance(error, RuntimeError):
        return False
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        # built for the limited API, a frame of ours has no module; its function has the whole name
        if frame.f_globals.get("__name__", frame.f_code.co_name).partition(".")[0] != "sly_core":
            return False
        traceback = traceback.tb_next
    return True


cdef int do_together(Shared work, int threads) except -1:
    """Call `take_part` in so many threads, this one among them; raises what was raised first.

    The others are new; there are fewer where no more can be started.
    """
    cdef list helpers = []
    cdef Helper helper
    cdef bint waiting
    work.failure = None
    work.stopped = False
    try:
        for _ in range(threads - 1):
            helper = helper_of(work)
            helpers.append(helper)
            start_new_thread(helper, ())
    except BaseException as error:
        if not is_no_start(error):
            work.fail(error)
    work.take_part_guarded()
    for helper in helpers:
        waiting = True
        while waiting:
            try:
                if not helper.ticket.acquire(False):
                    helper.done.acquire()       # returns for signals' handlers, and may raise what they raise
                waiting = False
            except BaseException as error:
                work.fail(error)
        helper.work = None      # a thread that has not come to it yet would keep it
    if work.failure is not None:
        raise work.failure
    return 0


cdef int check_interrupt() except -1:
    """Raise what a signal's handler raises; in a helper, when the work was stopped. Needs the GIL.

    Handlers run in the main thread alone, so a helper hears of Ctrl-C here.
    """
    PyErr_CheckSignals()
    work = getattr(here, "work", None)
    if work is not None and (<Shared>work).is_stopped():
        raise KeyboardInterrupt
    return 0
