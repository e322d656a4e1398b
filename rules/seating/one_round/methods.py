"""The methods of drawing: where each would put people before repeats and other blemishes are mended."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, combinations

from rules.seating.errors import CannotSeat
from rules.seating.field import Field
from rules.seating.generator import Generator

from .search import Seating

# Nobody is moved further than so many tables at once when the order of tables means something.
REACH = 12


@dataclass(slots=True)
class Arrangement:
    """A method's answer: the seating to be improved, the number of each slot and what the method is about.

    `natural` is the slot of each person by the method alone (None: anywhere), `circle` says that the last
    slot is next to the first, `levels` ranks the slots from the leaders', `free_numbers` says that equal
    tables may change numbers.
    """

    seating: Seating
    numbers: list[int]
    natural: list[int] | None = None
    circle: bool = False
    levels: list[int] | None = None
    free_numbers: bool = False

    def distance(self, slot: int, other: int) -> int:
        """How many tables lie between two slots."""
        apart = abs(slot - other)
        return min(apart, len(self.numbers) - apart) if self.circle else apart

    def shift(self) -> int:
        """How many tables people sit from where the method alone would have them."""
        if self.natural is None:
            return 0
        return sum(
            self.distance(self.seating.table_of[person], slot) for person, slot in enumerate(self.natural)
        )


def arrange(field: Field, generator: Generator) -> Arrangement:
    """Seat the field by the request's method, without looking at repeats yet."""
    return _ARRANGERS[field.request.method](field, generator)


def _place(field: Field, wishes: list[tuple[int, int]], locked: dict[int, int]) -> list[list[int]]:
    """Fill the slots: the locked first, then each (person, slot) in turn at the nearest slot with a free
    place.
    """
    tables: list[list[int]] = [[] for _ in field.sizes]
    for person, slot in locked.items():
        tables[slot].append(person)
    for person, slot in wishes:
        if person not in locked:
            free = min(
                (there for there, size in enumerate(field.sizes) if len(tables[there]) < size),
                key=lambda there: (abs(there - slot), there),
            )
            tables[free].append(person)
    return tables


def _build(
    field: Field, tables: list[list[int]], locked: dict[int, int], near: list[list[int]] | None = None
) -> Seating:
    return Seating(
        tables=tables,
        pairs=field.pair_costs(),
        single=field.single_costs(),
        near=near or [list(range(len(field.sizes)))] * len(field.sizes),
        locked=frozenset(locked),
    )


def _own_numbers(field: Field) -> dict[int, int]:
    """Slots of people with a fixed table where slot and table number are the same thing."""
    return {person: number - 1 for person, number in field.fixed.items()}


def _random(field: Field, generator: Generator) -> Arrangement:
    locked = _own_numbers(field)
    places = generator.shuffled(slot for slot, size in enumerate(field.sizes) for _ in range(size))
    tables = _place(field, list(enumerate(places)), locked)
    return Arrangement(_build(field, tables, locked), _plain_numbers(field), free_numbers=True)


def _plain_numbers(field: Field) -> list[int]:
    return list(range(1, len(field.sizes) + 1))


def _seeded(field: Field, generator: Generator) -> Arrangement:
    """Pots by rank: as many people as there are tables, the last pot the rest; one of each pot at a
    table.
    """
    ranked = field.ranked(generator)
    locked = _own_numbers(field)
    slots = range(len(field.sizes))
    wishes = []
    pot = [0] * len(ranked)
    taken = 0
    for turn in range(max(field.sizes)):
        places = generator.shuffled(slot for slot in slots if field.sizes[slot] > turn)
        members = ranked[taken : taken + len(places)]
        taken += len(places)
        for person, slot in zip(members, places, strict=True):
            pot[person] = turn
            wishes.append((person, slot))
    seating = _build(field, _place(field, wishes, locked), locked)
    weight = field.request.weights.method
    for one, two in combinations(range(len(ranked)), 2):
        if pot[one] == pot[two]:
            seating.pairs[one][two] += weight
            seating.pairs[two][one] += weight
    return Arrangement(seating, _plain_numbers(field), free_numbers=True)


def _by_levels(
    field: Field, wishes: list[tuple[int, int]], near: list[list[int]]
) -> tuple[Seating, list[int]]:
    """Seat by levels, where a fixed table takes its person's level instead of moving him among the leaders
    (S19).
    """
    wished = dict(wishes)
    slot_of_number: dict[int, int] = {}
    for person in sorted(field.fixed, key=lambda person: (wished[person], person)):
        number = field.fixed[person]
        if number in slot_of_number:
            continue
        free = [
            slot
            for slot, size in enumerate(field.sizes)
            if size == field.sizes[number - 1] and slot not in slot_of_number.values()
        ]
        slot_of_number[number] = min(free, key=lambda slot: (abs(slot - wished[person]), slot))
    locked = {person: slot_of_number[number] for person, number in field.fixed.items()}
    left = {
        size: [n for n, own in enumerate(field.sizes, 1) if own == size and n not in slot_of_number]
        for size in field.sizes
    }
    number_of_slot = {slot: number for number, slot in slot_of_number.items()}
    numbers = [
        number_of_slot[slot] if slot in number_of_slot else left[size].pop(0)
        for slot, size in enumerate(field.sizes)
    ]
    return _build(field, _place(field, wishes, locked), locked, near), numbers


def _standings(field: Field, generator: Generator) -> Arrangement:
    ranked = field.ranked(generator)
    slots = [slot for slot, size in enumerate(field.sizes) for _ in range(size)]
    wishes = list(zip(ranked, slots, strict=True))
    count = len(field.sizes)
    near = [list(range(max(slot - REACH, 0), min(slot + REACH + 1, count))) for slot in range(count)]
    seating, numbers = _by_levels(field, wishes, near)
    arrangement = Arrangement(seating, numbers, natural=_in_order(wishes), levels=_plain_numbers(field))
    return _with_shift(field, arrangement)


def _in_order(wishes: list[tuple[int, int]]) -> list[int]:
    return [slot for _, slot in sorted(wishes)]


def _with_shift(field: Field, arrangement: Arrangement) -> Arrangement:
    weight = field.request.weights.method
    for person, slot in enumerate(arrangement.natural or ()):
        row = arrangement.seating.single[person]
        for there in range(len(row)):
            row[there] += weight * arrangement.distance(there, slot)
    return arrangement


def _moving(field: Field, generator: Generator) -> Arrangement:
    """Seat A stays, B goes one table on, C two, D three, counted round; newcomers fill what is free."""
    rounds = [past.round for past in field.past.tables]
    if not rounds:
        return _random(field, generator)
    last = [past for past in field.past.tables if past.round == max(rounds)]
    wishes = []
    for turn, past in enumerate(last):
        wishes += [
            (field.index[key], (turn + seat) % len(field.sizes))
            for seat, key in enumerate(past.seats)
            if key in field.index
        ]
    seen = {person for person, _ in wishes}
    newcomers = [person for person in range(len(field.people)) if person not in seen]
    locked = _own_numbers(field)
    tables = _place(field, [*wishes, *((person, 0) for person in newcomers)], locked)
    seating = _build(field, tables, locked)
    wished = dict(wishes)
    natural = [wished.get(person, seating.table_of[person]) for person in range(len(field.people))]
    return _with_shift(field, Arrangement(seating, _plain_numbers(field), natural=natural, circle=True))


def _final(field: Field, generator: Generator) -> Arrangement:
    """The best at the first tables, drawn among them; the others drawn at the rest."""
    best = field.request.final_size
    borders = list(accumulate(field.sizes))
    if best not in borders:
        nearest = " nebo ".join(str(border) for border in borders[:4])
        raise CannotSeat(
            "final-size",
            f"Finále má zaplnit celé stoly: z {len(field.people)} hráčů jich může být ve finále {nearest}.",
        )
    ranked = field.ranked(generator)
    first = borders.index(best) + 1
    count = len(field.sizes)
    near = [list(range(first)) if slot < first else list(range(first, count)) for slot in range(count)]
    slots = [slot for slot, size in enumerate(field.sizes) for _ in range(size)]
    wishes = list(
        zip(
            generator.shuffled(ranked[:best]) + generator.shuffled(ranked[best:]),
            slots,
            strict=True,
        )
    )
    seating, numbers = _by_levels(field, wishes, near)
    return Arrangement(seating, numbers, levels=[1 if slot < first else 2 for slot in range(count)])


_ARRANGERS: dict[str, Callable[[Field, Generator], Arrangement]] = {
    "random": _random,
    "seeded": _seeded,
    "standings": _standings,
    "moving": _moving,
    "final": _final,
}
