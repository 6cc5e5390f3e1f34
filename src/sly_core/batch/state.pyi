from collections.abc import Iterator
from typing import Any, Final, Self, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from sly_core._core.state import State
from sly_core.ruleset import Ruleset

MOST_ROWS: Final[int]
MOST_PLIES: Final[int]

@disjoint_base
class BatchState:
    def __new__(
        cls,
        rules: Ruleset,
        n: SupportsIndex,
        *,
        seed: SupportsIndex = 0,
        autoreset: bool = False,
        max_plies: SupportsIndex | None = None,
        history: bool = False,
        threads: SupportsIndex = 1,
    ) -> Self: ...
    @property
    def rules(self) -> Ruleset: ...
    @property
    def autoreset(self) -> bool: ...
    @property
    def max_plies(self) -> int | None: ...
    @property
    def history(self) -> bool: ...
    @property
    def threads(self) -> int: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, row: SupportsIndex, /) -> State: ...
    def __setitem__(self, row: SupportsIndex, state: State, /) -> None: ...
    def __iter__(self) -> Iterator[State]: ...
    def clone(self) -> BatchState: ...
    def __copy__(self) -> BatchState: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> BatchState: ...
    def __eq__(self, other: object, /) -> bool: ...
    def current_player(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]: ...
    def legal_actions_mask(self, out: NDArray[Any] | None = None) -> NDArray[np.int8]: ...
    def legal_actions_bits(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]: ...
    def observation_tensor(
        self, player: SupportsIndex | None = None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]: ...
    def information_state_tensor(
        self, player: SupportsIndex | None = None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]: ...
    def scores(self, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]: ...
    def returns(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]: ...
    def terminated(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    def truncated(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    def write(
        self,
        *,
        player: SupportsIndex | None = None,
        current_player: NDArray[np.int8] = ...,
        legal_actions_mask: NDArray[Any] = ...,
        legal_actions_bits: NDArray[np.uint64] = ...,
        observation_tensor: NDArray[np.float32] = ...,
        information_state_tensor: NDArray[np.float32] = ...,
        scores: NDArray[np.int16] = ...,
        returns: NDArray[np.float32] = ...,
        terminated: NDArray[np.bool_] = ...,
        truncated: NDArray[np.bool_] = ...,
    ) -> None: ...
    def apply(
        self,
        actions: ArrayLike,
        *,
        player: SupportsIndex | None = None,
        current_player: NDArray[np.int8] = ...,
        legal_actions_mask: NDArray[Any] = ...,
        legal_actions_bits: NDArray[np.uint64] = ...,
        observation_tensor: NDArray[np.float32] = ...,
        information_state_tensor: NDArray[np.float32] = ...,
        scores: NDArray[np.int16] = ...,
        returns: NDArray[np.float32] = ...,
        terminated: NDArray[np.bool_] = ...,
        truncated: NDArray[np.bool_] = ...,
    ) -> None: ...
    def step_random(
        self,
        *,
        player: SupportsIndex | None = None,
        current_player: NDArray[np.int8] = ...,
        legal_actions_mask: NDArray[Any] = ...,
        legal_actions_bits: NDArray[np.uint64] = ...,
        observation_tensor: NDArray[np.float32] = ...,
        information_state_tensor: NDArray[np.float32] = ...,
        scores: NDArray[np.int16] = ...,
        returns: NDArray[np.float32] = ...,
        terminated: NDArray[np.bool_] = ...,
        truncated: NDArray[np.bool_] = ...,
        actions: NDArray[np.int64] = ...,
    ) -> None: ...
    def sample(
        self, seed: SupportsIndex | None = None, out: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]: ...
    def reset(
        self, rows: ArrayLike | None = None, *, seed: SupportsIndex | None = None
    ) -> None: ...
