"""Where the cards are: every game goes from possible positions to possible positions."""

from __future__ import annotations

from sly_spec.claims.claim import Cut, Scene, Theorem, at_every_step, claim
from sly_spec.invariants import FACTS, every_place_exists, one_card_a_space, possible
from sly_spec.reading import HAND, OUT, TURNED, Reading
from sly_spec.smt import all_of, at_most_one_of, z3
from sly_spec.terms import PLACE_BITS, is_space, start
from sly_spec.transition import Kind, laid


@claim("the start is a possible position", "S1", "S2", "S3", "S4")
def the_start(reading: Reading) -> Theorem:
    """At the start all the facts hold that are proved of every later position."""
    begin = start(reading)
    gone = {card: z3.BitVecVal(OUT, PLACE_BITS) for card in reading.hens_of_all}
    bare = begin.changed(where={**begin.where, **gone})
    return Theorem(
        cuts=(Cut("start", (), possible(begin), {"start": begin}),),
        twin=Cut("the game begins without Hens", (), possible(bare), {"start": bare}),
    )


@claim("every card is in one place", "S2", "L1", "E2", "R3", "R5")
def one_place(reading: Reading) -> Theorem:
    """Cards are conserved: after every step each card is on a space there is, in its owner's hand,
    in front of a player or, a Fox under `leaves`, out of the game; and nobody has their own Fox
    before them.
    """
    scene = Scene.of(reading, Kind.EXPOSE)
    untaken = all_of(z3.ULE(scene.after.where[fox], HAND) for fox in reading.foxes)
    return Theorem(
        cuts=at_every_step(reading, lambda at: every_place_exists(at.after)),
        twin=scene.cut("no Fox is taken", untaken),
    )


@claim("no two cards lie on one space", "L1", "S3")
def one_card(reading: Reading) -> Theorem:
    """After every step no two cards lie on one space. In two cuts: a card that lies on a space was
    there before, or is the one that was laid (the frame); and from that alone it follows.
    """
    lay = Scene.of(reading, Kind.LAY)
    heap = (one_card_a_space(lay.before), is_space(lay.action.space, reading))
    states = {"before": lay.before, "after": lay.after}
    return Theorem(
        cuts=(*at_every_step(reading, _frame), _one_is_laid(reading), _from_the_frame(reading)),
        twin=Cut("a card may be laid on another", heap, one_card_a_space(lay.after), states),
    )


def _frame(at: Scene) -> z3.BoolRef:
    """Say that whoever is on a space was there, or is the card laid on a space that was free."""
    free = z3.Not(at.before.occupied(at.action.space))
    return all_of(
        _stayed_or_laid(
            (at.before.where[card], at.after.where[card]),
            z3.And(laid(at.before, at.action, card), free) if at.action.kind is Kind.LAY else False,
            at.action.space,
        )
        for card in at.before.reading.cards
    )


def _stayed_or_laid(
    place: tuple[z3.BitVecRef, z3.BitVecRef], is_laid: z3.BoolRef | bool, space: z3.BitVecRef
) -> z3.BoolRef:
    earlier, later = place
    return z3.Implies(z3.ULT(later, HAND), z3.Or(later == earlier, z3.And(is_laid, later == space)))


def _one_is_laid(reading: Reading) -> Cut:
    at = Scene.of(reading, Kind.LAY)
    goal = at_most_one_of(laid(at.before, at.action, card) for card in reading.cards)
    return at.cut("one card is laid", goal)


def _from_the_frame(reading: Reading) -> Cut:
    """Give the cut that any two cards, of whom the frame is true, stay apart if they were."""
    space = z3.BitVec("space", PLACE_BITS)
    earlier = [z3.BitVec(f"before.{card}", PLACE_BITS) for card in "ab"]
    later = [z3.BitVec(f"after.{card}", PLACE_BITS) for card in "ab"]
    is_laid = [z3.Bool(f"laid.{card}") for card in "ab"]
    premises = (
        _apart(*earlier),
        z3.Not(z3.And(is_laid)),
        z3.Implies(z3.Or(is_laid), all_of(place != space for place in earlier)),
        *(
            _stayed_or_laid((was, now), one, space)
            for was, now, one in zip(earlier, later, is_laid, strict=True)
        ),
    )
    return Cut("from the frame", premises, _apart(*later))


def _apart(a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
    return z3.Not(z3.And(z3.ULT(a, HAND), a == b))


@claim("every step leads to a possible position", "O1", "O2", "O3", "O4", "O5", "G1", "G2", "G3")
def possible_after(reading: Reading) -> Theorem:
    """After every step all the other facts hold as well: each card lies face down, turned or Safe,
    the seat exists and holds two cards unless G1 has ended the game, the end is told by the cards
    and the count, and no card is turned after it.
    """
    others = [fact for fact in FACTS.values() if fact not in (every_place_exists, one_card_a_space)]
    scene = Scene.of(reading, Kind.STOP)
    return Theorem(
        cuts=at_every_step(reading, lambda at: all_of(fact(at.after) for fact in others)),
        twin=scene.cut("a STOP never ends the game", scene.after.goes_on()),
    )


@claim("a step moves no card but those it names", "L1", "E1", "R2", "R5")
def frame(reading: Reading) -> Theorem:
    """A LAY moves the card laid, from the hand; an EXPOSE the card exposed; a TURN none; and a STOP
    only cards that were turned.
    """

    def named(at: Scene) -> z3.BoolRef:
        facts = []
        for card in reading.cards:
            moves = at.after.where[card] != at.before.where[card]
            named = {
                Kind.LAY: lambda c: z3.And(laid(at.before, at.action, c), at.before.in_hand(c)),
                Kind.EXPOSE: lambda c: at.before.is_at(c, at.action.space),
                Kind.TURN: lambda c: z3.BoolVal(False),
                Kind.STOP: lambda c: at.before.lies(c, TURNED),
            }[at.action.kind](card)
            facts.append(z3.Implies(moves, named))
        return all_of(facts)

    scene = Scene.of(reading, Kind.STOP)
    one = at_most_one_of(scene.after.where[c] != scene.before.where[c] for c in reading.cards)
    return Theorem(
        cuts=at_every_step(reading, named),
        twin=scene.cut("a STOP moves one card at most", one),
    )
