"""Later rounds that follow a design: the tables played so far are found in it, and its unused rounds can be
drawn.

Rounds drawn one after another run into repeats long before a design does. As long as the history is a part
of some design – it was drawn from one, or one fits it by chance – the design's other rounds have no repeats
either, whoever has left since, and newcomers take the places of those who left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import comb

from .designs import Design, full_design
from .generator import Generator
from .methods import Field
from .records import Key, key_order
from .shape import NEVER, Shape, look_alikes

TRIES, TRIES_IN_VAIN, NODES_PER_TRY = 20, 3, 100
EMPTY_TRIES, EMPTY_SETS = 40, 3
MAPPINGS_PER_TRY = 6

Seated = list[list[int]]


def following_rounds(field: Field, rounds_left: int, generator: Generator) -> Iterator[Seated]:
    """Seatings of the coming round, each the beginning of `rounds_left` rounds without repeats or of all
    there are.

    The tables hold people as the field numbers them, in no particular order. Ends when several searches in a
    row bring nothing new.
    """
    tables, preferred = len(field.sizes), field.request.preferred
    if preferred * tables < len(field.people):
        return
    index = _design_index(tables, preferred)
    history = _history(field)
    if history is None or len(history.rounds) >= len(index.design):
        return
    rounds_left = min(rounds_left, len(index.design) - len(history.rounds))
    if any(len(past) != tables for past in history.rounds):
        return
    known: set[frozenset[frozenset[int]]] = set()
    in_vain = 0
    while in_vain < (TRIES_IN_VAIN if known else TRIES):
        in_vain += 1
        embedding = _embedded(index, history, rounds_left, in_vain % 2 == 0, generator)
        if embedding is None:
            continue
        for seated in _seatings(field, index, embedding, rounds_left, generator):
            seating = frozenset(map(frozenset, seated))
            if seating not in known:
                known.add(seating)
                in_vain = 0
                yield seated


class _DesignIndex(Shape[int]):
    """A design with the table of every point as a bit mask."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        self.design = design
        self.size = sum(len(table) for table in design[0])
        self.masks = [[sum(1 << point for point in table) for table in tables] for tables in design]
        self.block = [
            {point: mask for table, mask in zip(tables, masks, strict=True) for point in table}
            for tables, masks in zip(design, self.masks, strict=True)
        ]


@cache
def _design_index(tables: int, size: int) -> _DesignIndex:
    return _DesignIndex(full_design(tables, size))


def _history(field: Field) -> Shape[Key] | None:
    """The tables of each earlier round in order; None when two have met twice, for no design allows that."""
    if any(len(met) > 1 for met in field.past.met.values()):
        return None
    rounds: dict[int, list[tuple[Key, ...]]] = {}
    for past in field.past.tables:
        rounds.setdefault(past.round, []).append(past.seats)
    return Shape([rounds[number] for number in sorted(rounds)])


@dataclass(slots=True)
class _Embedding:
    """Points of people, the design's round for every past round, and what is still open.

    `room` holds the points a person may take as a bit mask.
    """

    point: dict[Key, int]
    room: dict[Key, int]
    round_of: list[int | None]

    def copy(self) -> "_Embedding":
        return _Embedding(dict(self.point), dict(self.room), list(self.round_of))


def _embedded(
    index: _DesignIndex, history: Shape[Key], rounds_left: int, recognise: bool, generator: Generator
) -> _Embedding | None:
    """People of the history at points of the design so that every past table lies in a table of the
    design.
    """
    points = range(index.size)
    people = sorted({key for tables in history.table_of for key in tables}, key=key_order)
    if len(people) > index.size:
        return None
    sets = _empty_sets(index, index.size - len(people))
    empty = generator.choice(sets) if sets else frozenset[int]()
    if not sets or len(index.design) - len(_dirty_rounds(index, empty)) < len(history.rounds) + rounds_left:
        return None
    open_points = sum(1 << point for point in points if point not in empty)
    room = dict.fromkeys(generator.shuffled(people), open_points)
    search = _Search(index, history, empty, generator)
    start = _Embedding({}, room, [None] * len(history.rounds))
    if recognise and all(search.complete):
        shape = _without(index, empty)
        for rounds in islice(_recognised(shape, history, generator), MAPPINGS_PER_TRY):
            alike = look_alikes(history, shape, rounds)
            if alike is not None:
                break
        else:
            return None
        for turn, number in enumerate(rounds):
            search.know_round(start, turn, number)
        for key, lookalikes in alike.items():
            room[key] &= sum(1 << point for point in lookalikes)
    elif history.rounds:
        search.know_round(start, 0, generator.choice(search.usable))
    return search.run(start)


@cache
def _without(index: _DesignIndex, empty: frozenset[int]) -> Shape[int]:
    """The design as it looks when nobody is at some of its points; rounds where two of them meet are
    blank.
    """
    dirty = _dirty_rounds(index, empty)
    return Shape(
        [
            [] if number in dirty else [[point for point in table if point not in empty] for table in tables]
            for number, tables in enumerate(index.design)
        ]
    )


def _recognised(index: Shape[int], history: Shape[Key], generator: Generator) -> Iterator[list[int]]:
    """A round of the design for every past round such that triangles and squares agree, in drawn order."""

    def fits(known: list[int], number: int) -> bool:
        turn = len(known)
        return all(
            index.squares[number, other] == history.squares[turn, past] for past, other in enumerate(known)
        ) and all(
            index.triangles.get((number, known[a], known[b]), 0) == history.triangles.get((turn, a, b), 0)
            for a, b in combinations(range(turn), 2)
        )

    def extend(known: list[int]) -> Iterator[list[int]]:
        if len(known) == len(history.rounds):
            yield known
            return
        for number in generator.shuffled(range(len(index.rounds))):
            if index.rounds[number] and number not in known and fits(known, number):
                yield from extend([*known, number])

    return extend([])


class _Search:
    """Depth-first search that always places a person with the fewest points left."""

    def __init__(
        self, index: _DesignIndex, history: Shape[Key], empty: frozenset[int], generator: Generator
    ) -> None:
        self.index = index
        self.generator = generator
        self.table_of = history.table_of
        self.tables = history.rounds
        people = {key for tables in self.table_of for key in tables}
        self.complete = [tables.keys() == people for tables in self.table_of]
        self.gaps = [
            sum(1 << point for block in {blocks[point] for point in empty} for point in _points(block))
            for blocks in index.block
        ]
        dirty = _dirty_rounds(index, empty)
        self.usable = [number for number in range(len(index.design)) if number not in dirty]
        self.nodes = NODES_PER_TRY

    def run(self, state: _Embedding) -> _Embedding | None:
        """Complete the embedding; None when it cannot be or the nodes are used up."""
        waiting = [key for key in state.room if key not in state.point]
        if not waiting:
            return state
        person = min(waiting, key=lambda key: state.room[key].bit_count())
        for point in self.generator.shuffled(_points(state.room[person])):
            self.nodes -= 1
            if self.nodes < 0:
                return None
            tried = state.copy()
            done = self.run(tried) if self._place(tried, person, point) else None
            if done is not None:
                return done
        return None

    def _place(self, state: _Embedding, person: Key, point: int) -> bool:
        """Put a person at a point; False when something else becomes impossible by it."""
        return self._place_only(state, person, point) and self._narrow(state)

    def _seat(self, state: _Embedding, person: Key, point: int) -> None:
        state.point[person] = point
        bit = 1 << point
        for key in state.room:
            state.room[key] &= ~bit
        state.room[person] = bit

    def _find_round(self, state: _Embedding, turn: int, person: Key) -> bool:
        """Two placed people of one past table tell which round of the design theirs was."""
        mates = [key for key in self.table_of[turn][person] if key != person and key in state.point]
        if not mates:
            return True
        number = self.index.meeting.get((state.point[person], state.point[mates[0]]), NEVER)
        if number not in self.usable or number in state.round_of:
            return False
        self.know_round(state, turn, number)
        return True

    def know_round(self, state: _Embedding, turn: int, number: int) -> None:
        """Take a round of the design for a past one; its full tables avoid the empty points.

        Where everybody played, the other tables need the empty points.
        """
        state.round_of[turn] = number
        gaps = self.gaps[number]
        for key, table in self.table_of[turn].items():
            if len(table) == len(self.index.design[number][0]):
                state.room[key] &= ~gaps
            elif self.complete[turn]:
                state.room[key] &= gaps

    def _narrow(self, state: _Embedding) -> bool:
        """Take room away until only what each past table of a known round can lie in is left; False when
        nothing is.
        """
        changed = True
        while changed:
            changed = False
            for turn, number in enumerate(state.round_of):
                if number is not None:
                    for table in self.tables[turn]:
                        changed |= self._narrow_table(state, turn, number, table)
            for key, room in list(state.room.items()):
                if not room:
                    return False
                if not room & (room - 1) and key not in state.point:
                    changed = True
                    if not self._place_only(state, key, room.bit_length() - 1):
                        return False
        return True

    def _narrow_table(self, state: _Embedding, turn: int, number: int, table: Sequence[Key]) -> bool:
        """Leave the people of a past table only tables of the design where all of them have room."""
        possible = [
            block for block in self.index.masks[number] if all(state.room[key] & block for key in table)
        ]
        changed = False
        together = sum(possible)
        for key in table:
            if state.room[key] & ~together:
                state.room[key] &= together
                changed = True
        if len(possible) == 1:
            for key, other in self.table_of[turn].items():
                if other != table and state.room[key] & together:
                    state.room[key] &= ~together
                    changed = True
        return changed

    def _place_only(self, state: _Embedding, person: Key, point: int) -> bool:
        """Seat somebody who has one point left; rounds that become known by it are noted."""
        self._seat(state, person, point)
        return all(
            self._find_round(state, turn, person)
            for turn, tables in enumerate(self.table_of)
            if state.round_of[turn] is None and person in tables
        )


def _points(mask: int) -> list[int]:
    return [point for point in range(mask.bit_length()) if mask >> point & 1]


@cache
def _empty_sets(index: _DesignIndex, count: int) -> list[frozenset[int]]:
    """A few sets of so many points that meet in as few rounds as can be.

    They are always the same ones, so that a history drawn with one of them is recognised later on.
    """
    generator = Generator(f"{index.size} {count}", "empty points")
    for dirty in range(comb(count, 2) + 1):
        rounds = len(index.design) - dirty
        drawn = (
            _empty_points(index, range(index.size), count, set(), rounds, generator)
            for _ in range(EMPTY_SETS)
        )
        found = sorted({empty for empty in drawn if empty is not None}, key=sorted)
        if found:
            return found
    return []


def _dirty_rounds(index: _DesignIndex, empty: frozenset[int]) -> set[int]:
    """Rounds in which two of the empty points meet."""
    return {index.meeting[pair] for pair in combinations(sorted(empty), 2) if pair in index.meeting}


def _empty_points(
    index: _DesignIndex,
    points: Sequence[int],
    count: int,
    used: set[int],
    rounds: int,
    generator: Generator,
) -> frozenset[int] | None:
    """So many drawn points that never meet in at least `rounds` of the design's rounds that are not used
    yet.
    """
    most_dirty = len(index.design) - rounds
    for _ in range(EMPTY_TRIES):
        empty: list[int] = []
        dirty = set(used)
        for point in generator.shuffled(points):
            if len(empty) == count:
                break
            meetings = {index.meeting.get((point, other), NEVER) for other in empty} - {NEVER}
            if len(dirty | meetings) <= most_dirty:
                empty.append(point)
                dirty |= meetings
        if len(empty) == count:
            return frozenset(empty)
    return None


def _seatings(
    field: Field, index: _DesignIndex, embedding: _Embedding, rounds_left: int, generator: Generator
) -> Iterator[Seated]:
    """The unused rounds of the design with the people now present; newcomers take free points."""
    person_at = {point: field.index[key] for key, point in embedding.point.items() if key in field.index}
    used = {number for number in embedding.round_of if number is not None}
    free = [point for point in range(index.size) if point not in person_at]
    newcomers = [person for person in range(len(field.people)) if person not in person_at.values()]
    empty = _empty_points(index, free, len(free) - len(newcomers), used, rounds_left, generator)
    if empty is None:
        return
    taken = (point for point in free if point not in empty)
    person_at |= zip(taken, generator.shuffled(newcomers), strict=True)
    used |= _dirty_rounds(index, empty)
    for number in generator.shuffled(range(len(index.design))):
        if number not in used:
            yield [
                [person_at[point] for point in table if point in person_at] for table in index.design[number]
            ]
