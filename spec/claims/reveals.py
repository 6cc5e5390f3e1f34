"""What a reveal does to the cards it shows, whatever cards these are: R3-R8.

Most of these are about sets of cards, not about positions: they hold for every set whatever.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

from sly_spec.claims.claim import Cut, Theorem, claim
from sly_spec.reading import TURNED, Card, Reading
from sly_spec.reveal import CardSet, Outcome, foxes_alone, outcome, outranks, top_of
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import (
    FACE_BITS,
    PLACE_BITS,
    SEAT_BITS,
    State,
    at_most_one_in_hand,
    start,
)
from sly_spec.transition import Action, Kind, after, may_stop


@dataclass(frozen=True, eq=False)
class Shown:
    """Any set of cards, revealed by any seat, and what becomes of them."""

    reading: Reading
    revealed: CardSet
    active: z3.BitVecRef
    result: Outcome

    @classmethod
    def of(cls, reading: Reading, name: str = "shown") -> Shown:
        """Give any set of cards under this name."""
        revealed = {c: z3.Bool(f"{name}.{c.seat}.{c.number}") for c in reading.cards}
        active = z3.BitVec("active", SEAT_BITS)
        return cls(reading, revealed, active, outcome(revealed, active, reading))

    @property
    def seat_exists(self) -> z3.BoolRef:
        """Say that the active player is one of the players."""
        return z3.ULE(self.active, self.reading.players - 1)

    def cut(self, name: str, goal: z3.BoolRef, *premises: z3.BoolRef) -> Cut:
        """Give the cut that the goal holds for the set."""
        before, fits = self.on_the_table
        values = {f"{c.seat}{'F1234567'[c.number]}": shown for c, shown in self.revealed.items()}
        stop = Action.of(Kind.STOP)
        return Cut(
            name=name,
            premises=(self.seat_exists, *premises),
            goal=goal,
            states={"before": before, "after": after(before, stop)},
            values={
                **values,
                "active": self.active,
                "kind": stop.kind.value,
                "space": stop.space,
                "number": stop.number,
            },
            fits=fits,
        )

    @cached_property
    def on_the_table(self) -> tuple[State, z3.BoolRef]:
        """The position in which just these cards lie, turned, one beside the other; and that it is
        one: there is a space for each, all in reach of one reveal, and everybody holds two cards.
        """
        begin = start(self.reading)
        where, face = {}, {}
        first, beyond = self._reach()
        lying = z3.BitVecVal(first, PLACE_BITS + 1)  # all cards and a whole board fit in
        for card, shown in self.revealed.items():
            space = z3.Extract(PLACE_BITS - 1, 0, lying)
            where[card] = z3.If(shown, space, begin.where[card])
            face[card] = z3.If(shown, z3.BitVecVal(TURNED, FACE_BITS), begin.face[card])
            lying = z3.If(shown, lying + 1, lying)
        before = begin.changed(where=where, face=face, seat=self.active)
        two = [z3.Not(at_most_one_in_hand(before, seat)) for seat in self.reading.seats]
        return before, z3.And(z3.ULE(lying, beyond), may_stop(before), *two)

    def _reach(self) -> tuple[int, int]:
        """Give the first of the most spaces in reach of one reveal, and the one behind the last."""
        house_of = self.reading.house_of
        if self.reading.reveal_scope == "any":
            return 0, len(house_of)
        largest = max(house_of, key=house_of.count)
        first = house_of.index(largest)
        return first, first + house_of.count(largest)

    def some(self, cards: tuple[Card, ...]) -> z3.BoolRef:
        """Say that one of these is shown."""
        return any_of(self.revealed[card] for card in cards)

    def is_gobbled(self, hen: Card) -> z3.BoolRef:
        """Say that somebody takes this Hen."""
        return any_of(self.result.gobbled[hen].values())


@claim("rank is a strict total order", "R8")
def rank(reading: Reading) -> Theorem:
    """Among revealed Hens, and among revealed Foxes, whoever is the active player: no card outranks
    itself, of two cards one outranks the other and not the other way round, and a card outranks
    those that are outranked by one that it outranks.
    """
    shown = Shown.of(reading)

    @cache
    def above(a: Card, b: Card) -> z3.BoolRef:
        return outranks(a, b, shown.active, reading)

    alike = [reading.foxes, reading.hens_of_all]
    pairs = [(a, b) for cards in alike for a in cards for b in cards if a != b]
    total = all_of(z3.Xor(above(a, b), above(b, a)) for a, b in pairs)
    chains = [(a, b, c) for a, b in pairs for c in _alike(b, reading) if c not in (a, b)]
    through = all_of(
        z3.Implies(z3.And(above(a, b), above(b, c)), above(a, c)) for a, b, c in chains
    )
    own = all_of(z3.Not(above(card, card)) for card in reading.cards)
    first = all_of(above(a, b) for a, b in pairs if a.number == b.number and a.seat < b.seat)
    return Theorem(
        cuts=(
            shown.cut("none above itself", own),
            shown.cut("of two, one", total),
            shown.cut("through a third", through),
        ),
        twin=shown.cut("seat 0 always comes first", first),
    )


def _alike(card: Card, reading: Reading) -> tuple[Card, ...]:
    return reading.foxes if card.is_fox else reading.hens_of_all


@claim("a set has one top card", "R8")
def one_top(reading: Reading) -> Theorem:
    """Of the revealed Hens just one is the top one, if there are any; of the Foxes likewise."""
    shown = Shown.of(reading)
    goals = []
    for cards in (reading.foxes, reading.hens_of_all):
        top = top_of({card: shown.revealed[card] for card in cards}, shown.active, reading)
        goals.append(
            z3.And(at_most_one_of(top.values()), shown.some(cards) == any_of(top.values()))
        )
    own = all_of(
        z3.Implies(z3.And(top[card], shown.active == seat), z3.BoolVal(card.seat == seat))
        for card in reading.hens_of_all
        for seat in reading.seats
    )
    return Theorem(
        cuts=tuple(shown.cut(name, goal) for name, goal in zip(("Fox", "Hen"), goals, strict=True)),
        twin=shown.cut("the top Hen is the active player's", own),
    )


@claim("every revealed card has one fate", "R3", "R4", "R5", "R6", "R7")
def one_fate(reading: Reading) -> Theorem:
    """Each revealed card is gobbled, becomes Safe, leaves the game or goes back, and only one of
    these; a card that was not revealed, none.
    """
    shown = Shown.of(reading)
    fates = {card: _fates(shown, card) for card in reading.cards}
    one = all_of(
        z3.And(any_of(fates[card]) == shown.revealed[card], at_most_one_of(fates[card]))
        for card in reading.cards
    )
    back = all_of(z3.Implies(shown.revealed[f], shown.result.back[f]) for f in reading.hens_of_all)
    return Theorem(cuts=(shown.cut("fate", one),), twin=shown.cut("every Hen goes back", back))


def _fates(shown: Shown, card: Card) -> list[z3.BoolRef]:
    if card.is_fox:
        return [shown.result.out[card], shown.result.back[card]]
    takers = shown.result.gobbled[card].values()
    return [*takers, shown.result.safe[card], shown.result.back[card]]


@claim("a reveal gobbles one Hen at most", "R3")
def one_gobbled(reading: Reading) -> Theorem:
    """However many Foxes and Hens are shown, no two Hens are gobbled. (Not so under `each`.)"""
    shown = Shown.of(reading)
    none = all_of(z3.Not(shown.is_gobbled(hen)) for hen in reading.hens_of_all)
    return Theorem(
        cuts=(
            shown.cut("one Hen", at_most_one_of(shown.is_gobbled(h) for h in reading.hens_of_all)),
        ),
        twin=shown.cut("no Hen is gobbled", none),
    )


@claim("as many Hens are gobbled as there are Foxes for them", "R3")
def enough_gobbled(reading: Reading) -> Theorem:
    """A Hen is gobbled wherever a Fox and a Hen are shown; under `each` a Hen stays only if every
    shown Fox has gobbled. No Fox gobbles twice.
    """
    shown = Shown.of(reading)
    gobbles = {
        fox: any_of(shown.result.gobbled[hen][fox.seat] for hen in reading.hens_of_all)
        for fox in reading.foxes
    }
    stays = any_of(
        z3.And(shown.revealed[hen], z3.Not(shown.is_gobbled(hen))) for hen in reading.hens_of_all
    )
    both = z3.And(shown.some(reading.foxes), shown.some(reading.hens_of_all))
    each = all_of(z3.Implies(z3.And(shown.revealed[f], stays), gobbles[f]) for f in reading.foxes)
    once = all_of(
        at_most_one_of(shown.result.gobbled[hen][fox.seat] for hen in reading.hens_of_all)
        for fox in reading.foxes
    )
    some = any_of(gobbles.values()) == both
    cuts = [shown.cut("a Fox and a Hen", some), shown.cut("no Fox twice", once)]
    if reading.multiple_foxes == "each":
        cuts.append(shown.cut("every Fox", each))
    other = all_of(z3.Not(shown.result.gobbled[h][h.seat]) for h in reading.hens_of_all)
    return Theorem(cuts=tuple(cuts), twin=shown.cut("nobody gobbles their own Hen", other))


@claim("a reveal makes one Hen Safe at most", "R4", "R6")
def one_safe(reading: Reading) -> Theorem:
    """No two Hens become Safe; and one does wherever more Hens are shown than are gobbled."""
    shown = Shown.of(reading)
    safe = shown.result.safe
    left = any_of(
        z3.And(shown.revealed[hen], z3.Not(shown.is_gobbled(hen))) for hen in reading.hens_of_all
    )
    one = z3.And(at_most_one_of(safe.values()), any_of(safe.values()) == left)
    always = any_of(safe.values()) == shown.some(reading.hens_of_all)
    return Theorem(
        cuts=(shown.cut("one Safe", one),),
        twin=shown.cut("some shown Hen always becomes Safe", always),
    )


@claim("the top Hen never returns to a hand", "R3", "R4", "R6")
def top_never_back(reading: Reading) -> Theorem:
    """The top Hen of a reveal is gobbled if a Fox is shown, and Safe if none is; so it never goes
    back, and the Hen that becomes Safe ranks below every gobbled one.
    """
    shown = Shown.of(reading)
    hens = {card: shown.revealed[card] for card in reading.hens_of_all}
    top = top_of(hens, shown.active, reading)
    fate = all_of(
        z3.Implies(
            top[hen],
            z3.If(shown.some(reading.foxes), shown.is_gobbled(hen), shown.result.safe[hen]),
        )
        for hen in hens
    )
    kept = all_of(z3.Implies(top[hen], shown.result.safe[hen]) for hen in hens)
    below = all_of(
        z3.Implies(
            z3.And(shown.result.safe[a], shown.is_gobbled(b)),
            outranks(b, a, shown.active, reading),
        )
        for a in hens
        for b in hens
        if a != b
    )
    return Theorem(
        cuts=(shown.cut("top Hen", fate), shown.cut("the Safe one is below", below)),
        twin=shown.cut("the top Hen is always Safe", kept),
    )


@claim("the general rule says R6 and R7", "R3", "R4", "R5", "R6", "R7")
def special_cases(reading: Reading) -> Theorem:
    """With Hens only, the top one is Safe and all others go back; with Foxes only, all go back.
    That is what gobble, Safe Hen and return come to when one kind is missing.
    """
    shown = Shown.of(reading)
    hens = {card: shown.revealed[card] for card in reading.hens_of_all}
    top = top_of(hens, shown.active, reading)
    hens_only = all_of(
        z3.And(
            shown.result.safe[hen] == top[hen],
            shown.result.back[hen] == z3.And(shown.revealed[hen], z3.Not(top[hen])),
        )
        for hen in hens
    )
    back = all_of(shown.result.back[fox] == shown.revealed[fox] for fox in reading.foxes)
    no_fox = z3.Not(shown.some(reading.foxes))
    return Theorem(
        cuts=(
            shown.cut("R6", hens_only, no_fox),
            shown.cut("R7", back, foxes_alone(shown.revealed)),
        ),
        twin=shown.cut("R6 with a Fox among them", hens_only),
    )


@claim("every Fox goes back", "R5", "R7")
def foxes_back(reading: Reading) -> Theorem:
    """Every revealed Fox returns to its owner's hand. (Not so under `leaves`.)"""
    shown = Shown.of(reading)
    back = all_of(shown.result.back[fox] == shown.revealed[fox] for fox in reading.foxes)
    stays = all_of(z3.Not(shown.result.back[fox]) for fox in reading.foxes)
    return Theorem(cuts=(shown.cut("Foxes", back),), twin=shown.cut("no Fox goes back", stays))


@claim("top and each differ only over two Foxes and two Hens", "R3")
def top_and_each(reading: Reading) -> Theorem:
    """Whether one Fox gobbles or each, the outcome is the same unless two Foxes at least and two
    Hens at least are shown.
    """
    shown = Shown.of(reading)
    other = "top" if reading.multiple_foxes == "each" else "each"
    changed = outcome(shown.revealed, shown.active, replace(reading, multiple_foxes=other))
    pairs = [
        *((shown.result.safe[h], changed.safe[h]) for h in reading.hens_of_all),
        *((shown.result.back[c], changed.back[c]) for c in reading.cards),
        *((shown.result.out[f], changed.out[f]) for f in reading.foxes),
        *(
            (shown.result.gobbled[h][t], changed.gobbled[h][t])
            for h in reading.hens_of_all
            for t in reading.seats
        ),
    ]
    same = all_of(a == b for a, b in pairs)
    few_foxes = at_most_one_of(shown.revealed[fox] for fox in reading.foxes)
    few_hens = at_most_one_of(shown.revealed[hen] for hen in reading.hens_of_all)
    return Theorem(
        cuts=(shown.cut("the same", same, z3.Or(few_foxes, few_hens)),),
        twin=shown.cut("they never differ", same),
    )
