"""The outcome of a REVEAL, as one kernel of word arithmetic.

It branches on nothing but the switches: no comparison, no branch on a word, no loop whose length depends on one. The
proofs run this text on symbolic words.

In a card mask 0x11111111 is the lane of seat 0, 0x0FFFFFFF all Hens, and the Foxes begin at bit 28.
"""

from libc.stdint cimport uint32_t

from sly_core._core.bits cimport lowest32


cdef inline uint32_t turn_left(uint32_t cards, uint32_t by) noexcept nogil:
    """Rotate the seats of a card mask: the card of seat ``s`` goes to seat ``(s - by) % 4``."""
    cdef uint32_t stay = 0x11111111 * (<uint32_t>15 >> by)
    return ((cards >> by) & stay) | ((cards << (4 - by)) & ~stay)


cdef inline void resolve(
    uint32_t cards, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out
) noexcept nogil:
    """Resolve the turned ``cards`` (a card mask) for the seat ``active`` (R3-R8).

    ``each`` and ``leaves`` are 0 or 1, the switches of R3 and R5. Writes five card masks to ``out``: the Hens gobbled,
    those gobbled by a seat with bit 0 set, those by a seat with bit 1 set, the Hen made Safe, and the cards that go
    back to their owners' hands.
    """
    cdef uint32_t order = turn_left(cards, active)      # R8: of equals the active seat's is now the lowest bit
    cdef uint32_t back = (4 - active) & 3
    cdef uint32_t hens = order & 0x0FFFFFFF
    cdef uint32_t foxes = order >> 28
    cdef uint32_t gobbled = 0
    cdef uint32_t low = 0
    cdef uint32_t high = 0
    cdef uint32_t gone = 0
    cdef uint32_t hen
    cdef uint32_t seat
    cdef uint32_t safe
    cdef uint32_t _
    for _ in range(1 + 3 * each):                       # R3: the Foxes in order of rank, or the first alone
        seat = active + lowest32(foxes | 16)            # so many seats to the left; any where there is none
        hen = hens & -hens & -((foxes + 15) >> 4)
        foxes &= foxes - 1
        hens ^= hen
        gone |= ((-hen >> 31) & leaves) << (28 + (seat & 3))    # R5: a Fox that gobbled may leave the game
        hen = turn_left(hen, back)
        gobbled |= hen
        low |= hen & -(seat & 1)
        high |= hen & -((seat >> 1) & 1)
    safe = turn_left(hens & -hens, back)                # R4, R6
    out[0] = gobbled
    out[1] = low
    out[2] = high
    out[3] = safe
    out[4] = cards ^ gobbled ^ safe ^ gone              # R5, R7
