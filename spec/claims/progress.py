"""What is for good, and why a game comes to an end or may not: G3."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from sly_spec.claims.claim import STEPS, Cut, Scene, Theorem, at_every_step, claim
from sly_spec.invariants import no_fox_is_safe
from sly_spec.reading import TURNED, Card, Reading
from sly_spec.reveal import foxes_alone
from sly_spec.smt import all_of, any_of, z3
from sly_spec.terms import State, same, start
from sly_spec.transition import Action, Kind, after, legal, turned_cards

Property = Callable[[State, Card], z3.BoolRef]


@claim("what is Safe, gobbled or captured stays so", "E2", "E3", "R3", "R4", "R5")
def settled_stays(reading: Reading) -> Theorem:
    """A card that is Safe, gobbled, captured or out of the game stays where it is, as it is, at
    every later step.
    """

    def kept(at: Scene) -> z3.BoolRef:
        return all_of(
            z3.Implies(
                at.before.is_settled(card),
                z3.And(
                    at.after.where[card] == at.before.where[card],
                    at.after.face[card] == at.before.face[card],
                ),
            )
            for card in reading.cards
        )

    stop = Scene.of(reading, Kind.STOP)
    stays = all_of(
        z3.Implies(stop.before.lies(card, TURNED), stop.after.on_space(card))
        for card in reading.cards
    )
    return Theorem(cuts=at_every_step(reading, kept), twin=stop.cut("what is turned stays", stays))


@claim("just the reveals of Foxes alone settle nothing", "E2", "E3", "R3", "R4", "R6", "R7", "G3")
def foxes_alone_settle_nothing(reading: Reading) -> Theorem:
    """Every EXPOSE, and every REVEAL that shows a Hen, makes a card Safe, gobbled or captured; a
    REVEAL of Foxes alone does not, nor does a LAY or the turning of a card.
    """
    expose, stop = Scene.of(reading, Kind.EXPOSE), Scene.of(reading, Kind.STOP)
    shows_hens = z3.Not(foxes_alone(turned_cards(stop.before)))
    nothing = [
        Scene.of(reading, kind).cut(kind.value, z3.Not(_settles(Scene.of(reading, kind))))
        for kind in (Kind.LAY, Kind.TURN)
    ]
    return Theorem(
        cuts=(
            expose.cut("expose", _settles(expose)),
            stop.cut("stop", _settles(stop) == shows_hens),
            *nothing,
        ),
        twin=stop.cut("every REVEAL settles a card", _settles(stop)),
    )


def _settles(at: Scene) -> z3.BoolRef:
    """Say that the action's own effect settles a card that was not settled before."""
    return _gains(at, State.is_settled)


def _gains(at: Scene, has: Property) -> z3.BoolRef:
    return any_of(
        z3.And(z3.Not(has(at.before, card)), has(at.done, card)) for card in at.before.reading.cards
    )


def _keeps(at: Scene, has: Property) -> z3.BoolRef:
    return all_of(
        z3.Implies(has(at.before, card), has(at.done, card)) for card in at.before.reading.cards
    )


def _nearer(at: Scene) -> z3.BoolRef:
    """Say that more is settled; or as much, and more cards are on spaces; or as many, and more are
    turned. Sets only grow here, and none can grow for ever.
    """
    settled = z3.And(_keeps(at, State.is_settled), _gains(at, State.is_settled))
    on_space = z3.And(_keeps(at, State.on_space), _gains(at, State.on_space))
    turned = z3.And(_keeps(at, _is_turned), _gains(at, _is_turned))
    level = z3.And(_keeps(at, State.is_settled), z3.Not(_gains(at, State.is_settled)))
    full = z3.And(_keeps(at, State.on_space), z3.Not(_gains(at, State.on_space)))
    return z3.Or(settled, z3.And(level, on_space), z3.And(level, full, turned))


def _is_turned(state: State, card: Card) -> z3.BoolRef:
    return state.lies(card, TURNED)


@claim("an endless game has endlessly many reveals of Foxes alone", "G3", "L1", "E1", "R7")
def endless_games(reading: Reading) -> Theorem:
    """Every step but the end of a reveal of Foxes alone brings the end of the game nearer: it
    settles a card for good; or it settles none and puts a card on a space; or it leaves the spaces
    too and turns a card up. That can happen only so often in a row.
    """

    def nearer(at: Scene) -> z3.BoolRef:
        if at.action.kind is not Kind.STOP:
            return _nearer(at)
        return z3.Implies(z3.Not(foxes_alone(turned_cards(at.before))), _nearer(at))

    stop = Scene.of(reading, Kind.STOP)
    return Theorem(
        cuts=at_every_step(reading, nearer),
        twin=stop.cut("every REVEAL brings the end nearer", _nearer(stop)),
    )


@claim("every game comes to an end", "G3", "O3")
def games_end(reading: Reading) -> Theorem:
    """No game goes on for ever. (Only under a `stall_limit`: there a reveal of Foxes alone raises
    the count, which is never lowered unless a card is settled. Without one, players may lay a Fox
    and reveal it for ever.)
    """
    stop = Scene.of(reading, Kind.STOP)
    ends = stop.cut("every REVEAL ends the game", z3.Not(stop.after.goes_on()))
    if not reading.stall_limit:
        return Theorem(cuts=(_round_and_round(reading),), twin=ends)

    def nearer(at: Scene) -> z3.BoolRef:
        level = z3.And(_keeps(at, State.is_settled), z3.Not(_gains(at, State.is_settled)))
        counted = z3.And(level, z3.UGT(at.done.stall, at.before.stall))
        kept = at.done.stall == at.before.stall
        settles = z3.And(_keeps(at, State.is_settled), _gains(at, State.is_settled))
        return z3.Or(settles, counted, z3.And(kept, _nearer(at)))

    bounded = [
        scene.cut("the count is bounded", z3.ULE(scene.after.stall, reading.stall_limit))
        for scene in (stop,)
    ]
    return Theorem(cuts=(*at_every_step(reading, nearer), *bounded), twin=ends)


def _round_and_round(reading: Reading) -> Cut:
    """Say that a play of Foxes, each laid and then revealed, never comes round. But it does."""
    begin = start(reading)
    here, legal_all = begin, []
    for _ in range(reading.players // gcd(2, reading.players)):
        for action in (Action.of(Kind.LAY), Action.of(Kind.TURN), Action.of(Kind.STOP)):
            legal_all.append(legal(here, action))
            here = after(here, action)
    return Cut(
        "no position comes again",
        (all_of(legal_all),),
        z3.Not(same(here.changed(stall=begin.stall), begin)),
        {"before": begin, "after": here},
    )


@claim("a Fox is never Safe before the end", "E2", "R5", "R7", "G1")
def fox_never_safe(reading: Reading) -> Theorem:
    """A Fox lies face up only where the last card has ended the game and G1 has turned it up."""
    lay = Scene.of(reading, Kind.LAY)
    never = all_of(z3.Not(lay.after.on_space(fox)) for fox in reading.foxes)
    return Theorem(
        cuts=at_every_step(reading, lambda at: no_fox_is_safe(at.after), STEPS),
        twin=lay.cut("no Fox lies on a space", never),
    )


@claim("the count is of reveals of Foxes alone", "G3", "O3")
def what_is_counted(reading: Reading) -> Theorem:
    """A REVEAL of Foxes alone raises the count by one, up to its ceiling; an EXPOSE and a REVEAL
    with a Hen set it to 0; a LAY, the turning of a card and the last card leave it.
    """

    def counted(at: Scene) -> z3.BoolRef:
        before, later = at.before.stall, at.after.stall
        if at.action.kind is Kind.EXPOSE:
            return later == 0
        if at.action.kind is not Kind.STOP:
            return later == before
        ceiling = z3.BitVecVal(2**16 - 1, before.size())
        more = z3.If(before == ceiling, ceiling, before + 1)
        return later == z3.If(foxes_alone(turned_cards(at.before)), more, before - before)

    lay = Scene.of(reading, Kind.LAY)
    return Theorem(
        cuts=at_every_step(reading, counted),
        twin=lay.cut("a LAY sets the count to 0", lay.after.stall == 0),
    )
