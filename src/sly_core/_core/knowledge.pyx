"""Counting and dealing the arrangements that public knowledge leaves open."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from sly_core._core.bits cimport lowest32
from sly_core._core.types cimport PackedRules, PackedState


cdef void fill_ways(Arrangements *a) noexcept nogil:
    """``ways`` from the last space back: a set's cards that are not yet laid, each tried once."""
    cdef uint32_t i = a.length
    cdef uint32_t used
    cdef uint32_t free
    cdef uint32_t total
    memset(a.ways, 0, sizeof(a.ways))
    for used in range(256):
        a.ways[i][used] = 1
    while i:
        i -= 1
        for used in range(256):
            if used & ~a.hidden:
                continue
            free = a.known[i] & ~used
            total = 0
            while free:
                total += a.ways[i + 1][used | (free & (0 - free))]
                free &= free - 1
            a.ways[i][used] = total


cdef void list_spaces(const PackedState *s, const PackedRules *r, uint32_t owner, Arrangements *a) noexcept nogil:
    cdef uint32_t spaces = owned_hidden_mask(s, r, owner)
    a.owner = owner
    a.hidden = hidden_lane(s, r, owner)
    a.length = 0
    while spaces:
        a.space[a.length] = lowest32(spaces)
        a.known[a.length] = s.known[lowest32(spaces)]
        a.length += 1
        spaces &= spaces - 1


cdef void count_arrangements(
    const PackedState *s, const PackedRules *r, uint32_t owner, Arrangements *a
) noexcept nogil:
    """Fill ``a`` for the hidden cards of ``owner``. At most 8!/1! = 40,320 ways, since a hand is never empty."""
    list_spaces(s, r, owner, a)
    fill_ways(a)


cdef uint32_t num_arrangements(const Arrangements *a) noexcept nogil:
    return a.ways[0][0]


cdef void deal_arrangement(PackedState *s, const Arrangements *a, uint32_t index) noexcept nogil:
    """Lay the owner's hidden cards as in arrangement ``index`` (below ``num_arrangements``); the
    rest is the hand.

    Arrangements are in lexicographic order: spaces ascending, and on each the cards ascending, the
    Fox first.
    """
    cdef uint32_t used = 0
    cdef uint32_t i
    cdef uint32_t rank
    cdef uint32_t ways
    for i in range(a.length):
        rank = 8
        while rank:
            rank -= 1
            if not ((a.known[i] & ~used) >> rank) & 1:
                continue
            ways = a.ways[i + 1][used | (<uint32_t>1 << rank)]
            if index < ways:
                break
            index -= ways
        used |= <uint32_t>1 << rank
        s.slot[a.space[i]] = rank * 4 + a.owner
    s.hands = (s.hands & ~(<uint32_t>0x11111111 << a.owner)) | spread_lane(a.hidden & ~used, a.owner)


cdef uint32_t candidate_lane(const PackedState *s, const PackedRules *r, uint32_t space) noexcept nogil:
    """Lane of the cards that lie on the hidden ``space`` in some arrangement, exactly."""
    cdef Arrangements a
    cdef uint32_t lane = 0
    cdef uint32_t at
    cdef uint32_t known
    cdef uint32_t card
    list_spaces(s, r, s.slot[space] & 3, &a)
    at = 0
    while a.space[at] != space:
        at += 1
    known = a.known[at]
    while known:
        card = known & (0 - known)
        known ^= card
        a.known[at] = card
        fill_ways(&a)
        if a.ways[0][0]:
            lane |= card
    return lane
