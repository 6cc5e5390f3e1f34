"""A game between one person and the search: whose turn it is, what the search answers, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sly_core.show.picture import Picture, picture_of

if TYPE_CHECKING:
    from sly_core import State
    from sly_core.search import SearchResult


class Game:
    """A state, the seat a person plays, and the search that plays all others.

    Whoever is to act, the search is given that seat's information only.
    """

    def __init__(self, state: State, seat: int, seed: int, simulations: int) -> None:
        self.state = state
        self.seat = seat
        self.seed = seed
        self.simulations = simulations
        anew = type(state)(state.rules)
        self.start: str | None = None if state == anew else state.to_text()

    @property
    def picture(self) -> Picture:
        """What the person may see now."""
        return picture_of(self.state, self.seat)

    def others_turn(self) -> bool:
        """Whether the game goes on and somebody else is to act."""
        return not self.state.is_terminal() and self.state.current_player() != self.seat

    def search(self) -> SearchResult:
        """What the search would do for the seat to act; the same game and seed give the same."""
        from sly_core import playout_seed
        from sly_core.search import ismcts

        seed = playout_seed(self.seed, len(self.state.history()))
        return ismcts(self.state, simulations=self.simulations, seed=seed)

    def read(self, token: str) -> int:
        """The action of a token; a Fox may be written small. `SlyError` if there is none."""
        return self.state.string_to_action(f"F{token[1:]}" if token[:1] == "f" else token)

    def make(self, action: int) -> Picture:
        """Make an action; the picture before it. `SlyError` if it is illegal."""
        before = self.picture
        self.state.apply_action(action)
        return before

    def undo(self) -> bool:
        """Go back to the person's previous decision; False, and no change, if there is none."""
        taken: list[int] = []
        while self.state.history():
            taken.append(self.state.history()[-1])
            self.state.undo_action()
            if self.state.current_player() == self.seat:
                return True
        for action in reversed(taken):
            self.state.apply_action(action)
        return False
