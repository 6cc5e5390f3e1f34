"""What a seat sees, as numbers; the layout is set out in docs/tensors.md.

Seats are relative to the one that looks: 0 is that seat, 1 the player to its left. Every number is written, so a
buffer may hold anything before.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from sly_core._core.bits cimport popcount32
from sly_core._core.knowledge cimport hidden_mask, lane_of
from sly_core._core.scoring cimport score
from sly_core._core.types cimport EXPOSE, NOT_ENDED, STOP, TURN, PackedRules, PackedState

# by four bits: four floats, the highest bit first
cdef float FLOATS[16][4]
cdef int _bits
cdef int _at
for _bits in range(16):
    for _at in range(4):
        FLOATS[_bits][_at] = (_bits >> (3 - _at)) & 1


cdef int observation_size(const PackedRules *r) noexcept nogil:
    cdef int p = r.players
    cdef int c = r.hens + 1
    return r.num_spaces * (4 + p + 2 * c) + p * (1 + c) + c + p * p * c + p + 3 + 1 + p


cdef int event_size(const PackedRules *r) noexcept nogil:
    return r.players + 4 + r.num_spaces + r.players + r.hens + 1


cdef inline float *write_four(uint32_t bits, int count, float *out) noexcept nogil:
    """Four numbers, the highest of four bits first; what comes next overwrites those beyond ``count``."""
    memcpy(out, FLOATS[bits], 4 * sizeof(float))
    return out + count


cdef inline float *write_lane(uint32_t lane, int cards, float *out) noexcept nogil:
    """One number a card, ascending; eight are written, and what comes next overwrites those beyond ``cards``."""
    write_four(lane >> 4, 4, out)
    write_four(lane & 15, 4, out + 4)
    return out + cards


cdef inline uint32_t relative(uint32_t seat, uint32_t player, const PackedRules *r) noexcept nogil:
    return seat - player if seat >= player else seat + r.players - player


cdef inline uint32_t absolute(uint32_t seat, uint32_t player, const PackedRules *r) noexcept nogil:
    return seat + player if seat + player < r.players else seat + player - r.players


cdef void write_observation(const PackedState *s, const PackedRules *r, unsigned int player, float *out) noexcept nogil:
    # Nothing branches on a card or a space: what lies where is too varied to be predicted.
    cdef int cards = r.hens + 1
    cdef uint32_t covered = hidden_mask(s, r)
    cdef uint32_t held[4]                           # by seat: lane of its hand,
    cdef uint32_t hidden[4]                         # and of all cards hidden with it
    cdef uint32_t space
    cdef uint32_t seat
    cdef uint32_t owner
    cdef uint32_t slot
    cdef uint32_t card
    cdef uint32_t down
    cdef uint32_t safe
    cdef uint32_t turned
    cdef uint32_t lies                              # these are 0 or all ones
    cdef uint32_t unseen
    cdef uint32_t mine
    cdef uint32_t pile
    cdef int points[4]
    for seat in range(4):
        held[seat] = hidden[seat] = lane_of(s.hands, seat)
    for space in range(r.num_spaces):
        slot = s.slot[space]
        owner = slot & 3
        down = (s.down >> space) & 1
        safe = (s.safe >> space) & 1
        turned = (s.turned >> space) & 1
        lies = 0 - (down | safe | turned)
        unseen = 0 - ((covered >> space) & 1)
        mine = 0 - <uint32_t>(owner == player)
        card = (<uint32_t>1 << (slot >> 2)) & lies
        hidden[owner] |= card & unseen
        out[0] = <float>(1 + <int>lies)
        out = write_four((8 >> relative(owner, player, r)) & lies, r.players, out + 1)
        out = write_four((down << 3) | (safe << 2) | (turned << 1), 3, out)
        out = write_lane(card & (mine | ~unseen), cards, out)
        out = write_lane((card & ~unseen) | (s.known[space] & unseen), cards, out)
    for seat in range(r.players):
        owner = absolute(seat, player, r)
        out[0] = <float>(<double>popcount32(held[owner]) / cards)
        out = write_lane(hidden[owner], cards, out + 1)
    out = write_lane(held[player], cards, out)
    for seat in range(r.players):
        owner = absolute(seat, player, r)
        pile = s.taken & (s.taker_low ^ ((owner & 1) - 1)) & (s.taker_high ^ ((owner >> 1) - 1))
        for owner in range(r.players):
            out = write_lane(lane_of(pile, absolute(owner, player, r)), cards, out)
    # the lane's surplus, at most six numbers, lies within the rest, which is at least eight
    out = write_four((8 >> relative(s.seat, player, r)) & (0 - <uint32_t>(s.end == NOT_ENDED)), r.players, out)
    out = write_four((0x2480 >> (4 * s.end)) & 15, 3, out)              # LAST_CARD is 8, FULL_HOUSE 4, STALLED 2
    out[0] = <float>((s.stall if s.stall < 255 else 255) / 255.0)
    score(s, r, points)
    for seat in range(r.players):
        out[1 + seat] = points[absolute(seat, player, r)]


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
        out[relative(log.actor[row], player, r)] = 1
        out[r.players + kind] = 1
        if kind != 3:
            out[r.players + 4 + (action & 15)] = 1
        if log.seen[row] != UNSEEN:
            out[r.players + 4 + r.num_spaces + relative(log.seen[row] & 3, player, r)] = 1
            out[2 * r.players + 4 + r.num_spaces + 7 - (log.seen[row] >> 2)] = 1
        out += event_size(r)
