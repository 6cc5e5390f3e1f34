"""``include/sly_core.h`` as Cython sees it: the table that the core fills for C.

``SlyState`` and ``SlyRules`` have the fields of ``PackedState`` and ``PackedRules``; a pointer to one is cast to a
pointer to the other where a function of the table calls one of the core's.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

cdef extern from "sly_core.h":
    uint32_t SLY_API_VERSION

    ctypedef struct SlyRules:
        pass

    ctypedef struct SlyState:
        pass

    ctypedef struct SlyApi:
        uint32_t version
        uint32_t size
        int (*rules_from_text)(const char *text, SlyRules *rules) except -1
        int (*rules_from_object)(object ruleset, SlyRules *rules) except -1
        int (*state_from_object)(object state, SlyState *s, SlyRules *rules) except -1
        object (*state_to_object)(const SlyState *s, object ruleset)
        void (*start)(SlyState *s, const SlyRules *r) noexcept nogil
        uint32_t (*num_legal)(const SlyState *s, const SlyRules *r) noexcept nogil
        uint32_t (*nth_legal)(const SlyState *s, const SlyRules *r, uint32_t k) noexcept nogil
        uint32_t (*legal_actions)(const SlyState *s, const SlyRules *r, uint8_t *actions) noexcept nogil
        void (*legal_words)(const SlyState *s, const SlyRules *r, uint64_t *words) noexcept nogil
        bint (*is_legal)(const SlyState *s, const SlyRules *r, uint32_t action) noexcept nogil
        void (*apply)(SlyState *s, const SlyRules *r, uint32_t action) noexcept nogil
        void (*advance)(SlyState *s, const SlyRules *r, uint32_t action) noexcept nogil
        void (*score)(const SlyState *s, const SlyRules *r, int *points) noexcept nogil
        uint64_t (*key)(const SlyState *s, const SlyRules *r) noexcept nogil
        void (*resolve)(uint32_t cards, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out) noexcept nogil
        int64_t (*perft)(const SlyState *s, const SlyRules *r, int depth) except -1 nogil
        int64_t (*play_out)(SlyState *s, const SlyRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil
