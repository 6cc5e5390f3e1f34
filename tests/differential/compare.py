"""Core and reference side by side: where one answers, the other must answer the same."""

from __future__ import annotations

from typing import Any

import sly_core
import sly_core.reference
from sly_core import Ruleset


def answers(state: Any) -> tuple[object, ...]:
    """All that a state says of itself, but for each seat's strings and tensors."""
    seats = range(state.rules.players)
    return (
        state.to_text(),
        state.key(),
        state.current_player(),
        state.end_reason(),
        state.is_terminal(),
        state.legal_actions(),
        state.scores(),
        state.returns(),
        state.winners(),
        [state.candidates(space) for space in range(state.rules.num_spaces)],
        [state.worlds_count(seat) for seat in seats],
    )


class Pair:
    """The same game in both implementations."""

    __slots__ = ("core", "reference")

    def __init__(self, core: Any, reference: Any) -> None:
        self.core = core
        self.reference = reference

    @classmethod
    def start(cls, rules: Ruleset) -> Pair:
        """A game at its start in both."""
        return cls(sly_core.State(rules), sly_core.reference.State(rules))

    def child(self, action: int) -> Pair:
        """The game one action later in both."""
        return Pair(self.core.child(action), self.reference.child(action))

    def check(self) -> None:
        """Compare every answer, and read the core's text back into an equal state."""
        core, reference = answers(self.core), answers(self.reference)
        assert core == reference, f"\ncore      {core}\nreference {reference}"
        text = self.core.to_text()
        assert sly_core.State.from_text(text, self.core.rules) == self.core, text
