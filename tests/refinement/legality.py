"""What is legal: the words that the text of `legal_words` gives are the rules' own (T1, E1, R1)."""

from __future__ import annotations

from collections.abc import Iterable

from sly_spec.claims.claim import Cut, Theorem, any_state, at_any_position, is_possible
from sly_spec.reading import Reading
from sly_spec.smt import all_of, z3
from sly_spec.terms import SEAT_BITS
from sly_spec.transition import Action, Kind, legal
from tests.refinement.actions import UINT32, Run
from tests.refinement.packed import mask, packed
from tests.refinement.parsing import TYPES
from tests.refinement.sources import Texts
from tests.refinement.values import Value

IDS = 161
WORDS = 3
GROUPS = {
    "LAY": range(128),
    "EXPOSE": range(128, 144),
    "TURN": range(144, 160),
    "STOP and nothing more": range(160, 64 * WORDS),
}


def action_of(number: int) -> Action:
    """Give the action that an id is (the table of ids in `docs/encoding.md`)."""
    if number < 128:
        return Action.of(Kind.LAY, number % 16, number // 16)
    kind = (Kind.EXPOSE, Kind.TURN, Kind.STOP)[number // 16 - 8]
    return Action.of(kind, number % 16)


def theorem(texts: Texts, reading: Reading) -> Theorem:
    """At every possible position the bits of `legal_words` are the actions that are legal,
    `is_legal` is true of just those, whatever number it is asked about, and `num_legal` is how many
    there are.
    """
    state = any_state(reading)
    run = Run(texts, state)
    array = run.machine.array(("words",), TYPES["uint64_t"], WORDS)
    run.machine.call("legal_words", run.position, run.rules, array)
    found = z3.Concat(*(run.machine.store[("words", i)] for i in reversed(range(WORDS))))
    conditions = {number: legal(state, action_of(number)) for number in range(IDS)}
    cuts = []
    for name, ids in GROUPS.items():
        first, last = ids[0], ids[-1]
        should = mask({n - first: conditions[n] for n in ids if n < IDS}, len(ids))
        goal = z3.Extract(last, first, found) == should
        cuts.append(Cut(name, (is_possible(reading),), goal, {"before": state}))
    number = z3.BitVec("number", 32)
    asked = run.machine.call("is_legal", run.position, run.rules, Value(UINT32, number))
    assert asked is not None
    at = z3.ZeroExt(found.size() - 32, number)
    in_it = z3.And(z3.ULT(number, IDS), z3.Extract(0, 0, z3.LShR(found, at)) == 1)
    counted = run.machine.call("num_legal", run.position, run.rules)
    assert counted is not None
    cuts += how_many(run, found, counted.term)
    one = z3.And(asked.truth == in_it, run.machine.defined)
    values = {"number": number}
    cuts.append(Cut("one by one", (is_possible(reading),), one, {"before": state}, values))
    twin = at_any_position(reading, "a reveal may always begin", lambda _: conditions[144])
    return Theorem(tuple(cuts), twin)


def how_many(run: Run, found: z3.BitVecRef, counted: z3.BitVecRef) -> list[Cut]:
    """Say in cuts that as many are counted as there are bits in the words.

    LAYs are counted as cards times spaces. What the solvers find hard there, that a product of sums
    is the sum of products, is said of bits about which nothing else is known.
    """
    state, reading = run.state, run.state.reading
    fields = packed(state)
    empty = run.machine.call("empty_mask", run.position, run.rules)
    assert empty is not None
    hand = z3.LShR(fields["hands"], z3.ZeroExt(32 - SEAT_BITS, state.seat))
    lays = z3.And(state.goes_on(), fields["turned"] == 0)
    held = [_bit(hand, 4 * (7 - card)) for card in range(8)]
    free = [_bit(empty.term, space) for space in reading.spaces]
    laid = all_of(
        (_bit(found, 16 * card + space) == 1) == z3.And(lays, held[card] == 1, free[space] == 1)
        for card in range(8)
        for space in reading.spaces
    )
    others = total(_bit(found, number) for number in range(128, IDS))
    product = z3.If(lays, total(held) * total(free), z3.BitVecVal(0, 32))
    cards = [z3.BitVec(f"held {card}", 1) for card in range(len(held))]
    spaces = [z3.BitVec(f"free {space}", 1) for space in reading.spaces]
    lemma = total(cards) * total(spaces) == total(c & s for c in cards for s in spaces)
    premises, states = (is_possible(reading),), {"before": state}
    return [
        Cut("a LAY for each card and space", premises, laid, states),
        Cut("how many", premises, counted == product + others, states),
        Cut("a product of sums", (), lemma),
    ]


def _bit(word: z3.BitVecRef, number: int) -> z3.BitVecRef:
    return z3.Extract(number, number, word)


def total(bits: Iterable[z3.BitVecRef]) -> z3.BitVecRef:
    """Count bits, as a word of 32 bits."""
    words = [z3.ZeroExt(31, bit) for bit in bits]
    return sum(words[1:], words[0])
