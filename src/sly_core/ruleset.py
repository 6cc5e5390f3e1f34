"""Which game is played: players, cards, houses and the switches of the rules.

A `Ruleset` is a value: immutable, hashable, checked when made, and written as text that both people
and the command line use (`players=3 multiple_foxes=each`; what has its default is left out).

>>> Ruleset.from_text("players=3 multiple_foxes=each")
Ruleset(players=3, multiple_foxes='each')
>>> Ruleset.wide(players=2).to_text()
'players=2 houses=1,1,2,2,3,3,4,4'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import FrozenInstanceError, dataclass
from hashlib import blake2b
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from sly_core.errors import RulesetError
from sly_core.given import below, plain_int

Layout: TypeAlias = tuple[tuple[int, ...], ...]

PLAYERS: Final = range(2, 5)
HENS: Final = range(1, 8)
MAX_HOUSES: Final = 4
MAX_SPACES: Final = 16
VALUES: Final = range(1, 16)
MAX_STALL: Final = 65535


@dataclass(frozen=True, slots=True)
class Switch:
    """A choice that the rules leave open: its values, the standard one, its clause, its meaning."""

    allowed: tuple[str, ...] | range
    default: str | int
    clause: str
    meaning: str

    @property
    def allowed_text(self) -> str:
        """The allowed values in words.

        >>> SWITCHES["reveal"].allowed_text, SWITCHES["stall_limit"].allowed_text
        ("'stepwise' or 'committed'", 'a whole number from 0 to 65535')
        """
        if isinstance(self.allowed, range):
            return _whole(self.allowed)
        return " or ".join(map(repr, self.allowed))


def _whole(allowed: range) -> str:
    return f"a whole number from {allowed[0]} to {allowed[-1]}"


SWITCHES: Final = MappingProxyType(
    {
        "reveal": Switch(
            ("stepwise", "committed"),
            "stepwise",
            "R2",
            "stepwise: see each card before turning the next; committed: choose all, then see them",
        ),
        "reveal_scope": Switch(
            ("any", "one_house"),
            "any",
            "R1",
            "any: cards of all houses may be turned in one reveal; one_house: of one house only",
        ),
        "multiple_foxes": Switch(
            ("top", "each"),
            "top",
            "R3",
            "top: only the top-ranked revealed Fox gobbles; each: every revealed Fox, by rank",
        ),
        "gobbling_fox": Switch(
            ("returns", "leaves"),
            "returns",
            "R5",
            "returns: a Fox that gobbled goes back to its hand; leaves: it is out of the game",
        ),
        "min_reveal": Switch(
            range(1, 3),
            1,
            "R1",
            "the fewest cards to turn in a reveal, or all that can be turned where that is fewer",
        ),
        "stall_limit": Switch(
            range(MAX_STALL + 1),
            0,
            "G3",
            "the game ends after so many reveals of Foxes alone in a row; 0: it never ends so",
        ),
    }
)

LAYOUTS: Final = MappingProxyType({"standard": (1, 2, 3, 4), "wide": (1, 1, 2, 2, 3, 3, 4, 4)})
_FIELDS: Final = ("players", "hens", "houses", *SWITCHES)
_every_field: Final = attrgetter(*_FIELDS)
_DEFAULTS: Final = MappingProxyType(
    {"players": 2, "hens": 6, **{name: switch.default for name, switch in SWITCHES.items()}}
)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Ruleset:
    """One way to play SLY; see `spec/RULES.md` for the clauses.

    Args:
        players: 2 to 4 (S1).
        hens: Hens of each player, 1 to 7, ranked 1..hens (S2).
        houses: for each house the values of its spaces (S3): 1 to 4 houses, 1 to 16 spaces in all,
            values 1 to 15. `"standard"` (also None) or `"wide"` names a layout: one such house for
            2 players, two for 3 or 4.
        reveal, reveal_scope, multiple_foxes, gobbling_fox, min_reveal, stall_limit: see `SWITCHES`.

    Raises:
        RulesetError: a value that is not allowed, of whatever type.

    >>> rules = Ruleset(players=3, reveal="committed")
    >>> rules.num_cards, rules.num_spaces, rules.houses
    (7, 8, ((1, 2, 3, 4), (1, 2, 3, 4)))
    >>> Ruleset(players=5)
    Traceback (most recent call last):
    sly_core.errors.RulesetError: players: 5 is not a whole number from 2 to 4 (S1)
    """

    players: int
    hens: int
    houses: Layout
    reveal: str
    reveal_scope: str
    multiple_foxes: str
    gobbling_fox: str
    min_reveal: int
    stall_limit: int

    def __init__(
        self,
        players: int = 2,
        hens: int = 6,
        houses: Iterable[Iterable[int]] | str | None = None,
        reveal: str = "stepwise",
        reveal_scope: str = "any",
        multiple_foxes: str = "top",
        gobbling_fox: str = "returns",
        min_reveal: int = 1,
        stall_limit: int = 0,
    ) -> None:
        if hasattr(self, "stall_limit"):
            raise FrozenInstanceError("a Ruleset stays as it was made; replace makes another")
        put = object.__setattr__  # the way into a frozen instance
        put(self, "players", _number("players", players, PLAYERS, "S1"))
        put(self, "hens", _number("hens", hens, HENS, "S2"))
        put(self, "houses", _layout(houses, self.players))
        given = (reveal, reveal_scope, multiple_foxes, gobbling_fox, min_reveal, stall_limit)
        for name, value in zip(SWITCHES, given, strict=True):
            put(self, name, _switch(name, value))

    def __setstate__(self, state: Sequence[Any]) -> None:
        # what is unpickled is checked like anything else that is read
        Ruleset.__init__(self, *state)

    @classmethod
    def standard(cls, players: int = 2, **switches: Any) -> Ruleset:
        """The standard layout (S3) for so many players; keywords and errors as for `Ruleset`.

        >>> Ruleset.standard(3).houses
        ((1, 2, 3, 4), (1, 2, 3, 4))
        """
        return cls(players, **{"houses": "standard", **switches})

    @classmethod
    def wide(cls, players: int = 2, **switches: Any) -> Ruleset:
        """The wide layout, every value twice: eight spaces a house (S3); else as `standard`.

        >>> Ruleset.wide(2).houses
        ((1, 1, 2, 2, 3, 3, 4, 4),)
        """
        return cls(players, **{"houses": "wide", **switches})

    def replace(self, **changes: Any) -> Ruleset:
        """This ruleset with some fields changed; every other field, `houses` too, stays.

        Raises:
            RulesetError: an unknown field, or a value that is not allowed.

        >>> Ruleset(players=2).replace(stall_limit=3)
        Ruleset(players=2, stall_limit=3)
        """
        for name in changes:
            _known_field(name)
        return Ruleset(**{name: getattr(self, name) for name in _FIELDS} | changes)

    # Text ---------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """`key=value` pairs with single spaces between; `players` always, defaults left out.

        >>> Ruleset(players=2, hens=3, houses=[[1, 2], [3]]).to_text()
        'players=2 hens=3 houses=1,2/3'
        """
        return " ".join(
            f"{name}={layout_text(self.houses) if name == 'houses' else getattr(self, name)}"
            for name in self._told()
        )

    @classmethod
    def from_text(cls, text: str) -> Ruleset:
        """Read what `to_text` writes; fields in any order, each at most once.

        Defaults may be written out and everything may be left out, so `""` is `Ruleset()`.
        `houses` also takes the words `standard` and `wide`.

        Raises:
            RulesetError: an unknown or repeated field, or a value that is not allowed.
            TypeError: not a `str`.

        >>> Ruleset.from_text("houses=wide players=4") == Ruleset.wide(players=4)
        True
        """
        if not isinstance(text, str):
            raise TypeError(f"a ruleset is read from a str, not from {type(text).__name__}")
        values: dict[str, Any] = {}
        for pair in text.split():
            name, equals, value = pair.partition("=")
            _known_field(name)
            if not equals:
                raise RulesetError(name, pair, f"written as {name}=value")
            if name in values:
                raise RulesetError(name, value, "allowed: it was already given")
            if name == "houses":
                values[name] = value if value in LAYOUTS else _read_layout(value)
            elif isinstance(_DEFAULTS[name], int):
                values[name] = _read_number(value)
            else:
                values[name] = value
        return cls(**values)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Ruleset({', '.join(f'{name}={getattr(self, name)!r}' for name in self._told())})"

    def _told(self) -> list[str]:
        """The fields that text must name: `players`, and those without their default."""
        usual = {**_DEFAULTS, "houses": _layout(None, self.players)}
        return [n for n in _FIELDS if n == "players" or getattr(self, n) != usual[n]]

    # What follows from the fields ---------------------------------------------------------------

    @property
    def num_cards(self) -> int:
        """Cards of one player: the Fox and the Hens; 2 to 8."""
        return self.hens + 1

    @property
    def num_spaces(self) -> int:
        """Spaces of all houses; 1 to 16."""
        return sum(map(len, self.houses))

    @property
    def spaces(self) -> tuple[int, ...]:
        """The value of each space, counted through the houses in order."""
        return tuple(value for house in self.houses for value in house)

    @property
    def house_of(self) -> tuple[int, ...]:
        """The house of each space, from 0."""
        return tuple(number for number, house in enumerate(self.houses) for _ in house)

    @property
    def space_names(self) -> tuple[str, ...]:
        """The name of each space: its house's letter and its place there from 1.

        >>> Ruleset(houses=[[1, 2], [3]]).space_names
        ('a1', 'a2', 'b1')
        """
        return tuple(
            f"{'abcd'[number]}{place}"
            for number, house in enumerate(self.houses)
            for place in range(1, len(house) + 1)
        )

    def check_seat(self, seat: int) -> int:
        """`seat` as an `int`, when it is one of 0..players-1.

        Raises:
            TypeError: not an integer.
            SlyError: out of range (S1).
        """
        return below("seat", seat, self.players, f"with {self.players} players", "S1")

    def check_space(self, space: int) -> int:
        """`space` as an `int`, when it is one of 0..num_spaces-1.

        Raises:
            TypeError: not an integer.
            SlyError: out of range (S3).
        """
        return below("space", space, self.num_spaces, "in this layout", "S3")

    def key(self) -> int:
        """A 64-bit number for this ruleset, the same on every platform and run.

        >>> hex(Ruleset().key())
        '0x209bc48a7f4a84f0'
        """
        return int.from_bytes(blake2b(self.to_text().encode(), digest_size=8).digest(), "little")


def check_ruleset(rules: object) -> Ruleset:
    """`rules`, when it is a `Ruleset` that was made whole.

    Raises:
        TypeError: anything else; also what `Ruleset.__new__` gives, which has no fields.

    >>> check_ruleset(Ruleset.__new__(Ruleset))
    Traceback (most recent call last):
    TypeError: rules are a whole Ruleset: 'Ruleset' object has no attribute 'players'
    """
    if not isinstance(rules, Ruleset):
        raise TypeError(f"rules are a Ruleset, not {type(rules).__name__}")
    try:
        _every_field(rules)
    except AttributeError as error:
        raise TypeError(f"rules are a whole Ruleset: {error}") from error
    return rules


def layout_text(houses: Layout) -> str:
    """A layout as text.

    >>> layout_text(((1, 2), (3,)))
    '1,2/3'
    """
    return "/".join(",".join(map(str, house)) for house in houses)


def _number(field: str, value: object, allowed: range, clause: str) -> int:
    number = plain_int(value)
    if number is None or number not in allowed:
        raise RulesetError(field, value, _whole(allowed), clause=clause)
    return number


def _switch(name: str, value: object) -> int | str:
    switch = SWITCHES[name]
    if isinstance(switch.allowed, range):
        return _number(name, value, switch.allowed, switch.clause)
    if not isinstance(value, str) or value not in switch.allowed:
        raise RulesetError(name, value, switch.allowed_text, clause=switch.clause)
    return str(value)


def _layout(houses: object, players: int) -> Layout:
    if houses is None:
        houses = "standard"
    if isinstance(houses, str):
        if houses not in LAYOUTS:
            raise RulesetError("houses", houses, "'standard', 'wide' or a layout", clause="S3")
        return (LAYOUTS[houses],) * (1 if players == 2 else 2)
    layout = tuple(
        tuple(_number("houses", value, VALUES, "S3") for value in _items(house, MAX_SPACES))
        for house in _items(houses, MAX_HOUSES)
    )
    if sum(map(len, layout)) > MAX_SPACES:
        raise RulesetError("houses", houses, f"of at most {MAX_SPACES} spaces in all", clause="S3")
    return layout


def _items(group: object, limit: int) -> list[object]:
    """The 1 to `limit` things in `group`; looks no further, so an endless iterable does no harm."""
    what = f"a layout: 1 to {MAX_HOUSES} houses of 1 to {MAX_SPACES} spaces"
    if isinstance(group, (str, bytes)) or not isinstance(group, Iterable):
        raise RulesetError("houses", group, what, clause="S3")
    items = [item for item, _ in zip(group, range(limit + 1), strict=False)]
    if not 1 <= len(items) <= limit:
        raise RulesetError("houses", group, what, clause="S3")
    return items


def _known_field(name: str) -> None:
    if name not in _FIELDS:
        raise RulesetError("ruleset", name, f"a field; there are {', '.join(_FIELDS)}")


def _read_number(text: str) -> int | str:
    """A plain number of up to 9 digits as an `int`; anything else is left for the checks."""
    plain = text.isascii() and text.isdigit() and len(text) <= 9 and (text == "0" or text[0] != "0")
    return int(text) if plain else text


def _read_layout(text: str) -> list[list[int | str]] | str:
    """The values between the separators; a text with far too many of those is left as it is."""
    if text.count("/") + text.count(",") > MAX_SPACES:
        return text
    return [[_read_number(value) for value in house.split(",")] for house in text.split("/")]
