# The text of `portable` and `bmi2`, which differ in what `bits.pxd` may use.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from sly_core._core.bits cimport lowest32, popcount32, select_bit, small_quotient
from sly_core._core.moves cimport (
    empty_mask, end_turn, expose_unchecked, lay_unchecked, may_stop, nth_legal, num_legal, owned_mask, stop_unchecked,
    turn_unchecked, turnable_mask, turned_cards,
)
from sly_core._core.recompute cimport recompute
from sly_core._core.reveal cimport resolve
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.scoring cimport score
from sly_core._core.threads cimport check_interrupt
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState

cdef enum:
    STEPS_A_CHECK = 1 << 18     # of Ctrl-C
    GAMES_A_CHECK = 1 << 14

cdef extern from *:
    """
    /* the compiler may not leave out the making of a position that nobody looks at */
    #if defined(_MSC_VER)
    static const void *volatile sly_looked_at;
    #define sly_look_at(s) (sly_looked_at = (s))
    #else
    #define sly_look_at(s) __asm__ volatile("" : : "m"(*(s)))
    #endif
    """
    void look_at "sly_look_at"(const PackedState *s) noexcept nogil


cdef inline bint has_standard_switches(const PackedRules *r) noexcept nogil:
    """Whether the switches that a move asks about are the standard ones."""
    return not (r.each or r.leaves or r.one_house or r.stall_limit) and r.min_reveal == 1


cdef inline PackedRules with_standard_switches(const PackedRules *r) noexcept nogil:
    """A copy in which they are constants, so that what is compiled for it does not ask."""
    cdef PackedRules standard = r[0]
    standard.each = standard.leaves = standard.one_house = 0
    standard.stall_limit = 0
    standard.min_reveal = 1
    return standard


cdef inline int64_t leaf_or_more(
    const PackedState *child, const PackedRules *r, int depth, bint make_last, uint64_t *nodes, bint standard, bint last
) except -1 nogil:
    look_at(child)
    recompute(child, r, False)
    if last:
        return 1
    if standard:
        return count_standard(child, r, depth - 1, make_last, nodes)
    return count_any(child, r, depth - 1, make_last, nodes)


cdef inline int64_t count_here(
    const PackedState *s, const PackedRules *rules, int depth, bint make_last, uint64_t *nodes, bint standard, bint last
) except -1 nogil:
    # A loop for each kind of action, so that none has to ask of what kind it is. Where `last` is a constant nothing is
    # called from within, so that what all moves have in common is worked out once: a fifth of the time.
    cdef PackedRules fixed = with_standard_switches(rules)
    cdef const PackedRules *r = rules
    cdef PackedState child
    cdef int64_t total = 0
    cdef uint32_t empty
    cdef uint32_t hand
    cdef uint32_t left
    cdef uint32_t slot
    if standard:
        r = &fixed
    if depth == 0:
        return 1
    if s.end != NOT_ENDED:
        return 0
    if depth == 1 and not make_last:
        return num_legal(s, r)
    nodes[0] += 1
    if not nodes[0] % STEPS_A_CHECK:
        with gil:
            check_interrupt()
    if not s.turned:
        empty = empty_mask(s, r)
        hand = (s.hands >> s.seat) & 0x11111111
        while hand:
            slot = lowest32(hand) + s.seat
            hand &= hand - 1
            left = empty
            while left:
                child = s[0]
                lay_unchecked(&child, r, slot, lowest32(left), False)
                end_turn(&child, r, False)
                left &= left - 1
                total += leaf_or_more(&child, rules, depth, make_last, nodes, standard, last)
        left = s.down & ~owned_mask(s, s.seat)
        while left:
            child = s[0]
            expose_unchecked(&child, r, lowest32(left), False)
            end_turn(&child, r, False)
            left &= left - 1
            total += leaf_or_more(&child, rules, depth, make_last, nodes, standard, last)
    left = turnable_mask(s, r)
    while left:
        child = s[0]
        turn_unchecked(&child, r, lowest32(left), False)
        left &= left - 1
        total += leaf_or_more(&child, rules, depth, make_last, nodes, standard, last)
    if may_stop(s, r):
        child = s[0]
        stop_unchecked(&child, r, turned_cards(&child), False)
        end_turn(&child, r, False)
        total += leaf_or_more(&child, rules, depth, make_last, nodes, standard, last)
    return total


cdef int64_t count_standard(
    const PackedState *s, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
) except -1 nogil:
    if depth == 1:
        return count_here(s, r, depth, make_last, nodes, True, True)
    return count_here(s, r, depth, make_last, nodes, True, False)


cdef int64_t count_any(
    const PackedState *s, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
) except -1 nogil:
    return count_here(s, r, depth, make_last, nodes, False, depth == 1)


cdef int64_t count_leaves(
    const PackedState *s, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
) except -1 nogil:
    if has_standard_switches(r):
        return count_standard(s, r, depth, make_last, nodes)
    return count_any(s, r, depth, make_last, nodes)


cdef inline int64_t play(PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies) noexcept nogil:
    # one loop for the turns of the game and one within a REVEAL, so that no action has to be told from the others twice
    cdef uint32_t cards = turned_cards(s)
    cdef int64_t plies = 0
    cdef uint32_t empty
    cdef uint32_t hand
    cdef uint32_t held
    cdef uint32_t places
    cdef uint32_t mask
    cdef uint32_t count
    cdef uint32_t nth
    cdef uint32_t space
    cdef uint32_t k
    while s.end == NOT_ENDED and plies < max_plies:
        recompute(s, r, False)
        if not s.turned:
            plies += 1
            empty = empty_mask(s, r)
            hand = (s.hands >> s.seat) & 0x11111111
            mask = s.down & ~owned_mask(s, s.seat)
            held = popcount32(hand)
            places = popcount32(empty)
            count = popcount32(mask)
            k = below(rng, held * places + count + popcount32(s.down))
            if k < held * places:
                nth = small_quotient(k, places)
                space = select_bit(empty, k - nth * places)
                # ascending cards are descending slots
                lay_unchecked(s, r, select_bit(hand, held - 1 - nth) + s.seat, space, False)
                end_turn(s, r, False)
                continue
            k -= held * places
            if k < count:
                expose_unchecked(s, r, select_bit(mask, k), False)
                end_turn(s, r, False)
                continue
            space = select_bit(s.down, k - count)
            cards = <uint32_t>1 << s.slot[space]
            turn_unchecked(s, r, space, False)
        while plies < max_plies:
            recompute(s, r, False)
            plies += 1
            mask = turnable_mask(s, r)
            count = popcount32(mask)
            k = below(rng, count + may_stop(s, r))
            if k >= count:
                stop_unchecked(s, r, cards, False)
                end_turn(s, r, False)
                break
            space = select_bit(mask, k)
            cards |= <uint32_t>1 << s.slot[space]
            turn_unchecked(s, r, space, False)
    recompute(s, r, False)
    return plies


cdef inline int64_t play_to_end(
    PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies
) except -1 nogil:
    # `s` is to be the caller's own variable: then compilers keep it in registers, which is worth a sixth
    cdef PackedRules standard = with_standard_switches(r)
    cdef int64_t plies = 0
    cdef int64_t most
    while s.end == NOT_ENDED and plies < max_plies:
        most = min(max_plies - plies, STEPS_A_CHECK)
        plies += play(s, &standard, rng, most) if has_standard_switches(r) else play(s, r, rng, most)
        if s.end == NOT_ENDED:
            with gil:
                check_interrupt()
    return plies


cdef int64_t play_out(PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil:
    cdef PackedState now = s[0]
    cdef int64_t plies = play_to_end(&now, r, rng, max_plies)
    s[0] = now
    return plies


cdef int64_t play_many(
    const PackedState *root, const PackedRules *r, uint64_t seed, int64_t first, int64_t games, int64_t max_plies,
    int16_t *out,
) except -2 nogil:
    cdef PackedState s
    cdef uint64_t rng
    cdef int points[4]
    cdef int64_t game
    cdef uint32_t seat
    for game in range(games):
        s = root[0]
        rng = nth_u64(seed, first + game)
        play_to_end(&s, r, &rng, max_plies)
        if s.end == NOT_ENDED:
            return game
        score(&s, r, points)
        for seat in range(r.players):
            out[game * r.players + seat] = points[seat]
        if not (game + 1) % GAMES_A_CHECK:
            with gil:
                check_interrupt()
    return -1


cdef void resolve_many(
    const uint32_t *cards, int64_t count, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out
) noexcept nogil:
    cdef int64_t i
    if each or leaves:
        for i in range(count):
            resolve(cards[i], active, each, leaves, out + 5 * i)
    else:
        for i in range(count):
            resolve(cards[i], active, 0, 0, out + 5 * i)
