"""Packs rulesets and positions, and unpacks positions; the key of a position (docs/encoding.md)."""

from functools import lru_cache

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from sly_core._core.bits cimport lowest32
from sly_core._core.knowledge cimport hidden_lane, hidden_mask, lane_of
from sly_core._core.rng cimport mix64
from sly_core._core.types cimport PackedRules, PackedState

from sly_core.notation.check import end_reason_of
from sly_core.notation.position import Placed, Position
from sly_core.ruleset import Ruleset, _every_field, check_ruleset

END_REASONS = (None, "last card", "full house", "stalled")


cdef class RulesHandle:
    """A ruleset with its packed form; it never changes, so threads share it freely."""

    def __cinit__(self, ruleset):
        cdef PackedRules *r = &self.packed
        cdef int space = 0
        cdef int first
        cdef int card
        memset(r, 0, sizeof(PackedRules))
        # checked anew: whatever a subclass does, and whatever is done to the caller's object
        ruleset = plain_copy(ruleset)
        self.ruleset = ruleset
        self.key = ruleset.key()
        r.players = ruleset.players
        r.hens = ruleset.hens
        r.stall_limit = ruleset.stall_limit
        r.min_reveal = ruleset.min_reveal
        r.committed = ruleset.reveal == "committed"
        r.one_house = ruleset.reveal_scope == "one_house"
        r.each = ruleset.multiple_foxes == "each"
        r.leaves = ruleset.gobbling_fox == "leaves"
        for card in range(r.hens + 1):
            r.deck |= (<uint32_t>0xF >> (4 - r.players)) << (4 * (7 - card))
        for values in ruleset.houses:
            first = space
            for value in values:
                r.value[space] = value
                space += 1
            for at in range(first, space):
                r.house[at] = (1 << space) - (1 << first)
        r.num_spaces = space
        r.all_spaces = (1 << space) - 1


cdef object plain_copy(object ruleset):
    return Ruleset(*_every_field(ruleset))


@lru_cache(maxsize=1024)
def _handle(ruleset):
    return RulesHandle(ruleset)


cdef RulesHandle rules_handle(object ruleset):
    """The handle of a ``Ruleset``; anything else raises ``TypeError``."""
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"rules must be a Ruleset, not {type(ruleset).__name__}")
    # a subclass may be equal to anything
    try:
        return _handle(ruleset if type(ruleset) is Ruleset else plain_copy(ruleset))
    except AttributeError:
        check_ruleset(ruleset)      # a field may never have been set
        raise


cdef int lane_bits(object cards) except -1:
    """The lane of an iterable of cards 0..7."""
    cdef int lane = 0
    for card in cards:
        lane |= 1 << (7 - <int>card)
    return lane


cdef tuple lane_cards(uint32_t lane):
    """The cards of a lane, ascending."""
    cdef list cards = []
    cdef int card
    for card in range(8):
        if (lane >> (7 - card)) & 1:
            cards.append(card)
    return tuple(cards)


cdef int pack_position(object position, const PackedRules *r, object ruleset, PackedState *s) except -1:
    """Pack a checked, complete ``Position``.

    Raises:
        ValueError: it is of another shape: the ruleset that it was checked against has been changed by force.
    """
    cdef uint32_t space
    cdef uint32_t bit
    cdef int seat
    if len(position.board) != r.num_spaces or len(position.hands) != r.players or position.seat >= r.players:
        raise ValueError(
            f"a position of {r.players} seats and {r.num_spaces} spaces was expected, not of"
            f" {len(position.hands)} and {len(position.board)}; was its ruleset changed?"
        )
    memset(s, 0, sizeof(PackedState))
    for space in range(r.num_spaces):
        placed = position.board[space]
        if placed is None:
            continue
        bit = <uint32_t>1 << space
        s.slot[space] = (7 - <int>placed.card) * 4 + <int>placed.owner
        if placed.mark == "?":
            s.down |= bit
        elif placed.mark == "*":
            s.turned |= bit
        else:
            s.safe |= bit
        s.owner_low |= bit * (<int>placed.owner & 1)
        s.owner_high |= bit * (<int>placed.owner >> 1)
    for seat, hand in enumerate(position.hands):
        for card in hand:
            s.hands |= <uint32_t>1 << ((7 - <int>card) * 4 + seat)
    for seat, pile in enumerate(position.taken):
        for owner, card in pile:
            bit = <uint32_t>1 << ((7 - <int>card) * 4 + <int>owner)
            s.taken |= bit
            s.taker_low |= bit * (seat & 1)
            s.taker_high |= bit * (seat >> 1)
    for space in range(r.num_spaces):
        if (hidden_mask(s, r) >> space) & 1:
            cards = position.known[space]
            s.known[space] = hidden_lane(s, r, s.slot[space] & 3) if cards is None else lane_bits(cards)
    s.seat = position.seat
    s.stall = position.stall
    s.end = END_REASONS.index(end_reason_of(position, ruleset))
    return 0


cdef object unpack_position(const PackedState *s, const PackedRules *r):
    """The ``Position`` of a packed state."""
    cdef uint32_t space
    cdef uint32_t slot
    cdef uint32_t bit
    cdef uint32_t left
    board = []
    known = []
    for space in range(r.num_spaces):
        bit = <uint32_t>1 << space
        slot = s.slot[space]
        if s.down & bit:
            mark = "?"
        elif s.turned & bit:
            mark = "*"
        elif s.safe & bit:
            mark = "!"
        else:
            board.append(None)
            known.append(None)
            continue
        board.append(Placed(slot & 3, 7 - (slot >> 2), mark))
        if hidden_mask(s, r) & bit and s.known[space] != hidden_lane(s, r, slot & 3):
            known.append(lane_cards(s.known[space]))
        else:
            known.append(None)
    hands = []
    piles = []
    for seat in range(r.players):
        hands.append(lane_cards(lane_of(s.hands, seat)))
        piles.append([])
    left = s.taken
    while left:
        slot = lowest32(left)
        left &= left - 1
        piles[((s.taker_low >> slot) & 1) + 2 * ((s.taker_high >> slot) & 1)].append((slot & 3, 7 - (slot >> 2)))
    return Position(
        tuple(board),
        tuple(hands),
        tuple(map(tuple, map(sorted, piles))),
        s.seat,
        s.stall,
        tuple(known),
    )


cdef inline uint64_t feature(uint64_t f) noexcept nogil:
    return mix64(f + <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t card_bits(uint32_t lane) noexcept nogil:
    """A lane turned round: bit = card."""
    lane = ((lane & 0x0F) << 4) | ((lane & 0xF0) >> 4)
    lane = ((lane & 0x33) << 2) | ((lane & 0xCC) >> 2)
    return ((lane & 0x55) << 1) | ((lane & 0xAA) >> 1)


cdef uint64_t position_key(const PackedState *s, const PackedRules *r) noexcept nogil:
    """XOR of the mixed features of a position; the ruleset's key is the caller's to add."""
    cdef uint64_t key = 0
    cdef uint64_t mark
    cdef uint32_t left = s.down | s.turned | s.safe
    cdef uint32_t space
    cdef uint32_t slot
    cdef uint32_t seat
    while left:
        space = lowest32(left)
        left &= left - 1
        slot = s.slot[space]
        mark = ((s.safe >> space) & 1) + 2 * ((s.turned >> space) & 1)
        key ^= feature(
            (<uint64_t>1 << 56) | (<uint64_t>space << 48) | (<uint64_t>(slot & 3) << 40)
            | (<uint64_t>(7 - (slot >> 2)) << 32) | (mark << 24) | card_bits(s.known[space])
        )
    for seat in range(r.players):
        key ^= feature((<uint64_t>2 << 56) | (<uint64_t>seat << 48) | card_bits(lane_of(s.hands, seat)))
    left = s.taken
    while left:
        slot = lowest32(left)
        left &= left - 1
        seat = ((s.taker_low >> slot) & 1) | (((s.taker_high >> slot) & 1) << 1)
        key ^= feature(
            (<uint64_t>3 << 56) | (<uint64_t>seat << 48) | (<uint64_t>(slot & 3) << 40)
            | (<uint64_t>(7 - (slot >> 2)) << 32)
        )
    return key ^ feature((<uint64_t>4 << 56) | (<uint64_t>s.seat << 32) | s.stall)
