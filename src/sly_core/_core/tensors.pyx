"""How long tensors are, and the events in them; the layout is set out in docs/tensors.md.

What a seat sees of a position is written by ``loops/observe.pxi``.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from sly_core._core.bits cimport popcount32
from sly_core._core.types cimport EXPOSE, STOP, TURN, PackedRules, PackedState


cdef int observation_size(const PackedRules *r) noexcept nogil:
    cdef int p = r.players
    cdef int c = r.hens + 1
    return r.num_spaces * (4 + p + 2 * c) + p * (1 + c) + c + p * p * c + p + 3 + 1 + p


cdef int event_size(const PackedRules *r) noexcept nogil:
    return r.players + 4 + r.num_spaces + r.players + r.hens + 1


cdef void log_event(EventLog *log, const PackedState *before, const PackedRules *r, unsigned int action) noexcept nogil:
    """Note an action about to be made in ``before``."""
    cdef uint32_t row = log.count % EVENTS
    cdef uint32_t back
    cdef uint32_t turned
    log.count += 1
    log.actor[row] = before.seat
    log.action[row] = action
    log.seen[row] = UNSEEN
    if EXPOSE <= action < TURN or (TURN <= action < STOP and not r.committed):
        log.seen[row] = before.slot[action & 15]
    elif action == STOP and r.committed:
        # the turns just before, one a card, are seen now
        turned = popcount32(before.turned)
        for back in range(1, (turned if turned < log.count else log.count - 1) + 1):
            row = (log.count - 1 - back) % EVENTS
            log.seen[row] = before.slot[log.action[row] & 15]


cdef void write_events(const EventLog *log, const PackedRules *r, unsigned int player, float *out) noexcept nogil:
    """The newest event first."""
    cdef uint32_t rows = log.count if log.count < EVENTS else EVENTS
    cdef uint32_t i
    cdef uint32_t row
    cdef uint32_t action
    cdef uint32_t kind
    memset(out, 0, EVENTS * event_size(r) * sizeof(float))
    for i in range(rows):
        row = (log.count - 1 - i) % EVENTS
        action = log.action[row]
        kind = 0 if action < EXPOSE else 1 if action < TURN else 2 if action < STOP else 3
        out[relative(log.actor[row], player, r.players)] = 1
        out[r.players + kind] = 1
        if kind != 3:
            out[r.players + 4 + (action & 15)] = 1
        if log.seen[row] != UNSEEN:
            out[r.players + 4 + r.num_spaces + relative(log.seen[row] & 3, player, r.players)] = 1
            out[2 * r.players + 4 + r.num_spaces + 7 - (log.seen[row] >> 2)] = 1
        out += event_size(r)
