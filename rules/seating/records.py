"""What goes into a draw and what comes out: plain frozen records, no dates, no database."""

from dataclasses import asdict, dataclass, field, fields

from .errors import CannotSeat
from .sizes import FOUR

Key = int | str

SEATS = "ABCD"
HEAVIEST = 10**12


def key_order(key: Key) -> tuple[bool, int, str]:
    """Numbers before texts, each in its own order, so that the order of input never decides a draw."""
    if isinstance(key, int):
        return (False, key, "")
    return (True, 0, key)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One person present in the round.

    `rank` is 1 for the best (the seeding list or the standings), `fixed_table` the number of the only table
    he may sit at, `apart` the keys of people he must not sit with; one direction is enough.
    """

    key: Key
    name: str = ""
    club: str = ""
    team: str = ""
    rank: int | None = None
    fixed_table: int | None = None
    apart: frozenset[Key] = frozenset()

    @property
    def label(self) -> str:
        return self.name or f"č. {self.key}"


@dataclass(frozen=True, slots=True)
class PastTable:
    """One table of an earlier round: keys in the order of the seats A, B, C and D."""

    round: int
    number: int
    seats: tuple[Key, ...]
    scribe: Key | None = None


def _weight(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning})
    return value


@dataclass(frozen=True, slots=True)
class Weights:
    """What each blemish of a seating costs; the draw looks for the smallest sum. 0 switches an aim off.

    The defaults lie so far apart that no number of lesser blemishes outweighs one greater in a field of
    usual size.
    """

    apart: int = _weight(1_000_000_000, "dva, kteří spolu nemají sedět, jsou u jednoho stolu")
    repeat: int = _weight(10_000_000, "dvojice se potká znovu (potřetí čtyřikrát tolik, počtvrté devětkrát)")
    odd_again: int = _weight(100_000, "hráč je znovu u stolu jiné velikosti (za každé předchozí kolo)")
    method: int = _weight(
        1_000, "hráč sedí o stůl dál, než kam ho dává způsob losování, nebo s někým ze svého koše"
    )
    team: int = _weight(200, "dva hráči jednoho družstva jsou u jednoho stolu")
    club: int = _weight(100, "dva hráči jednoho klubu jsou u jednoho stolu")
    seat: int = _weight(10, "hráč sedí na témže místě A–D (první rozdává A) znovu")
    scribe: int = _weight(4, "hráč je znovu zapisovatelem")
    table_again: int = _weight(3, "hráč je znovu u stolu téhož čísla")

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= HEAVIEST:
                raise CannotSeat(
                    "weights", f"Váha „{item.name}“ má být celé číslo od 0 do {HEAVIEST}, ne {value}."
                )

    def describe(self) -> tuple[tuple[str, int, str], ...]:
        """(name, value, what costs that much in Czech) of every aim, the weightiest kind first."""
        values = asdict(self)
        return tuple((item.name, values[item.name], item.metadata["meaning"]) for item in fields(self))


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything a draw of one round depends on: equal requests give equal tables.

    `entrants` are the people present; people who left stay in `history` only. `rounds` is the planned number
    of rounds of the tournament, needed by the method "schedule", and `schedule_from` the first round planned
    by that schedule (with the history before it). `final_size` says how many of the best sit at the first
    tables (method "final"), `manual` gives the tables of the method "manual" from number 1 in seat order.
    """

    round: int
    entrants: tuple[Entrant, ...]
    seed: str | int
    history: tuple[PastTable, ...] = ()
    method: str = "random"
    preferred: int = FOUR
    weights: Weights = Weights()
    rounds: int | None = None
    schedule_from: int = 1
    final_size: int | None = None
    manual: tuple[tuple[Key, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table: keys in the order of the seats; A deals the first hand. `level` 1 is the leaders' table."""

    number: int
    seats: tuple[Key, ...]
    scribe: Key
    level: int | None = None


@dataclass(frozen=True, slots=True)
class RepeatedPair:
    """Two at one table who sat together before; `earlier` lists (round, table)."""

    a: Key
    b: Key
    table: int
    earlier: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class OddAgain:
    """A player at a table of the other size who has been at one before; `earlier` lists (round, table)."""

    player: Key
    table: int
    earlier: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Two of one club or team (its name in `what`), or two to be kept apart, at one table."""

    a: Key
    b: Key
    table: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A player with a fixed table who sits elsewhere."""

    player: Key
    table: int
    fixed_table: int


@dataclass(frozen=True, slots=True)
class TableAgain:
    """A player at a table number he had before, in the rounds `earlier`."""

    player: Key
    table: int
    earlier: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnevenSeats:
    """How often a player has sat at A, B, C and D when two of the numbers differ by more than one."""

    player: Key
    counts: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Quality:
    """Every blemish of one round's seating, named. `penalty` is the sum by the weights, for comparing
    only.
    """

    repeats: tuple[RepeatedPair, ...] = ()
    odd_again: tuple[OddAgain, ...] = ()
    same_club: tuple[Together, ...] = ()
    same_team: tuple[Together, ...] = ()
    apart: tuple[Together, ...] = ()
    misplaced: tuple[Misplaced, ...] = ()
    table_again: tuple[TableAgain, ...] = ()
    uneven_seats: tuple[UnevenSeats, ...] = ()
    seat_spread: int = 0
    shift: int = 0
    penalty: int = 0

    def by_player(self) -> dict[Key, tuple[str, ...]]:
        """Kinds of clashes that mark a player's name: "apart", "fixed", "repeat", "odd", "team", "club"."""
        marks: dict[Key, list[str]] = {}
        pairs = (
            ("apart", self.apart),
            ("repeat", self.repeats),
            ("team", self.same_team),
            ("club", self.same_club),
        )
        for kind, clashes in pairs:
            for clash in clashes:
                marks.setdefault(clash.a, []).append(kind)
                marks.setdefault(clash.b, []).append(kind)
        for misplaced in self.misplaced:
            marks.setdefault(misplaced.player, []).append("fixed")
        for odd in self.odd_again:
            marks.setdefault(odd.player, []).append("odd")
        order = ("apart", "fixed", "repeat", "odd", "team", "club")
        return {key: tuple(kind for kind in order if kind in kinds) for key, kinds in marks.items()}

    def clashes(self, names: dict[Key, str] | None = None) -> tuple[str, ...]:
        """Czech sentences for people, the worst first; `names` gives what to call each key."""

        def name(key: Key) -> str:
            return names.get(key, f"č. {key}") if names else f"č. {key}"

        def places(earlier: tuple[tuple[int, int], ...]) -> str:
            return ", ".join(f"{round_}. kolo u stolu {table}" for round_, table in earlier)

        return (
            *(f"{name(c.a)} a {name(c.b)} mají sedět zvlášť a jsou u stolu {c.table}." for c in self.apart),
            *(
                f"{name(c.player)} má stálý stůl {c.fixed_table} a sedí u stolu {c.table}."
                for c in self.misplaced
            ),
            *(
                f"{name(c.a)} a {name(c.b)} u stolu {c.table} už spolu hráli: {places(c.earlier)}."
                for c in self.repeats
            ),
            *(
                f"{name(c.player)} je u stolu {c.table} znovu u stolu jiné velikosti: {places(c.earlier)}."
                for c in self.odd_again
            ),
            *(
                f"{name(c.a)} a {name(c.b)} u stolu {c.table} jsou z jednoho družstva ({c.what})."
                for c in self.same_team
            ),
            *(
                f"{name(c.a)} a {name(c.b)} u stolu {c.table} jsou z jednoho klubu ({c.what})."
                for c in self.same_club
            ),
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """The seating of one round with its quality and the version of the algorithm that made it."""

    tables: tuple[DrawnTable, ...]
    quality: Quality
    algorithm: str
