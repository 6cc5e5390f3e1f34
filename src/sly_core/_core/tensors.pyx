"""What a seat sees, as numbers; the layout is set out in docs/tensors.md.

Seats are relative to the one that looks: 0 is that seat, 1 the player to its left. The caller gives
zeroed buffers.
"""

from libc.stdint cimport uint32_t

from sly_core._core.bits cimport popcount32
from sly_core._core.knowledge cimport hidden_lane, hidden_mask, lane_of
from sly_core._core.scoring cimport score
from sly_core._core.types cimport EXPOSE, NOT_ENDED, STOP, TURN, PackedRules, PackedState


cdef int observation_size(const PackedRules *r) noexcept nogil:
    cdef int p = r.players
    cdef int c = r.hens + 1
    return r.num_spaces * (4 + p + 2 * c) + p * (1 + c) + c + p * p * c + p + 3 + 1 + p


cdef int event_size(const PackedRules *r) noexcept nogil:
    return r.players + 4 + r.num_spaces + r.players + r.hens + 1


cdef inline float *write_lane(uint32_t lane, int cards, float *out) noexcept nogil:
    """One number a card, ascending."""
    cdef int card
    for card in range(cards):
        out[card] = (lane >> (7 - card)) & 1
    return out + cards


cdef inline uint32_t relative(uint32_t seat, uint32_t player, const PackedRules *r) noexcept nogil:
    return seat - player if seat >= player else seat + r.players - player


cdef inline float *write_space(
    const PackedState *s, const PackedRules *r, uint32_t player, uint32_t space, float *out
) noexcept nogil:
    cdef uint32_t slot = s.slot[space]
    cdef uint32_t card = <uint32_t>1 << (slot >> 2)
    cdef bint hidden = (hidden_mask(s, r) >> space) & 1
    cdef int cards = r.hens + 1
    cdef bint down = (s.down >> space) & 1
    cdef bint safe = (s.safe >> space) & 1
    cdef bint turned = (s.turned >> space) & 1
    if not (down or safe or turned):
        out[0] = 1
        return out + 4 + r.players + 2 * cards
    out[1 + relative(slot & 3, player, r)] = 1
    out += 1 + r.players
    out[0] = down
    out[1] = safe
    out[2] = turned
    out = write_lane(0 if hidden and (slot & 3) != player else card, cards, out + 3)
    return write_lane(s.known[space] if hidden else card, cards, out)


cdef void write_observation(const PackedState *s, const PackedRules *r, unsigned int player, float *out) noexcept nogil:
    cdef int cards = r.hens + 1
    cdef uint32_t space
    cdef uint32_t seat
    cdef uint32_t owner
    cdef uint32_t pile
    cdef int points[4]
    for space in range(r.num_spaces):
        out = write_space(s, r, player, space, out)
    for seat in range(r.players):
        owner = (player + seat) % r.players
        out[0] = <float>(<double>popcount32(lane_of(s.hands, owner)) / cards)
        out = write_lane(hidden_lane(s, r, owner), cards, out + 1)
    out = write_lane(lane_of(s.hands, player), cards, out)
    for seat in range(r.players):
        owner = (player + seat) % r.players
        pile = s.taken & (s.taker_low ^ ((owner & 1) - 1)) & (s.taker_high ^ ((owner >> 1) - 1))
        for owner in range(r.players):
            out = write_lane(lane_of(pile, (player + owner) % r.players), cards, out)
    if s.end == NOT_ENDED:
        out[relative(s.seat, player, r)] = 1
    else:
        out[r.players + s.end - 1] = 1
    out += r.players + 3
    out[0] = <float>((s.stall if s.stall < 255 else 255) / 255.0)
    score(s, r, points)
    for seat in range(r.players):
        out[1 + seat] = points[(player + seat) % r.players]


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
    for i in range(rows):
        row = (log.count - 1 - i) % EVENTS
        action = log.action[row]
        kind = 0 if action < EXPOSE else 1 if action < TURN else 2 if action < STOP else 3
        out[relative(log.actor[row], player, r)] = 1
        out[r.players + kind] = 1
        if kind != 3:
            out[r.players + 4 + (action & 15)] = 1
        if log.seen[row] != UNSEEN:
            out[r.players + 4 + r.num_spaces + relative(log.seen[row] & 3, player, r)] = 1
            out[2 * r.players + 4 + r.num_spaces + 7 - (log.seen[row] >> 2)] = 1
        out += event_size(r)
