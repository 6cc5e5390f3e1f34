"""A step as a claim sees it, twice: of positions in plain data, and of the specification's terms.

Both answer to the words of `sly_core.ask.language`. The first is counted from the position before
the step and the one after it, whoever played them; the second is a term over all possible ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sly_core.ask.language import BY_SEAT, NUMBERS, TRUTHS, ClaimError
from sly_core.ask.symbols import NUMBER_BITS, Number, Truth, term_of
from sly_core.notation import EXPOSE, STOP, TURN, Position
from sly_core.notation.position import SAFE, TURNED
from sly_core.ruleset import MAX_STALL

if TYPE_CHECKING:
    from sly_spec.claims.claim import Scene
    from sly_spec.reading import Card
    from sly_spec.terms import State

FOX = 0


class PlainStep:
    """A step between two positions: `action` leads from `before` to `after`.

    `points` are the scores of the seats before and after, `end` why the game is over then.

    >>> from sly_core import reference
    >>> state = reference.State()
    >>> step = PlainStep.of(state, state.child(0), 0)
    >>> step.lay, step.away, step.by_seat("hand_after", "me")
    (True, 0, 6)
    """

    def __init__(
        self,
        before: Position,
        after: Position,
        action: int,
        points: tuple[list[int], list[int]],
        end: str | None,
    ) -> None:
        self._before, self._after, self._action = before, after, action
        self._points, self._end = points, end

    @classmethod
    def of(cls, before: Any, after: Any, action: int) -> PlainStep:
        """The step between two states, of the core or the reference."""
        points = (before.scores(), after.scores())
        return cls(before.position(), after.position(), action, points, after.end_reason())

    def __getattr__(self, word: str) -> Any:
        """The truth or number of a word."""
        if word in TRUTHS:
            return self._truths()[word]
        if word in NUMBERS:
            return self._numbers()[word]
        raise AttributeError(f"a step has no {word!r}")

    def _truths(self) -> dict[str, bool]:
        action, end = self._action, self._end
        return {
            "lay": action < EXPOSE,
            "expose": EXPOSE <= action < TURN,
            "turn": TURN <= action < STOP,
            "reveal": action == STOP,
            "ends": end is not None,
            "last_card": end == "last card",
            "full_house": end == "full house",
            "stalled": end == "stalled",
        }

    def _numbers(self) -> dict[str, int]:
        before, after = self._before, self._after
        turned = [p.card for p in before.board if p and p.mark == TURNED]
        new = [
            (seat, owner, card)
            for seat, pile in enumerate(after.taken)
            for owner, card in set(pile) - set(before.taken[seat])
        ]
        hens = [(seat, owner) for seat, owner, card in new if card != FOX]
        # the card on a space that a step empties is in hand, before a seat or out of the game
        left_board = sum(
            was is not None and now is None
            for was, now in zip(before.board, after.board, strict=True)
        )
        returned = sum(
            len(set(now) - set(was)) for was, now in zip(before.hands, after.hands, strict=True)
        )
        cards = sum(map(len, before.hands))
        return {
            "foxes": turned.count(FOX),
            "hens": len(turned) - turned.count(FOX),
            "gobbled": len(hens),
            "own_gobbled": sum(seat == owner for seat, owner in hens),
            "captured": len(new) - len(hens),
            "safe": self._made_safe(),
            "returned": returned,
            "left_game": left_board - returned - len(new),
            "count": before.stall,
            "count_after": after.stall,
            "away": self._all_cards() - cards,
        }

    def _all_cards(self) -> int:
        """How many cards there are, those out of the game too."""
        ranks = [c for hand in self._before.hands for c in hand if c is not None]
        ranks += [p.card for p in self._before.board if p and p.card is not None]
        ranks += [card for pile in self._before.taken for _, card in pile]
        return (max(ranks) + 1) * len(self._before.hands)

    def _made_safe(self) -> int:
        exposed = self._action - EXPOSE if EXPOSE <= self._action < TURN else None
        pairs = enumerate(zip(self._before.board, self._after.board, strict=True))
        return sum(
            was is not None
            and now is not None
            and now.mark == SAFE
            and (was.mark == TURNED or space == exposed)
            for space, (was, now) in pairs
        )

    def by_seat(self, word: str, seat: str | int) -> int:
        """The number of a word for a seat."""
        players = len(self._before.hands)
        _check(word, seat, players)
        if isinstance(seat, str):
            seat = (self._before.seat + (seat == "next")) % players
        then, now = self._points
        return {
            "points": now[seat],
            "gain": now[seat] - then[seat],
            "hand": len(self._before.hands[seat]),
            "hand_after": len(self._after.hands[seat]),
        }[word]

    def all_of(self, *truths: bool) -> bool:
        """Whether all are true."""
        return all(truths)

    def any_of(self, *truths: bool) -> bool:
        """Whether one at least is true."""
        return any(truths)

    def no(self, truth: bool) -> bool:
        """Whether it is false."""
        return not truth

    def implies(self, condition: bool, conclusion: bool) -> bool:
        """Whether the conclusion is true or the condition is false."""
        return conclusion or not condition


class FormalStep:
    """A step of one kind from any possible position, its words as terms of the solver."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._reading = scene.before.reading

    def __getattr__(self, word: str) -> Any:
        """The term of a word."""
        if word in TRUTHS:
            return Truth(self._truth(word))
        if word in NUMBERS:
            return Number(self._number(word), MAX_STALL)
        raise AttributeError(f"a step has no {word!r}")

    def _truth(self, word: str) -> Any:
        from sly_spec.reading import FULL_HOUSE, GOES_ON, LAST_CARD, STALLED
        from sly_spec.smt import z3

        kinds = {"lay": "lay", "expose": "expose", "turn": "turn", "reveal": "stop"}
        if word in kinds:
            return z3.BoolVal(self._scene.action.kind.value == kinds[word])
        end = self._scene.after.end
        reasons = {"last_card": LAST_CARD, "full_house": FULL_HOUSE, "stalled": STALLED}
        return end != GOES_ON if word == "ends" else end == reasons[word]

    def _number(self, word: str) -> Any:
        from sly_spec.reading import FRONT, HAND, OUT
        from sly_spec.reading import TURNED as UP
        from sly_spec.smt import any_of, z3

        before, after, reading = self._scene.before, self._scene.after, self._reading
        if word in ("count", "count_after"):
            return _wide((before if word == "count" else after).stall)

        def taken(card: Card, seats: Iterable[int]) -> Any:
            there = any_of(after.where[card] == FRONT + seat for seat in seats)
            return z3.And(there, before.where[card] != after.where[card])

        def moved(card: Card, place: int) -> Any:
            return z3.And(before.where[card] != place, after.where[card] == place)

        every, foxes, hens = reading.cards, reading.foxes, reading.hens_of_all
        return {
            "foxes": lambda: count_of(before.lies(card, UP) for card in foxes),
            "hens": lambda: count_of(before.lies(card, UP) for card in hens),
            "gobbled": lambda: count_of(taken(card, reading.seats) for card in hens),
            "own_gobbled": lambda: count_of(taken(card, [card.seat]) for card in hens),
            "captured": lambda: count_of(taken(card, reading.seats) for card in foxes),
            "safe": lambda: count_of(self._made_safe(card) for card in hens),
            "returned": lambda: count_of(moved(card, HAND) for card in every),
            "left_game": lambda: count_of(moved(card, OUT) for card in foxes),
            "away": lambda: away_from_hands(before),
        }[word]()

    def _made_safe(self, hen: Card) -> Any:
        from sly_spec.reading import SAFE as KEPT
        from sly_spec.reading import TURNED as UP
        from sly_spec.smt import z3
        from sly_spec.transition import Kind

        before, after, action = self._scene.before, self._scene.after, self._scene.action
        chosen = z3.BoolVal(False)
        if action.kind is Kind.STOP:
            chosen = before.lies(hen, UP)
        elif action.kind is Kind.EXPOSE:
            chosen = before.is_at(hen, action.space)
        return z3.And(chosen, after.lies(hen, KEPT))

    def by_seat(self, word: str, seat: str | int) -> Number:
        """The term of a word for a seat."""
        from sly_spec.smt import z3

        players = self._reading.players
        _check(word, seat, players)
        if isinstance(seat, int):
            return Number(self._of(word, seat), MAX_STALL)
        steps = int(seat == "next")
        whole = self._of(word, steps)
        for acting in range(1, players):
            term = self._of(word, (acting + steps) % players)
            whole = z3.If(self._scene.before.acting(acting), term, whole)
        return Number(whole, MAX_STALL)

    def _of(self, word: str, seat: int) -> Any:
        from sly_spec.scoring import score

        before, after = self._scene.before, self._scene.after
        if word == "points":
            return _wide(score(after, seat), signed=True)
        if word == "gain":
            return _wide(self._gain(seat), signed=True)
        state = before if word == "hand" else after
        return count_of(state.in_hand(card) for card in self._reading.cards_of(seat))

    def _gain(self, seat: int) -> Any:
        """The score after less the score before, part by part, so that what stays cancels out."""
        from sly_spec.reading import SAFE as KEPT
        from sly_spec.scoring import points, total
        from sly_spec.smt import any_of, z3

        reading = self._reading

        def change(value: int, then: Any, now: Any) -> Any:
            lost = z3.If(then, points(-value), points(0))
            return z3.If(now, z3.If(then, points(0), points(value)), lost)

        def safe(state: State, space: int) -> Any:
            return any_of(
                z3.And(state.is_at(card, space), state.face[card] == KEPT)
                for card in reading.cards_of(seat)
                if not card.is_fox
            )

        before, after = self._scene.before, self._scene.after
        parts = [
            change(value, safe(before, space), safe(after, space))
            for space, value in enumerate(reading.values)
        ]
        for card in reading.cards:
            own = -card.number if card.seat == seat else card.number
            value = reading.players if card.is_fox else own
            parts.append(change(value, before.in_front(card, seat), after.in_front(card, seat)))
        return total(parts)

    def all_of(self, *truths: object) -> Truth:
        """The term that all are true."""
        from sly_spec.smt import all_of

        return Truth(all_of(map(term_of, truths)))

    def any_of(self, *truths: object) -> Truth:
        """The term that one at least is true."""
        from sly_spec.smt import any_of

        return Truth(any_of(map(term_of, truths)))

    def no(self, truth: object) -> Truth:
        """The term that it is false."""
        from sly_spec.smt import z3

        return Truth(z3.Not(term_of(truth)))

    def implies(self, condition: object, conclusion: object) -> Truth:
        """The term that the conclusion is true or the condition is false."""
        from sly_spec.smt import z3

        return Truth(z3.Implies(term_of(condition), term_of(conclusion)))


def away_from_hands(state: State) -> Any:
    """The term for how many cards are not in their owners' hands."""
    from sly_spec.smt import z3

    return count_of(z3.Not(state.in_hand(card)) for card in state.reading.cards)


def count_of(truths: Iterable[Any]) -> Any:
    """How many are true; there are never more than 32 cards."""
    from sly_spec.smt import z3

    one, whole = z3.BitVecVal(1, 6), z3.BitVecVal(0, 6)
    for truth in truths:
        whole = whole + z3.If(truth, one, z3.BitVecVal(0, 6))
    return _wide(whole)


def _wide(term: Any, signed: bool = False) -> Any:
    from sly_spec.smt import z3

    extend = z3.SignExt if signed else z3.ZeroExt
    return extend(NUMBER_BITS - term.size(), term)


def _check(word: str, seat: object, players: int) -> None:
    if word not in BY_SEAT:
        raise ClaimError(f"{word!r} is no word with a seat; there are {', '.join(BY_SEAT)}")
    if seat in ("me", "next"):
        return
    if type(seat) is not int or seat < 0:
        raise ClaimError(f"{seat!r} is no seat: me, next or 0 to 3 (S1)")
    if seat >= players:
        raise ClaimError(f"seat {seat} is not at the table: there are {players} (S1)")
