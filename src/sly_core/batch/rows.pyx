"""What is done to a range of rows: check actions, step, write. Free functions without the GIL.

A row is nobody else's business, so ranges may be worked on by several threads, and the results are the same for
any number of them. A row is *closed* when its game is over and nothing resets it by itself: it takes no action.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcmp, memcpy, memset

from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.moves cimport is_legal, legal_words
from sly_core._core.rng cimport nth_u64
from sly_core._core.rows cimport NO_ACTION, TERMINATED, TRUNCATED, Rows, is_closed
from sly_core._core.scoring cimport score
from sly_core._core.tensors cimport EVENTS, EventLog, event_size, observation_size, write_events
from sly_core._core.types cimport NOT_ENDED, NUM_ACTIONS, PackedRules, PackedState

cdef const Loops *loops = import_loops()

cdef enum:
    LINE = 64               # bytes of a cache line
    ROWS_AT_ONCE = 64
    TERMINAL_PLAYER = -4    # OpenSpiel's value


cdef int64_t bytes_of(int64_t count, bint with_logs) noexcept nogil:
    """Bytes of all arrays but `chosen`, which is scratch."""
    return count * (
        sizeof(PackedState) + sizeof(uint64_t) + sizeof(EventLog) * with_logs + sizeof(uint32_t)
        + 4 * sizeof(int16_t) + sizeof(uint8_t)
    )


cdef int allocate(Rows *b, const PackedRules *r, int64_t count, bint with_logs) except -1:
    """Memory for `count` rows, all of it zero, so that rows can be compared by bytes."""
    cdef int64_t size = bytes_of(count, with_logs)
    cdef char *at
    if size > PY_SSIZE_T_MAX - count - LINE:     # where addresses have 32 bits
        raise MemoryError
    b.block = PyMem_Malloc(size + count + LINE)
    if b.block == NULL:
        raise MemoryError
    at = <char *>b.block + (LINE - <uintptr_t>b.block % LINE)
    memset(at, 0, size)
    b.count = count
    b.rules = r
    b.states = <PackedState *>at
    at += count * sizeof(PackedState)
    b.streams = <uint64_t *>at
    at += count * sizeof(uint64_t)
    b.final_scores = <int16_t *>at
    at += count * 4 * sizeof(int16_t)
    b.plies = <uint32_t *>at
    at += count * sizeof(uint32_t)
    b.logs = NULL
    if with_logs:
        b.logs = <EventLog *>at
        at += count * sizeof(EventLog)
    b.over = <uint8_t *>at
    b.chosen = b.over + count
    return 0


cdef void release(Rows *b) noexcept:
    PyMem_Free(b.block)
    b.block = NULL


cdef void copy_rows(Rows *to, const Rows *b) noexcept nogil:
    """The rows of a batch of the same kind and size."""
    memcpy(to.states, b.states, bytes_of(b.count, b.logs != NULL))


cdef bint of_one_kind(const Rows *a, const Rows *b) noexcept nogil:
    """Whether two batches are of the same size and kind, whatever their rulesets."""
    return (
        a.count == b.count and a.autoreset == b.autoreset and a.max_plies == b.max_plies
        and (a.logs != NULL) == (b.logs != NULL)
    )


cdef bint same_rows(const Rows *a, const Rows *b) noexcept nogil:
    """Whether two batches of the same kind and size tell the same, now and whatever is done to both.

    The points of a last game count where it is still told of, plies where they are limited.
    """
    cdef int64_t n = b.count
    cdef int64_t i
    if (
        memcmp(a.states, b.states, n * sizeof(PackedState)) != 0
        or memcmp(a.streams, b.streams, n * sizeof(uint64_t)) != 0
        or memcmp(a.over, b.over, n) != 0
        or (b.max_plies and memcmp(a.plies, b.plies, n * sizeof(uint32_t)) != 0)
        or (b.logs != NULL and memcmp(a.logs, b.logs, n * sizeof(EventLog)) != 0)
    ):
        return False
    for i in range(n):
        if b.over[i] and memcmp(&a.final_scores[4 * i], &b.final_scores[4 * i], 4 * sizeof(int16_t)) != 0:
            return False
    return True


cdef int64_t check_rows(
    const Rows *b, const int64_t *actions, int64_t low, int64_t high, int64_t *refused
) noexcept nogil:
    """Copy the actions into `chosen`, where nobody else can change them, and check them there (T1).

    The first row whose action may not be made, which goes to `refused`, or -1. No row changes.
    """
    cdef int64_t i
    cdef int64_t given
    cdef uint8_t action
    for i in range(low, high):
        given = actions[i]          # read once
        if given == -1:
            b.chosen[i] = NO_ACTION
            continue
        b.chosen[i] = given if 0 <= given < NUM_ACTIONS else NUM_ACTIONS
        action = b.chosen[i]
        if is_closed(b, i) or not is_legal(&b.states[i], b.rules, action):
            refused[0] = given
            return i
    return -1


cdef inline void tell_chosen(const Rows *b, int64_t *out, int64_t low, int64_t high) noexcept nogil:
    cdef int64_t i
    for i in range(low, high):
        out[i] = -1 if b.chosen[i] == NO_ACTION else <int64_t>b.chosen[i]


cdef void sample_rows(
    const Rows *b, const uint64_t *seed, int64_t *out, int64_t low, int64_t high
) noexcept nogil:
    """A draw for each row: from its stream, or with a seed from a stream that ends with the draw."""
    cdef uint64_t streams[ROWS_AT_ONCE]
    cdef int64_t end
    cdef int64_t i
    while low < high:
        end = low + ROWS_AT_ONCE if high - low > ROWS_AT_ONCE else high
        if seed == NULL:
            loops.draw_rows(b, &b.streams[low], low, end)
        else:
            for i in range(low, end):
                streams[i - low] = nth_u64(seed[0], i)
            loops.draw_rows(b, streams, low, end)
        tell_chosen(b, out, low, end)
        low = end


cdef inline void row_words(const Rows *b, int64_t i, uint64_t *words) noexcept nogil:
    words[0] = words[1] = words[2] = 0
    if not is_closed(b, i):
        legal_words(&b.states[i], b.rules, words)


cdef void write_players(const Rows *b, int8_t *out, int64_t low, int64_t high) noexcept nogil:
    cdef int64_t i
    for i in range(low, high):
        out[i] = b.states[i].seat if b.states[i].end == NOT_ENDED else TERMINAL_PLAYER


cdef void write_bits(const Rows *b, uint64_t *out, int64_t low, int64_t high) noexcept nogil:
    cdef int64_t i
    for i in range(low, high):
        row_words(b, i, out + 3 * i)


cdef void write_observations(const Rows *b, int player, float *out, int64_t low, int64_t high) noexcept nogil:
    cdef int size = observation_size(b.rules)
    loops.observe_many(&b.states[low], b.rules, player, high - low, size, out + size * low)


cdef void write_information(const Rows *b, int player, float *out, int64_t low, int64_t high) noexcept nogil:
    cdef int size = observation_size(b.rules)
    cdef int whole = size + EVENTS * event_size(b.rules)
    cdef int64_t i
    loops.observe_many(&b.states[low], b.rules, player, high - low, whole, out + whole * low)
    for i in range(low, high):
        write_events(&b.logs[i], b.rules, b.states[i].seat if player < 0 else player, out + whole * i + size)


cdef void write_scores(const Rows *b, int16_t *out, int64_t low, int64_t high) noexcept nogil:
    cdef uint32_t players = b.rules.players
    cdef uint32_t seat
    cdef int points[4]
    cdef int64_t i
    for i in range(low, high):
        score(&b.states[i], b.rules, points)
        for seat in range(players):
            out[players * i + seat] = b.final_scores[4 * i + seat] if b.over[i] else points[seat]


cdef void write_returns(const Rows *b, float *out, int64_t low, int64_t high) noexcept nogil:
    cdef uint32_t players = b.rules.players
    cdef uint32_t seat
    cdef double mean
    cdef int64_t i
    memset(out + players * low, 0, players * (high - low) * sizeof(float))
    for i in range(low, high):
        if b.over[i] != TERMINATED:
            continue
        mean = 0
        for seat in range(players):
            mean += b.final_scores[4 * i + seat]
        mean /= players
        for seat in range(players):
            out[players * i + seat] = <float>(b.final_scores[4 * i + seat] - mean)


cdef void write_flags(const Rows *b, uint8_t flag, uint8_t *out, int64_t low, int64_t high) noexcept nogil:
    cdef int64_t i
    for i in range(low, high):
        out[i] = b.over[i] == flag


cdef void write_rows(const Rows *b, const Outputs *out, int64_t low, int64_t high) noexcept nogil:
    """All that is asked of some rows, one result after the other."""
    if out.current_player != NULL:
        write_players(b, out.current_player, low, high)
    if out.mask != NULL:
        loops.mask_rows(b, out.mask, low, high)
    if out.bits != NULL:
        write_bits(b, out.bits, low, high)
    if out.observation != NULL:
        write_observations(b, out.player, out.observation, low, high)
    if out.information != NULL:
        write_information(b, out.player, out.information, low, high)
    if out.scores != NULL:
        write_scores(b, out.scores, low, high)
    if out.returns != NULL:
        write_returns(b, out.returns, low, high)
    if out.terminated != NULL:
        write_flags(b, TERMINATED, out.terminated, low, high)
    if out.truncated != NULL:
        write_flags(b, TRUNCATED, out.truncated, low, high)


cdef void step_rows(const Rows *b, const Outputs *out, How how, int64_t low, int64_t high) noexcept nogil:
    """Step each row, unless only asked to look, and write it: some rows at a time, which stay in the nearest cache."""
    cdef int64_t end
    while low < high:
        end = low + ROWS_AT_ONCE if high - low > ROWS_AT_ONCE else high
        if how == STEP_RANDOM:
            loops.draw_rows(b, &b.streams[low], low, end)
        if how != LOOK:
            loops.step_rows(b, low, end)
            if out.actions != NULL:
                tell_chosen(b, out.actions, low, end)
        write_rows(b, out, low, end)
        low = end
