"""Uniformly random play."""

from libc.stdint cimport int64_t, uint64_t

from sly_core._core.types cimport PackedRules, PackedState

cdef int64_t play_out(PackedState *s, const PackedRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil
