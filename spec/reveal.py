"""What becomes of a set of revealed cards: R3-R8. Cards alone; where they lie is another page.

A set of cards is a Boolean term for each card. Nothing is sorted and nothing counted: the top card
of a set is the one that no other card of the set outranks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sly_spec.citing import says
from sly_spec.reading import Card, Reading
from sly_spec.smt import any_of, z3

CardSet = Mapping[Card, z3.BoolRef]


@says("R8", "S1")
def steps_left(seat: int | z3.BitVecRef, active: z3.BitVecRef, reading: Reading) -> z3.BitVecRef:
    """Say how many seats to the left of the active player this seat is, itself being none."""
    seat = z3.BitVecVal(seat, active.size()) if isinstance(seat, int) else seat
    return z3.If(z3.UGE(seat, active), seat - active, seat - active + reading.players)


@says("R8")
def outranks(card: Card, other: Card, active: z3.BitVecRef, reading: Reading) -> z3.BoolRef:
    """Say that one Hen ranks above another, or one Fox above another.

    The higher number does; of one number, the card fewer steps to the left of the active player.
    Foxes are all of one number.
    """
    if card.number != other.number:
        return z3.BoolVal(card.number > other.number)
    nearer = steps_left(card.seat, active, reading)
    return z3.ULT(nearer, steps_left(other.seat, active, reading))


@says("R8")
def top_of(among: CardSet, active: z3.BitVecRef, reading: Reading) -> CardSet:
    """Give the top card of a set: the card in it that no other card in it outranks."""
    return {
        card: z3.And(
            among[card],
            z3.Not(
                any_of(
                    z3.And(among[other], outranks(other, card, active, reading))
                    for other in among
                    if other != card and other.number >= card.number
                )
            ),
        )
        for card in among
    }


def without(among: CardSet, gone: CardSet) -> CardSet:
    """Give a set without the cards of another."""
    return {card: z3.And(among[card], z3.Not(gone[card])) for card in among}


@dataclass(frozen=True, eq=False)
class Gobbling:
    """One gobble: which Fox, and which Hen it takes. At most one card of each set is in it."""

    fox: CardSet
    hen: CardSet


@says("R3")
def gobblings(revealed: CardSet, active: z3.BitVecRef, reading: Reading) -> list[Gobbling]:
    """Say which Fox gobbles which Hen, gobble after gobble.

    The top Fox takes the top Hen, whoever owns it. Under ``each`` the top one of the Foxes left
    takes the top one of the Hens left, as often as there are Foxes.
    """
    foxes: CardSet = {card: revealed[card] for card in reading.foxes}
    hens: CardSet = {card: revealed[card] for card in reading.hens_of_all}
    rounds = reading.players if reading.multiple_foxes == "each" else 1
    found: list[Gobbling] = []
    for _ in range(rounds):
        some_fox, some_hen = any_of(foxes.values()), any_of(hens.values())
        top_fox = top_of(foxes, active, reading)
        top_hen = top_of(hens, active, reading)
        gobbling = Gobbling(
            fox={card: z3.And(top_fox[card], some_hen) for card in foxes},
            hen={card: z3.And(top_hen[card], some_fox) for card in hens},
        )
        found.append(gobbling)
        foxes, hens = without(foxes, gobbling.fox), without(hens, gobbling.hen)
    return found


@dataclass(frozen=True, eq=False)
class Outcome:
    """What becomes of revealed cards; ``gobbled`` says for each Hen whether this seat takes it."""

    gobbled: Mapping[Card, Mapping[int, z3.BoolRef]]
    safe: CardSet
    out: CardSet
    back: CardSet

    def is_gobbled(self, hen: Card) -> z3.BoolRef:
        """Say that some seat takes this Hen."""
        return any_of(self.gobbled[hen].values())


def outcome(revealed: CardSet, active: z3.BitVecRef, reading: Reading) -> Outcome:
    """Say what becomes of every revealed card when this seat is the active player: R3-R8."""
    found = gobblings(revealed, active, reading)
    gobbled = gobbled_by(found, reading)
    safe = safe_hen(revealed, gobbled, active, reading)
    out = leaving(found, reading)
    return Outcome(gobbled, safe, out, going_back(revealed, gobbled, safe, out, reading))


@says("R3")
def gobbled_by(found: list[Gobbling], reading: Reading) -> Mapping[Card, Mapping[int, z3.BoolRef]]:
    """Say of every Hen and seat that this seat's Fox takes the Hen, even one of the seat's own."""
    return {
        hen: {
            fox.seat: any_of(z3.And(one.fox[fox], one.hen[hen]) for one in found)
            for fox in reading.foxes
        }
        for hen in reading.hens_of_all
    }


@says("R4", "R6")
def safe_hen(
    revealed: CardSet,
    gobbled: Mapping[Card, Mapping[int, z3.BoolRef]],
    active: z3.BitVecRef,
    reading: Reading,
) -> CardSet:
    """Say which Hen becomes Safe: the top one of those that nobody took."""
    left = {
        hen: z3.And(revealed[hen], z3.Not(any_of(gobbled[hen].values())))
        for hen in reading.hens_of_all
    }
    return top_of(left, active, reading)


@says("R5")
def leaving(found: list[Gobbling], reading: Reading) -> CardSet:
    """Say which Foxes leave the game: under ``leaves`` those that gobbled, else none."""
    if reading.gobbling_fox == "leaves":
        return {fox: any_of(one.fox[fox] for one in found) for fox in reading.foxes}
    return {fox: z3.BoolVal(False) for fox in reading.foxes}


@says("R5", "R6", "R7")
def going_back(
    revealed: CardSet,
    gobbled: Mapping[Card, Mapping[int, z3.BoolRef]],
    safe: CardSet,
    out: CardSet,
    reading: Reading,
) -> CardSet:
    """Say which cards return to their owners: all others that were revealed."""
    back = {fox: z3.And(revealed[fox], z3.Not(out[fox])) for fox in reading.foxes}
    for hen in reading.hens_of_all:
        taken = any_of(gobbled[hen].values())
        back[hen] = z3.And(revealed[hen], z3.Not(taken), z3.Not(safe[hen]))
    return back


@says("G3", "R7")
def foxes_alone(revealed: CardSet) -> z3.BoolRef:
    """Say that no Hen is among the revealed cards."""
    return z3.Not(any_of(revealed[card] for card in revealed if not card.is_fox))
