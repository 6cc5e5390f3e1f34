"""Replays a game so far: what everybody saw in it, and the same public game with other cards hidden."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from sly_core._core.bits cimport lowest32
from sly_core._core.knowledge cimport hidden_mask, owned_hidden_mask, spread_lane, hidden_lane
from sly_core._core.moves cimport advance_unchecked
from sly_core._core.tensors cimport EventLog, log_event
from sly_core._core.types cimport EXPOSE, LAST_CARD, STOP, TURN, PackedRules, PackedState

from sly_core.notation.events import Event


cdef class Origin:
    """Where a history began."""


cdef void replay_log(Origin origin, const unsigned char *actions, Py_ssize_t count, EventLog *log) noexcept:
    """The last events of a game, as the tensors have them."""
    cdef PackedState s = origin.root
    cdef Py_ssize_t i
    log.count = 0
    for i in range(count):
        log_event(log, &s, &origin.handle.packed, actions[i])
        advance_unchecked(&s, &origin.handle.packed, actions[i])


cdef tuple cards_on(const PackedState *s, uint32_t spaces):
    """The cards on some spaces, in order of spaces."""
    cards = []
    while spaces:
        cards.append(7 - (s.slot[lowest32(spaces)] >> 2))
        spaces &= spaces - 1
    return tuple(cards)


cdef list public_events(Origin origin, bytes actions):
    """An ``Event`` for each action: what it showed everybody, and what G1 turned up after it."""
    cdef PackedState s = origin.root
    cdef PackedState before
    cdef const PackedRules *r = &origin.handle.packed
    cdef unsigned char action
    cdef uint32_t exposed
    cdef uint32_t seen
    cdef uint32_t ended
    events = []
    for action in actions:
        before = s
        advance_unchecked(&s, r, action)
        exposed = <uint32_t>1 << (action & 15) if EXPOSE <= action < TURN else 0
        if r.committed:
            seen = before.turned if action == STOP else exposed
        else:
            seen = <uint32_t>1 << (action & 15) if EXPOSE <= action < STOP else 0
        ended = s.safe & ~(before.safe | before.turned | exposed) if s.end == LAST_CARD else 0
        ending = cards_on(&s, ended) if s.end == LAST_CARD else None
        events.append(Event(before.seat, action, cards_on(&before, seen), ending))
    return events


cdef bytes redeal_history(Origin origin, bytes actions, const PackedState *sample, PackedState *root):
    """The game so far with the cards that are still hidden dealt as in ``sample``: writes its root,
    gives its actions.

    The new game is legal and shows everybody the same. A card that lies hidden in the sample was,
    by the plain rule, hidden with its owner when its space was filled, and it has not been seen
    since; so it lay under no space that was turned up in between, and under no other that is hidden
    still: it was in hand. A card that was seen keeps the place where it was seen, and so its LAY.
    """
    cdef const PackedRules *r = &origin.handle.packed
    cdef PackedState s = origin.root
    cdef int filled[16]
    cdef uint32_t hidden = hidden_mask(sample, r)
    cdef uint32_t left
    cdef uint32_t space
    cdef uint32_t seat
    cdef uint32_t used
    cdef int ply = 0
    cdef unsigned char action
    new = bytearray(actions)
    memset(filled, -1, sizeof(filled))
    for action in actions:
        if action < EXPOSE:
            filled[action & 15] = ply
        ply += 1
    root[0] = s
    for space in range(16):
        if (hidden >> space) & 1:
            if filled[space] < 0:
                root.slot[space] = sample.slot[space]
            else:
                new[filled[space]] = (7 - (sample.slot[space] >> 2)) * 16 + space
    # at the root each owner holds those of their hidden cards that do not lie on the board
    root.hands = 0
    for seat in range(r.players):
        used = 0
        left = owned_hidden_mask(&s, r, seat)
        while left:
            used |= <uint32_t>1 << (root.slot[lowest32(left)] >> 2)
            left &= left - 1
        root.hands |= spread_lane(hidden_lane(&s, r, seat) & ~used, seat)
    return bytes(new)
