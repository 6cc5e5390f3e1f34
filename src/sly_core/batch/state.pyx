"""``BatchState``: many games of one ruleset, stepped by one call."""

from cpython.pythread cimport (
    NOWAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_type_lock,
)
from cpython.bytes cimport PyBytes_AsString, PyBytes_Size
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from sly_core._core.history cimport Origin, replay_log
from sly_core._core.packing cimport RulesHandle, rules_handle
from sly_core._core.playing cimport begin, game_of, illegal
from sly_core._core.rng cimport nth_u64
from sly_core._core.rows cimport TRUNCATED, Rows, note_end, reset_row
from sly_core._core.state cimport State
from sly_core._core.types cimport NOT_ENDED, NUM_ACTIONS, PackedRules, PackedState
from sly_core.batch.buffers cimport Buffer, as_actions, as_flags, hold
from sly_core.batch.results cimport Results, results_of
from sly_core.batch.rows cimport (
    LOOK, STEP_CHOSEN, STEP_RANDOM, How, allocate, copy_rows, of_one_kind, release, same_rows,
)
from sly_core.batch.work cimport CHECK, SAMPLE, STEP, Work, run
from sly_core.search.arguments cimport core_state, seed_number, thread_count, whole_number

from sly_core.errors import IllegalActionError, IllegalRowError, SlyError, brief
from sly_core.given import plain_int

MOST_ROWS = 1 << 24
MOST_PLIES = (1 << 31) - 1


cdef class BatchState:
    """BatchState(rules, n, *, seed=0, autoreset=False, max_plies=None, history=False, threads=1)\n--\n\n
    `n` games of one ruleset side by side, for training and for statistics.

    One call steps all rows and writes what it is asked for into arrays, without the GIL. Rows are
    independent: each has its own stream of random numbers, and nothing depends on how many threads
    work. Arrays given as `out=` or by name are written in place: they must have the dtype and shape
    that the method of that name returns, be C-contiguous, writable, and share no memory.

    A row is *over* when its game has ended (`terminated`) or was cut off after `max_plies` actions
    (`truncated`). Without `autoreset` it then stands still until `reset`: no action is legal there.
    With it a new game begins in the same step (S4); flags, `scores` and `returns` are those of the
    game that was over, all else is of the new one.

    One thread at a time may use a batch; a second one gets a `RuntimeError`, and nothing happens.

    Args:
        rules: the `Ruleset` of all rows.
        n: how many rows, 1..2**24.
        seed: 0..2**64-1; row i draws from `SplitMix64(playout_seed(seed, i))`, as row i of
            `playouts(state, n, seed)` does.
        autoreset: begin a new game in each row that is over.
        max_plies: cut a game off after so many actions, 1..2**31-1; None: never (G3).
        history: keep the last 64 public events of each row, for `information_state_tensor`.
        threads: 1..256, how many threads share a call over many rows.

    Raises:
        TypeError, SlyError: an argument is none of these.

    >>> from sly_core import BatchState, Ruleset
    >>> batch = BatchState(Ruleset(players=2), 4, seed=1)
    >>> batch.apply([3, 0, 16, 99])
    >>> batch.current_player().tolist()
    [1, 1, 1, 1]
    >>> batch[0].to_text()
    '-,-,-,0F? 123456/F123456 -/- 1 0 -'
    """

    cdef RulesHandle handle
    cdef Rows rows
    cdef readonly int threads
    cdef PyThread_type_lock lock
    cdef Results results

    def __cinit__(self, rules=None, n=None, *, seed=0, autoreset=False, max_plies=None, history=False, threads=1):
        # None is neither: left out, they are named as any other that is wrong
        cdef RulesHandle handle = rules_handle(rules)
        cdef int64_t count = whole_number(n, "n", 1, MOST_ROWS)
        cdef uint64_t first = seed_number(seed)
        cdef int64_t most = 0 if max_plies is None else whole_number(max_plies, "max_plies", 1, MOST_PLIES)
        cdef int64_t i
        self.threads = thread_count(threads)
        for name, value in (("autoreset", autoreset), ("history", history)):
            if not isinstance(value, bool):
                raise TypeError(f"{name} is True or False, not {value!r} of {type(value)}")
        self.handle = handle
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError
        allocate(&self.rows, &handle.packed, count, history)
        self.rows.max_plies = most
        self.rows.autoreset = autoreset
        for i in range(count):
            self.rows.streams[i] = nth_u64(first, i)
            reset_row(&self.rows, i)
        self.results = results_of(&self.rows)

    def __dealloc__(self):
        release(&self.rows)
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    # What kind of batch it is

    @property
    def rules(self):
        """The `Ruleset` of all rows."""
        return self.handle.ruleset

    @property
    def autoreset(self):
        """Whether a row whose game is over begins a new one in the same step."""
        return bool(self.rows.autoreset)

    @property
    def max_plies(self):
        """After how many actions a game is cut off, or None."""
        return self.rows.max_plies or None

    @property
    def history(self):
        """Whether rows keep their last public events."""
        return self.rows.logs != NULL

    def num_players(self):
        """How many seats play (S1)."""
        return self.handle.packed.players

    def num_distinct_actions(self):
        """161, under every ruleset."""
        return NUM_ACTIONS

    def __len__(self):
        return self.rows.count

    def __repr__(self):
        told = f"BatchState: {len(self)} rows of {self.handle.ruleset!r}"
        for name, value, usual in (
            ("autoreset", self.autoreset, False), ("max_plies", self.max_plies, None),
            ("history", self.history, False), ("threads", self.threads, 1),
        ):
            if value != usual:
                told += f", {name}={value}"
        return f"<{told}>"

    # Rows

    def __getitem__(self, row):
        """One row as a `State`, whose history begins here.

        Raises:
            TypeError, IndexError: no such row.
        """
        cdef int64_t i = row_number(row, self.rows.count)
        cdef Origin origin = Origin()
        cdef State s = State.__new__(State)
        self.enter()
        origin.root = self.rows.states[i]
        self.leave()
        origin.handle = self.handle
        begin(s, origin, b"", &origin.root)
        return s

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def __setitem__(self, row, state):
        """Put a state into a row: its position, and with `history` the last events of its history.

        Its plies are counted from here.

        Raises:
            TypeError: no state of the core.
            IndexError: no such row.
            SlyError: of another ruleset, or over in a batch that resets by itself.
        """
        cdef State s = core_state(state, "a row of a batch")
        cdef int64_t i = row_number(row, self.rows.count)
        cdef PackedState now
        cdef bytes past = game_of(s, &now)
        # by what the rows are read by: the ruleset of a state may have been changed by force
        if memcmp(&s.origin.handle.packed, &self.handle.packed, sizeof(PackedRules)):
            raise SlyError(f"the ruleset of the state is {s.rules}; the batch has {self.handle.ruleset}")
        if now.end != NOT_ENDED and self.rows.autoreset:
            raise SlyError("a batch with autoreset holds no game that is over")
        self.enter()
        self.rows.states[i] = now
        self.rows.plies[i] = 0
        if self.rows.logs != NULL:
            memset(&self.rows.logs[i], 0, sizeof(self.rows.logs[i]))
            replay_log(
                s.origin, <const unsigned char *>PyBytes_AsString(past), PyBytes_Size(past), &self.rows.logs[i]
            )
        note_end(&self.rows, i)
        self.leave()

    def __delitem__(self, row):
        raise TypeError("the rows of a batch are as many as it was made with; none can be deleted")

    def clone(self):
        """An equal batch: rows, streams and all; what one does leaves the other alone.

        >>> from sly_core import BatchState, Ruleset
        >>> batch = BatchState(Ruleset(), 2)
        >>> twin = batch.clone()
        >>> twin.step_random()
        >>> twin == batch, twin[0].current_player(), batch[0].current_player()
        (False, 1, 0)
        """
        cdef BatchState twin = BatchState.__new__(
            BatchState, self.handle.ruleset, self.rows.count, autoreset=bool(self.rows.autoreset),
            max_plies=self.rows.max_plies or None, history=self.rows.logs != NULL, threads=self.threads,
        )
        # the same, whatever has been done to the ruleset by force
        twin.handle, twin.results = self.handle, self.results
        twin.rows.rules = &self.handle.packed
        self.enter()
        copy_rows(&twin.rows, &self.rows)
        self.leave()
        return twin

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __reduce__(self):
        raise TypeError("a BatchState is not pickled; its rows are: list(batch)")

    def __eq__(self, other):
        cdef BatchState that
        cdef bint same
        if not isinstance(other, BatchState):
            return NotImplemented
        that = <BatchState>other
        if self.handle.ruleset != that.handle.ruleset or not of_one_kind(&self.rows, &that.rows):
            return False
        if self is that:
            return True
        self.enter()
        try:
            that.enter()
            same = same_rows(&self.rows, &that.rows)
            that.leave()
        finally:
            self.leave()
        return same

    # What can be asked of all rows

    def current_player(self, out=None):
        """The seat to act (S1), or -4 where the game has ended: int8 of shape (n,)."""
        return self.ask("current_player", out, None)

    def legal_actions_mask(self, out=None):
        """1 where an action is legal (T1): int8 of shape (n, 161); `out` may be uint8 or bool too."""
        return self.ask("legal_actions_mask", out, None)

    def legal_actions_bits(self, out=None):
        """The same as bits: uint64 of shape (n, 3); action a is bit a % 64 of word a // 64."""
        return self.ask("legal_actions_bits", out, None)

    def observation_tensor(self, player=None, out=None):
        """What a seat sees of each row, the seat to act if left out (docs/tensors.md).

        Float32 of shape (n, `protocol.observation_size(rules)`).

        Raises:
            TypeError, SlyError: `player` is not a seat, or `out` no such array.

        >>> from sly_core import BatchState, Ruleset
        >>> BatchState(Ruleset(), 5).observation_tensor().shape
        (5, 139)
        """
        return self.ask("observation_tensor", out, player)

    def information_state_tensor(self, player=None, out=None):
        """`observation_tensor`, then the last 64 public events of the row's game, the newest first.

        Float32 of shape (n, `protocol.information_state_size(rules)`).

        Raises:
            SlyError: the batch was made without `history`, or as `observation_tensor`.
        """
        return self.ask("information_state_tensor", out, player)

    def scores(self, out=None):
        """By seat: the points as they stand (P1-P4), at the end where a row is over: int16 of shape (n, players)."""
        return self.ask("scores", out, None)

    def returns(self, out=None):
        """By seat: zeros, and where a game has ended score minus the mean of all scores: float32 of (n, players)."""
        return self.ask("returns", out, None)

    def terminated(self, out=None):
        """Whether the game of a row has ended (G1-G3): bool of shape (n,)."""
        return self.ask("terminated", out, None)

    def truncated(self, out=None):
        """Whether it was cut off after `max_plies` actions: bool of shape (n,)."""
        return self.ask("truncated", out, None)

    def write(self, *, player=None, **out):
        """Write several of the above in one pass, each into the array given by its name.

        Raises:
            TypeError, SlyError: no such name, or no such array.
        """
        self.pass_over(LOOK, player, out)

    # Steps

    def apply(self, actions, *, player=None, **out):
        """Make one action a row, then write what is asked, as `write` does.

        All actions are checked before the first is made.

        Args:
            actions: n integers, an array or anything numpy makes one of; -1 leaves a row as it is.
            player: whose tensors are written; the seat to act, if left out.
            out: arrays by the names of the methods above.

        Raises:
            IllegalRowError: an action is not legal; names the first such row, the action and the
                clause. No row has changed.
            TypeError, SlyError: no integers, not n of them, or as `write`.

        >>> from sly_core import BatchState, Ruleset
        >>> batch = BatchState(Ruleset(), 2)
        >>> batch.apply([3, 128])
        Traceback (most recent call last):
        sly_core.errors.IllegalRowError: row 1: action 128: no card lies on a1 (E1)
        """
        cdef Work check = Work.__new__(Work)
        cdef Work step
        cdef Buffer buffer
        cdef int64_t bad
        given, whole = as_actions(actions, self.rows.count)
        buffer = hold(whole, "actions", "int64", (self.rows.count,))
        step = self.work(STEP_CHOSEN, player, out)
        check.rows = &self.rows
        check.kind = CHECK
        check.given = <const int64_t *>buffer.view.buf
        self.enter()
        try:
            try:
                bad = run(check, self.threads)
            except BaseException:
                if check.passed():      # a signal's handler raised, and the step is finished all the same
                    run(step, self.threads)
                raise
            if bad >= 0:
                raise self.refusal(bad, int(given[bad]) if given.dtype.kind in "uO" else check.refused)
            run(step, self.threads)
        finally:
            self.leave()

    def step_random(self, *, player=None, **out):
        """Make a uniformly random legal action in each row, drawn from the row's stream.

        Rows that are over stand still. `out` as for `apply`; `actions=` is written too: int64 of
        shape (n,), -1 where a row stood still.

        >>> from sly_core import BatchState, Ruleset, State, playouts
        >>> batch = BatchState(Ruleset(), 8, seed=5)
        >>> while not batch.terminated().all():
        ...     batch.step_random()
        >>> (batch.scores() == playouts(State(), 8, 5)).all().item()
        True
        """
        self.pass_over(STEP_RANDOM, player, out)

    def sample(self, seed=None, out=None):
        """A uniformly random legal action of each row: int64 of shape (n,), -1 where a row is over.

        Args:
            seed: None draws from the rows' streams, which go on. With a seed 0..2**64-1 the draw of
                row i is the first of `SplitMix64(playout_seed(seed, i))`, and the streams stay.
            out: an array to write into.
        """
        cdef Work work = Work.__new__(Work)
        cdef uint64_t number
        cdef Buffer buffer
        work.rows = &self.rows
        work.kind = SAMPLE
        if seed is not None:
            number = seed_number(seed)
            work.seed = &number
        array = self.results.fresh("actions") if out is None else out
        buffer = self.results.held("actions", array)
        work.drawn = <int64_t *>buffer.view.buf
        self.enter()
        try:
            run(work, self.threads)
        finally:
            self.leave()
        return array

    def reset(self, rows=None, *, seed=None):
        """Begin a new game (S4) in all rows, or in some; with a seed also begin their streams anew.

        Args:
            rows: None, or n bools: an array or anything numpy makes one of.
            seed: None, or 0..2**64-1, as when the batch was made.

        Raises:
            TypeError, SlyError: none of these. No row has changed.
        """
        cdef const uint8_t[::1] chosen = None
        cdef uint64_t first = 0
        cdef bint every = rows is None
        cdef bint seeded = seed is not None
        cdef int64_t i
        if seeded:
            first = seed_number(seed)
        if not every:
            chosen = as_flags(rows, self.rows.count)
        self.enter()
        with nogil:
            for i in range(self.rows.count):
                if every or chosen[i]:
                    reset_row(&self.rows, i)
                    self.rows.over[i] = 0
                    if seeded:
                        self.rows.streams[i] = nth_u64(first, i)
        self.leave()

    # Behind the doors

    cdef int enter(self) except -1:
        """One at a time: a second thread, or a signal's handler, would see rows that are half stepped."""
        if not PyThread_acquire_lock(self.lock, NOWAIT_LOCK):
            raise RuntimeError("this BatchState is in use; it serves one thread at a time")
        return 0

    cdef void leave(self) noexcept:
        PyThread_release_lock(self.lock)

    cdef object ask(self, str name, object out, object player):
        array = self.results.fresh(name) if out is None else out
        self.pass_over(LOOK, player, {name: array})
        return array

    cdef int pass_over(self, How how, object player, dict out) except -1:
        cdef Work work = self.work(how, player, out)
        self.enter()
        try:
            run(work, self.threads)
        finally:
            self.leave()
        return 0

    cdef Work work(self, How how, object player, dict out):
        """A pass that writes into the caller's arrays, which it holds."""
        cdef Work work = Work.__new__(Work)
        cdef int seat = -1 if player is None else self.handle.ruleset.check_seat(player)
        if not -1 <= seat < self.handle.packed.players:     # see `playing.checked`
            raise SlyError(f"seat {seat} is out of range", clause="S1")
        work.rows = &self.rows
        work.kind = STEP
        work.how = how
        work.out.player = seat
        work.held = self.results.place(out, how == STEP_RANDOM, &work.out)
        return work

    cdef object refusal(self, int64_t row, object action):
        """The error for an action that the check refused."""
        cdef const Rows *rows = &self.rows
        if rows.over[row] == TRUNCATED and not rows.autoreset:
            cause = IllegalActionError(action, f"the game was cut off after {rows.max_plies} plies; reset the row")
        else:
            cause = illegal(&rows.states[row], self.handle, action)
        return IllegalRowError(row, cause)


cdef int64_t row_number(object row, int64_t count) except -1:
    """The row of a Python index; from the end, where it is negative."""
    number = plain_int(row)
    if number is None:
        raise TypeError(f"a row is an int, not {type(row).__name__}")
    if not -count <= number < count:
        raise IndexError(f"row {brief(number)} is out of range: there are {count}")
    return number % count
