"""The compiled core asked for the outcome of many reveals: built by reveals.py, never installed.

A card mask is as in types.pxd. The five words of a reveal are the Hens gobbled, those gobbled by a
seat with bit 0 set, those by a seat with bit 1 set, the Hen made Safe, and the cards gone back.
They are written as slices: bit n % 64 of ``slices[w, b, n // 64]`` is bit b of word w of reveal n.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from sly_core._core.bits cimport lowest32
from sly_core._core.reveal cimport resolve
from sly_core._core.state cimport State
from sly_core._core.types cimport STOP, PackedRules, PackedState


cdef void slice_words(const uint32_t *words, Py_ssize_t n, uint64_t[:, :, ::1] slices) noexcept nogil:
    cdef uint32_t left
    cdef int word
    for word in range(5):
        left = words[word]
        while left:
            slices[word, lowest32(left), n >> 6] |= <uint64_t>1 << (n & 63)
            left &= left - 1


def resolve_all(
    const uint32_t[::1] reveals, uint32_t active, bint each, bint leaves, uint64_t[:, :, ::1] slices
):
    """Write the words of each reveal, as the kernel gives them, to slices that are zero."""
    cdef uint32_t words[5]
    cdef Py_ssize_t n
    for n in range(reveals.shape[0]):
        resolve(reveals[n], active, each, leaves, words)
        slice_words(words, n, slices)


def stop_all(
    State state not None, const uint32_t[::1] reveals, uint32_t active, uint64_t[:, :, ::1] slices
):
    """Write the words of each reveal, as a game has them once its player has stopped.

    The cards lie turned on the first spaces and all others are in hand. The action is made, looked
    at and taken back by ``state`` itself, which is left in an odd position. STOP is not legal
    where no card is turned, so an empty set is passed over.
    """
    cdef const PackedRules *rules = state.rules_ptr()
    cdef PackedState *now = &state.now
    cdef uint32_t words[5]
    cdef uint32_t left, slot, space
    cdef Py_ssize_t n
    make, take_back = state.apply_action, state.undo_action
    for n in range(reveals.shape[0]):
        if not reveals[n]:
            continue
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
        words[0], words[1], words[2] = now.taken, now.taker_low, now.taker_high
        words[3], words[4] = 0, now.hands & reveals[n]
        for space in range(16):
            if now.safe >> space & 1:
                words[3] |= <uint32_t>1 << now.slot[space]
        slice_words(words, n, slices)
        take_back()
