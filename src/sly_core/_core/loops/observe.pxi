# What a seat sees, as numbers (docs/tensors.md), in the build that fits the CPU. Seats are relative to the one that
# looks: 0 is that seat, 1 the player to its left. Every number is written, so a buffer may hold anything before.

from sly_core._core.knowledge cimport hidden_mask, lane_of
from sly_core._core.tensors cimport absolute, relative

# by eight bits: eight floats, the highest bit first
cdef float FLOATS[256][8]
cdef int _byte
cdef int _bit
for _byte in range(256):
    for _bit in range(8):
        FLOATS[_byte][_bit] = (_byte >> (7 - _bit)) & 1


cdef inline float *write_bits(uint32_t bits, int count, float *out) noexcept nogil:
    """Eight numbers, the highest of eight bits first; what comes next overwrites those beyond ``count``."""
    memcpy(out, FLOATS[bits], 8 * sizeof(float))
    return out + count


cdef inline void observe(
    const PackedState *s, const PackedRules *r, uint32_t players, uint32_t player, float *out
) noexcept nogil:
    # Nothing branches on a card or a space: what lies where is too varied to be predicted.
    cdef int cards = r.hens + 1
    cdef uint32_t covered = hidden_mask(s, r)
    cdef uint32_t hidden = s.hands                  # card mask of all that is hidden with its owner
    cdef uint32_t place[4]                          # by seat: the bit of its relative number, the highest first
    cdef uint32_t space
    cdef uint32_t seat
    cdef uint32_t owner
    cdef uint32_t slot
    cdef uint32_t card
    cdef uint32_t known
    cdef uint32_t kind
    cdef uint32_t lies                              # these are 0 or all ones
    cdef uint32_t unseen
    cdef uint32_t theirs
    cdef uint32_t bits
    cdef uint32_t pile
    cdef int points[4]
    for seat in range(players):
        place[seat] = 8 >> relative(seat, player, r)
    for space in range(r.num_spaces):
        slot = s.slot[space]
        owner = slot & 3
        kind = (((s.down >> space) & 1) << 2) | (((s.safe >> space) & 1) << 1) | ((s.turned >> space) & 1)
        lies = 0 - <uint32_t>(kind != 0)
        unseen = 0 - ((covered >> space) & 1)
        theirs = 0 - <uint32_t>(owner != player)
        hidden |= (<uint32_t>1 << slot) & unseen
        card = (<uint32_t>1 << (slot >> 2)) & lies
        known = (card & ~unseen) | (s.known[space] & unseen)
        card &= ~(theirs & unseen)
        # at most 24 numbers, from the highest bit down: empty, owner, kind, the card, what it may be
        bits = (1 + lies) << 31 | (place[owner] & lies) << 27 | kind << (28 - players)
        bits |= card << (20 - players) | known << (20 - players - cards)
        write_bits(bits >> 24, 8, out)
        write_bits((bits >> 16) & 255, 8, out + 8)
        write_bits((bits >> 8) & 255, 8, out + 16)
        out += 4 + players + 2 * cards
    for seat in range(players):
        owner = absolute(seat, player, r)
        out[0] = <float>(<double>popcount32((s.hands >> owner) & 0x11111111) / cards)
        out = write_bits(lane_of(hidden, owner), cards, out + 1)
    out = write_bits(lane_of(s.hands, player), cards, out)
    for seat in range(players):
        owner = absolute(seat, player, r)
        pile = s.taken & (s.taker_low ^ ((owner & 1) - 1)) & (s.taker_high ^ ((owner >> 1) - 1))
        for owner in range(players):
            out = write_bits(lane_of(pile, absolute(owner, player, r)), cards, out)
    # the lane's surplus, at most six numbers, lies within the rest, which is at least eight
    bits = place[s.seat] << 4 if s.end == NOT_ENDED else 0
    bits |= ((0x2480 >> (4 * s.end)) & 15) << (4 - players)         # LAST_CARD is 8, FULL_HOUSE 4, STALLED 2
    out = write_bits(bits, players + 3, out)
    out[0] = <float>((s.stall if s.stall < 255 else 255) / 255.0)
    score(s, r, points)
    for seat in range(players):
        out[1 + seat] = points[absolute(seat, player, r)]


cdef void observe_many(
    const PackedState *s, const PackedRules *r, int player, int64_t count, int64_t stride, float *out
) noexcept nogil:
    cdef int64_t i
    for i in range(count):
        observe(&s[i], r, r.players, s[i].seat if player < 0 else player, out)
        out += stride
