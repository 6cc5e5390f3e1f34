# The functions of the C table that a search calls at each node, in the build that fits the CPU as well.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from sly_core._core.c_header cimport SlyApi, SlyRules, SlyState
from sly_core._core.moves cimport (
    advance_unchecked, apply_unchecked, is_legal, legal_words, list_legal, nth_legal, num_legal, start,
)
from sly_core._core.reveal cimport resolve
from sly_core._core.scoring cimport score
from sly_core._core.types cimport PackedRules, PackedState


cdef void table_start(SlyState *s, const SlyRules *r) noexcept nogil:
    start(<PackedState *>s, <const PackedRules *>r)


cdef uint32_t table_num_legal(const SlyState *s, const SlyRules *r) noexcept nogil:
    return num_legal(<const PackedState *>s, <const PackedRules *>r)


cdef uint32_t table_nth_legal(const SlyState *s, const SlyRules *r, uint32_t k) noexcept nogil:
    return nth_legal(<const PackedState *>s, <const PackedRules *>r, k)


cdef uint32_t table_legal_actions(const SlyState *s, const SlyRules *r, uint8_t *actions) noexcept nogil:
    return list_legal(<const PackedState *>s, <const PackedRules *>r, actions)


cdef void table_legal_words(const SlyState *s, const SlyRules *r, uint64_t *words) noexcept nogil:
    legal_words(<const PackedState *>s, <const PackedRules *>r, words)


cdef bint table_is_legal(const SlyState *s, const SlyRules *r, uint32_t action) noexcept nogil:
    return is_legal(<const PackedState *>s, <const PackedRules *>r, action)


cdef void table_apply(SlyState *s, const SlyRules *r, uint32_t action) noexcept nogil:
    apply_unchecked(<PackedState *>s, <const PackedRules *>r, action)


cdef void table_advance(SlyState *s, const SlyRules *r, uint32_t action) noexcept nogil:
    advance_unchecked(<PackedState *>s, <const PackedRules *>r, action)


cdef void table_score(const SlyState *s, const SlyRules *r, int *points) noexcept nogil:
    score(<const PackedState *>s, <const PackedRules *>r, points)


cdef SlyApi steps
steps.size = sizeof(SlyApi)
steps.start = table_start
steps.num_legal = table_num_legal
steps.nth_legal = table_nth_legal
steps.legal_actions = table_legal_actions
steps.legal_words = table_legal_words
steps.is_legal = table_is_legal
steps.apply = table_apply
steps.advance = table_advance
steps.score = table_score
steps.resolve = resolve
STEPS = PyCapsule_New(&steps, "sly_core._core.steps", NULL)
