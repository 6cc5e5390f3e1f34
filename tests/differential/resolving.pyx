"""The compiled core asked for the outcome of many reveals: built by reveals.py, never installed.

A card mask is as in types.pxd. The five words of a reveal are the Hens gobbled, those gobbled by a
seat with bit 0 set, those by a seat with bit 1 set, the Hen made Safe, and the cards gone back.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from sly_core._core.bits cimport lowest32
from sly_core._core.reveal cimport resolve
from sly_core._core.state cimport State
from sly_core._core.types cimport STOP, PackedRules, PackedState


def resolve_all(
    const uint32_t[::1] reveals, uint32_t active, bint each, bint leaves, uint32_t[:, ::1] words
):
    """Write the words of each reveal, as the kernel gives them, to its row of ``words``."""
    cdef Py_ssize_t n
    for n in range(reveals.shape[0]):
        resolve(reveals[n], active, each, leaves, &words[n, 0])


def stop_all(State state not None, const uint32_t[::1] reveals, uint32_t active, uint32_t[:, ::1] words):
    """Write the words of each reveal, as a game has them once its player has stopped.

    The cards lie turned on the first spaces and all others are in hand; none is an empty set. The
    action is made, looked at and taken back by ``state`` itself, which is left in an odd position.
    """
    cdef const PackedRules *rules = state.rules_ptr()
    cdef PackedState *now = &state.now
    cdef uint32_t left, slot, safe
    cdef uint32_t space
    cdef Py_ssize_t n
    make, take_back = state.apply_action, state.undo_action
    for n in range(reveals.shape[0]):
        memset(now, 0, sizeof(PackedState))
        now.hands = rules.deck & ~reveals[n]
        now.seat = active
        left, space = reveals[n], 0
        while left:
            slot = lowest32(left)
            left &= left - 1
            now.slot[space] = slot
            now.owner_low |= (slot & 1) << space
            now.owner_high |= (slot >> 1 & 1) << space
            now.turned |= 1 << space
            space += 1
        make(STOP)
        safe = 0
        for space in range(16):
            if now.safe >> space & 1:
                safe |= <uint32_t>1 << now.slot[space]
        words[n, 0] = now.taken
        words[n, 1] = now.taker_low
        words[n, 2] = now.taker_high
        words[n, 3] = safe
        words[n, 4] = now.hands & reveals[n]
        take_back()
