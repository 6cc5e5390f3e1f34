"""What the formal rules are about, without a solver: readings, cards, and positions as plain data.

A reading is what a ruleset is elsewhere. It is stated again here, for nothing of an implementation
is imported.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

FOX = 0
"""The number that stands for the Fox; Hens are 1.. (S2)."""

# Places of a card; 0..15 are the spaces
HAND = 16
"""In its owner's hand."""
FRONT = 17
"""In front of seat 0; in front of seat t it is ``FRONT + t``."""
OUT = 21
"""Out of the game, in front of nobody (R5, ``leaves``)."""

# Faces of a card on a space; a card elsewhere is DOWN
DOWN, TURNED, SAFE = 0, 1, 2
"""Face down; turned in the reveal under way; Safe, or turned up by G1."""

# Ends of the game
GOES_ON, LAST_CARD, FULL_HOUSE, STALLED = 0, 1, 2, 3
"""Not over; over by G1, by G2, by G3."""

MAX_COUNT = 65535
"""The count of reveals of Foxes alone stays here once it is reached (G3)."""


class Card(NamedTuple):
    """One card: whose it is, and its number (S2)."""

    seat: int
    number: int

    @property
    def is_fox(self) -> bool:
        """Whether it is its owner's Fox."""
        return self.number == FOX


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the rules: a number of players and of Hens, a layout, and every switch.

    Without ``houses`` the layout is the standard one for the players (S3).

    >>> Reading(players=3, multiple_foxes="each").text
    'players=3 multiple_foxes=each'
    >>> Reading.wide(2).values
    (1, 1, 2, 2, 3, 3, 4, 4)
    """

    players: int = 2
    hens: int = 6
    houses: tuple[tuple[int, ...], ...] = ()
    reveal: str = "stepwise"
    reveal_scope: str = "any"
    multiple_foxes: str = "top"
    gobbling_fox: str = "returns"
    min_reveal: int = 1
    stall_limit: int = 0

    def __post_init__(self) -> None:
        if not self.houses:
            object.__setattr__(self, "houses", _houses(self.players, (1, 2, 3, 4)))

    @classmethod
    def wide(cls, players: int = 2, **switches: Any) -> Reading:
        """Give the reading with every value twice in a house (S3)."""
        houses = _houses(players, (1, 1, 2, 2, 3, 3, 4, 4))
        return cls(players=players, houses=houses, **switches)

    @classmethod
    def of(cls, rules: Any) -> Reading:
        """Give the reading that a ruleset of an implementation means: it has the same fields."""
        return cls(**{field.name: getattr(rules, field.name) for field in fields(cls)})

    @classmethod
    def from_text(cls, text: str) -> Reading:
        """Read the form that `text` has; `ValueError` where it is none.

        >>> Reading.from_text("players=3 houses=1,2/3").values
        (1, 2, 3)
        """
        found: dict[str, Any] = {}
        types = {field.name: field.type for field in fields(cls)}
        for word in text.split():
            name, _, value = word.partition("=")
            if name not in types:
                raise ValueError(f"no reading has {word!r}; it has {', '.join(types)}")
            found[name] = int(value) if types[name] == "int" else value
        layout = found.pop("houses", "standard")
        if layout == "wide":
            return cls.wide(**found)
        if layout != "standard":
            houses = layout.split("/")
            found["houses"] = tuple(tuple(map(int, house.split(","))) for house in houses)
        return cls(**found)

    @property
    def text(self) -> str:
        """The form that rulesets have in text: the players, then what is not the default."""
        default = Reading(self.players)
        words = [f"players={self.players}"]
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            if value == getattr(default, field.name):
                continue
            if field.name == "houses":
                wide = value == Reading.wide(self.players).houses
                spelt = "/".join(",".join(map(str, house)) for house in value)
                value = "wide" if wide else spelt
            words.append(f"{field.name}={value}")
        return " ".join(words)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the spaces, by space (S3)."""
        return tuple(value for house in self.houses for value in house)

    @property
    def house_of(self) -> tuple[int, ...]:
        """The house of each space (S3)."""
        return tuple(number for number, house in enumerate(self.houses) for _ in house)

    @property
    def seats(self) -> range:
        """The seats (S1)."""
        return range(self.players)

    @property
    def spaces(self) -> range:
        """The spaces (S3)."""
        return range(len(self.values))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card: a Fox and the Hens of each seat (S2)."""
        return tuple(Card(seat, number) for seat in self.seats for number in range(self.hens + 1))

    @property
    def foxes(self) -> tuple[Card, ...]:
        """Every Fox (S2)."""
        return tuple(card for card in self.cards if card.is_fox)

    @property
    def hens_of_all(self) -> tuple[Card, ...]:
        """Every Hen (S2)."""
        return tuple(card for card in self.cards if not card.is_fox)

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards of one seat (S2)."""
        return tuple(card for card in self.cards if card.seat == seat)


def _houses(players: int, house: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (house,) if players == 2 else (house, house)


@dataclass(frozen=True, slots=True)
class Table:
    """A position as plain data: for each card of `Reading.cards`, in order, its place and face."""

    where: tuple[int, ...]
    face: tuple[int, ...]
    seat: int = 0
    stall: int = 0
    end: int = GOES_ON

    def text(self, reading: Reading) -> str:
        """Write the position as the implementations do, with nothing known of hidden cards.

        >>> reading = Reading(hens=2)
        >>> Table((0, 16, 16, 16, 17, 16), (0, 0, 0, 0, 0, 0)).text(reading)
        '0F?,-,-,- 12/F2 11/- 0 0 -'
        """
        letters = "F1234567"
        marks = "?*!#"  # the last is no face, but a counterexample may have it
        where = dict(zip(reading.cards, self.where, strict=True))
        faces = dict(zip(reading.cards, self.face, strict=True))
        lying = {where[c]: f"{c.seat}{letters[c.number]}{marks[faces[c]]}" for c in reading.cards}
        spaces = iter(reading.spaces)
        houses = [[lying.get(next(spaces), "-") for _ in house] for house in reading.houses]
        hands = [
            "".join(letters[c.number] for c in reading.cards_of(seat) if where[c] == HAND)
            for seat in reading.seats
        ]
        piles = [
            ",".join(f"{c.seat}{letters[c.number]}" for c in reading.cards if where[c] == FRONT + t)
            for t in reading.seats
        ]
        board = "/".join(",".join(house) for house in houses)
        taken = "/".join(pile or "-" for pile in piles)
        return f"{board} {'/'.join(hands)} {taken} {self.seat} {self.stall} -"
