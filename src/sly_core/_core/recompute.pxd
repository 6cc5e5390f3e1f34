"""All that a ``PackedState`` keeps up as moves are made, worked out anew from slots and masks and compared.

In the debug build (`make debug-test`) each move made is followed by ``recompute``, and the first difference ends the
process. In all other builds ``SLY_DEBUG`` is 0 and nothing of this is left. What holds is said in docs/encoding.md.
"""

from libc.stdint cimport uint32_t

from sly_core._core.bits cimport lowest32
from sly_core._core.knowledge cimport hidden_lane, hidden_mask
from sly_core._core.types cimport (
    FULL_HOUSE, LAST_CARD, NOT_ENDED, SPACES, STALLED, PackedRules, PackedState,
)

cdef extern from *:
    """
    #if !defined(SLY_DEBUG)
    #define SLY_DEBUG 0
    #endif
    """
    bint SLY_DEBUG

cdef extern from "Python.h":
    void Py_FatalError(const char *message) noexcept nogil      # may be called without the GIL


cdef inline uint32_t end_recomputed(const PackedState *s, const PackedRules *r) noexcept nogil:
    """The ``EndReason`` that follows from the rest of a state (G1-G3)."""
    cdef uint32_t hand = (s.hands >> s.seat) & 0x11111111
    if s.turned:
        return NOT_ENDED
    if r.stall_limit and s.stall >= r.stall_limit:
        return STALLED
    if not hand & (hand - 1) and not s.down:
        return LAST_CARD
    return FULL_HOUSE if s.safe == r.all_spaces else NOT_ENDED


cdef inline const char *difference_on(
    const PackedState *s, const PackedRules *r, uint32_t space, bint keep_known
) noexcept nogil:
    """What is wrong with what is kept of one space, or NULL."""
    cdef uint32_t slot = s.slot[space]
    cdef uint32_t here = ((s.down | s.turned | s.safe) >> space) & 1
    cdef uint32_t owner = ((s.owner_low >> space) & 1) | (((s.owner_high >> space) & 1) << 1)
    if slot > 31 or (here and not (r.deck >> slot) & 1):
        return "sly_core: a space holds a card that is not in the game (S2)"
    if owner != (slot & 3) * here:
        return "sly_core: the owner planes differ from the cards on the spaces"
    if not keep_known:
        return NULL
    if not here and slot:
        return "sly_core: an empty space names a card"
    if not (hidden_mask(s, r) >> space) & 1:
        if s.known[space]:
            return "sly_core: something is known of a space where no card is hidden"
        return NULL
    if not (s.known[space] >> (slot >> 2)) & 1:
        return "sly_core: what is known of a hidden card leaves out the card itself"
    if s.known[space] & ~hidden_lane(s, r, slot & 3):
        return "sly_core: what is known of a hidden card has one that its owner does not hide"
    return NULL


cdef inline const char *difference(const PackedState *s, const PackedRules *r, bint keep_known) noexcept nogil:
    """The first thing kept that is not as worked out from the rest, in words, or NULL.

    Without ``keep_known`` the state may come from ``advance_unchecked``, which leaves ``known``, and ``slot`` where no
    card lies, as they were.
    """
    cdef uint32_t board = s.down | s.turned | s.safe
    cdef uint32_t found = s.hands
    cdef uint32_t left
    cdef uint32_t space
    cdef uint32_t card
    cdef const char *wrong
    if s.seat >= r.players or s.spare[0] or s.spare[1]:
        return "sly_core: the seat to act does not play, or a spare byte is not 0 (S1)"
    if (s.down & s.turned) | (s.down & s.safe) | (s.turned & s.safe) or board & ~<uint32_t>r.all_spaces:
        return "sly_core: a space is of two kinds, or outside the layout (S3)"
    for space in range(<uint32_t>SPACES):       # as unsigned as `space`, or every consumer's compiler warns
        wrong = difference_on(s, r, space, keep_known)
        if wrong != NULL:
            return wrong
    if found & s.taken:
        return "sly_core: a card is in a hand and taken (S2)"
    found |= s.taken
    left = board
    while left:
        space = lowest32(left)
        left &= left - 1
        card = <uint32_t>1 << s.slot[space]
        if found & card:
            return "sly_core: a card is in two places (S2)"
        found |= card
    left = r.deck ^ found
    if found & ~r.deck or (left & 0x0FFFFFFF if r.leaves else left):
        return "sly_core: a card of the game is nowhere, or one is not of the game (S2, R5)"
    if (s.taker_low | s.taker_high) & ~s.taken or (r.players < 4 and s.taker_low & s.taker_high):
        return "sly_core: a card that is not taken has a taker, or one who does not play"
    if r.players == 2 and s.taker_high:
        return "sly_core: a card was taken by a seat that does not play (S1)"
    if r.stall_limit and s.stall > r.stall_limit:
        return "sly_core: more reveals of Foxes alone were counted than the limit allows (G3)"
    if s.end != end_recomputed(s, r):
        return "sly_core: the end does not follow from the rest of the state (G1-G3)"
    return NULL


cdef inline void recompute(const PackedState *s, const PackedRules *r, bint keep_known) noexcept nogil:
    """In the debug build end the process, in words, where a state differs from what it should be."""
    cdef const char *wrong
    if SLY_DEBUG:
        wrong = difference(s, r, keep_known)
        if wrong != NULL:
            Py_FatalError(wrong)
