"""Reveal resolution of the core, many at once: what another package would `cimport`."""

from libc.stdint cimport uint32_t

from sly_core._core.loops.table cimport Loops, import_loops

cdef const Loops *loops = import_loops()


def resolve(const uint32_t[::1] cards, uint32_t active, uint32_t[:, ::1] out):
    """The outcome of each card mask for the seat ``active`` (0..3), under the standard switches.

    ``cards`` is uint32 of shape (n,), n >= 1; ``out`` is uint32 of shape (n, 5); both are C-contiguous. Row i of
    ``out`` is overwritten by five card masks: the Hens gobbled, those gobbled by a seat with bit 0 set, those by a
    seat with bit 1 set, the Hen made Safe, and the cards that go back to hand. Raises ``ValueError`` for another
    shape or dtype.
    """
    if not cards.shape[0] or out.shape[0] != cards.shape[0] or out.shape[1] != 5:
        raise ValueError("expected n >= 1 card masks, and n rows of five words for the outcomes")
    with nogil:
        loops.resolve_many(&cards[0], cards.shape[0], active, 0, 0, &out[0, 0])
