"""One action told clause by clause: what happens, in the order in which the rules ask for it."""

from __future__ import annotations

from dataclasses import dataclass

from sly_core.notation.actions import EXPOSE, STOP, TURN, space_name
from sly_core.notation.position import DOWN, TURNED
from sly_core.reference import ending, reveal, scoring, turn
from sly_core.reference.position import Card, Position
from sly_core.ruleset import MAX_SPACES, Ruleset


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the clauses it rests on."""

    text: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.clauses)})" if self.clauses else self.text


def tell(before: Position, action: int, rules: Ruleset) -> tuple[Sentence, ...]:
    """Tell a legal action and all that follows from it at once.

    >>> from sly_core.reference import State
    >>> for sentence in tell(State().now, 51, Ruleset()):
    ...     print(sentence)
    Seat 0 lays its Hen 3 face down on a4. (L1)
    The action is complete: not every space has a face-up card, so the game goes on. (G2, O2)
    The turn passes to seat 1. (S1, O4)
    Seat 1 holds 7 cards at the start of its turn, so the game goes on. (G1, O5)
    """
    effect = turn.effect(before, rules, action)
    if action < EXPOSE:
        told = [_laid(before, action, rules)]
    elif action < TURN:
        told = _exposed(before, action - EXPOSE, rules)
    elif action < STOP:
        return tuple(_turned(before, action - TURN, rules))
    else:
        told = _stopped(before, effect, rules)
    return (*told, *_what_follows(effect, rules))


def card_in_words(card: Card) -> str:
    """`seat 1's Fox`, `seat 0's Hen 4`."""
    return f"seat {card.owner}'s {kind_in_words(card)}"


def kind_in_words(card: Card) -> str:
    """`Fox` or `Hen 4`."""
    return "Fox" if card.is_fox else f"Hen {card.rank}"


def _cards(cards: list[Card]) -> str:
    words = [card_in_words(card) for card in cards]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _points(count: int) -> str:
    return f"{count} point{'' if abs(count) == 1 else 's'}"


def _place(space: int, rules: Ruleset) -> str:
    return space_name(space, rules)


def _laid(before: Position, action: int, rules: Ruleset) -> Sentence:
    rank, space = divmod(action, MAX_SPACES)
    card = kind_in_words(Card(before.seat, rank))
    return Sentence(
        f"Seat {before.seat} lays its {card} face down on {_place(space, rules)}.", ("L1",)
    )


def _exposed(before: Position, space: int, rules: Ruleset) -> list[Sentence]:
    card = before.lying(DOWN)[space]
    seat, name = before.seat, _place(space, rules)
    declared = Sentence(
        f"Seat {seat} declares seat {card.owner}'s card on {name} to be its Fox, "
        f"and turns it up: it is the {kind_in_words(card)}.",
        ("E1",),
    )
    if card.is_fox:
        won = Sentence(
            f"Seat {seat} takes the Fox, worth {_points(rules.players)}, one for each player; "
            f"{name} is free again.",
            ("E2", "P3"),
        )
    else:
        won = Sentence(
            f"It is a Hen, so it becomes Safe on {name} for seat {card.owner}, "
            f"worth {_points(rules.spaces[space])}.",
            ("E3", "P1"),
        )
    return [declared, won]


def _turned(before: Position, space: int, rules: Ruleset) -> list[Sentence]:
    card = before.lying(DOWN)[space]
    name = _place(space, rules)
    whose = "its own" if card.owner == before.seat else f"seat {card.owner}'s"
    first = not before.lying(TURNED)
    begins = "begins a REVEAL and turns up" if first else "goes on and turns up"
    told = [Sentence(f"Seat {before.seat} {begins} {whose} card on {name}.", ("R1",))]
    if rules.reveal == "committed":
        seen = "Nobody sees it before the reveal is ended."
    else:
        seen = f"Everybody sees it: {card_in_words(card)}."
    told.append(Sentence(seen, ("R2",)))
    after = before.marked(space, TURNED)
    if reveal.may_stop(after, rules):
        told.append(Sentence(f"Seat {before.seat} may end the reveal now.", ("R1", "R2")))
    else:
        told.append(
            Sentence(f"At least {rules.min_reveal} must be turned, so it must go on.", ("R1",))
        )
    return told


def _stopped(before: Position, after: Position, rules: Ruleset) -> list[Sentence]:
    turned = list(before.lying(TURNED).values())
    result = reveal.outcome(turned, before.seat, rules)
    foxes = reveal.ranked((card for card in turned if card.is_fox), before.seat, rules)
    hens = reveal.ranked((card for card in turned if not card.is_fox), before.seat, rules)
    told = [
        Sentence(f"Seat {before.seat} ends the REVEAL: {_cards(foxes + hens)}.", ("R1", "R2")),
        *_ranking(foxes, hens, before.seat),
        *_gobbling(foxes, hens, result, rules),
        *_resting(before, foxes, hens, result, rules),
    ]
    if not hens:
        told.append(
            Sentence(
                f"Reveals of Foxes alone since the last Safe, gobbled or captured card: "
                f"{after.stall}.",
                ("G3",),
            )
        )
    return told


def _ranking(foxes: list[Card], hens: list[Card], seat: int) -> list[Sentence]:
    tied = len(foxes) > 1 or len({hen.rank for hen in hens}) < len(hens)
    told = []
    for name, cards in (("Foxes", foxes), ("Hens", hens)):
        if len(cards) > 1:
            told.append(f"{name} from the top: {', '.join(map(card_in_words, cards))}")
    if not told:
        return []
    tie = f"; ties go round from seat {seat} to the left" if tied else ""
    return [Sentence(f"{'. '.join(told)}{tie}.", ("R8",))]


def _gobbling(
    foxes: list[Card], hens: list[Card], result: reveal.Outcome, rules: Ruleset
) -> list[Sentence]:
    told: list[Sentence] = []
    for fox, hen in result.gobbled:
        own = fox.owner == hen.owner
        worth = f"which {'costs it' if own else 'brings'} {_points(hen.rank)}"
        which = "its own" if own else f"seat {hen.owner}'s"
        why = "A Fox and a Hen are turned, so the top Fox gobbles the top Hen"
        if told:
            why = "Every Fox gobbles, in rank order, the top Hen still there"
        must = ", as it must although the Hen is its own" if own else ""
        told.append(
            Sentence(
                f"{why}: seat {fox.owner} takes {which} {kind_in_words(hen)}, {worth}{must}.",
                ("R3", "P2"),
            )
        )
    if rules.multiple_foxes == "top" and len(foxes) > 1 and len(hens) > 1:
        told.append(Sentence("Only the top Fox gobbles.", ("R3",)))
    return told


def _resting(
    before: Position,
    foxes: list[Card],
    hens: list[Card],
    result: reveal.Outcome,
    rules: Ruleset,
) -> list[Sentence]:
    told = []
    if result.safe is not None:
        space = before.space_of(result.safe)
        clause = "R4" if foxes else "R6"
        left = "that is left " if result.gobbled else ""
        told.append(
            Sentence(
                f"The top Hen {left}becomes Safe: {card_in_words(result.safe)} on "
                f"{_place(space, rules)}, worth {_points(rules.spaces[space])}.",
                (clause, "P1"),
            )
        )
    elif hens:
        told.append(Sentence("No Hen is left to become Safe.", ("R4",)))
    if result.back:
        back = [card for card in foxes + hens if card in result.back]
        clause = "R7" if not hens else "R5" if foxes else "R6"
        verb = "goes" if len(back) == 1 else "go"
        told.append(
            Sentence(f"Back to hand {verb} {_cards(back)}; the spaces are free.", (clause,))
        )
    if result.out:
        out = [card for card in foxes if card in result.out]
        verb = "leaves" if len(out) == 1 else "leave"
        told.append(
            Sentence(
                f"Having gobbled, {_cards(out)} {verb} the game; the spaces are free.", ("R5",)
            )
        )
    return told


def _what_follows(effect: Position, rules: Ruleset) -> list[Sentence]:
    """O1-O5, asked in order of a complete action."""
    if ending.is_full_house(effect):
        full = "The action is complete, and every space has a face-up card: the game ends at once."
        return [Sentence(full, ("G2", "O2")), _result(effect, rules)]
    told = [
        Sentence(
            "The action is complete: not every space has a face-up card, so the game goes on.",
            ("G2", "O2"),
        )
    ]
    if rules.stall_limit:
        counted = f"{effect.stall} of {rules.stall_limit} reveals of Foxes alone"
        if ending.is_stalled(effect, rules):
            told.append(
                Sentence(f"{counted}: the game has stalled and ends at once.", ("G3", "O3"))
            )
            return [*told, _result(effect, rules)]
        told.append(Sentence(f"{counted}: the game goes on.", ("G3", "O3")))
    passed = ending.turn_passed(effect, rules)
    told.append(Sentence(f"The turn passes to seat {passed.seat}.", ("S1", "O4")))
    held = len(passed.hands[passed.seat])
    if not ending.holds_just_one_card(passed):
        goes_on = f"Seat {passed.seat} holds {held} cards at the start of its turn"
        return [*told, Sentence(f"{goes_on}, so the game goes on.", ("G1", "O5"))]
    ends = f"Seat {passed.seat} holds just one card at the start of its turn: the game ends at once"
    told.append(Sentence(f"{ends}.", ("G1", "O5")))
    for space, card in passed.lying(DOWN).items():
        worth = "worth nothing" if card.is_fox else f"Safe, worth {_points(rules.spaces[space])}"
        told.append(
            Sentence(
                f"On {_place(space, rules)} {card_in_words(card)} is turned up: {worth}.",
                ("G1",) if card.is_fox else ("G1", "P1"),
            )
        )
    return [*told, _result(ending.turned_up_at_the_end(passed), rules)]


def _result(end: Position, rules: Ruleset) -> Sentence:
    points = scoring.scores(end, rules)
    by_seat = ", ".join(f"seat {seat} {_points(count)}" for seat, count in enumerate(points))
    winners = scoring.winners(points)
    won = (
        f"seat {winners[0]} wins"
        if len(winners) == 1
        else f"seats {', '.join(map(str, winners[:-1]))} and {winners[-1]} share the win"
    )
    return Sentence(f"Final scores: {by_seat}; {won}.", ("P4",))
