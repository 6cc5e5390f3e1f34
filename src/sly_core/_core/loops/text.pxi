# The text of `portable` and `bmi2`, which differ in what `bits.pxd` may use.

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from sly_core._core.bits cimport lowest32, popcount32, select_bit, small_quotient
from sly_core._core.loops.table cimport Loops
from sly_core._core.moves cimport (
    empty_mask, end_turn, expose_unchecked, lay_unchecked, may_stop, nth_legal, num_legal, owned_mask, stop_unchecked,
    turn_unchecked, turnable_mask, turned_cards,
)
from sly_core._core.recompute cimport recompute
from sly_core._core.reveal cimport resolve
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.scoring cimport score
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState

cdef enum:
    STEPS_A_CHECK = 1 << 18     # of Ctrl-C
    GAMES_A_CHECK = 1 << 14

cdef inline int64_t leaf_or_more(
    const PackedState *child, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
) except -1 nogil:
    recompute(child, r, False)
    return 1 if depth == 1 else count_leaves(child, r, depth - 1, make_last, nodes)


cdef int64_t count_leaves(
    const PackedState *s, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
) except -1 nogil:
    # a loop for each kind of action, so that none has to ask of what kind it is
    cdef PackedState child
    cdef int64_t total = 0
    cdef uint32_t empty
    cdef uint32_t hand
    cdef uint32_t left
    cdef uint32_t slot
    if depth == 0:
        return 1
    if s.end != NOT_ENDED:
        return 0
    if depth == 1 and not make_last:
        return num_legal(s, r)
    nodes[0] += 1
    if not nodes[0] % STEPS_A_CHECK:
        with gil:
            PyErr_CheckSignals()
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
                total += leaf_or_more(&child, r, depth, make_last, nodes)
        left = s.down & ~owned_mask(s, s.seat)
        while left:
            child = s[0]
            expose_unchecked(&child, r, lowest32(left), False)
            end_turn(&child, r, False)
            left &= left - 1
            total += leaf_or_more(&child, r, depth, make_last, nodes)
    left = turnable_mask(s, r)
    while left:
        child = s[0]
        turn_unchecked(&child, r, lowest32(left), False)
        left &= left - 1
        total += leaf_or_more(&child, r, depth, make_last, nodes)
    if may_stop(s, r):
        child = s[0]
        stop_unchecked(&child, r, turned_cards(&child), False)
        end_turn(&child, r, False)
        total += leaf_or_more(&child, r, depth, make_last, nodes)
    return total


cdef int64_t play_out(PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil:
    cdef int64_t plies = 0
    cdef uint32_t k
    cdef uint32_t empty
    cdef uint32_t hand
    cdef uint32_t others
    cdef uint32_t cards
    cdef uint32_t places
    cdef uint32_t held
    cdef uint32_t space
    cdef uint32_t lays
    cdef uint32_t exposes
    cdef uint32_t left
    cdef uint32_t turns
    cdef uint32_t nth
    cards = turned_cards(s)
    while s.end == NOT_ENDED and plies < max_plies:
        recompute(s, r, False)
        plies += 1
        if not plies % STEPS_A_CHECK:
            with gil:
                PyErr_CheckSignals()
        if s.turned:
            left = turnable_mask(s, r)
            turns = popcount32(left)
            k = below(rng, turns + may_stop(s, r))
            if k < turns:
                space = select_bit(left, k)
                cards |= <uint32_t>1 << s.slot[space]
                turn_unchecked(s, r, space, False)
                continue
            stop_unchecked(s, r, cards, False)
            cards = 0
        else:
            empty = empty_mask(s, r)
            hand = (s.hands >> s.seat) & 0x11111111
            others = s.down & ~owned_mask(s, s.seat)
            held = popcount32(hand)
            places = popcount32(empty)
            lays = held * places
            exposes = popcount32(others)
            k = below(rng, lays + exposes + popcount32(s.down))
            if k < lays:
                nth = small_quotient(k, places)
                # ascending cards are descending slots
                lay_unchecked(s, r, select_bit(hand, held - 1 - nth) + s.seat, select_bit(empty, k - nth * places), False)
            elif k - lays < exposes:
                expose_unchecked(s, r, select_bit(others, k - lays), False)
            else:
                space = select_bit(s.down, k - lays - exposes)
                cards = <uint32_t>1 << s.slot[space]
                turn_unchecked(s, r, space, False)
                continue
        end_turn(s, r, False)
    recompute(s, r, False)
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
        play_out(&s, r, &rng, max_plies)
        if s.end == NOT_ENDED:
            return game
        score(&s, r, points)
        for seat in range(r.players):
            out[game * r.players + seat] = points[seat]
        if not (game + 1) % GAMES_A_CHECK:
            with gil:
                PyErr_CheckSignals()
    return -1


cdef void draw_many(
    const PackedState *s, const PackedRules *r, const uint8_t *over, uint64_t *streams, int64_t count, uint8_t *actions
) noexcept nogil:
    cdef int64_t i
    for i in range(count):
        if over != NULL and over[i]:
            actions[i] = 255
        else:
            actions[i] = nth_legal(&s[i], r, below(&streams[i], num_legal(&s[i], r)))


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


cdef Loops table
table.count_leaves = count_leaves
table.play_out = play_out
table.play_many = play_many
table.draw_many = draw_many
table.resolve_many = resolve_many
LOOPS = PyCapsule_New(&table, "sly_core._core.loops", NULL)
