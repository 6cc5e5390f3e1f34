"""What a seat sees, as numbers (docs/tensors.md)."""

from sly_core._core.types cimport PackedRules, PackedState

cdef enum:
    EVENTS = 64             # rows of history in an information-state tensor
    UNSEEN = 255

cdef struct EventLog:
    # The last events, row (count - 1) % EVENTS the newest.
    unsigned int count
    unsigned char actor[64]
    unsigned char action[64]
    unsigned char seen[64]  # slot of the card that the event has shown everybody, or UNSEEN

cdef int observation_size(const PackedRules *r) noexcept nogil
cdef int event_size(const PackedRules *r) noexcept nogil
cdef void write_observation(const PackedState *s, const PackedRules *r, unsigned int player, float *out) noexcept nogil
cdef void log_event(EventLog *log, const PackedState *before, const PackedRules *r, unsigned int action) noexcept nogil
cdef void write_events(const EventLog *log, const PackedRules *r, unsigned int player, float *out) noexcept nogil
