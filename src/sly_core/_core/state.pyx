"""``State``: one game of SLY, checked at every door: its written forms, and what each seat knows of it."""

cimport cython
from cpython.bytes cimport PyBytes_AsString, PyBytes_Size
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp

from sly_core._core.history cimport Origin, public_events, redeal_history, replay_log
from sly_core._core.knowledge cimport (
    Arrangements, candidate_lane, count_arrangements, deal_arrangement, hidden_mask, num_arrangements,
)
from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.moves cimport apply_unchecked, is_legal
from sly_core._core.packing cimport RulesHandle, lane_cards, pack_position, position_key, rules_handle, unpack_position
from sly_core._core.playing cimport (
    Playing, action_id, action_number, begin, game_of, illegal, position_of, seat_of, space_of,
)
from sly_core._core.tensors cimport EVENTS, EventLog, event_size, observation_size, write_events
from sly_core._core.types cimport NOT_ENDED, NUM_ACTIONS, PackedState

from sly_core import arrays
from sly_core.notation.actions import action_to_string, string_to_action
from sly_core.notation.codec import decode, encode
from sly_core.notation.events import information_state_text
from sly_core.notation.text import format_position, parse_position, parse_view
from sly_core.notation.views import complete_view, view_of
from sly_core.protocol import Game
from sly_core.randomness import draw_below
from sly_core.ruleset import Ruleset

cdef const Loops *loops = import_loops()


@cython.no_gc
cdef class State(Playing):
    # in CPython's form, for nobody else says how a class is called
    """State(rules=...)\n--\n\nOne game of SLY: the position, and the actions made since it began or was read.

    Args:
        rules: the `Ruleset` to play by; two players, if left out. The game starts with full hands
            and empty spaces (S4).

    What makes a state of another or of a text (`clone`, `child`, `copy`, `pickle`, `from_text` and the
    like) makes a plain `State`, also where a Python subclass is asked.

    Raises:
        TypeError: `rules` is not a `Ruleset`.

    >>> from sly_core import Ruleset, State
    >>> s = State(Ruleset(players=2))
    >>> s.apply_action(s.string_to_action("5a2"))
    >>> str(s)
    '-,05?,-,- F12346/F123456 -/- 1 0 -'
    """

    # Reading and writing

    @staticmethod
    def from_text(text, rules=Ruleset()):
        """The state of a position text; its history begins there.

        Raises:
            TypeError: `text` is not a str or `rules` not a `Ruleset`.
            NotationError: the text does not read; says in which field and column.
            PositionError: it reads, but no game can come to such a position; says which clause
            forbids it.

        >>> from sly_core import Ruleset, State
        >>> s = State.from_text("0F?,06?,15?,- 12345/F12346 -/- 0 0 -", Ruleset(players=2))
        >>> s.legal_actions()[-4:]
        [130, 144, 145, 146]
        """
        cdef RulesHandle handle = rules_handle(rules)
        return read_position(handle, parse_position(text, handle.ruleset))

    @staticmethod
    def from_view(text, rules=Ruleset()):
        """A state that looks like a view: one seat's position text, with `x` for each card hidden
        from that seat.

        Each `x` becomes a card, in the first arrangement that agrees with all that is public, so
        the seat's information is right and the rest is one possibility. A text without `x` is read
        as it stands.

        Raises:
            TypeError, NotationError, PositionError: as `from_text`; also where no arrangement fits.

        >>> from sly_core import Ruleset, State
        >>> State.from_view("1x?,-,-,- F123456/xxxxxx -/- 0 0 a1=36", Ruleset()).to_text()
        '13?,-,-,- F123456/F12456 -/- 0 0 a1=36'
        """
        cdef RulesHandle handle = rules_handle(rules)
        return read_position(handle, complete_view(parse_view(text, handle.ruleset), handle.ruleset))

    def to_text(self):
        """The position in six fields, lossless (docs/notation.md)."""
        return format_position(unpacked(self), self.origin.handle.ruleset)

    @staticmethod
    def from_bytes(data):
        """The state of `to_bytes`; its history begins there.

        Raises:
            TypeError: `data` is not bytes.
            BytesError: truncated, changed or of another version; says which part is wrong.
            NotationError: the bytes are whole, but their text is no possible position.

        >>> from sly_core import Ruleset, State
        >>> s = State(Ruleset.wide(players=3))
        >>> State.from_bytes(s.to_bytes()) == s
        True
        """
        return state_of_bytes(data)

    def to_bytes(self):
        """Ruleset and position as bytes, with a version and a checksum (docs/notation.md). History is not kept."""
        return encode(self.origin.handle.ruleset, self.to_text())

    def position(self):
        """The six fields as a `sly_core.notation.Position`.

        >>> from sly_core import State
        >>> State().position().hands[1]
        (0, 1, 2, 3, 4, 5, 6)
        """
        return unpacked(self)

    def __str__(self):
        return self.to_text()

    def _repr_svg_(self):
        """The whole position drawn, for a notebook; `sly_core.show.draw` draws what one seat sees."""
        from sly_core.show import draw
        return draw(self)._repr_svg_()

    def __repr__(self):
        return f"State.from_text({self.to_text()!r}, {self.origin.handle.ruleset!r})"

    def __reduce__(self):
        cdef bytes actions
        with cython.critical_section(self):
            actions = self.actions()
        return restore, (encode(self.origin.handle.ruleset, origin_text(self.origin)), actions)

    def clone(self):
        """An equal state with the same history; what one does leaves the other alone. Undo goes back to here.

        >>> from sly_core import State
        >>> s = State()
        >>> t = s.clone()
        >>> t.apply_action(3)
        >>> s.history(), t.history()
        ([], [3])
        """
        return twin_of(self)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def child(self, action):
        """A clone with `action` made, which can be undone there.

        Raises:
            TypeError, IllegalActionError: as `apply_action`.

        >>> from sly_core import State
        >>> State().child(3).to_text()
        '-,-,-,0F? 123456/F123456 -/- 1 0 -'
        """
        cdef object number = action_number(action)
        cdef int a = action_id(number)
        cdef State twin = twin_of(self)     # nobody else has it
        if not is_legal(&twin.now, twin.rules_ptr(), a):
            raise illegal(&twin.now, twin.origin.handle, number)
        twin.push(a)
        apply_unchecked(&twin.now, twin.rules_ptr(), a)
        return twin

    # Equality

    @cython.critical_section
    def key(self):
        """A 64-bit number that equal states share, the same on every platform and run (docs/encoding.md).

        >>> from sly_core import State
        >>> hex(State().key())
        '0x42a29f6cdb17935a'
        """
        return position_key(&self.now, self.rules_ptr()) ^ self.origin.handle.key

    def __hash__(self):
        return hash(self.key())

    def __eq__(self, other):
        cdef State that
        cdef bint same
        if not isinstance(other, State):
            return NotImplemented
        that = <State>other
        with cython.critical_section(self, that):
            same = memcmp(&self.now, &that.now, sizeof(PackedState)) == 0
        return same and self.origin.handle.ruleset == that.origin.handle.ruleset

    # What seats know

    def candidates(self, space):
        """The cards (0 the Fox, 1..7 the Hens) that may lie on `space` in some arrangement
        consistent with all that is public.

        Exactly those, ascending: `[]` for an empty space, `[card]` for one that all have seen.

        Raises:
            TypeError, SlyError: `space` is not a space of the layout.

        >>> from sly_core import Ruleset, State
        >>> s = State.from_text("11?,13?,02!,- F13/F2 -/- 0 0 a1=1,a2=13", Ruleset(hens=3))
        >>> [s.candidates(space) for space in range(4)]
        [[1], [3], [2], []]
        """
        cdef int at = space_of(self, space)
        cdef uint32_t lane
        cdef uint32_t bit = <uint32_t>1 << at
        cdef PackedState now = position_of(self)
        if hidden_mask(&now, self.rules_ptr()) & bit:
            lane = candidate_lane(&now, self.rules_ptr(), at)
            return list(lane_cards(lane))
        if (now.safe | now.turned) & bit:
            return [7 - (now.slot[at] >> 2)]
        return []

    def worlds_count(self, player):
        """How many arrangements of the hidden cards are consistent with all that `player` has seen,
        exactly.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import Ruleset, State
        >>> s = State(Ruleset(players=2))
        >>> s.apply_action(80)
        >>> s.worlds_count(0), s.worlds_count(1)
        (1, 7)
        """
        cdef int viewer = seat_of(self, player)
        cdef PackedState now = position_of(self)
        cdef Arrangements arrangements
        count = 1
        for owner in range(self.rules_ptr().players):
            if owner != viewer:
                count_arrangements(&now, self.rules_ptr(), owner, &arrangements)
                count *= num_arrangements(&arrangements)
        return count

    def resample_from_infostate(self, player, rng):
        """A state drawn uniformly from those that `player` cannot tell from this one.

        Its strings, tensors and legal actions are the same for `player`; its history is a legal
        game that shows everybody what this one did. All arrangements are in one order
        (docs/decisions), and one number drawn picks.

        Args:
            player: whose information is kept.
            rng: a `random.Random`, a numpy `Generator`, an int seed 0..2**64-1, or a function `()
                -> float` in [0, 1).

        Raises:
            TypeError, SlyError: `player` is not a seat, or `rng` none of these.

        >>> from sly_core import Ruleset, State
        >>> s = State(Ruleset(hens=3))
        >>> s.apply_action(s.string_to_action("2a1"))
        >>> [str(s.resample_from_infostate(1, seed)).split()[0] for seed in range(3)]
        ['03?,-,-,-', '02?,-,-,-', '02?,-,-,-']
        """
        cdef int viewer = seat_of(self, player)
        cdef Arrangements arrangements
        cdef Origin origin = Origin()
        cdef State twin = twin_of(self)     # `rng` may run code of the caller's: what it does to this state is too late
        cdef PackedState sample = twin.now
        index = draw_below(rng, twin.worlds_count(viewer))
        for owner in reversed(range(twin.rules_ptr().players)):
            if owner != viewer:
                count_arrangements(&twin.now, twin.rules_ptr(), owner, &arrangements)
                index, at = divmod(index, num_arrangements(&arrangements))
                deal_arrangement(&sample, &arrangements, at)
        origin.handle = twin.origin.handle
        begin(twin, origin, redeal_history(twin.origin, twin.past, &sample, &origin.root), &sample)
        return twin

    def observation_string(self, player=None):
        """The position as `player` (the seat to act, if left out) sees it: `x` for each card hidden from them.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import Ruleset, State
        >>> State.from_text("1F?,03?,-,- F12/123 -/- 0 0 -", Ruleset(hens=3)).observation_string(0)
        '1x?,03?,-,- F12/xxx -/- 0 0 -'
        """
        rules = self.origin.handle.ruleset
        position = unpacked(self)
        viewer = position.seat if player is None else seat_of(self, player)
        return format_position(view_of(position, viewer, rules), rules)

    def information_state_string(self, player=None):
        """All that `player` has seen: the view at the beginning and each action since, with the
        cards it showed.

        Perfect recall: two states have the same string exactly when the seat cannot tell them apart. The form is set
        out in docs/notation.md.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import Ruleset, State
        >>> s = State(Ruleset(hens=2))
        >>> s.apply_actions([s.string_to_action(token) for token in ("1a1", "2a2", "xa2")])
        >>> s.information_state_string(0)
        '0|-,-,-,- F12/xxx -/- 0 0 -|1a1 ?a2 xa2=2'
        """
        cdef PackedState now
        cdef bytes actions = game_of(self, &now)
        cdef int viewer = seat_or_actor(self, &now, player)
        rules = self.origin.handle.ruleset
        root = unpack_position(&self.origin.root, self.rules_ptr())
        view = format_position(view_of(root, viewer, rules), rules)
        return information_state_text(viewer, view, public_events(self.origin, actions), rules)

    def observation_tensor(self, player=None):
        """`observation_string` in numbers; scores in points, all else in 0..1.

        Float32 of shape (`protocol.observation_size(rules)`,), set out in docs/tensors.md.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import State
        >>> State().observation_tensor(0).shape
        (139,)
        """
        cdef PackedState now = position_of(self)
        cdef int viewer = seat_or_actor(self, &now, player)
        array = arrays.zeros(observation_size(self.rules_ptr()))
        cdef float[::1] out = array
        loops.observe_many(&now, self.rules_ptr(), viewer, 1, 0, &out[0])
        return array

    def information_state_tensor(self, player=None):
        """`observation_tensor`, then the last 64 public events, the newest first.

        Float32 of shape (`protocol.information_state_size(rules)`,), set out in docs/tensors.md.

        Raises:
            TypeError, SlyError: `player` is not a seat.

        >>> from sly_core import State
        >>> State().information_state_tensor(0).shape
        (1355,)
        """
        cdef PackedState now
        cdef bytes actions = game_of(self, &now)
        cdef int viewer = seat_or_actor(self, &now, player)
        cdef int size = observation_size(self.rules_ptr())
        cdef EventLog log
        array = arrays.zeros(size + EVENTS * event_size(self.rules_ptr()))
        cdef float[::1] out = array
        replay_log(self.origin, <const uint8_t *>PyBytes_AsString(actions), PyBytes_Size(actions), &log)
        loops.observe_many(&now, self.rules_ptr(), viewer, 1, 0, &out[0])
        write_events(&log, self.rules_ptr(), viewer, &out[size])
        return array

    # Tokens, and what OpenSpiel's algorithms ask besides

    def action_to_string(self, player, action=None):
        """The token of an action id; also in OpenSpiel's form, `action_to_string(player, action)`.

        Raises:
            TypeError, SlyError: no action of this ruleset, or `player` is not a seat.

        >>> from sly_core import State
        >>> State().action_to_string(49), State().action_to_string(0, 160)
        ('3a2', 'r.')
        """
        if action is not None:
            seat_of(self, player)
        return action_to_string(player if action is None else action, self.origin.handle.ruleset)

    def string_to_action(self, token):
        """The action id of a token such as `Fa1`, `xa1`, `ra1` or `r.`.

        Raises:
            TypeError: not a str.
            NotationError: no action of this ruleset; says where.

        >>> from sly_core import State
        >>> State().string_to_action("3a2")
        49
        """
        return string_to_action(token, self.origin.handle.ruleset)

    def num_players(self):
        """How many seats play (S1)."""
        return self.rules_ptr().players

    def num_distinct_actions(self):
        """161, under every ruleset."""
        return NUM_ACTIONS

    def is_chance_node(self):
        """False: there is no chance in the game (S4)."""
        return False

    def is_simultaneous_node(self):
        """False: one seat acts at a time (T1)."""
        return False

    @cython.critical_section
    def is_player_node(self):
        """Whether a seat is to act."""
        return self.now.end == NOT_ENDED

    def chance_outcomes(self):
        """Empty: there is no chance in the game (S4)."""
        return []

    def get_game(self):
        """The `Game` that OpenSpiel's algorithms ask about shapes and sizes."""
        return Game(self.origin.handle.ruleset, State)


cdef State twin_of(State s):
    """What `clone` of the class gives, whatever a Python subclass has put in its place."""
    cdef State twin = State.__new__(State)
    with cython.critical_section(s):
        begin(twin, s.origin, s.actions(), &s.now)
    return twin


cdef State state_of_bytes(object data):
    rules, text = decode(data)
    cdef RulesHandle handle = rules_handle(rules)
    return read_position(handle, parse_position(text, handle.ruleset))


cdef State read_position(RulesHandle handle, object position):
    cdef Origin origin = Origin()
    cdef State s = State.__new__(State)
    origin.handle = handle
    pack_position(position, &handle.packed, handle.ruleset, &origin.root)
    begin(s, origin, b"", &origin.root)
    return s


cdef str origin_text(Origin origin):
    return format_position(unpack_position(&origin.root, &origin.handle.packed), origin.handle.ruleset)


def restore(data, actions):
    """A pickled state: the position its history begins with, as bytes, and the actions since."""
    cdef State s = state_of_bytes(data)
    s.apply_actions(actions)
    return twin_of(s)


cdef object unpacked(State s):
    """The `Position` as it stands."""
    cdef PackedState now = position_of(s)
    return unpack_position(&now, s.rules_ptr())


cdef int seat_or_actor(State s, const PackedState *now, object player) except -1:
    return now.seat if player is None else seat_of(s, player)
