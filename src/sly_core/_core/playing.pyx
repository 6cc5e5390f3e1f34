"""``Playing``: a game under way: the packed position, how it came about, legal actions, moves, undo and points."""

cimport cython
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_Size
from cpython.list cimport PyList_New
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memcpy

from sly_core._core.history cimport Origin
from sly_core._core.moves cimport apply_unchecked, is_legal, list_legal, start
from sly_core._core.packing cimport RulesHandle, rules_handle, unpack_position
from sly_core._core.scoring cimport score
from sly_core._core.types cimport NOT_ENDED, NUM_ACTIONS, PackedRules, PackedState

from sly_core import arrays
from sly_core._core.packing import END_REASONS
from sly_core.errors import HistoryError
from sly_core.given import plain_int
from sly_core.notation.actions import check_action, each_action
from sly_core.notation.illegal import why_illegal
from sly_core.ruleset import Ruleset

STANDARD = Ruleset()
cdef Origin START = standard_start()


# The ids as Python has them, so that a list is filled without a call for each, which took two fifths of the time.
cdef tuple EVERY_ID = tuple(range(NUM_ACTIONS))
cdef PyObject *BY_ID[NUM_ACTIONS]
cdef int _id
for _id in range(NUM_ACTIONS):
    BY_ID[_id] = <PyObject *>EVERY_ID[_id]

cdef extern from "Python.h":
    long PyLong_AsLongAndOverflow(object number, int *beyond) except? -1

cdef extern from *:
    """
    #if defined(Py_LIMITED_API)
    #define sly_fill PyList_SetItem
    #else
    #define sly_fill PyList_SET_ITEM
    #endif
    """
    # takes the reference over; the list must be new, and the place still empty
    void fill "sly_fill"(list items, Py_ssize_t at, object item)


cdef list ids(const uint8_t *actions, Py_ssize_t count):
    cdef list items = PyList_New(count)
    cdef Py_ssize_t i
    for i in range(count):
        Py_INCREF(<object>BY_ID[actions[i]])
        fill(items, i, <object>BY_ID[actions[i]])
    return items


cdef object action_number(object action):
    """What a caller gives as an action, as a plain int of any size. Asked once: it may run code of the caller's."""
    if PyLong_CheckExact(action):
        return action
    if isinstance(action, bool):
        raise TypeError("an action is an int 0..160, not a bool")
    number = plain_int(action)
    if number is None:
        raise TypeError(f"an action is an int 0..160, not {type(action).__name__}; string_to_action reads tokens")
    return number


cdef int action_id(object number) except -1:
    """A plain int as a C number; what is no action id at all becomes ``NUM_ACTIONS``, which is never legal."""
    cdef int beyond
    cdef long id = PyLong_AsLongAndOverflow(number, &beyond)
    return id if not beyond and 0 <= id < NUM_ACTIONS else NUM_ACTIONS


# States are made and dropped by the million.
@cython.freelist(64)
@cython.no_gc       # and in the declaration, where the reason stands
cdef class Playing:
    """The half of `State` that plays; `State` adds the written forms and what seats know."""

    def __cinit__(self, rules=STANDARD):
        # Here and not in __init__, which a caller may call again: the ruleset of a state never changes, so numbers
        # checked against it stay checked whatever code of the caller's runs in between.
        cdef Origin origin = START
        if rules is not STANDARD:
            origin = Origin()
            origin.handle = rules_handle(rules)
            start(&origin.root, &origin.handle.packed)
        self.origin = origin
        self.past = b""
        self.now = origin.root

    def __dealloc__(self):
        PyMem_Free(self.made)

    cdef const PackedRules *rules_ptr(self) noexcept:
        return &self.origin.handle.packed

    cdef int reserve(self, Py_ssize_t count) except -1:
        """Have room for so many more actions, so that noting them cannot fail."""
        cdef Py_ssize_t room = self.num_made + count
        cdef Made *made
        if room > self.room:
            room = max(room, 2 * self.room + 8)
            made = <Made *>PyMem_Realloc(self.made, room * sizeof(Made))
            if made == NULL:
                raise MemoryError
            self.made = made
            self.room = room
        return 0

    cdef int push(self, uint8_t action) except -1:
        """Note the position and the action about to be made in it."""
        self.reserve(1)
        self.made[self.num_made].before = self.now
        self.made[self.num_made].action = action
        self.num_made += 1
        self.whole = None
        return 0

    cdef bytes actions(self):
        """All actions since the origin, a byte each. Kept, since a search clones one position many times."""
        cdef Py_ssize_t past
        cdef Py_ssize_t i
        cdef bytes whole
        cdef char *data
        if not self.num_made:
            return self.past
        if self.whole is not None:
            return self.whole
        past = PyBytes_Size(self.past)
        whole = PyBytes_FromStringAndSize(NULL, past + self.num_made)
        data = PyBytes_AsString(whole)
        memcpy(data, PyBytes_AsString(self.past), past)
        for i in range(self.num_made):
            data[past + i] = <char>self.made[i].action
        self.whole = whole
        return whole

    cdef list points(self):
        cdef int points[4]
        cdef list found = []
        cdef uint32_t seat
        score(&self.now, self.rules_ptr(), points)
        for seat in range(self.rules_ptr().players):
            found.append(points[seat])
        return found

    # Who is to act, and what may be done

    @property
    def rules(self):
        """The `Ruleset` of this game."""
        return self.origin.handle.ruleset

    @cython.critical_section
    def current_player(self):
        """The seat to act (S1), or -4 at the end."""
        return self.now.seat if self.now.end == NOT_ENDED else -4

    @cython.critical_section
    def is_terminal(self):
        """Whether the game has ended (G1, G2, or G3 with a stall limit)."""
        return self.now.end != NOT_ENDED

    @cython.critical_section
    def end_reason(self):
        """`None`, `"last card"` (G1), `"full house"` (G2) or `"stalled"` (G3)."""
        return END_REASONS[self.now.end]

    def legal_actions(self, player=None):
        """The legal action ids, ascending; empty at the end, and for a `player` who is not to act.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import Ruleset, State
        >>> State(Ruleset(players=2, hens=1)).legal_actions()
        [0, 1, 2, 3, 16, 17, 18, 19]
        """
        cdef uint8_t legal[NUM_ACTIONS]
        cdef uint32_t count
        cdef int seat = -1 if player is None else seat_of(self, player)
        with cython.critical_section(self):
            if seat >= 0 and seat != self.now.seat:
                return []
            count = list_legal(&self.now, self.rules_ptr(), legal)
        return ids(legal, count)

    def legal_actions_mask(self, player=None):
        """The legal actions (T1) as int8 of shape (161,), 1 where legal; all 0 for a `player` who is not to act.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import Ruleset, State
        >>> int(State(Ruleset(players=2, hens=1)).legal_actions_mask().sum())
        8
        """
        mask = [0] * NUM_ACTIONS
        for action in self.legal_actions(player):
            mask[action] = 1
        return arrays.int8(mask)

    def apply_action(self, action):
        """Make an action of the seat to act.

        Raises:
            TypeError: not an integer.
            IllegalActionError: not legal here; names the clause. The state is as it was.

        >>> from sly_core import State
        >>> s = State()
        >>> s.apply_action(3)
        >>> s.to_text()
        '-,-,-,0F? 123456/F123456 -/- 1 0 -'
        """
        cdef object number = action_number(action)
        cdef int a = action_id(number)
        with cython.critical_section(self):
            if not is_legal(&self.now, self.rules_ptr(), a):
                raise illegal(&self.now, self.origin.handle, number)
            self.push(a)
            apply_unchecked(&self.now, self.rules_ptr(), a)

    def apply_actions(self, actions):
        """Make several actions one after the other; if one is refused, none is made.

        Raises:
            TypeError, IllegalActionError: as `apply_action`.
        """
        cdef const PackedRules *r = self.rules_ptr()
        cdef PackedState before = position_of(self)
        cdef PackedState s = before
        cdef int a
        made = []
        for action in each_action(actions):
            number = action_number(action)
            a = action_id(number)
            if not is_legal(&s, r, a):
                raise illegal(&s, self.origin.handle, number)
            apply_unchecked(&s, r, a)
            made.append(a)
        with cython.critical_section(self):
            if memcmp(&self.now, &before, sizeof(PackedState)):
                raise HistoryError("the state was changed while its actions were being read")
            self.reserve(len(made))
            for a in made:
                self.push(a)
                apply_unchecked(&self.now, r, a)

    def undo_action(self, player=None, action=None):
        """Take back the last action made on this object since it was made, read or cloned.

        OpenSpiel's form `undo_action(player, action)` names who made it, and both are checked.

        Raises:
            HistoryError: no such action, or not the one named. The state is as it was.
            TypeError, SlyError: no seat, or an action that is no integer.

        >>> from sly_core import State
        >>> s = State()
        >>> s.apply_action(3)
        >>> s.undo_action()
        >>> s == State(), s.history()
        (True, [])
        """
        cdef Made *last
        cdef int seat = -1
        cdef int id = -1
        # first, since a number of the caller's may run code of the caller's
        if player is not None or action is not None:
            seat = seat_of(self, player)
            id = check_action(action)
        with cython.critical_section(self):
            if not self.num_made:
                raise HistoryError("no action was made on this object since it was made, read or cloned")
            last = &self.made[self.num_made - 1]
            if seat >= 0 and (seat != last.before.seat or id != last.action):
                raise HistoryError(
                    f"the last action is {last.action} by player {last.before.seat}, "
                    f"not {action!r} by player {player!r}"
                )
            self.now = last.before
            self.num_made -= 1
            self.whole = None

    @cython.critical_section
    def history(self):
        """The action ids (0..160) since the game began or was read, the oldest first."""
        return list(self.actions())

    def history_str(self):
        """The history as OpenSpiel writes it: the ids, joined by a comma and a space."""
        return ", ".join(map(str, self.history()))

    # Points

    @cython.critical_section
    def scores(self):
        """The points of each seat as they stand (P1-P4), at any time: a list of ints.

        >>> from sly_core import Ruleset, State
        >>> State.from_text("11!,03!,-,- 1/F23 -/0F,02 1 0 -", Ruleset(hens=3)).scores()
        [2, 5]
        """
        return self.points()

    @cython.critical_section
    def returns(self):
        """By seat: zeros before the end, then score minus the mean of all scores (floats)."""
        scores = self.points()
        if self.now.end == NOT_ENDED:
            return [0.0] * len(scores)
        mean = sum(scores) / len(scores)
        found = []
        for points in scores:
            found.append(points - mean)
        return found

    @cython.critical_section
    def winners(self):
        """The seats level at the top, at the end; before it nobody (P4)."""
        if self.now.end == NOT_ENDED:
            return []
        scores = self.points()
        return [seat for seat, points in enumerate(scores) if points == max(scores)]

    def player_return(self, player):
        """`returns()` of one seat.

        Raises:
            TypeError, SlyError: `player` is not a seat.
        """
        return self.returns()[seat_of(self, player)]

    def rewards(self):
        """What the last action brought each seat: `returns()` at the end, zeros before it."""
        return self.returns()


cdef int begin(Playing s, Origin origin, bytes past, const PackedState *now) except -1:
    """Let a state that nobody else has yet stand at `now`, after the actions `past` from `origin`."""
    s.origin = origin
    s.past = past
    s.now = now[0]
    s.num_made = 0
    return 0


cdef bytes game_of(Playing s, PackedState *now):
    """The actions since the origin, and `now` where they led, both of one moment."""
    with cython.critical_section(s):
        now[0] = s.now
        return s.actions()


cdef object illegal(const PackedState *s, RulesHandle handle, object number):
    """The error for an action, a plain int, that is illegal in ``s``."""
    cdef PackedState now = s[0]     # a copy: Python code, and with it other threads, may run from here on
    return why_illegal(unpack_position(&now, &handle.packed), handle.ruleset, number)


cdef int seat_of(Playing s, object player) except -1:
    return checked(s.origin.handle.ruleset.check_seat(player), s.rules_ptr().players)


cdef int space_of(Playing s, object space) except -1:
    return checked(s.origin.handle.ruleset.check_space(space), s.rules_ptr().num_spaces)


cdef int checked(int number, int count) except -1:
    """A number that a ``Ruleset`` has passed; that is Python, and open to whoever means harm, so count here too."""
    if not 0 <= number < count:
        raise ValueError(f"{number} is out of range: below {count} is expected")
    return number


cdef Origin standard_start():
    cdef Origin origin = Origin()
    origin.handle = rules_handle(STANDARD)
    start(&origin.root, &origin.handle.packed)
    return origin
