"""Uniformly random playouts, the same for a seed on every platform.

The generator is SplitMix64 begun at the seed; each ply, forced ones too, takes one exact bounded
draw (`rng.pxd`) and plays the action of that place in the ascending list of legal actions.
`sly_core.reference.playout` plays the same games.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int64_t, uint64_t

from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.moves cimport apply_unchecked, nth_legal, num_legal
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.state cimport State, twin_of
from sly_core._core.threads cimport Shared, check_interrupt, do_together
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState
from sly_core.search.arguments cimport core_state, seed_number, thread_count, whole_number

from sly_core import arrays
from sly_core.errors import PlayoutLimitError

cdef const Loops *loops = import_loops()

cdef enum:
    PLIES_A_CHECK = 1 << 16     # of Ctrl-C
    GAMES_A_RANGE = 128         # at least: some tenths of a millisecond, more than it takes to start a thread
    RANGES_A_THREAD = 16        # so that a thread which is held up leaves its share to the others

cdef int64_t MOST = <int64_t>1 << 48


def playout(state, seed, max_plies=10_000):
    """The end of one game played on from `state`, uniformly at random over legal actions.

    Args:
        state: where to begin; it is left as it is.
        seed: 0..2**64-1; the same seed gives the same game everywhere.
        max_plies: 0..2**48, the most plies to play.

    Returns:
        A `State`, with the whole history.

    Raises:
        PlayoutLimitError: the game was not over after `max_plies`; has the plies made and the
            state reached.
        TypeError, SlyError: an argument is no such number.

    >>> from sly_core import Ruleset, State
    >>> playout(State(Ruleset(players=2)), 1).is_terminal()
    True
    """
    cdef uint64_t rng = seed_number(seed)
    cdef int64_t most = whole_number(max_plies, "max_plies", 0, MOST)
    cdef int64_t plies = 0
    cdef State end = twin_of(core_state(state, "playout"))
    cdef const PackedRules *r = end.rules_ptr()
    cdef int action
    while end.now.end == NOT_ENDED:
        if plies == most:
            raise PlayoutLimitError(plies, end)
        action = nth_legal(&end.now, r, below(&rng, num_legal(&end.now, r)))
        end.push(action)
        apply_unchecked(&end.now, r, action)
        plies += 1
        if not plies % PLIES_A_CHECK:
            PyErr_CheckSignals()
    return end


cdef class Games(Shared):
    """Games of one seed, their points to rows of an array."""

    cdef State began                # held while others may run
    cdef PackedState root
    cdef const PackedRules *rules
    cdef uint64_t seed
    cdef int64_t most
    cdef int16_t[:, ::1] out
    cdef int64_t stuck              # the first row whose game was not over in time, or -1

    cdef int take_part(self) except -1:
        cdef int64_t low
        cdef int64_t high
        cdef int64_t stuck
        while not self.is_stopped() and self.next_range(&low, &high):
            with nogil:
                stuck = loops.play_many(
                    &self.root, self.rules, self.seed, low, high - low, self.most, &self.out[low, 0]
                )
            check_interrupt()
            if stuck >= 0:
                self.note_stuck(low + stuck)
        return 0

    @cython.critical_section
    cdef void note_stuck(self, int64_t row) noexcept:
        if self.stuck < 0 or row < self.stuck:
            self.stuck = row
        self.end = 0        # no range that is left can hold an earlier one


def playouts(state, n, seed, max_plies=10_000, threads=1):
    """Scores of `n` uniformly random games from `state`.

    Row i is `playout(state, playout_seed(seed, i)).scores()`, for any number of threads. Does not
    hold the GIL.

    Args:
        state: where to begin; it is left as it is.
        n: 0..2**31-1, how many.
        seed: 0..2**64-1.
        max_plies: 0..2**48, the most plies of a game.
        threads: 1..256, how many share the games, where there are some hundred for each.

    Returns:
        int16 array of shape (n, players), in points.

    Raises:
        PlayoutLimitError: a game was not over after `max_plies`; has the plies made and the
            state reached, of the first such row.
        TypeError, SlyError: an argument is no such number.

    >>> from sly_core import Ruleset, State
    >>> state = State(Ruleset(players=2))
    >>> playouts(state, 100, 1).shape
    (100, 2)
    >>> (playouts(state, 1000, 1, threads=2) == playouts(state, 1000, 1)).all().item()
    True
    """
    cdef int64_t count = whole_number(n, "n", 0, 0x7FFFFFFF)
    cdef Games games = Games.__new__(Games)
    cdef int64_t size
    games.seed = seed_number(seed)
    games.most = whole_number(max_plies, "max_plies", 0, MOST)
    cdef int workers = thread_count(threads)
    games.began = twin_of(core_state(state, "playouts"))
    games.root = games.began.now
    games.rules = games.began.rules_ptr()
    array = arrays.numpy().empty((count, games.rules.players), dtype="int16")
    games.out = array
    games.stuck = -1
    size = count if workers == 1 else max(GAMES_A_RANGE, count // (RANGES_A_THREAD * workers))
    do_together(games, min(workers, games.share_out(count, size or 1)))
    if games.stuck >= 0:
        playout(games.began, nth_u64(games.seed, games.stuck), games.most)      # raises, with its state
    return array
