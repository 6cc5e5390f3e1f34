"""The game object: a position with its past behind it, as ``sly_core.State`` is.

Names and meaning are the same. How each thing is done stands on the other pages of this package;
here they are only put together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sly_core import arrays, notation
from sly_core.errors import HistoryError
from sly_core.notation.actions import NUM_ACTIONS, check_action, each_action
from sly_core.protocol import TERMINAL_PLAYER, Game
from sly_core.randomness import Rng, draw_below
from sly_core.reference import (
    ending,
    keys,
    knowledge,
    resample,
    scoring,
    tensors,
    turn,
    view,
)
from sly_core.reference.actions import legal_actions
from sly_core.reference.position import Position, start
from sly_core.reference.text import read, written
from sly_core.ruleset import Ruleset, check_ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STANDARD = Ruleset()
"""Two players, and everything else as the rules page has it first."""


class State:
    """A game of SLY under way, from its first position to the one at hand.

    What is cloned, copied or unpickled is a plain ``State``, from a Python subclass too.

    >>> s = State(Ruleset(players=2))
    >>> s.apply_actions([s.string_to_action(token) for token in ("Fa1", "3a2", "xa2")])
    >>> s.to_text(), s.scores()
    ('0F?,13!,-,- 123456/F12456 -/- 1 0 -', [0, 2])
    """

    __slots__ = ("_actions", "_positions", "_rules", "_takeable")

    def __init__(self, rules: Ruleset = STANDARD) -> None:
        """Set up a game under these rules (S4)."""
        self._rules = check_ruleset(rules)
        self._positions = [start(rules)]
        self._actions: list[int] = []
        self._takeable = 0

    @classmethod
    def _of(cls, rules: Ruleset, root: Position, actions: Iterable[int] = ()) -> State:
        """Play these legal actions from this position; nothing of it may be taken back."""
        state = cls(rules)
        state._positions = [root]
        for action in actions:
            state._make(action)
        state._takeable = 0
        return state

    # The rules ------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The ruleset of this game."""
        return self._rules

    @property
    def now(self) -> Position:
        """The position at hand, as the rules of this package take it."""
        return self._positions[-1]

    def position(self) -> notation.Position:
        """Give the position at hand as its six fields."""
        return written(self.now, self._rules)

    def get_game(self) -> Game:
        """Give the game of this ruleset, as OpenSpiel's algorithms ask about it."""
        return Game(self._rules, State)

    def num_players(self) -> int:
        """Give the number of seats: S1."""
        return self._rules.players

    def num_distinct_actions(self) -> int:
        """Give the size of the action space, 161 under every ruleset."""
        return NUM_ACTIONS

    # Whose turn, and what may be done ---------------------------------------------------------

    def current_player(self) -> int:
        """Give the seat to act, or -4 after the end (S1)."""
        return TERMINAL_PLAYER if self.is_terminal() else self.now.seat

    def is_chance_node(self) -> bool:
        """Say no: nothing in the game is drawn (S4)."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Say no: one player acts at a time (S1)."""
        return False

    def is_player_node(self) -> bool:
        """Tell whether a player is to act."""
        return not self.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give none: nothing in the game is drawn (S4)."""
        return []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Give the ids of the legal actions, ascending; of a player not to act, none (T1).

        Raises:
            TypeError, SlyError: the player is no seat; so wherever a player may be named.
        """
        if player is not None and self._rules.check_seat(player) != self.now.seat:
            return []
        return legal_actions(self.now, self._rules)

    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.int8]:
        """Give the same as an int8 array of shape (161,), 1 where legal (T1)."""
        legal = set(self.legal_actions(player))
        return arrays.int8([int(action in legal) for action in range(NUM_ACTIONS)])

    # Playing ------------------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        """Make a legal action (T1).

        Raises:
            TypeError: no whole number.
            IllegalActionError: not legal here; it names the clause. The state stays as it was.
        """
        number = check_action(action)
        if number not in self.legal_actions():
            raise notation.why_illegal(self.position(), self._rules, number)
        self._make(number)

    def _make(self, action: int) -> None:
        self._positions.append(turn.after(self.now, self._rules, action))
        self._actions.append(action)
        self._takeable += 1

    def apply_actions(self, actions: Iterable[int]) -> None:
        """Make these actions one after another, or none of them if one is refused (T1).

        Raises:
            TypeError, IllegalActionError: as :meth:`apply_action`.
        """
        position = self.now
        twin = self.clone()
        made = []
        for action in each_action(actions):
            twin.apply_action(action)
            made.append(twin._actions[-1])
        if self.now != position:
            raise HistoryError("the state was changed while its actions were being read")
        for action in made:
            self.apply_action(action)

    def undo_action(self, player: int | None = None, action: int | None = None) -> None:
        """Take back the last action made on this object since it was made, read or cloned.

        With a player and an action, as OpenSpiel has it, they must be who made it and what it was.

        Raises:
            TypeError, SlyError: no seat, or no action id.
            HistoryError: there is nothing to take back, or it was another action.
        """
        named = None
        if player is not None or action is not None:
            if player is None or action is None:
                raise TypeError("undo_action takes a player and an action, or neither")
            named = (self._rules.check_seat(player), check_action(action))
        if self._takeable == 0:
            raise HistoryError("no action made here is left to take back")
        last = (self._positions[-2].seat, self._actions[-1])
        if named is not None and named != last:
            raise HistoryError(
                f"the last action was {last[1]} by seat {last[0]}, not {named[1]} by {named[0]}"
            )
        self._positions.pop()
        self._actions.pop()
        self._takeable -= 1

    def clone(self) -> State:
        """Give another object with the same game and history, of which nothing can be undone."""
        other = State(self._rules)
        other._positions = list(self._positions)
        other._actions = list(self._actions)
        return other

    def child(self, action: int) -> State:
        """Give a clone on which this legal action has been made (T1).

        Raises:
            TypeError, IllegalActionError: as :meth:`apply_action`.
        """
        other = self.clone()
        other.apply_action(action)
        return other

    def history(self) -> list[int]:
        """Give all actions since the start, or since the position that was read."""
        return list(self._actions)

    def history_str(self) -> str:
        """Give the history as OpenSpiel writes it, with commas between."""
        return ", ".join(map(str, self._actions))

    # The end and the score ------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        """Tell whether the game is over (G1, G2, G3)."""
        return self.end_reason() is not None

    def end_reason(self) -> str | None:
        """Give "last card" (G1), "full house" (G2), "stalled" (G3), or None while play goes on."""
        return ending.end_reason(self.now, self._rules)

    def scores(self) -> list[int]:
        """Give each seat's points as things lie now (P1-P4)."""
        return scoring.scores(self.now, self._rules)

    def returns(self) -> list[float]:
        """Give each seat's score less the mean of all; before the end, zeros (P4)."""
        if not self.is_terminal():
            return [0.0] * self._rules.players
        return scoring.returns(self.scores())

    def rewards(self) -> list[float]:
        """Give what the last action brought: as points count at the end only, the returns."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Give one seat's part of :meth:`returns`."""
        return self.returns()[self._rules.check_seat(player)]

    def winners(self) -> list[int]:
        """Give the seats level at the top; before the end, none (P4)."""
        return scoring.winners(self.scores()) if self.is_terminal() else []

    # Text and bytes -----------------------------------------------------------------------------

    def to_text(self) -> str:
        """Write the position as its six fields, on one line."""
        return notation.format_position(self.position(), self._rules)

    @classmethod
    def from_text(cls, text: str, rules: Ruleset = STANDARD) -> State:
        """Read a position; history begins there.

        Raises:
            TypeError: the text is no str.
            NotationError: malformed, or impossible in a game (PositionError).
        """
        return cls._of(rules, read(notation.parse_position(text, rules), rules))

    @classmethod
    def from_view(cls, text: str, rules: Ruleset = STANDARD) -> State:
        """Read a position with ``x`` for unseen cards, and fill in the first cards that fit.

        Raises:
            TypeError: the text is no str.
            NotationError: malformed, impossible, or no cards fit.
        """
        return cls._of(
            rules, read(notation.complete_view(notation.parse_view(text, rules), rules), rules)
        )

    def to_bytes(self) -> bytes:
        """Write rules and position, with a version and a checksum."""
        return notation.encode(self._rules, self.to_text())

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        """Read what :meth:`to_bytes` wrote; history begins there.

        Raises:
            TypeError: no bytes.
            BytesError: anything else.
            NotationError: whole bytes, but their text is no possible position.
        """
        rules, text = notation.decode(data)
        return cls.from_text(text, rules)

    def action_to_string(self, first: int, second: int | None = None, /) -> str:
        """Write an action as its token: ``(action)``, or ``(player, action)`` as OpenSpiel has it.

        Raises:
            TypeError, SlyError: no action of this ruleset, or no seat.
        """
        if second is None:
            return notation.action_to_string(first, self._rules)
        self._rules.check_seat(first)
        return notation.action_to_string(second, self._rules)

    def string_to_action(self, token: str) -> int:
        """Read a token.

        Raises:
            TypeError: no str.
            NotationError: no token of this ruleset.
        """
        return notation.string_to_action(token, self._rules)

    # What a player knows ------------------------------------------------------------------------

    def observation_string(self, player: int | None = None) -> str:
        """Write the position as this player sees it, by default the one to act (R2)."""
        return view.observation_string(self.now, self._viewer(player), self._rules)

    def information_state_string(self, player: int | None = None) -> str:
        """Write all that this player has seen since the history began (L1, E1, R2, G1).

        The form is that of :func:`sly_core.notation.information_state_text`.
        """
        return view.information_state_string(
            self._positions, self._actions, self._viewer(player), self._rules
        )

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Give :func:`.tensors.observation` as float32 of shape (observation_size(rules),)."""
        seat = self._viewer(player)
        return arrays.float32(tensors.observation(self.now, seat, self._rules))

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Give :func:`.tensors.information` as float32, (information_state_size(rules),)."""
        seat = self._viewer(player)
        return arrays.float32(
            tensors.information(self._positions, self._actions, seat, self._rules)
        )

    def candidates(self, space: int) -> list[int]:
        """List the cards that may lie on this space, by all that is public, ascending.

        Raises:
            TypeError, SlyError: no space of this layout (S3).
        """
        return knowledge.candidates(self.now, self._rules.check_space(space), self._rules)

    def worlds_count(self, player: int) -> int:
        """Count the ways in which the cards hidden from this player may lie."""
        return knowledge.worlds_count(self.now, self._rules.check_seat(player), self._rules)

    def resample_from_infostate(self, player: int, rng: Rng) -> State:
        """Give a game that this player could be in just as well, each world as likely.

        Its history is legal and shows the player the same as this one; no action of it can be
        undone. See :mod:`sly_core.reference.resample`.

        Raises:
            TypeError, SlyError: the player is no seat, or ``rng`` none of the kinds of
                :func:`sly_core.randomness.draw_below`.
        """
        seat = self._rules.check_seat(player)
        k = draw_below(rng, self.worlds_count(seat))
        world = knowledge.world(self.now, seat, k, self._rules)
        root, actions = resample.with_cards_exchanged(
            self._positions[0], self._actions, world, self._rules
        )
        return State._of(self._rules, root, actions)

    # Being a value ------------------------------------------------------------------------------

    def key(self) -> int:
        """Give a number of 64 bits for rules and position, the same on every platform."""
        return keys.key(self.now, self._rules)

    def __hash__(self) -> int:
        return hash(self.key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self._rules, self.now) == (other._rules, other.now)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        root = notation.format_position(written(self._positions[0], self._rules), self._rules)
        return _unpickled, (root, self._rules, self.history())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"State.from_text({self.to_text()!r}, {self._rules!r})"

    def _viewer(self, player: int | None) -> int:
        """Give the seat that looks: by default the one in the position."""
        return self.now.seat if player is None else self._rules.check_seat(player)


def _unpickled(root: str, rules: Ruleset, actions: list[int]) -> State:
    state = State.from_text(root, rules)
    state.apply_actions(actions)
    return state.clone()
