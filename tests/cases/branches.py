"""The branches of the clauses, as terms over one step: what may be so or otherwise at each.

A table is the questions about one kind of action that are combined with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sly_spec.claims.claim import Scene, is_possible
from sly_spec.reading import (
    DOWN,
    FOX,
    FULL_HOUSE,
    GOES_ON,
    LAST_CARD,
    MAX_COUNT,
    STALLED,
    TURNED,
    Card,
)
from sly_spec.reveal import CardSet, gobblings, outcome, steps_left, top_of
from sly_spec.scoring import wins
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import at_most_one_in_hand, left_of
from sly_spec.transition import (
    Kind,
    in_same_house,
    last_card,
    may_stop,
    nothing_to_turn,
    turned_cards,
)
from tests.cases.dimensions import Dimension, either, in_order, number, whose
from tests.cases.refusals import refused, why_not


@dataclass(frozen=True, eq=False)
class BranchTable:
    """The questions that are combined about one kind of action; `clauses` hold at every row."""

    kind: Kind
    clauses: tuple[str, ...]
    dimensions: Callable[[Scene], tuple[Dimension, ...]]
    is_legal: bool = True

    def premises(self, at: Scene) -> tuple[Any, ...]:
        """What every step has that it is about: a possible position, an action legal or not."""
        if not self.is_legal:
            return (is_possible(at.before.reading), *refused(at))
        return (*at.premises, *proved(at))


def proved(at: Scene) -> tuple[Any, ...]:
    """What is proved of every such step (`spec/claims/ends.py`), and is slow to be found anew."""
    turned = [at.before.lies(card, TURNED) for card in at.before.reading.cards]
    # a REVEAL of two cards or more never fills the house
    one = z3.Implies(at.after.end == FULL_HOUSE, at_most_one_of(turned))
    return (one,) if at.action.kind is Kind.STOP else ()


# What follows an action that is complete ----------------------------------------------------


def _end(at: Scene) -> Dimension:
    """How the game goes on, in the order of the rules: an end that comes first hides a later."""
    end, left = at.after.end, left_of(at.before.seat, at.before.reading)
    alone = last_card(at.done, left)
    return in_order(
        "end",
        [
            ("none", "O4", end == GOES_ON),
            ("last card", "G1 O4 O5", end == LAST_CARD),
            ("full house, the next holds one card", "G2 O2", z3.And(end == FULL_HOUSE, alone)),
            ("full house", "G2 O2", end == FULL_HOUSE),
            ("stalled, the next holds one card", "G3 O3", z3.And(end == STALLED, alone)),
        ],
        "stalled",
    )


def _turned_up(at: Scene) -> Dimension:
    """What the end by the last card finds face down."""
    reading, last = at.before.reading, at.after.end == LAST_CARD

    def down(cards: Sequence[Card]) -> Any:
        return z3.And(last, any_of(at.done.lies(card, DOWN) for card in cards))

    cases = [
        ("a Fox", "G1", down(reading.foxes)),
        ("Hens alone", "G1 P1", down(reading.hens_of_all)),
    ]
    return in_order("turned up at the end", cases, "nothing")


def _one_card(at: Scene) -> Dimension:
    """Who but the next player holds a single card: it ends nothing."""
    reading, seat = at.before.reading, at.before.seat
    held = {s: at_most_one_in_hand(at.done, s) for s in reading.seats}
    away = {s: steps_left(s, seat, reading) for s in reading.seats}
    return in_order(
        "one card, not asked for",
        [
            ("who acted", "O5", any_of(z3.And(held[s], away[s] == 0) for s in reading.seats)),
            (
                "a player further left",
                "O5",
                any_of(z3.And(held[s], z3.UGE(away[s], 2)) for s in reading.seats),
            ),
        ],
        "nobody",
    )


def _count(at: Scene) -> Dimension:
    """The count of reveals of Foxes alone before the action."""
    stall = at.before.stall
    cases = [("0", "", stall == 0), ("at its ceiling", "G3", stall == MAX_COUNT)]
    return in_order("count before", cases, "some")


def _winners(at: Scene) -> Dimension:
    """Whether one player wins or several share it."""
    level = [wins(at.after, seat) for seat in at.before.reading.seats]
    over = at.after.end != GOES_ON
    alone = z3.And(over, at_most_one_of(level))
    return in_order("win", [("of one", "P4", alone), ("shared", "P4", over)], "not yet")


# The tables ---------------------------------------------------------------------------------


def _card(at: Scene, chosen: CardSet, fox: str, hen: str) -> Dimension:
    is_fox = any_of(chosen[card] for card in at.before.reading.foxes)
    return either("card", ("a Fox", fox), ("a Hen", hen), is_fox)


def _at_space(at: Scene) -> CardSet:
    return {card: at.before.is_at(card, at.action.space) for card in at.before.reading.cards}


def lay(at: Scene) -> tuple[Dimension, ...]:
    """A LAY: what is laid, on the last free space or not, and what follows."""
    full = all_of(at.done.occupied(space) for space in at.before.reading.spaces)
    return (
        either("card", ("a Fox", ""), ("a Hen", ""), at.action.number == FOX),
        either("space", ("the last that was free", ""), ("one of several", ""), full),
        _end(at),
        _turned_up(at),
        _one_card(at),
    )


def lay_counted(at: Scene) -> tuple[Dimension, ...]:
    """A LAY: what becomes of the count, and who wins."""
    return (_end(at), _count(at), _winners(at))


def expose(at: Scene) -> tuple[Dimension, ...]:
    """An EXPOSE: what is exposed, whose, and what follows."""
    chosen = _at_space(at)
    return (
        _card(at, chosen, "E2 P3", "E3 P1"),
        whose("owner", chosen, at),
        _end(at),
        _turned_up(at),
        _one_card(at),
    )


def expose_counted(at: Scene) -> tuple[Dimension, ...]:
    """An EXPOSE: what becomes of the count, and who wins."""
    return (_card(at, _at_space(at), "E2 G3", "E3 G3"), _end(at), _count(at), _winners(at))


def turn(at: Scene) -> tuple[Dimension, ...]:
    """A card turned: of which house, whose, and what may follow."""
    before, reading, chosen = at.before, at.before.reading, _at_space(at)
    first = z3.Not(before.any_turned())
    same = any_of(
        z3.And(
            before.lies(card, TURNED), in_same_house(before.where[card], at.action.space, reading)
        )
        for card in reading.cards
    )
    return (
        in_order("house", [("the first", "", first), ("the same", "", same)], "another"),
        whose("owner", chosen, at),
        _card(at, chosen, "", ""),
        either("stop", ("may follow", "R1"), ("may not follow yet", "R1"), may_stop(at.after)),
        either(
            "another card", ("may not follow", ""), ("may follow", ""), nothing_to_turn(at.after)
        ),
    )


def results(at: Scene) -> tuple[Dimension, ...]:
    """The end of a REVEAL: which Foxes gobble which Hens, what remains, who is made Safe."""
    reading, seat = at.before.reading, at.before.seat
    turned = turned_cards(at.before)
    foxes = {card: turned[card] for card in reading.foxes}
    hens = {card: turned[card] for card in reading.hens_of_all}
    top_fox, top_hen = top_of(foxes, seat, reading), top_of(hens, seat, reading)
    found = outcome(turned, seat, reading)
    left = {hen: z3.And(hens[hen], z3.Not(found.is_gobbled(hen))) for hen in hens}
    eats = [any_of(one.fox.values()) for one in gobblings(turned, seat, reading)]
    return (
        number("Foxes", [*foxes.values()], ("0", "R6"), ("1", ""), ("2", "R8"), ("more", "R8")),
        whose("top Fox", top_fox, at, none="none"),
        _top_hen(at, top_fox, top_hen),
        _level("level with the top Hen", hens, top_hen),
        number("gobbled", eats, ("0", ""), ("1", "R3 R5 P2"), ("2", "R3 R5 P2"), ("more", "R3")),
        number("Hens left", [*left.values()], ("0", ""), ("1", "R4"), ("more", "R4 R5")),
        whose("Safe", found.safe, at, "R4 P1", "none"),
        _level("level with the Safe Hen", left, found.safe),
        in_order(
            "end",
            [
                ("none", "O4", at.after.end == GOES_ON),
                ("last card", "G1 O4 O5", at.after.end == LAST_CARD),
                ("full house", "G2 O2", at.after.end == FULL_HOUSE),
            ],
            "stalled",
        ),
    )


def _top_hen(at: Scene, top_fox: CardSet, top_hen: CardSet) -> Dimension:
    """Whose the top Hen is: of the owner of the top Fox, of the active player, or of another."""
    none = z3.Not(any_of(top_hen.values()))
    own = any_of(
        z3.And(on, top_fox[fox])
        for hen, on in top_hen.items()
        for fox in top_fox
        if fox.seat == hen.seat
    )
    active = any_of(z3.And(on, at.before.acting(hen.seat)) for hen, on in top_hen.items())
    return in_order(
        "top Hen",
        [
            ("none", "R7", none),
            ("of the top Fox's owner", "R3 P2", own),
            ("the active player's", "", active),
        ],
        "another's",
    )


def _level(name: str, among: CardSet, top: CardSet) -> Dimension:
    """Whether another Hen of the set has the number of its top one, so that seats decide."""
    tie = any_of(
        z3.And(top[one], among[other])
        for one in among
        for other in among
        if one != other and one.number == other.number
    )
    return either(name, ("another", "R8"), ("none", ""), tie)


def _shown(at: Scene) -> Dimension:
    reading = at.before.reading
    fox = any_of(at.before.lies(card, TURNED) for card in reading.foxes)
    hen = any_of(at.before.lies(card, TURNED) for card in reading.hens_of_all)
    cases = [("Foxes alone", "R7 G3", z3.Not(hen)), ("Hens alone", "R6", z3.Not(fox))]
    return in_order("turned", cases, "both")


def reveal_ends(at: Scene) -> tuple[Dimension, ...]:
    """The end of a REVEAL: what follows."""
    turned = [at.before.lies(card, TURNED) for card in at.before.reading.cards]
    return (
        _shown(at),
        either("number", ("one card", "R1"), ("more", "R1"), at_most_one_of(turned)),
        _end(at),
        _turned_up(at),
        _one_card(at),
    )


def reveal_counted(at: Scene) -> tuple[Dimension, ...]:
    """The end of a REVEAL: what becomes of the count, and who wins."""
    return (_shown(at), _end(at), _count(at), _winners(at))


def expose_seen(at: Scene) -> tuple[Dimension, ...]:
    """An EXPOSE: whether what is seen tells of another card that lies hidden."""
    chosen = _at_space(at)
    return (_card(at, chosen, "", ""), _tells(at, chosen))


def reveal_seen(at: Scene) -> tuple[Dimension, ...]:
    """The end of a REVEAL: whether a card that goes back tells of another that lies hidden."""
    back = outcome(turned_cards(at.before), at.before.seat, at.before.reading).back
    return (_shown(at), _tells(at, back))


def _tells(at: Scene, seen: CardSet) -> Dimension:
    """Whether a card of the owner of one of these lies face down: it is not the one seen."""
    told = any_of(
        z3.And(is_seen, at.done.lies(card, DOWN))
        for other, is_seen in seen.items()
        for card in at.before.reading.cards_of(other.seat)
    )
    return either("tells of a hidden card", ("yes", "R2"), ("no", ""), told)


TABLES: Mapping[str, BranchTable] = {
    "lay": BranchTable(Kind.LAY, ("T1", "L1", "O1"), lay),
    "lay, counted": BranchTable(Kind.LAY, ("T1", "L1", "G3"), lay_counted),
    "expose": BranchTable(Kind.EXPOSE, ("T1", "E1", "O1"), expose),
    "expose, counted": BranchTable(Kind.EXPOSE, ("T1", "E1", "G3"), expose_counted),
    "turn": BranchTable(Kind.TURN, ("T1", "R1", "R2"), turn),
    "results": BranchTable(Kind.STOP, ("R2",), results),
    "reveal ends": BranchTable(Kind.STOP, ("R2", "O1"), reveal_ends),
    "reveal, counted": BranchTable(Kind.STOP, ("R2", "G3"), reveal_counted),
    "expose, seen": BranchTable(Kind.EXPOSE, ("T1", "E1"), expose_seen),
    "reveal, seen": BranchTable(Kind.STOP, ("R2",), reveal_seen),
    "lay, refused": BranchTable(Kind.LAY, ("T1", "L1"), why_not, is_legal=False),
    "expose, refused": BranchTable(Kind.EXPOSE, ("T1", "E1"), why_not, is_legal=False),
    "turn, refused": BranchTable(Kind.TURN, ("T1", "R1"), why_not, is_legal=False),
    "stop, refused": BranchTable(Kind.STOP, ("T1", "R1"), why_not, is_legal=False),
}
"""Every table by its name."""
