"""The function table for C, and rulesets and positions in the bytes that it works on (docs/c.md).

`include/sly_core.h` declares the table. `API` is the capsule that `sly_import_api` of that header
asks for; `address()` leads there without a C compiler. What the table's functions are given is not
checked; what the functions of this module are given is.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from sly_core._core.bits cimport lowest32
from sly_core._core.c_header cimport SLY_API_VERSION, SlyApi, SlyRules, SlyState
from sly_core._core.knowledge cimport hidden_mask
from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.packing cimport RulesHandle, position_key, rules_handle, unpack_position
from sly_core._core.playing cimport position_of
from sly_core._core.state cimport State, read_position
from sly_core._core.types cimport SPACES, PackedRules, PackedState

from sly_core._core.loops.table import STEPS
from sly_core.errors import BytesError
from sly_core.notation.text import format_position, parse_position
from sly_core.ruleset import Ruleset


def address():
    """Where the table lies in memory, for cffi, ctypes and numba: an int; it stays there as long as Python runs.

    >>> import ctypes
    >>> from sly_core import c_api
    >>> version = ctypes.c_uint32.from_address(c_api.address()).value
    >>> (version >> 16, version & 0xFFFF) == c_api.VERSION
    True
    """
    return <size_t>&table


def pack_rules(rules):
    """A `Ruleset` as the 64 bytes of a `SlyRules`, in the byte order of this machine.

    Raises:
        TypeError: `rules` is not a `Ruleset`.

    >>> from sly_core import Ruleset, c_api
    >>> c_api.pack_rules(Ruleset(players=3))[8]
    3
    """
    cdef RulesHandle handle = rules_handle(rules)
    return (<const char *>&handle.packed)[:sizeof(PackedRules)]


def pack_state(state):
    """The position of a `State` as the 64 bytes of a `SlyState`, in the byte order of this machine.

    Raises:
        TypeError: `state` is not a `State`.

    >>> import sys
    >>> from sly_core import State, c_api
    >>> int.from_bytes(c_api.pack_state(State())[:4], sys.byteorder) == 0x33333330
    True
    """
    cdef PackedState s = position_of(checked_state(state))
    return (<const char *>&s)[:sizeof(PackedState)]


def unpack_state(data, rules):
    """The state whose packed form these 64 bytes are; its history begins there.

    Args:
        data: bytes, or anything with a buffer of bytes: a `SlyState`.
        rules: the `Ruleset` that it was played by.

    Raises:
        TypeError: `data` has no buffer, or `rules` is not a `Ruleset`.
        BytesError: not the bytes of a position under these rules, or `advance` or `play_out` has left its
            public knowledge stale.
        NotationError, PositionError: no game can come to this position; says which clause forbids it.

    >>> from sly_core import Ruleset, State, c_api
    >>> s = State.from_text("0F?,06?,15?,- 12345/F12346 -/- 0 0 -", Ruleset())
    >>> c_api.unpack_state(c_api.pack_state(s), Ruleset()) == s
    True
    """
    cdef PackedState s
    cdef RulesHandle handle = rules_handle(rules)
    view = memoryview(data)
    if view.nbytes != sizeof(PackedState):
        raise BytesError(f"a packed state has {sizeof(PackedState)} bytes, not {view.nbytes}")
    whole = view.tobytes()
    memcpy(&s, <const char *>whole, sizeof(PackedState))
    return unpacked(&s, handle)


cdef State checked_state(object state):
    if not isinstance(state, State):
        raise TypeError(f"a sly_core.State is expected, not {type(state).__name__}")
    return state


cdef State unpacked(const PackedState *s, RulesHandle handle):
    """A new state at ``s``, which may be any 64 bytes."""
    cdef const unsigned char *given = <const unsigned char *>s
    cdef const unsigned char *right
    cdef State state
    cdef size_t i
    if not is_readable(s, &handle.packed):
        raise BytesError(f"these bytes name cards, seats or spaces that {handle.ruleset!r} does not have")
    i = stale_space(s, &handle.packed)
    if i < SPACES:
        raise BytesError(
            f"byte {44 + i}: what is known of the card on space {i} leaves out the card that lies there; "
            "`advance` and `play_out` do not keep it up, `apply` does"
        )
    text = format_position(unpack_position(s, &handle.packed), handle.ruleset)
    state = read_position(handle, parse_position(text, handle.ruleset))
    right = <const unsigned char *>&state.now
    for i in range(sizeof(PackedState)):
        if given[i] != right[i]:
            raise BytesError(
                f"byte {i} is {given[i]} where this position of {handle.ruleset!r} has {right[i]} (docs/encoding.md)"
            )
    return state


cdef bint is_readable(const PackedState *s, const PackedRules *r) noexcept nogil:
    """Whether all that ``unpack_position`` uses as an index is one."""
    cdef uint32_t left = s.down | s.turned | s.safe
    cdef uint32_t slot
    if s.seat >= r.players or left & ~<uint32_t>r.all_spaces or (s.hands | s.taken) & ~r.deck:
        return False
    while left:
        slot = s.slot[lowest32(left)]
        if slot > 31 or not (r.deck >> slot) & 1:
            return False
        left &= left - 1
    left = s.taken
    while left:
        slot = lowest32(left)
        if ((s.taker_low >> slot) & 1) + 2 * ((s.taker_high >> slot) & 1) >= r.players:
            return False
        left &= left - 1
    return True


cdef uint32_t stale_space(const PackedState *s, const PackedRules *r) noexcept nogil:
    """The first space whose hidden card is none of those that `known` says, or ``SPACES``."""
    cdef uint32_t left = hidden_mask(s, r)
    cdef uint32_t space
    while left:
        space = lowest32(left)
        if not (s.known[space] >> (s.slot[space] >> 2)) & 1:
            return space
        left &= left - 1
    return SPACES


cdef int rules_from_text(const char *text, SlyRules *rules) except -1:
    return rules_from_object(Ruleset.from_text(text.decode()), rules)


cdef int rules_from_object(object ruleset, SlyRules *rules) except -1:
    cdef RulesHandle handle = rules_handle(ruleset)
    (<PackedRules *>rules)[0] = handle.packed
    return 0


cdef int state_from_object(object state, SlyState *s, SlyRules *rules) except -1:
    cdef State found = checked_state(state)
    (<PackedState *>s)[0] = position_of(found)
    (<PackedRules *>rules)[0] = found.rules_ptr()[0]
    return 0


cdef object state_to_object(const SlyState *s, object ruleset):
    return unpacked(<const PackedState *>s, rules_handle(ruleset))


cdef uint64_t key(const SlyState *s, const SlyRules *r) noexcept nogil:
    return position_key(<const PackedState *>s, <const PackedRules *>r)


cdef int64_t perft(const SlyState *s, const SlyRules *r, int depth) except -1 nogil:
    cdef uint64_t nodes = 0
    return loops.count_leaves(<const PackedState *>s, <const PackedRules *>r, depth, False, &nodes)


cdef int64_t play_out(SlyState *s, const SlyRules *r, uint64_t *rng, int64_t max_plies) except -1 nogil:
    return loops.play_out(<PackedState *>s, <const PackedRules *>r, rng, max_plies)


cdef const SlyApi *steps = <const SlyApi *>PyCapsule_GetPointer(STEPS, "sly_core._core.steps")
if steps.size != sizeof(SlyApi):
    raise ImportError(f"the table's steps have {steps.size} bytes, not {sizeof(SlyApi)}; build sly_core anew")
cdef const Loops *loops = import_loops()
cdef SlyApi table = steps[0]
table.version = SLY_API_VERSION
table.rules_from_text = rules_from_text
table.rules_from_object = rules_from_object
table.state_from_object = state_from_object
table.state_to_object = state_to_object
table.key = key
table.perft = perft
table.play_out = play_out

VERSION = (SLY_API_VERSION >> 16, SLY_API_VERSION & 0xFFFF)
API = PyCapsule_New(&table, "sly_core.c_api.API", NULL)
