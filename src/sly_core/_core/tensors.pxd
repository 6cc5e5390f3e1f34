"""What a seat sees, as numbers (docs/tensors.md)."""

from libc.stdint cimport uint32_t

from sly_core._core.types cimport PackedRules, PackedState

cdef enum:
    EVENTS = 64             # rows of history in an information-state tensor
    UNSEEN = 255

cdef struct EventLog:
    # The last events, row (count - 1) % EVENTS the newest.
    unsigned int count
    unsigned char actor[EVENTS]
    unsigned char action[EVENTS]
    unsigned char seen[EVENTS]  # slot of the card that the event has shown everybody, or UNSEEN


cdef inline uint32_t relative(uint32_t seat, uint32_t player, uint32_t players) noexcept nogil:
    """The number of a seat as seen from ``player``."""
    return seat - player if seat >= player else seat + players - player


cdef inline uint32_t absolute(uint32_t seat, uint32_t player, uint32_t players) noexcept nogil:
    """The seat that ``player`` sees under a number: ``relative`` the other way."""
    return seat + player if seat + player < players else seat + player - players


cdef int observation_size(const PackedRules *r) noexcept nogil
cdef int event_size(const PackedRules *r) noexcept nogil
cdef void log_event(EventLog *log, const PackedState *before, const PackedRules *r, unsigned int action) noexcept nogil
cdef void write_events(const EventLog *log, const PackedRules *r, unsigned int player, float *out) noexcept nogil
