"""Reveal resolution of the core, many at once: what another package would `cimport`."""

from libc.stdint cimport uint32_t

from sly_core._core.loops.table cimport Loops, import_loops

cdef const Loops *loops = import_loops()


def resolve(const uint32_t[::1] cards, uint32_t active, uint32_t[:, ::1] out):
    """The outcome of each card mask for the seat ``active``, under the standard switches, in five words each."""
    if not cards.shape[0] or out.shape[0] != cards.shape[0] or out.shape[1] != 5:
        raise ValueError("expected n >= 1 card masks, and n rows of five words for the outcomes")
    with nogil:
        loops.resolve_many(&cards[0], cards.shape[0], active, 0, 0, &out[0, 0])
