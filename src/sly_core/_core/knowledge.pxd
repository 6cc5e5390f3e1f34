"""Public knowledge: what everybody has seen, and what it leaves open.

``PackedState.known`` keeps, for each hidden card, the plain rule: the cards that were hidden with
its owner when the space was filled and have not been seen since. The arrangements of an owner's
hidden cards that are consistent with all that is public are exactly the ways to put different cards
on the owner's hidden spaces, each from its space's set (docs/decisions).
"""

from libc.stdint cimport uint8_t, uint32_t

from sly_core._core.bits cimport every_fourth, lowest32
from sly_core._core.types cimport PackedRules, PackedState

cdef struct Arrangements:
    # One owner's hidden cards and how many ways there are to lay them.
    uint32_t owner
    uint32_t hidden              # lane of all the owner's hidden cards
    uint32_t length              # how many of them lie on spaces
    uint8_t space[8]             # those spaces, ascending
    uint8_t known[8]             # the set of each
    uint32_t ways[9][256]        # ways[i][used]: to fill the spaces from i on when the lane `used` is laid already


cdef inline uint32_t lane_of(uint32_t cards, uint32_t seat) noexcept nogil:
    """A seat's lane of a card mask."""
    return every_fourth(cards >> seat)


cdef inline uint32_t spread_lane(uint32_t lane, uint32_t seat) noexcept nogil:
    """The card mask of a seat's lane: ``lane_of`` the other way."""
    cdef uint32_t x = (lane | (lane << 12)) & 0x000F000F
    x = (x | (x << 6)) & 0x03030303
    return ((x | (x << 3)) & 0x11111111) << seat


cdef inline uint32_t owned_mask(const PackedState *s, uint32_t seat) noexcept nogil:
    """Spaces whose card belongs to ``seat``; meaningless where nothing lies, so mask it with ``down`` or the like."""
    return (s.owner_low ^ ((seat & 1) - 1)) & (s.owner_high ^ ((seat >> 1) - 1))


cdef inline uint32_t hidden_mask(const PackedState *s, const PackedRules *r) noexcept nogil:
    """Spaces whose card only its owner knows: face down, and turned but not yet seen under ``committed`` (R2)."""
    return s.down | s.turned if r.committed else s.down


cdef inline uint32_t owned_hidden_mask(const PackedState *s, const PackedRules *r, uint32_t seat) noexcept nogil:
    return hidden_mask(s, r) & owned_mask(s, seat)


cdef inline uint32_t hidden_lane(const PackedState *s, const PackedRules *r, uint32_t seat) noexcept nogil:
    """Lane of all cards hidden with ``seat``, in hand or on the board: public, since the rest has been seen."""
    cdef uint32_t spaces = owned_hidden_mask(s, r, seat)
    cdef uint32_t lane = lane_of(s.hands, seat)
    while spaces:
        lane |= <uint32_t>1 << (s.slot[lowest32(spaces)] >> 2)
        spaces &= spaces - 1
    return lane


cdef inline void forget_space(PackedState *s, uint32_t space) noexcept nogil:
    """No card is hidden there any more."""
    s.known[space] = 0


cdef inline void see_card(PackedState *s, const PackedRules *r, uint32_t slot) noexcept nogil:
    """Everybody has seen a card: no space of its owner that stays hidden can hold it."""
    cdef uint32_t spaces = owned_hidden_mask(s, r, slot & 3)
    cdef uint32_t other = ~(<uint32_t>1 << (slot >> 2))
    while spaces:
        s.known[lowest32(spaces)] &= other
        spaces &= spaces - 1


cdef void count_arrangements(const PackedState *s, const PackedRules *r, uint32_t owner, Arrangements *a) noexcept nogil
cdef uint32_t num_arrangements(const Arrangements *a) noexcept nogil
cdef void deal_arrangement(PackedState *s, const Arrangements *a, uint32_t index) noexcept nogil
cdef uint32_t candidate_lane(const PackedState *s, const PackedRules *r, uint32_t space) noexcept nogil
