# What a seat sees, as numbers (docs/tensors.md), in the build that fits the CPU. Seats are relative to the one that
# looks: 0 is that seat, 1 the player to its left. Every number is written, so a buffer may hold anything before.

from sly_core._core.knowledge cimport lane_of
from sly_core._core.tensors cimport absolute, relative

# by eight bits: eight floats, the highest bit first
cdef float FLOATS[256][8]
cdef int _byte
cdef int _bit
for _byte in range(256):
    for _bit in range(8):
        FLOATS[_byte][_bit] = (_byte >> (7 - _bit)) & 1

# which part of so many cards so many are; divisions were a tenth of the time
cdef float PART[9][9]
cdef int _all
cdef int _some
for _all in range(1, 9):
    for _some in range(_all + 1):
        PART[_all][_some] = <float>(<double>_some / _all)


cdef inline float *write_bits(uint32_t bits, int count, float *out) noexcept nogil:
    """Eight numbers, the highest of eight bits first; what comes next overwrites those beyond ``count``."""
    memcpy(out, FLOATS[bits], 8 * sizeof(float))
    return out + count


cdef struct Looks:
    # How a space looks, in its 4 + players + 2 * cards numbers, the first of them the highest bit. What is told of its
    # card depends on who looks and on whether they see it: that is looked up, so that nothing branches on a card.
    uint32_t cards[4][32]   # by who looks, and slot: the owner, the card, the card as the only one that may lie there
    uint32_t seen[16]       # which of these are told, by kind, and 8 more where the card is of who looks
    uint32_t kinds[8]       # by kind: empty, face down, Safe, turned
    uint32_t hides[8]       # by kind: all ones where only the owner knows the card (R2)
    int known               # where the set of cards that may lie there goes


cdef inline void write_kinds(const PackedState *s, uint8_t *kinds) noexcept nogil:
    # of each space: 4 face down, 2 Safe, 1 turned, 0 empty
    cdef uint64_t down
    cdef uint64_t safe
    cdef uint64_t turned
    cdef int half
    for half in range(2):
        memcpy(&down, SPREAD[(s.down >> (8 * half)) & 255], 8)
        memcpy(&safe, SPREAD[(s.safe >> (8 * half)) & 255], 8)
        memcpy(&turned, SPREAD[(s.turned >> (8 * half)) & 255], 8)
        down = (down << 2) | (safe << 1) | turned
        memcpy(kinds + 8 * half, &down, 8)


cdef inline void write_looks(Looks *looks, const PackedRules *r, int viewer) noexcept nogil:
    # for one seat that looks, or all of them for -1
    cdef int cards = r.hens + 1
    cdef uint32_t players = r.players
    cdef uint32_t all_ones = 0xFFFFFFFF
    cdef uint32_t kind
    cdef uint32_t player
    cdef uint32_t slot
    cdef uint32_t card
    looks.known = 20 - players - cards
    for player in range(0 if viewer < 0 else viewer, players if viewer < 0 else viewer + 1):
        for slot in range(32):
            card = <uint32_t>1 << (slot >> 2)
            looks.cards[player][slot] = (
                <uint32_t>1 << (30 - relative(slot & 3, player, players)) if (slot & 3) < players else 0
            ) | card << (looks.known + cards) | card << looks.known
    for kind in range(8):
        looks.kinds[kind] = kind << (28 - players) if kind else <uint32_t>1 << 31
        looks.hides[kind] = all_ones if kind == 4 or (r.committed and kind == 1) else 0
        looks.seen[kind] = looks.seen[8 + kind] = all_ones if kind else 0
        if looks.hides[kind]:
            looks.seen[kind] = all_ones << 27                           # the owner
            looks.seen[8 + kind] = all_ones << (28 - players - cards)   # and the card


cdef inline void observe(
    const PackedState *s, const PackedRules *r, const Looks *looks, uint32_t players, uint32_t player, float *out
) noexcept nogil:
    cdef int cards = r.hens + 1
    cdef uint8_t kinds[16]
    cdef uint32_t hidden = s.hands                  # card mask of all that is hidden with its owner
    cdef uint32_t space
    cdef uint32_t seat
    cdef uint32_t owner
    cdef uint32_t slot
    cdef uint32_t kind
    cdef uint32_t bits
    cdef uint32_t pile
    cdef int points[4]
    write_kinds(s, kinds)
    for space in range(r.num_spaces):
        slot = s.slot[space]
        kind = kinds[space]
        hidden |= (<uint32_t>1 << slot) & looks.hides[kind]
        bits = looks.cards[player][slot] & looks.seen[kind + 8 * <uint32_t>((slot & 3) == player)]
        bits |= looks.kinds[kind] | <uint32_t>s.known[space] << looks.known
        write_bits(bits >> 24, 8, out)
        write_bits((bits >> 16) & 255, 8, out + 8)
        write_bits((bits >> 8) & 255, 8, out + 16)
        out += 4 + players + 2 * cards
    for seat in range(players):
        owner = absolute(seat, player, players)
        out[0] = PART[cards][popcount32((s.hands >> owner) & 0x11111111)]
        out = write_bits(lane_of(hidden, owner), cards, out + 1)
    out = write_bits(lane_of(s.hands, player), cards, out)
    for seat in range(players):
        owner = absolute(seat, player, players)
        pile = s.taken & (s.taker_low ^ ((owner & 1) - 1)) & (s.taker_high ^ ((owner >> 1) - 1))
        for owner in range(players):
            out = write_bits(lane_of(pile, absolute(owner, player, players)), cards, out)
    # the lane's surplus, at most six numbers, lies within the rest, which is at least eight
    bits = 0x80 >> relative(s.seat, player, players) if s.end == NOT_ENDED else 0
    bits |= ((0x2480 >> (4 * s.end)) & 15) << (4 - players)         # LAST_CARD is 8, FULL_HOUSE 4, STALLED 2
    out = write_bits(bits, players + 3, out)
    # mostly 0, and then not divided
    out[0] = <float>((s.stall if s.stall < 255 else 255) / 255.0) if s.stall else 0
    score(s, r, points)
    for seat in range(players):
        out[1 + seat] = points[absolute(seat, player, players)]


cdef void observe_many(
    const PackedState *s, const PackedRules *r, int player, int64_t count, int64_t stride, float *out
) noexcept nogil:
    cdef Looks looks
    cdef uint32_t viewer
    cdef int64_t i
    write_looks(&looks, r, player)
    for i in range(count):
        viewer = s[i].seat if player < 0 else player
        # the loops over seats vanish where it is a constant how many there are
        if r.players == 2:
            observe(&s[i], r, &looks, 2, viewer, out)
        elif r.players == 3:
            observe(&s[i], r, &looks, 3, viewer, out)
        else:
            observe(&s[i], r, &looks, 4, viewer, out)
        out += stride
