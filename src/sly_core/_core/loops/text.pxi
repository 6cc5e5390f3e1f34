# The text of `portable` and `bmi2`, which differ in what `bits.pxd` may use.

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t

from sly_core._core.bits cimport lowest64
from sly_core._core.loops.table cimport Loops
from sly_core._core.moves cimport advance_unchecked, legal_words, nth_legal, num_legal
from sly_core._core.reveal cimport resolve
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.scoring cimport score
from sly_core._core.types cimport NOT_ENDED, PackedRules, PackedState

cdef enum:
    STEPS_A_CHECK = 1 << 18     # of Ctrl-C
    GAMES_A_CHECK = 1 << 14

cdef int64_t count_leaves(
    const PackedState *s, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
) except -1 nogil:
    cdef uint64_t words[3]
    cdef uint64_t left
    cdef PackedState child
    cdef int64_t total = 0
    cdef int i
    if depth == 0:
        return 1
    if depth == 1 and not make_last:
        return num_legal(s, r)
    nodes[0] += 1
    if not nodes[0] % STEPS_A_CHECK:
        with gil:
            PyErr_CheckSignals()
    legal_words(s, r, words)
    for i in range(3):
        left = words[i]
        while left:
            child = s[0]
            advance_unchecked(&child, r, 64 * i + lowest64(left))
            left &= left - 1
            total += count_leaves(&child, r, depth - 1, make_last, nodes)
    return total


cdef int64_t play_out(PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil:
    cdef int64_t plies = 0
    while s.end == NOT_ENDED and plies < max_plies:
        advance_unchecked(s, r, nth_legal(s, r, below(rng, num_legal(s, r))))
        plies += 1
        if not plies % STEPS_A_CHECK:
            with gil:
                PyErr_CheckSignals()
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


cdef void resolve_many(
    const uint32_t *cards, int64_t count, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out
) noexcept nogil:
    cdef int64_t i
    for i in range(count):
        resolve(cards[i], active, each, leaves, out + 5 * i)


cdef Loops table
table.count_leaves = count_leaves
table.play_out = play_out
table.play_many = play_many
table.resolve_many = resolve_many
LOOPS = PyCapsule_New(&table, "sly_core._core.loops", NULL)
