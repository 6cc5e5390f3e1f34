"""What pays and what costs: P1-P4."""

from __future__ import annotations

from sly_spec.claims.claim import (
    Cut,
    Scene,
    Theorem,
    any_state,
    at_any_position,
    at_every_step,
    claim,
    is_possible,
)
from sly_spec.reading import FRONT, OUT, SAFE, TURNED, Card, Reading
from sly_spec.scoring import (
    has_most,
    points,
    space_pays,
    wins,
    worth,
)
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import PLACE_BITS
from sly_spec.transition import Kind


@claim("gobbling one's own Hen costs its number", "R3", "P2")
def own_hen_costs(reading: Reading) -> Theorem:
    """The gobble of one's own Hen by itself, before R4, lowers that seat's score by the number of
    the Hen and leaves all other scores: of all that the scores are made of, nothing else changes.
    """
    cuts = [_gobble(reading, seat, seat, -1) for seat in reading.seats]
    return Theorem(cuts=tuple(cuts), twin=_gobble(reading, 0, 0, 1))


@claim("gobbling another's Hen pays its number", "R3", "P2")
def other_hen_pays(reading: Reading) -> Theorem:
    """The gobble of another's Hen by itself raises the score of the Fox's owner by the number of
    the Hen and leaves all other scores, that of the Hen's owner among them.
    """
    cuts = [
        _gobble(reading, taker, owner, 1)
        for taker in reading.seats
        for owner in reading.seats
        if taker != owner
    ]
    return Theorem(cuts=tuple(cuts), twin=_gobble(reading, 0, 1, -1))


def _gobble(reading: Reading, taker: int, owner: int, sign: int) -> Cut:
    """Give the cut that a gobble of any one Hen of the owner changes the taker's score so."""
    state = any_state(reading)
    number = z3.BitVec("number", 3)
    hens = [card for card in reading.cards_of(owner) if not card.is_fox]
    goes = {card: number == card.number if card in hens else False for card in reading.cards}
    where = {
        card: z3.If(goes[card], z3.BitVecVal(FRONT + taker, PLACE_BITS), state.where[card])
        for card in reading.cards
    }
    fox = Card(taker, 0)
    if reading.gobbling_fox == "leaves":
        where[fox] = z3.BitVecVal(OUT, PLACE_BITS)
    gobbled = state.changed(where=where)
    turned = any_of(z3.And(number == hen.number, state.lies(hen, TURNED)) for hen in hens)
    changes = []
    for seat in reading.seats:
        for card in reading.cards:
            paid = points(sign * card.number) if card in hens and seat == taker else points(0)
            by_card = worth(gobbled, card, seat) - worth(state, card, seat)
            changes.append(by_card == z3.If(goes[card], paid, points(0)))
        changes += [
            space_pays(gobbled, seat, space) == space_pays(state, seat, space)
            for space in reading.spaces
        ]
    return Cut(
        f"seat {taker} and a Hen of seat {owner}",
        (is_possible(reading), state.lies(fox, TURNED), turned),
        all_of(changes),
        {"before": state},
        {"number": number},
    )


@claim("only an EXPOSE, a REVEAL and the last card change a score", "P1", "P2", "P3", "P4")
def what_changes_scores(reading: Reading) -> Theorem:
    """Neither a LAY by itself nor the turning of a card changes what the scores are made of."""

    def level(at: Scene) -> z3.BoolRef:
        spaces = [
            space_pays(at.done, seat, space) == space_pays(at.before, seat, space)
            for seat in reading.seats
            for space in reading.spaces
        ]
        piles = [
            worth(at.done, card, seat) == worth(at.before, card, seat)
            for seat in reading.seats
            for card in reading.cards
        ]
        return all_of(spaces + piles)

    expose = Scene.of(reading, Kind.EXPOSE)
    return Theorem(
        cuts=at_every_step(reading, level, (Kind.LAY, Kind.TURN)),
        twin=expose.cut("an EXPOSE changes none", level(expose)),
    )


@claim("an EXPOSE pays and never costs", "E2", "E3", "P1", "P3")
def expose_pays(reading: Reading) -> Theorem:
    """An exposed Fox pays the player who exposed it as many points as there are players; an exposed
    Hen pays its owner the value of its space. All other scores stay.
    """
    expose = Scene.of(reading, Kind.EXPOSE)
    state, done, space = expose.before, expose.done, expose.action.space
    facts = []
    for seat in reading.seats:
        hens = [hen for hen in reading.cards_of(seat) if not hen.is_fox]
        own = any_of(state.is_at(hen, space) for hen in hens)
        for number, value in enumerate(reading.values):
            gain = space_pays(done, seat, number) - space_pays(state, seat, number)
            paid = z3.And(own, space == number)
            facts.append(gain == z3.If(paid, points(value), points(0)))
        for card in reading.cards:
            gain = worth(done, card, seat) - worth(state, card, seat)
            paid = z3.And(state.is_at(card, space), state.acting(seat), card.is_fox)
            facts.append(gain == z3.If(paid, points(reading.players), points(0)))
    never = all_of(
        z3.Implies(state.acting(seat), worth(done, fox, seat) == worth(state, fox, seat))
        for fox in reading.foxes
        for seat in reading.seats
    )
    return Theorem(
        cuts=(expose.cut("what is paid", all_of(facts)),),
        twin=expose.cut("it never pays who exposes", never),
    )


@claim("only gobbling their own Hen costs a player points", "R3", "P2", "G1")
def what_costs(reading: Reading) -> Theorem:
    """A seat's score never falls but in a REVEAL where its Fox gobbles its own Hen: whatever else
    lies before a seat, and every Hen that is Safe for it, still is after any step.
    """

    def kept(at: Scene) -> z3.BoolRef:
        facts = []
        for card in reading.cards:
            for seat in reading.seats:
                if card.seat != seat or card.is_fox:
                    facts.append(worth(at.after, card, seat) >= worth(at.before, card, seat))
            safe_there = [
                z3.And(at.before.lies(card, SAFE), at.before.is_at(card, s)) for s in reading.spaces
            ]
            facts += [
                z3.Implies(was, z3.And(at.after.is_at(card, s), at.after.face[card] == SAFE))
                for s, was in enumerate(safe_there)
            ]
        return all_of(facts)

    stop = Scene.of(reading, Kind.STOP)
    falls = all_of(
        worth(stop.after, card, seat) >= worth(stop.before, card, seat)
        for card in reading.cards
        for seat in reading.seats
    )
    return Theorem(cuts=at_every_step(reading, kept), twin=stop.cut("nothing ever costs", falls))


@claim("somebody wins, and the winners are level", "P4")
def somebody_wins(reading: Reading) -> Theorem:
    """Some seat has as many points as any and wins; whoever has fewer than another does not win;
    and all seats that win have equally many.
    """
    scores = [z3.BitVec(f"score.{seat}", points(0).size()) for seat in reading.seats]
    most = [has_most(scores, seat) for seat in reading.seats]
    pairs = [(a, b) for a in reading.seats for b in reading.seats]
    level = all_of(z3.Implies(z3.And(most[a], most[b]), scores[a] == scores[b]) for a, b in pairs)
    below = all_of(z3.Implies(scores[a] < scores[b], z3.Not(most[a])) for a, b in pairs)
    values = {f"score of seat {seat}": value for seat, value in enumerate(scores)}
    state = any_state(reading)
    only = z3.Not(z3.And(wins(state, 0), wins(state, 1)))
    return Theorem(
        cuts=(Cut("any scores", (), z3.And(any_of(most), level, below), values=values),),
        twin=at_any_position(reading, "nobody shares the win", lambda _: only),
    )
