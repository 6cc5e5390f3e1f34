"""Between the neutral forms of ruleset and position and the packed ones."""

from libc.stdint cimport uint32_t, uint64_t

from sly_core._core.types cimport PackedRules, PackedState


cdef class RulesHandle:
    # A ruleset with its packed form; one object a ruleset, shared by the states of it.
    cdef PackedRules packed
    cdef readonly object ruleset
    cdef uint64_t key           # the ruleset's own


cdef RulesHandle rules_handle(object ruleset)
cdef tuple lane_cards(uint32_t lane)
cdef int pack_position(object position, const PackedRules *r, object ruleset, PackedState *s) except -1
cdef object unpack_position(const PackedState *s, const PackedRules *r)
cdef uint64_t position_key(const PackedState *s, const PackedRules *r) noexcept nogil
