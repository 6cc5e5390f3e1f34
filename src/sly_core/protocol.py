"""What every implementation of a state offers, the game it belongs to, and the size of its tensors.

The names are OpenSpiel's where OpenSpiel has one, so that its Python algorithms run on a state as
it is. Nothing here imports OpenSpiel.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, overload

from sly_core.notation.actions import NUM_ACTIONS
from sly_core.randomness import Rng
from sly_core.ruleset import Ruleset, check_ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TERMINAL_PLAYER: Final = -4
"""`current_player()` once the game is over; OpenSpiel's value."""

EVENT_ROWS: Final = 64
"""The public events that the information-state tensor keeps, newest first."""

NOMINAL_GAME_LENGTH: Final = 10_000
"""Said to be the longest game where nothing bounds it (G3); `playout` gives up there too."""


def observation_size(rules: Ruleset) -> int:
    """Floats in the observation tensor.

    With P players, C = hens + 1 cards and S spaces, seats counted from the observer to the left:

    | floats            | meaning                                                              |
    | ----------------- | -------------------------------------------------------------------- |
    | S * (4 + P + 2C)  | space: empty; owner; face down, Safe, turned; card seen; may lie there |
    | P * (1 + C)       | seat: cards in hand / C; cards hidden with it                        |
    | C                 | the observer's own hand                                              |
    | P * P * C         | taker, owner: cards taken                                            |
    | P                 | seat to act, zeros at the end                                        |
    | 3                 | the end: last card, full house, stalled                              |
    | 1                 | min(reveals of Foxes alone, 255) / 255                               |
    | P                 | score of each seat, in points                                        |

    >>> observation_size(Ruleset())
    139
    """
    check_ruleset(rules)
    players, cards = rules.players, rules.num_cards
    board = rules.num_spaces * (4 + players + 2 * cards)
    seats = players * (1 + cards) + cards + players * players * cards
    return board + seats + players + 3 + 1 + players


def event_size(rules: Ruleset) -> int:
    """Floats for one public event.

    They are: actor P; LAY, EXPOSE, turn, stop; space S; and of the card seen, owner P and rank C.

    >>> event_size(Ruleset())
    19
    """
    check_ruleset(rules)
    return rules.players + 4 + rules.num_spaces + rules.players + rules.num_cards


def information_state_size(rules: Ruleset) -> int:
    """Floats in the information-state tensor: the observation, then the last `EVENT_ROWS` events,
    newest first, with zeros where there were fewer.

    >>> information_state_size(Ruleset()) == 139 + 64 * 19
    True
    """
    return observation_size(rules) + EVENT_ROWS * event_size(rules)


class GameState(Protocol):
    """A position in play with its history: `sly_core.State` and `sly_core.reference.State`.

    Wrong types raise `TypeError` and wrong values a `SlyError`; either leaves the state as it was.
    """

    # Making one
    @classmethod
    def from_text(cls, text: str, rules: Ruleset) -> Self:
        """Read a full position; its history begins there."""

    @classmethod
    def from_view(cls, text: str, rules: Ruleset) -> Self:
        """Read a seat's view and fill in the first arrangement that fits it."""

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote."""

    def clone(self) -> Self:
        """Copy the state, its history too."""

    def child(self, action: int) -> Self:
        """Copy the state and make an action there."""

    # The position
    @property
    def rules(self) -> Ruleset:
        """The ruleset."""

    def current_player(self) -> int:
        """The seat to act, or -4 at the end."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def end_reason(self) -> str | None:
        """`"last card"` (G1), `"full house"` (G2), `"stalled"` (G3), or None."""

    def scores(self) -> list[int]:
        """Points by seat, as if the game ended now (P1 to P4)."""

    def returns(self) -> list[float]:
        """By seat: zeros before the end, then the score minus the mean of all scores."""

    def winners(self) -> list[int]:
        """The seats level at the top at the end (P4), before it none."""

    def to_text(self) -> str:
        """The six fields."""

    def to_bytes(self) -> bytes:
        """Ruleset and position with version and checksum."""

    def key(self) -> int:
        """A 64-bit number, the same on every platform and run for equal states."""

    # Actions
    def legal_actions(self, player: int | None = None) -> list[int]:
        """Action ids, ascending; none for a seat that is not to act."""

    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.int8]:
        """Ones at the legal ids; int8, shape (161,)."""

    def apply_action(self, action: int) -> None:
        """Make an action."""

    def apply_actions(self, actions: Iterable[int]) -> None:
        """Make actions one after the other."""

    @overload
    def undo_action(self) -> None: ...
    @overload
    def undo_action(self, player: int, action: int) -> None: ...
    def undo_action(self, player: int | None = None, action: int | None = None) -> None:
        """Take back the last action made here; `HistoryError` if there is none, or not this one."""

    @overload
    def action_to_string(self, action: int, /) -> str: ...
    @overload
    def action_to_string(self, player: int, action: int, /) -> str: ...
    def action_to_string(self, first: int, second: int | None = None, /) -> str:
        """The token of an action."""

    def string_to_action(self, token: str) -> int:
        """The action of a token."""

    def history(self) -> list[int]:
        """The actions since the state was made or read."""

    def history_str(self) -> str:
        """The same, as text."""

    # What a seat knows
    def information_state_string(self, player: int | None = None) -> str:
        """All that the seat (by default the one to act) has seen."""

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """float32, shape (information_state_size(rules),)."""

    def observation_string(self, player: int | None = None) -> str:
        """The position as the seat sees it."""

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """float32, shape (observation_size(rules),)."""

    def candidates(self, space: int) -> list[int]:
        """The cards that may lie there by all that is public, exactly; ascending."""

    def worlds_count(self, player: int) -> int:
        """How many hidden arrangements fit what the seat has seen."""

    def resample_from_infostate(self, player: int, rng: Rng) -> Self:
        """Draw one of them, each as likely."""

    # What OpenSpiel asks besides
    def get_game(self) -> Game:
        """The game this state belongs to."""

    def num_players(self) -> int:
        """2 to 4."""

    def num_distinct_actions(self) -> int:
        """161."""

    def is_chance_node(self) -> bool:
        """Never (S4)."""

    def is_simultaneous_node(self) -> bool:
        """Never (T1)."""

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """None (S4)."""

    def player_return(self, player: int) -> float:
        """The seat's part of `returns`."""

    def rewards(self) -> list[float]:
        """Rewards come at the end only, so they are the returns."""


class Dynamics(Enum):
    """How players take turns; OpenSpiel's name."""

    SEQUENTIAL = "SEQUENTIAL"


class ChanceMode(Enum):
    """What chance there is; OpenSpiel's name."""

    DETERMINISTIC = "DETERMINISTIC"


class Information(Enum):
    """What players see; OpenSpiel's name."""

    IMPERFECT_INFORMATION = "IMPERFECT_INFORMATION"


class Utility(Enum):
    """How the returns sum up; OpenSpiel's name."""

    ZERO_SUM = "ZERO_SUM"


class RewardModel(Enum):
    """When rewards come; OpenSpiel's name."""

    TERMINAL = "TERMINAL"


@dataclass(frozen=True, slots=True)
class GameType:
    """What kind of game this is, in OpenSpiel's words.

    The kinds are enumerations of this module. Where OpenSpiel is in use its own enumerations stand
    in for them, because its values are equal to nothing else. Both have a `name`.

    >>> GameType().utility.name
    'ZERO_SUM'
    """

    short_name: str = "sly"
    long_name: str = "SLY"
    min_num_players: int = 2
    max_num_players: int = 4
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = True
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True
    provides_factored_observation_string: bool = False
    default_loadable: bool = True
    is_concrete: bool = True

    @property
    def parameter_specification(self) -> dict[str, int | str]:
        """Each parameter and its default."""
        return _parameters(Ruleset())

    @property
    def dynamics(self) -> Any:
        """Players act one after the other (T1)."""
        return _openspiels(Dynamics.SEQUENTIAL)

    @property
    def chance_mode(self) -> Any:
        """There is no chance in the game (S4)."""
        return _openspiels(ChanceMode.DETERMINISTIC)

    @property
    def information(self) -> Any:
        """Cards lie face down (L1)."""
        return _openspiels(Information.IMPERFECT_INFORMATION)

    @property
    def utility(self) -> Any:
        """Returns are scores minus their mean, so they sum to zero."""
        return _openspiels(Utility.ZERO_SUM)

    @property
    def reward_model(self) -> Any:
        """Rewards come with the end."""
        return _openspiels(RewardModel.TERMINAL)


def _openspiels(kind: Enum) -> Any:
    """OpenSpiel's enumerator of that name where the program has loaded OpenSpiel, else `kind`."""
    game_type = getattr(sys.modules.get("pyspiel"), "GameType", None)
    if game_type is None:
        return kind
    return getattr(getattr(game_type, type(kind).__name__), kind.name)


def _parameters(rules: Ruleset) -> dict[str, int | str]:
    pairs = (pair.split("=") for pair in rules.to_text().split())
    return {name: value if name == "houses" else getattr(rules, name) for name, value in pairs}


class Game:
    """The game of one ruleset, as far as OpenSpiel's Python algorithms ask about it.

    Args:
        rules: the ruleset.
        new_state: what makes a state at the start of such a game: an implementation's `State`.

    Two games are equal when both are.

    >>> from sly_core.reference import State
    >>> game = Game(Ruleset(), State)
    >>> str(game), game.new_initial_state() == State(), game.utility_sum()
    ('sly(players=2)', True, 0.0)
    """

    __slots__ = ("_new_state", "_rules")

    def __init__(self, rules: Ruleset, new_state: Callable[[Ruleset], GameState]) -> None:
        self._rules = rules
        self._new_state = new_state

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self._rules

    def new_initial_state(self) -> Any:
        """A state at the start (S4), of the implementation that this game came from."""
        return self._new_state(self._rules)

    def new_initial_states(self) -> list[Any]:
        """The one way to start."""
        return [self.new_initial_state()]

    def get_type(self) -> GameType:
        """What kind of game this is."""
        return GameType()

    def get_parameters(self) -> dict[str, int | str]:
        """The ruleset's fields; those left out have their default."""
        return _parameters(self._rules)

    def num_players(self) -> int:
        """2 to 4."""
        return self._rules.players

    def num_distinct_actions(self) -> int:
        """161, for every ruleset."""
        return NUM_ACTIONS

    def policy_tensor_shape(self) -> list[int]:
        """One probability for each action id."""
        return [NUM_ACTIONS]

    def max_chance_outcomes(self) -> int:
        """0: there is no chance in the game (S4)."""
        return 0

    def max_utility(self) -> float:
        """No return is higher: a bound, which play need not reach.

        It supposes every Hen of one seat Safe on the best spaces and every other card taken by that
        seat, against seats that gobbled all their own Hens; cards are not asked to be in one place.
        """
        rules = self._rules
        others = rules.players - 1
        hens = rules.hens * (rules.hens + 1) // 2
        safe = sum(sorted(rules.spaces)[-rules.hens :])
        most = safe + others * hens + others * rules.players
        return others * (most + hens) / rules.players

    def min_utility(self) -> float:
        """No return is lower: the same bound the other way."""
        return -self.max_utility()

    def utility_sum(self) -> float:
        """Returns sum to zero."""
        return 0.0

    def max_game_length(self) -> int:
        """No game has more actions, where `stall_limit` bounds them (G3); else a nominal 10,000.

        At most every card is once made Safe, gobbled or captured; before, between and after that at
        most `stall_limit` reveals show Foxes alone; each LAY needs a space that was free or freed.
        """
        rules = self._rules
        if not rules.stall_limit:
            return NOMINAL_GAME_LENGTH
        progress = rules.players * rules.num_cards
        foxes_only = (progress + 1) * rules.stall_limit
        laid = rules.num_spaces + progress * rules.num_spaces + foxes_only * rules.players
        return laid + progress * (rules.num_spaces + 1) + foxes_only * (rules.players + 1)

    def information_state_tensor_size(self) -> int:
        """Floats in the information-state tensor."""
        return information_state_size(self._rules)

    def information_state_tensor_shape(self) -> list[int]:
        """One dimension."""
        return [information_state_size(self._rules)]

    def observation_tensor_size(self) -> int:
        """Floats in the observation tensor."""
        return observation_size(self._rules)

    def observation_tensor_shape(self) -> list[int]:
        """One dimension."""
        return [observation_size(self._rules)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self._rules, self._new_state) == (other._rules, other._new_state)

    def __hash__(self) -> int:
        return hash((self._rules, self._new_state))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self._rules, self._new_state)

    def __str__(self) -> str:
        return f"sly({','.join(self._rules.to_text().split())})"

    def __repr__(self) -> str:
        return f"Game({self._rules!r}, {getattr(self._new_state, '__name__', self._new_state)})"
