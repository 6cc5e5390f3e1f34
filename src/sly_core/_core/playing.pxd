"""A game under way."""

cimport cython
from libc.stdint cimport uint8_t

from sly_core._core.history cimport Origin
from sly_core._core.packing cimport RulesHandle
from sly_core._core.types cimport PackedRules, PackedState

cdef struct Made:
    # One action and the state it was made in.
    PackedState before
    uint8_t action


# What a state holds (an origin, with a ruleset) never leads back to a state, so the collector of cycles need not know
# of it. Said here too, or it would know of the objects of `State` all the same; those share the list of free objects,
# and one that the collector knows is longer.
@cython.no_gc
cdef class Playing:
    # Set before any other thread can have the object, and never again:
    cdef Origin origin
    cdef bytes past             # actions between the origin and the making of this object
    # Read and written in a critical section of the object (docs/threads.md):
    cdef PackedState now
    cdef Made *made             # actions made on this object, for undo
    cdef Py_ssize_t num_made
    cdef Py_ssize_t room        # of `made`
    cdef bytes whole            # the actions since the origin, where somebody has asked, or None

    cdef const PackedRules *rules_ptr(self) noexcept
    # whoever calls these is in the critical section
    cdef int reserve(self, Py_ssize_t count) except -1
    cdef int push(self, uint8_t action) except -1
    cdef bytes actions(self)
    cdef list points(self)


cdef inline PackedState position_of(Playing s) noexcept:
    """A copy of the position, all of one moment, whatever other threads do to the state."""
    with cython.critical_section(s):
        return s.now


cdef object action_number(object action)
cdef int action_id(object number) except -1
cdef int begin(Playing s, Origin origin, bytes past, const PackedState *now) except -1
cdef bytes game_of(Playing s, PackedState *now)
cdef object illegal(const PackedState *s, RulesHandle handle, object number)
cdef int seat_of(Playing s, object player) except -1
cdef int space_of(Playing s, object space) except -1
