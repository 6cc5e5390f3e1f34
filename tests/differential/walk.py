"""Walks every position of small games in specification, reference and core at once.

Breadth first from the start. Each edge is made in both implementations and the texts compared;
each position met for the first time is compared in all its answers. The specification has walked
the game before, by itself: it must have the same positions at the same depths, the same edges,
ends, scores and winners. Of what is known of hidden cards it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from sly_core import Ruleset
from sly_spec.reading import Reading
from tests.differential.compare import Pair
from tests.differential.formal_graph import graph_of, placed_name
from tests.spec.tables import ENDS
from tests.tools import fields


class Walk:
    """One game walked whole, breadth first, in specification, reference and core."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.formal = graph_of(Reading.of(rules))
        self._depth: dict[int, int] = {}
        """By number in the formal graph, how far from the start a game first came there."""

    def name_of(self, text: str) -> str:
        """What tells positions apart: all the text, with the count read as in the formal graph."""
        return f"{self._placed(text)} {fields(text)[5]}"

    def _placed(self, text: str) -> str:
        return placed_name(text, limited=bool(self.rules.stall_limit))

    def _number(self, text: str) -> int:
        number = self.formal.number.get(self._placed(text))
        assert number is not None, f"{text} is no position of a game by the specification"
        return number

    def states(self) -> Iterator[int]:
        """Compare every reachable position; yield how many have been, as they come.

        They are told apart by what is known of hidden cards too.

        Raises:
            AssertionError: two of the three differ; says where and how.
        """
        root = Pair.start(self.rules)
        seen = {self.name_of(root.core.to_text())}
        frontier = [root]
        done = depth = 0
        while frontier:
            deeper = []
            for pair in frontier:
                pair.check()
                self._check_formal(pair, depth)
                done += 1
                yield done
                for child in self._children(pair):
                    name = self.name_of(child.core.to_text())
                    if name not in seen:
                        seen.add(name)
                        deeper.append(child)
            frontier = deeper
            depth += 1
        missed = [name for name, n in self.formal.number.items() if n not in self._depth]
        assert not missed, f"{len(missed)} positions are not reached, {missed[0]} among them"

    def _check_formal(self, pair: Pair, depth: int) -> None:
        """Compare a position with what the specification says of it; both implementations agree."""
        core, formal = pair.core, self.formal
        text = core.to_text()
        here = self._number(text)
        found = (core.legal_actions(), ENDS[core.end_reason()], core.scores())
        expected = (sorted(formal.steps[here]), formal.end[here], formal.scores[here])
        assert found == expected, f"{text}\ncore          {found}\nspecification {expected}"
        winners = formal.winners[here] if core.is_terminal() else []
        assert core.winners() == winners, f"{text}: winners {core.winners()}, not {winners}"
        first = self._depth.setdefault(here, depth)
        assert formal.depth[here] == first, f"{text}: depth {first}, not {formal.depth[here]}"

    def _children(self, pair: Pair) -> Iterator[Pair]:
        """Make every legal action in both implementations, and compare where each leads."""
        steps = self.formal.steps[self._number(pair.core.to_text())]
        for action in pair.core.legal_actions():
            child = pair.child(action)
            text, other = child.core.to_text(), child.reference.to_text()
            where = f"{pair.core.to_text()} after {pair.core.action_to_string(action)}"
            assert text == other, f"{where}\ncore      {text}\nreference {other}"
            assert self._number(text) == steps[action], f"{where}: not {text} by the specification"
            yield child
