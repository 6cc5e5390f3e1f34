"""What is done to a range of rows: check actions, step, write. Free functions without the GIL.

A row is nobody else's business, so ranges may be worked on by several threads, and the results are the same for
any number of them. A row is *closed* when its game is over and nothing resets it by itself: it takes no action.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcmp, memcpy, memset

from sly_core._core.moves cimport apply_unchecked, is_legal, legal_words, nth_legal, num_legal, start
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.scoring cimport score
from sly_core._core.tensors cimport (
    EVENTS, EventLog, event_size, log_event, observation_size, write_events, write_observation,
)
from sly_core._core.types cimport NOT_ENDED, NUM_ACTIONS, PackedRules, PackedState

cdef enum:
    LINE = 64               # bytes of a cache line
    TERMINAL_PLAYER = -4    # OpenSpiel's value

# by eight bits: eight bytes, the lowest bit first
cdef uint8_t SPREAD[256][8]
cdef int _bits
cdef int _at
for _bits in range(256):
    for _at in range(8):
        SPREAD[_bits][_at] = (_bits >> _at) & 1


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
    b.block = PyMem_RawMalloc(size + count + LINE)
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
    PyMem_RawFree(b.block)
    b.block = NULL


cdef void copy_rows(Rows *to, const Rows *b) noexcept nogil:
    """The rows of a batch of the same kind and size."""
    memcpy(to.states, b.states, bytes_of(b.count, b.logs != NULL))


cdef bint same_rows(const Rows *a, const Rows *b) noexcept nogil:
    return memcmp(a.states, b.states, bytes_of(b.count, b.logs != NULL)) == 0


cdef void reset_row(const Rows *b, int64_t i) noexcept nogil:
    """A new game (S4). What the last step did, and the stream, stay."""
    start(&b.states[i], b.rules)
    b.plies[i] = 0
    if b.logs != NULL:
        memset(&b.logs[i], 0, sizeof(EventLog))


cdef void note_end(const Rows *b, int64_t i) noexcept nogil:
    """Whether the row's game is over, and the points it then has (G1-G3; a truncation is no rule)."""
    cdef int points[4]
    cdef int seat
    if b.states[i].end != NOT_ENDED:
        b.over[i] = TERMINATED
    elif b.max_plies and b.plies[i] >= b.max_plies:
        b.over[i] = TRUNCATED
    else:
        b.over[i] = 0
        return
    score(&b.states[i], b.rules, points)
    for seat in range(4):
        b.final_scores[4 * i + seat] = points[seat]


cdef inline bint is_closed(const Rows *b, int64_t i) noexcept nogil:
    return b.over[i] != 0 and not b.autoreset


cdef int64_t check_rows(const Rows *b, const int64_t *actions, int64_t low, int64_t high) noexcept nogil:
    """Copy the actions into `chosen`, where nobody else can change them, and check them there (T1).

    The first row whose action may not be made, or -1. No row changes.
    """
    cdef int64_t i
    cdef uint8_t action
    for i in range(low, high):
        if actions[i] == -1:
            b.chosen[i] = NO_ACTION
            continue
        b.chosen[i] = actions[i] if 0 <= actions[i] < NUM_ACTIONS else NUM_ACTIONS
        action = b.chosen[i]
        if is_closed(b, i) or not is_legal(&b.states[i], b.rules, action):
            return i
    return -1


cdef inline uint32_t random_action(const Rows *b, int64_t i, uint64_t *stream) noexcept nogil:
    """Uniform over the legal actions of a row; `NO_ACTION` where there is none."""
    if is_closed(b, i):
        return NO_ACTION
    return nth_legal(&b.states[i], b.rules, below(stream, num_legal(&b.states[i], b.rules)))


cdef void sample_rows(
    const Rows *b, const uint64_t *seed, int64_t *out, int64_t low, int64_t high
) noexcept nogil:
    """A draw for each row: from its stream, or with a seed from a stream that ends with the draw."""
    cdef int64_t i
    cdef uint64_t stream
    cdef uint32_t action
    for i in range(low, high):
        if seed == NULL:
            action = random_action(b, i, &b.streams[i])
        else:
            stream = nth_u64(seed[0], i)
            action = random_action(b, i, &stream)
        out[i] = -1 if action == NO_ACTION else <int64_t>action


cdef inline void step_row(const Rows *b, int64_t i, uint32_t action) noexcept nogil:
    if action == NO_ACTION:
        if b.autoreset:
            b.over[i] = 0
        return
    if b.logs != NULL:
        log_event(&b.logs[i], &b.states[i], b.rules, action)
    apply_unchecked(&b.states[i], b.rules, action)
    b.plies[i] += 1
    note_end(b, i)
    if b.over[i] and b.autoreset:
        reset_row(b, i)


cdef inline void write_mask(const uint64_t *words, uint8_t *out) noexcept nogil:
    """161 bytes: each bit of the words."""
    cdef uint64_t word
    cdef int at
    for at in range(20):
        word = words[at >> 3] >> (8 * (at & 7))
        memcpy(out + 8 * at, SPREAD[word & 255], 8)
    out[160] = (words[2] >> 32) & 1


cdef inline void write_row(const Rows *b, const Outputs *out, int64_t i, int wide, int long_) noexcept nogil:
    """All that is asked of a row. `wide` and `long_` are the floats of the two tensors."""
    cdef const PackedState *s = &b.states[i]
    cdef const PackedRules *r = b.rules
    cdef uint32_t players = r.players
    cdef uint32_t viewer = s.seat if out.player < 0 else out.player
    cdef uint32_t seat
    cdef uint64_t words[3]
    cdef int points[4]
    cdef double mean
    if out.current_player != NULL:
        out.current_player[i] = s.seat if s.end == NOT_ENDED else TERMINAL_PLAYER
    if out.mask != NULL or out.bits != NULL:
        words[0] = words[1] = words[2] = 0
        if not is_closed(b, i):
            legal_words(s, r, words)
        if out.mask != NULL:
            write_mask(words, out.mask + NUM_ACTIONS * i)
        if out.bits != NULL:
            memcpy(out.bits + 3 * i, words, sizeof(words))
    if out.observation != NULL:
        write_observation(s, r, viewer, out.observation + wide * i)
    if out.information != NULL:
        write_observation(s, r, viewer, out.information + long_ * i)
        write_events(&b.logs[i], r, viewer, out.information + long_ * i + wide)
    if out.scores != NULL:
        if b.over[i]:
            for seat in range(players):
                out.scores[players * i + seat] = b.final_scores[4 * i + seat]
        else:
            score(s, r, points)
            for seat in range(players):
                out.scores[players * i + seat] = points[seat]
    if out.returns != NULL:
        if b.over[i] == TERMINATED:
            mean = 0
            for seat in range(players):
                mean += b.final_scores[4 * i + seat]
            mean /= players
            for seat in range(players):
                out.returns[players * i + seat] = <float>(b.final_scores[4 * i + seat] - mean)
        else:
            memset(out.returns + players * i, 0, players * sizeof(float))
    if out.terminated != NULL:
        out.terminated[i] = b.over[i] == TERMINATED
    if out.truncated != NULL:
        out.truncated[i] = b.over[i] == TRUNCATED


cdef void step_rows(const Rows *b, const Outputs *out, How how, int64_t low, int64_t high) noexcept nogil:
    """Step each row, unless only asked to look, and write it."""
    cdef int wide = observation_size(b.rules)
    cdef int long_ = wide + EVENTS * event_size(b.rules)
    cdef uint32_t action
    cdef int64_t i
    for i in range(low, high):
        if how != LOOK:
            action = b.chosen[i] if how == STEP_CHOSEN else random_action(b, i, &b.streams[i])
            step_row(b, i, action)
            if out.actions != NULL:
                out.actions[i] = -1 if action == NO_ACTION else <int64_t>action
        write_row(b, out, i, wide, long_)
