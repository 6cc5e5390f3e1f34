"""Points (P1-P4)."""

from libc.stdint cimport uint32_t

from sly_core._core.bits cimport lowest32
from sly_core._core.types cimport FIRST_FOX_SLOT, PackedRules, PackedState


cdef inline void score(const PackedState *s, const PackedRules *r, int *points) noexcept nogil:
    """The points of each of the four seats, as they stand; seats that do not play have 0."""
    cdef uint32_t left = s.taken
    cdef uint32_t space
    cdef uint32_t slot
    cdef uint32_t taker
    cdef int worth
    points[0] = points[1] = points[2] = points[3] = 0
    for space in range(r.num_spaces):                    # P1; a Fox turned up by G1 is worth nothing
        slot = s.slot[space]
        points[slot & 3] += r.value[space] if (s.safe >> space) & (slot < FIRST_FOX_SLOT) else 0
    while left:
        slot = lowest32(left)
        left &= left - 1
        taker = ((s.taker_low >> slot) & 1) | (((s.taker_high >> slot) & 1) << 1)
        worth = 7 - (slot >> 2)                          # P2
        worth = -worth if taker == (slot & 3) else worth
        points[taker] += r.players if slot >= FIRST_FOX_SLOT else worth   # P3
