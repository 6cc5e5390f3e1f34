"""Legal actions and transitions of a ``PackedState``.

Everything is inline, so that search modules have it without a call. Three ways to make a move:

- ``apply_unchecked`` keeps the public knowledge (``known``) up;
- ``advance_unchecked`` does not: for playouts and perft, where nobody asks what has been seen;
- ``State.apply_action``, on top, checks first.

``_unchecked`` means that an illegal action gives nonsense; ``is_legal`` tells.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from sly_core._core.bits cimport lowest32, lowest64, popcount32, select_bit, small_quotient, spaces_with
from sly_core._core.knowledge cimport forget_space, hidden_lane, owned_mask, see_card
from sly_core._core.recompute cimport recompute
from sly_core._core.reveal cimport resolve
from sly_core._core.types cimport (
    EXPOSE, FIRST_FOX_SLOT, FULL_HOUSE, LAST_CARD, NOT_ENDED, STALLED, STOP, TURN, PackedRules, PackedState,
)


cdef inline uint32_t empty_mask(const PackedState *s, const PackedRules *r) noexcept nogil:
    return r.all_spaces & ~<uint32_t>(s.down | s.turned | s.safe)


cdef inline uint32_t turnable_mask(const PackedState *s, const PackedRules *r) noexcept nogil:
    """Spaces whose card may be turned next (R1)."""
    cdef uint32_t down = s.down
    if r.one_house and s.turned:
        down &= r.house[lowest32(s.turned)]
    return down


cdef inline bint may_stop(const PackedState *s, const PackedRules *r) noexcept nogil:
    """Whether the REVEAL under way may end: enough cards are turned, or no further one can be (R1)."""
    if not s.turned:
        return False
    # turned has min_reveal (1 or 2) bits: with 2, one bit is not enough
    return r.min_reveal == 1 or (s.turned & (s.turned - 1)) != 0 or turnable_mask(s, r) == 0


cdef inline void legal_words(const PackedState *s, const PackedRules *r, uint64_t *words) noexcept nogil:
    """The legal actions as 161 bits in three words: LAYs in the first two, then EXPOSE, turn, stop (T1)."""
    cdef uint64_t empty
    cdef uint32_t hand
    cdef uint32_t card
    words[0] = words[1] = words[2] = 0
    if s.end != NOT_ENDED:
        return
    if s.turned:
        words[2] = (<uint64_t>turnable_mask(s, r) << (TURN - EXPOSE)) | (<uint64_t>may_stop(s, r) << (STOP - EXPOSE))
        return
    empty = empty_mask(s, r)
    hand = s.hands >> s.seat
    for card in range(4):
        words[0] |= (empty << (16 * card)) * ((hand >> (4 * (7 - card))) & 1)
        words[1] |= (empty << (16 * card)) * ((hand >> (4 * (3 - card))) & 1)
    words[2] = (s.down & ~owned_mask(s, s.seat)) | (<uint64_t>s.down << (TURN - EXPOSE))


cdef inline uint32_t list_legal(const PackedState *s, const PackedRules *r, uint8_t *actions) noexcept nogil:
    """Write the legal actions, ascending, up to 161 of them; how many there are."""
    cdef uint64_t words[3]
    cdef uint64_t left
    cdef uint32_t count = 0
    cdef uint32_t i
    legal_words(s, r, words)
    for i in range(3):
        left = words[i]
        while left:
            actions[count] = 64 * i + lowest64(left)
            count += 1
            left &= left - 1
    return count


cdef inline bint is_legal(const PackedState *s, const PackedRules *r, uint32_t action) noexcept nogil:
    cdef uint64_t words[3]
    if action > STOP:
        return False
    legal_words(s, r, words)
    return (words[action >> 6] >> (action & 63)) & 1


cdef inline uint32_t num_legal(const PackedState *s, const PackedRules *r) noexcept nogil:
    """How many actions are legal; never 0 before the end (T1)."""
    if s.end != NOT_ENDED:
        return 0
    if s.turned:
        return popcount32(turnable_mask(s, r)) + may_stop(s, r)
    return (
        popcount32((s.hands >> s.seat) & 0x11111111) * popcount32(empty_mask(s, r))
        + popcount32(s.down & ~owned_mask(s, s.seat)) + popcount32(s.down)
    )


cdef inline uint32_t nth_legal(const PackedState *s, const PackedRules *r, uint32_t k) noexcept nogil:
    """The ``k``-th legal action in ascending order, from 0, without listing them; ``k`` below ``num_legal``."""
    cdef uint32_t mask
    cdef uint32_t count
    cdef uint32_t hand
    cdef uint32_t places
    cdef uint32_t nth
    if s.turned:
        mask = turnable_mask(s, r)
        count = popcount32(mask)
        return STOP if k >= count else TURN + select_bit(mask, k)
    mask = empty_mask(s, r)
    hand = (s.hands >> s.seat) & 0x11111111
    places = popcount32(mask)
    count = places * popcount32(hand)
    if k < count:
        # ascending cards are descending slots
        nth = small_quotient(count - 1 - k, places)
        return (7 - (select_bit(hand, nth) >> 2)) * 16 + select_bit(mask, k + places * (nth + 1) - count)
    k -= count
    mask = s.down & ~owned_mask(s, s.seat)
    count = popcount32(mask)
    if k < count:
        return EXPOSE + select_bit(mask, k)
    return TURN + select_bit(s.down, k - count)


cdef inline void clear_space(PackedState *s, uint32_t space) noexcept nogil:
    """Take the card off a space that no mask names any more."""
    s.slot[space] = 0
    s.owner_low &= ~(<uint32_t>1 << space)
    s.owner_high &= ~(<uint32_t>1 << space)


cdef inline void take(PackedState *s, uint32_t cards, uint32_t low, uint32_t high) noexcept nogil:
    """Lay ``cards`` in front of seats, given as planes of their bits."""
    s.taken |= cards
    s.taker_low |= low
    s.taker_high |= high


cdef inline void lay_unchecked(
    PackedState *s, const PackedRules *r, uint32_t slot, uint32_t space, bint keep_known
) noexcept nogil:
    """L1."""
    if keep_known:
        s.known[space] = hidden_lane(s, r, s.seat)
    s.hands ^= <uint32_t>1 << slot
    s.slot[space] = slot
    s.down |= <uint32_t>1 << space
    s.owner_low |= (s.seat & 1) << space
    s.owner_high |= (s.seat >> 1) << space


cdef inline void expose_unchecked(PackedState *s, const PackedRules *r, uint32_t space, bint keep_known) noexcept nogil:
    """E1-E3."""
    cdef uint32_t slot = s.slot[space]
    cdef uint32_t card = <uint32_t>1 << slot
    s.down ^= <uint32_t>1 << space
    s.stall = 0
    if keep_known:
        forget_space(s, space)
        see_card(s, r, slot)
    if slot >= FIRST_FOX_SLOT:
        take(s, card, card * (s.seat & 1), card * (s.seat >> 1))
        clear_space(s, space)
    else:
        s.safe |= <uint32_t>1 << space


cdef inline void turn_unchecked(PackedState *s, const PackedRules *r, uint32_t space, bint keep_known) noexcept nogil:
    """One card of a REVEAL (R1, R2): the turn does not pass yet."""
    s.down ^= <uint32_t>1 << space
    s.turned |= <uint32_t>1 << space
    if keep_known and not r.committed:
        forget_space(s, space)
        see_card(s, r, s.slot[space])


cdef inline uint32_t turned_cards(const PackedState *s) noexcept nogil:
    """The card mask of the cards turned in the REVEAL under way (R2)."""
    cdef uint32_t turned = s.turned
    cdef uint32_t cards = 0
    while turned:
        cards |= <uint32_t>1 << s.slot[lowest32(turned)]
        turned &= turned - 1
    return cards


cdef inline void stop_unchecked(
    PackedState *s, const PackedRules *r, uint32_t cards, bint keep_known
) noexcept nogil:
    """The end of a REVEAL and its outcome (R3-R8); ``cards`` are the turned cards."""
    cdef uint32_t turned = s.turned
    cdef uint32_t safe = 0
    cdef uint32_t space
    cdef uint32_t out[5]
    resolve(cards, s.seat, r.each, r.leaves, out)
    if out[3]:
        safe = spaces_with(s.slot, lowest32(out[3])) & turned
    s.turned = 0
    s.safe |= safe
    s.owner_low &= ~(turned ^ safe)
    s.owner_high &= ~(turned ^ safe)
    take(s, out[0], out[1], out[2])
    s.hands |= out[4]
    # G3: only a reveal of Foxes alone counts, and the count stays at its greatest value
    if cards & 0x0FFFFFFF:
        s.stall = 0
    elif s.stall != 0xFFFF:
        s.stall += 1
    if keep_known:
        while turned:
            space = lowest32(turned)
            turned &= turned - 1
            if r.committed:
                forget_space(s, space)
                see_card(s, r, s.slot[space])
            if not (safe >> space) & 1:
                s.slot[space] = 0


cdef inline void end_turn(PackedState *s, const PackedRules *r, bint keep_known) noexcept nogil:
    """What is asked once an action is complete, in its order: G2, the stall limit (G3), the turn passes (S1), G1."""
    cdef uint32_t hand
    cdef uint32_t space
    if s.safe == r.all_spaces:
        s.end = FULL_HOUSE
        return
    if r.stall_limit and s.stall >= r.stall_limit:
        s.end = STALLED
        return
    s.seat = s.seat + 1 if s.seat + 1 < r.players else 0
    hand = (s.hands >> s.seat) & 0x11111111
    if not hand & (hand - 1):
        s.end = LAST_CARD
        if keep_known:
            for space in range(16):
                s.known[space] = 0
        s.safe |= s.down
        s.down = 0


cdef inline void make_unchecked(PackedState *s, const PackedRules *r, uint32_t action, bint keep_known) noexcept nogil:
    """Make one legal action. ``keep_known`` is a constant where this is inlined, so its tests vanish."""
    if action < EXPOSE:
        lay_unchecked(s, r, (7 - (action >> 4)) * 4 + s.seat, action & 15, keep_known)
    elif action < TURN:
        expose_unchecked(s, r, action - EXPOSE, keep_known)
    elif action < STOP:
        turn_unchecked(s, r, action - TURN, keep_known)
        return
    else:
        stop_unchecked(s, r, turned_cards(s), keep_known)
    end_turn(s, r, keep_known)


cdef inline void apply_unchecked(PackedState *s, const PackedRules *r, uint32_t action) noexcept nogil:
    make_unchecked(s, r, action, True)
    recompute(s, r, True)


cdef inline void advance_unchecked(PackedState *s, const PackedRules *r, uint32_t action) noexcept nogil:
    """As ``apply_unchecked``, with ``known`` and the slots of spaces that a REVEAL emptied left as they were.

    Never show such a state to a person or a class, nor compare its bytes; no function here asks for either.
    """
    make_unchecked(s, r, action, False)
    recompute(s, r, False)


cdef inline void start(PackedState *s, const PackedRules *r) noexcept nogil:
    """The start of a game: all hands full, all spaces empty, seat 0 to act (S4)."""
    memset(s, 0, sizeof(PackedState))
    s.hands = r.deck
