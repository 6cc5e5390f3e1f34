"""A machine that plays core and reference side by side, with undo, clones and readings between."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import sly_core
import sly_core.reference
from sly_core import Ruleset
from tests.brute import PlainRule, shown
from tests.strategies import Wish, grant, rulesets, wishes
from tests.tools import all_facts, fields, seat_facts, snapshot


class TwoGames(RuleBasedStateMachine):
    """The same game in both implementations; whatever is done to one is done to the other."""

    ruleset: Ruleset
    core: Any
    reference: Any
    seen: set[str]
    plain: PlainRule | None

    @initialize(rules=rulesets())
    def begin(self, rules: Ruleset) -> None:
        """Start a game of any ruleset."""
        self.ruleset = rules
        self.core = sly_core.State(rules)
        self.reference = sly_core.reference.State(rules)
        self.seen = set()
        self.plain = PlainRule(rules)

    def both(self) -> list[Any]:
        return [self.core, self.reference]

    def running(self) -> bool:
        return not self.core.is_terminal()

    @precondition(running)
    @rule(wish=wishes)
    def play(self, wish: Wish) -> None:
        """Make one legal action."""
        self.make(grant(self.core, wish, self.seen))

    @precondition(running)
    @rule(several=st.lists(wishes, min_size=2, max_size=12))
    def play_on(self, several: list[Wish]) -> None:
        """Make some legal actions, so that games get long."""
        for wish in several:
            if self.running():
                self.make(grant(self.core, wish, self.seen))
                self.same_to_all()

    def make(self, action: int) -> None:
        before = self.core.to_text()
        self.seen.update(cell[:2] for cell in shown(before, self.ruleset, action))
        for state in self.both():
            state.apply_action(action)
        if self.plain is not None:
            self.plain.apply(before, action, self.core.to_text())

    @rule(action=st.integers(0, 160))
    def try_any_action(self, action: int) -> None:
        """What is illegal is refused alike, and changes nothing."""
        if action in self.core.legal_actions():
            return
        said = []
        for state in self.both():
            before = snapshot(state)
            try:
                state.apply_action(action)
            except sly_core.errors.IllegalActionError as error:
                said.append((str(error), error.clause, error.action))
            assert snapshot(state) == before
        assert len(said) == 2
        assert said[0] == said[1]

    @rule(count=st.integers(1, 4))
    def take_back(self, count: int) -> None:
        """Undo and redo: the way back and forth changes nothing."""
        made = []
        before = all_facts(self.core, tensors=False)
        for _ in range(count):
            last = self.core.history()[-1:]
            try:
                self.core.undo_action()
            except sly_core.errors.HistoryError:
                break
            self.reference.undo_action()
            made += last
            self.same_to_all()
        for action in reversed(made):
            for state in self.both():
                state.apply_action(action)
        assert all_facts(self.core, tensors=False) == before

    @rule()
    def go_on_with_clones(self) -> None:
        """A clone is the same game."""
        before = all_facts(self.core)
        self.core, self.reference = self.core.clone(), self.reference.clone()
        assert all_facts(self.core) == before

    @rule()
    def go_on_with_pickles(self) -> None:
        """So is what comes out of a pickle."""
        before = all_facts(self.core)
        self.core = pickle.loads(pickle.dumps(self.core))
        self.reference = pickle.loads(pickle.dumps(self.reference))
        assert all_facts(self.core) == before

    @rule(as_bytes=st.booleans())
    def go_on_from_text(self, as_bytes: bool) -> None:
        """What was read is an equal state whose history begins there."""
        for name in ("core", "reference"):
            state = getattr(self, name)
            twin = (
                type(state).from_bytes(state.to_bytes())
                if as_bytes
                else type(state).from_text(state.to_text(), self.ruleset)
            )
            assert twin == state
            assert hash(twin) == hash(state)
            assert twin.history() == []
            setattr(self, name, twin)
        self.plain = None  # its sightings may be lost in the middle of a reveal

    @rule(seat=st.integers(0, 3), seed=st.integers(0, 2**64 - 1))
    def go_on_in_another_world(self, seat: int, seed: int) -> None:
        """A sample keeps all that its seat and everybody has seen."""
        seat %= self.ruleset.players
        before = seat_facts(self.core, seat)
        self.core = self.core.resample_from_infostate(seat, seed)
        self.reference = self.reference.resample_from_infostate(seat, seed)
        assert seat_facts(self.core, seat) == before

    @rule(data=st.data())
    def look_at_children(self, data: st.DataObject) -> None:
        """A child is a game of its own."""
        legal = self.core.legal_actions()
        if not legal:
            return
        action = data.draw(st.sampled_from(legal))
        before = snapshot(self.core)
        one, other = (state.child(action) for state in self.both())
        assert snapshot(self.core) == before
        assert all_facts(one) == all_facts(other)
        one.undo_action()
        assert snapshot(one) == before

    @invariant()
    def same_to_all(self) -> None:
        """Whatever is asked, both answer the same."""
        if hasattr(self, "core"):
            assert all_facts(self.core) == all_facts(self.reference)

    @invariant()
    def plain_rule_holds(self) -> None:
        """The `known` field is what its definition says."""
        if hasattr(self, "core") and self.plain is not None:
            text = self.core.to_text()
            assert fields(text)[5] == self.plain.known(text)


def test_core_against_reference() -> None:
    profile = settings.default
    assert profile is not None
    run_state_machine_as_test(TwoGames, settings=settings(profile, stateful_step_count=30))
