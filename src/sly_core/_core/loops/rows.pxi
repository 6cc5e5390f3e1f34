# What a batch does with most of its time, in the build that fits the CPU: draw, step and list what is legal.

from libc.string cimport memcpy

from sly_core._core.moves cimport apply_unchecked
from sly_core._core.rows cimport NO_ACTION, Rows, is_closed, note_end, reset_row
from sly_core._core.tensors cimport log_event
from sly_core._core.types cimport EXPOSE, NUM_ACTIONS, STOP, TURN

# by eight bits: eight bytes, the lowest bit first
cdef uint8_t SPREAD[256][8]
cdef int _bits
cdef int _at
for _bits in range(256):
    for _at in range(8):
        SPREAD[_bits][_at] = (_bits >> _at) & 1


cdef void draw_rows(const Rows *b, uint64_t *streams, int64_t low, int64_t high) noexcept nogil:
    cdef const PackedState *s
    cdef int64_t i
    for i in range(low, high):
        s = &b.states[i]
        b.chosen[i] = (
            NO_ACTION if is_closed(b, i)
            else nth_legal(s, b.rules, below(&streams[i - low], num_legal(s, b.rules)))
        )


cdef inline void step_row(const Rows *b, int64_t i) noexcept nogil:
    cdef uint32_t action = b.chosen[i]
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


cdef void step_rows(const Rows *b, int64_t low, int64_t high) noexcept nogil:
    cdef int64_t i
    for i in range(low, high):
        step_row(b, i)


cdef inline void mask_row(const Rows *b, const PackedRules *r, int64_t i, uint8_t *out) noexcept nogil:
    # All cards in hand may be laid on the same spaces (L1), so those are spread to bytes once.
    cdef const PackedState *s = &b.states[i]
    cdef uint32_t open = 0 - <uint32_t>(s.end == NOT_ENDED and not is_closed(b, i))
    cdef uint32_t between = open & (0 - <uint32_t>(s.turned == 0))        # all ones where no REVEAL is under way
    cdef uint32_t spaces = empty_mask(s, r) & between
    cdef uint32_t hand = s.hands >> s.seat
    cdef uint32_t exposed = s.down & ~owned_mask(s, s.seat) & between
    cdef uint32_t turned = turnable_mask(s, r) & open
    cdef uint64_t low
    cdef uint64_t high
    cdef uint64_t held
    cdef uint64_t both[2]
    cdef int card
    memcpy(&low, SPREAD[spaces & 255], 8)
    memcpy(&high, SPREAD[spaces >> 8], 8)
    for card in range(8):
        held = 0 - <uint64_t>((hand >> (28 - 4 * card)) & 1)
        both[0] = low & held
        both[1] = high & held
        memcpy(out + 16 * card, both, 16)
    memcpy(out + EXPOSE, SPREAD[exposed & 255], 8)
    memcpy(out + EXPOSE + 8, SPREAD[exposed >> 8], 8)
    memcpy(out + TURN, SPREAD[turned & 255], 8)
    memcpy(out + TURN + 8, SPREAD[turned >> 8], 8)
    out[STOP] = may_stop(s, r) & open


cdef void mask_rows(const Rows *b, uint8_t *out, int64_t low, int64_t high) noexcept nogil:
    cdef PackedRules standard = with_standard_switches(b.rules)
    cdef int64_t i
    if has_standard_switches(b.rules):
        for i in range(low, high):
            mask_row(b, &standard, i, out + NUM_ACTIONS * i)
    else:
        for i in range(low, high):
            mask_row(b, b.rules, i, out + NUM_ACTIONS * i)
