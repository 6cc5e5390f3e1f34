"""The least and the most that a seat can have: P1-P3, G1, R3.

Not all that the cards are worth can be had at once, for it takes time to take them. A seat that is
stripped of all but one card was so on its own last turn but for what it laid there; what it laid is
taken by the turn of another, and each turn takes one card at most. :func:`in_time` says so of a
position; it holds at the start and is kept by every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sly_spec.claims.claim import (
    STEPS,
    Cut,
    Scene,
    Theorem,
    any_state,
    claim,
    is_possible,
)
from sly_spec.reading import FULL_HOUSE, STALLED, Card, Reading
from sly_spec.scoring import captured_foxes, gobbled_hens, points, safe_hens, score, total, worth
from sly_spec.smt import all_of, any_of, at_most_one_of, z3
from sly_spec.terms import SEAT_BITS, State, at_most_one_in_hand, left_of, start

Facts = Mapping[int, z3.BoolRef]
"""For each seat whether something is true of it."""


@claim("a score stays within its bounds", "P1", "P2", "P3", "G1", "R3")
def bounds(reading: Reading) -> Theorem:
    """No seat has more points than the best spaces for its Hens, all cards of the others but one
    each, less what there is no time to take, give; nor fewer than minus all its own Hens but the 1.
    Under `leaves` only one Hen, of any seat, counts.
    """
    state = any_state(reading)
    leaves = reading.gobbling_fox == "leaves"
    parts = _one_hen_each(state) if leaves else _in_parts(state)
    premises = (is_possible(reading),) if leaves else (is_possible(reading), _is_in_time(state))
    less = score(state, 0) < limits(reading)[1]
    return Theorem(
        cuts=tuple(parts),
        twin=Cut("a point less is the most", premises, less, {"before": state}),
    )


def limits(reading: Reading) -> tuple[int, int]:
    """Give the bounds of a seat's score: the least and the most.

    >>> limits(Reading())
    (-20, 31)
    """
    others = reading.players - 1
    if reading.gobbling_fox == "leaves":
        foxes = others * reading.players
        return -reading.hens, _best_spaces(reading, reading.hens) + foxes + reading.hens
    all_but_one, all_but_two = _worth_of_another(reading)
    return -sum(range(2, reading.hens + 1)), max(
        _spaces_of(reading, bare, spent) + spent * all_but_one + (others - spent) * all_but_two
        for bare in (False, True)
        for spent in range((others if bare else others + 1) // 2 + 1)
    )


def _best_spaces(reading: Reading, number: int) -> int:
    return sum(sorted(reading.values, reverse=True)[:number])


def _worth_of_another(reading: Reading) -> tuple[int, int]:
    """Give what all cards of another seat but one, and but two, are worth at most."""
    numbers = sorted([reading.players, *range(1, reading.hens + 1)])
    return sum(numbers[1:]), sum(numbers[2:])


def _spaces_of(reading: Reading, bare: bool, spent: int) -> int:
    """Give what its Safe Hens bring a seat at most that holds one card, or more and so a Hen.

    With two players, who has just taken the last that the other had on a space has freed it.
    """
    hens = reading.hens if bare else reading.hens - 1
    room = len(reading.spaces) - (reading.players == 2 and spent > 0)
    return _best_spaces(reading, min(hens, room))


# What there is time for ----------------------------------------------------------------------


def is_spent(state: State, other: int, seat: int) -> z3.BoolRef:
    """Say that all cards of the other but one lie before the seat; that one is in the hand."""
    cards = state.reading.cards_of(other)
    return at_most_one_of(z3.Not(state.in_front(card, seat)) for card in cards)


def turn_begins(state: State) -> z3.BitVecRef:
    """Give the seat whose turn it is, or would be had the game not ended (O2, O3)."""
    stays = z3.Or(state.end == FULL_HOUSE, state.end == STALLED)
    return z3.If(stays, left_of(state.seat, state.reading), state.seat)


def in_time(begins: z3.BitVecRef, spent: Facts, bare: Facts, reading: Reading) -> z3.BoolRef:
    """Say that of the seats that acted last, however many, no more are spent than hold two cards.

    Who holds a single card has laid one on its last turn; only the others took one.
    """

    def back_from(seat: int) -> Iterator[z3.BoolRef]:
        last = [(seat - turns) % reading.players for turns in range(1, reading.players + 1)]
        for turns in range(1, reading.players + 1):
            taken = [spent[other] for other in last[:turns] if other in spent]
            took = [z3.Not(bare[other]) for other in last[:turns]]
            yield z3.ULE(_number(taken), _number(took))

    return all_of(z3.Implies(begins == seat, all_of(back_from(seat))) for seat in reading.seats)


def _number(facts: list[z3.BoolRef]) -> z3.BitVecRef:
    zero, one = z3.BitVecVal(0, 3), z3.BitVecVal(1, 3)
    number = zero
    for fact in facts:
        number = number + z3.If(fact, one, zero)
    return number


def _is_in_time(state: State) -> z3.BoolRef:
    """Say so of every seat that takes; with two players also that whoever is spent left a space."""
    reading = state.reading
    bare = {seat: at_most_one_in_hand(state, seat) for seat in reading.seats}
    facts = []
    for seat in reading.seats:
        spent = {o: is_spent(state, o, seat) for o in reading.seats if o != seat}
        facts.append(in_time(turn_begins(state), spent, bare, reading))
        if reading.players == 2:
            room = z3.Not(all_of(state.occupied(space) for space in reading.spaces))
            facts.append(z3.Implies(any_of(spent.values()), room))
    return all_of(facts)


# The parts of a score ------------------------------------------------------------------------


def _in_parts(state: State) -> Iterator[Cut]:
    reading = state.reading
    begin = start(reading)
    yield Cut("there is time at the start", (), _is_in_time(begin), {"before": begin})
    for kind in STEPS:
        at = Scene.of(reading, kind)
        yield at.cut(f"and after a {kind.value}", _is_in_time(at.after), _is_in_time(at.before))
    for seat in reading.seats:
        yield _on_spaces(state, seat)
        for other in reading.seats:
            yield _own_taken(state, seat) if seat == other else _taken_from(state, seat, other)
    yield _sum_of_parts(state)
    for seat in reading.seats:
        yield _sum_within(reading, seat)


def _on_spaces(state: State, seat: int) -> Cut:
    """Say what the spaces give. Each Hen is on one space, so no more spaces than Hens count."""
    reading = state.reading
    bare = at_most_one_in_hand(state, seat)
    spent = any_of(is_spent(state, other, seat) for other in reading.seats if other != seat)
    return Cut(
        f"seat {seat} on spaces",
        (is_possible(reading), _is_in_time(state)),
        _spaces_within(reading, safe_hens(state, seat), bare, spent),
        {"before": state},
    )


def _spaces_within(
    reading: Reading, safe: z3.BitVecRef, bare: z3.BoolRef, spent: z3.BoolRef
) -> z3.BoolRef:
    def most(some_spent: int) -> z3.BitVecRef:
        with_one, with_more = (points(_spaces_of(reading, b, some_spent)) for b in (True, False))
        return z3.If(bare, with_one, with_more)

    return z3.And(safe >= 0, safe <= z3.If(spent, most(1), most(0)))


def _taken_from(state: State, seat: int, other: int) -> Cut:
    """Say that what a seat took from another is not worth more than all of it but one card, and
    but two where it is not spent.
    """
    cards = state.reading.cards_of(other)
    holds = any_of(state.in_hand(card) for card in cards)
    taken = total(worth(state, card, seat) for card in cards)
    goal = _taken_within(state.reading, taken, is_spent(state, other, seat))
    return Cut(f"seat {seat} from seat {other}", (holds,), goal, {"before": state})


def _taken_within(reading: Reading, taken: z3.BitVecRef, spent: z3.BoolRef) -> z3.BoolRef:
    all_but_one, all_but_two = map(points, _worth_of_another(reading))
    return z3.And(taken >= 0, taken <= z3.If(spent, all_but_one, all_but_two))


def _own_taken(state: State, seat: int) -> Cut:
    reading = state.reading
    hens = [card for card in reading.cards_of(seat) if not card.is_fox]
    not_all = z3.Not(all_of(state.in_front(hen, seat) for hen in hens))
    own_fox = z3.Not(state.in_front(Card(seat, 0), seat))
    taken = total(worth(state, card, seat) for card in reading.cards_of(seat))
    goal = _own_within(reading, taken)
    return Cut(f"seat {seat} of its own", (not_all, own_fox), goal, {"before": state})


def _own_within(reading: Reading, taken: z3.BitVecRef) -> z3.BoolRef:
    return z3.And(taken <= 0, taken >= limits(reading)[0])


def _sum_of_parts(state: State) -> Cut:
    """Say that kind by kind and owner by owner the cards add up to the same, whatever each pays."""
    cards = state.reading.cards
    pays = {c: z3.BitVec(f"pays.{c.seat}.{c.number}", points(0).size()) for c in cards}
    by_kind = total(pays[c] for c in cards if not c.is_fox) + total(
        pays[c] for c in cards if c.is_fox
    )
    by_owner = total(
        total(pays[c] for c in cards if c.seat == owner) for owner in state.reading.seats
    )
    return Cut("kinds and owners", (), by_kind == by_owner, values={})


def _sum_within(reading: Reading, seat: int) -> Cut:
    """Say that numbers of which all this is true add up to no more and no less."""
    others = [other for other in reading.seats if other != seat]
    spent = {other: z3.Bool(f"spent.{other}") for other in others}
    bare = {one: z3.Bool(f"bare.{one}") for one in reading.seats}
    begins = z3.BitVec("begins", SEAT_BITS)
    names = ("spaces", *(f"of.{one}" for one in reading.seats))
    safe, *taken = (z3.BitVec(name, points(0).size()) for name in names)
    premises = (
        z3.ULE(begins, reading.players - 1),
        in_time(begins, spent, bare, reading),
        *(z3.Implies(spent[other], bare[other]) for other in others),
        _spaces_within(reading, safe, bare[seat], any_of(spent.values())),
        *(_taken_within(reading, taken[other], spent[other]) for other in others),
        _own_within(reading, taken[seat]),
    )
    low, high = limits(reading)
    whole = safe + total(taken)
    goal = z3.And(whole >= low, whole <= high)
    return Cut(f"seat {seat} in sum", premises, goal, values={"begins": begins})


def _one_hen_each(state: State) -> Iterator[Cut]:
    """Say what lies before a seat whose Fox gobbles once: one Hen, and Foxes of others."""
    reading = state.reading
    most = (reading.players - 1) * reading.players
    for seat in reading.seats:
        safe = safe_hens(state, seat)
        space = z3.And(safe >= 0, safe <= _best_spaces(reading, reading.hens))
        hens, foxes = gobbled_hens(state, seat), captured_foxes(state, seat)
        taken = z3.And(hens >= -reading.hens, hens <= reading.hens, foxes >= 0, foxes <= most)
        premises = (is_possible(reading),)
        yield Cut(f"seat {seat} on spaces", premises, space, {"before": state})
        yield Cut(f"seat {seat} takes", premises, taken, {"before": state})
