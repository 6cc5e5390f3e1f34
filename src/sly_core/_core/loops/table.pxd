"""The loops that take the time, in the build that fits the CPU."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from sly_core._core.rows cimport Rows
from sly_core._core.types cimport PackedRules, PackedState

cdef struct Loops:
    size_t size             # of this struct where the loops were compiled; the first field in every version
    # Action sequences of exactly `depth` actions; the last ply is counted, or made if `make_last`. `nodes`,
    # which may not be NULL, counts up.
    int64_t (*count_leaves)(
        const PackedState *s, const PackedRules *r, int depth, bint make_last, uint64_t *nodes
    ) except -1 nogil
    # Play on at random, without public knowledge, to the end or for `max_plies`; how many plies it was.
    int64_t (*play_out)(PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil
    # Games `first`.. of a seed, their points to `out`, a row a game; -1, or the first not over after `max_plies`.
    int64_t (*play_many)(
        const PackedState *root, const PackedRules *r, uint64_t seed, int64_t first, int64_t games, int64_t max_plies,
        int16_t *out,
    ) except -2 nogil
    # Draw a uniformly random legal action for rows `low`.. of a batch to `chosen`, each from its own stream, the first
    # of which is row `low`'s; NO_ACTION where a row takes none.
    void (*draw_rows)(const Rows *b, uint64_t *streams, int64_t low, int64_t high) noexcept nogil
    # Make the actions in `chosen`, all of which are legal.
    void (*step_rows)(const Rows *b, int64_t low, int64_t high) noexcept nogil
    # What is legal, a byte an action (T1); `out` begins with row 0.
    void (*mask_rows)(const Rows *b, uint8_t *out, int64_t low, int64_t high) noexcept nogil
    # What a seat sees of each state, the seat to act for -1 (docs/tensors.md); a row is `stride` numbers.
    void (*observe_many)(
        const PackedState *s, const PackedRules *r, int player, int64_t count, int64_t stride, float *out
    ) noexcept nogil
    # Outcomes of reveals, five words each (`reveal.resolve`).
    void (*resolve_many)(
        const uint32_t *cards, int64_t count, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out
    ) noexcept nogil

cdef const Loops *chosen(size_t size) except NULL


cdef inline const Loops *import_loops() except NULL:
    """The loops that fit the CPU, for a module to take as it is imported.

    Raises ``ImportError`` where the module was compiled for another struct than the loops were.
    """
    return chosen(sizeof(Loops))
