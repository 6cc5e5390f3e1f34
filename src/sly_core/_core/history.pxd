"""A game so far: where it began, and the actions since."""

from sly_core._core.packing cimport RulesHandle
from sly_core._core.tensors cimport EventLog
from sly_core._core.types cimport PackedState


cdef class Origin:
    # The position that a history begins with; shared by a state and its clones.
    cdef PackedState root
    cdef RulesHandle handle


cdef void replay_log(Origin origin, const unsigned char *actions, Py_ssize_t count, EventLog *log) noexcept
cdef list public_events(Origin origin, bytes actions)
cdef bytes redeal_history(Origin origin, bytes actions, const PackedState *sample, PackedState *root)
