"""A history found again in a design: points of the design for people, rounds of the design for past rounds.

Rounds are recognised by how many triangles and squares of people they form, people by how their neighbours
meet; what is left open is tried in drawn order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import comb

from rules.seating.generator import Generator
from rules.seating.records import Key, key_order

from .known import Design, full_design
from .shape import NEVER, Shape, look_alikes

NODES_PER_TRY = 100
MAPPINGS_PER_TRY = 6
EMPTY_TRIES, EMPTY_SETS = 40, 4


class DesignIndex(Shape[int]):
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
def design_index(tables: int, size: int) -> DesignIndex:
    return DesignIndex(full_design(tables, size))


@dataclass(slots=True)
class Embedding:
    """Points of people, the design's round for every past round, and what is still open.

    `room` holds the points a person may take as a bit mask.
    """

    point: dict[Key, int]
    room: dict[Key, int]
    round_of: list[int | None]

    def copy(self) -> "Embedding":
        return Embedding(dict(self.point), dict(self.room), list(self.round_of))


@dataclass(frozen=True, slots=True)
class Part:
    """People who played a number of rounds together, nobody else being there: what a design is looked for
    by.
    """

    people: frozenset[Key]
    turns: tuple[int, ...]
    shape: Shape[Key]


def parts(history: Shape[Key]) -> list[Part]:
    """Everybody ever seen, in the rounds that all of them played; then those of each round, the largest
    group first.
    """
    everybody = frozenset(key for tables in history.table_of for key in tables)
    groups = {frozenset(tables) for tables in history.table_of} - {everybody}
    in_order = sorted(groups, key=lambda group: (-len(group), sorted(map(key_order, group))))
    found = []
    for people in (everybody, *in_order):
        turns = tuple(turn for turn, tables in enumerate(history.table_of) if tables.keys() == people)
        found.append(Part(people, turns, Shape([history.rounds[turn] for turn in turns])))
    return found


def embed(
    index: DesignIndex,
    history: Shape[Key],
    part: Part,
    rounds_left: int,
    recognise: bool,
    generator: Generator,
) -> Embedding | None:
    """Points for all people so that every past table lies in a table of the design; one drawn try.

    With `recognise` the rounds of the part are recognised first, otherwise only one is chosen and all else
    tried.
    """
    played = len(history.rounds)
    sets = empty_sets(index, index.size - len(part.people)) if len(part.people) <= index.size else []
    clean = {empty: len(index.design) - len(dirty_rounds(index, empty)) for empty in sets}
    sets = [empty for empty in sets if clean[empty] >= played + rounds_left] or [
        empty for empty in sets if clean[empty] > played
    ]
    if not sets:
        return None
    empty = generator.choice(sets)
    gap = sum(1 << point for point in empty)
    everywhere = (1 << index.size) - 1
    people = sorted({key for tables in history.table_of for key in tables}, key=key_order)
    room = {key: everywhere & ~gap if key in part.people else gap for key in generator.shuffled(people)}
    search = _Search(index, history, part, empty, generator)
    start = Embedding({}, room, [None] * played)
    if not recognise:
        if part.turns:
            search.know_round(start, part.turns[0], generator.choice(search.usable))
    elif not search.know_part(start):
        return None
    return search.run(start)


@cache
def _without(index: DesignIndex, empty: frozenset[int]) -> Shape[int]:
    """The design as it looks when nobody is at some of its points; rounds where two of them meet are
    blank.
    """
    dirty = dirty_rounds(index, empty)
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
        self, index: DesignIndex, history: Shape[Key], part: Part, empty: frozenset[int], generator: Generator
    ) -> None:
        self.index = index
        self.generator = generator
        self.table_of = history.table_of
        self.tables = history.rounds
        self.part = part
        self.empty = empty
        self.gaps = [
            sum(1 << point for block in {blocks[point] for point in empty} for point in points_of(block))
            for blocks in index.block
        ]
        dirty = dirty_rounds(index, empty)
        self.usable = [number for number in range(len(index.design)) if number not in dirty]
        self.nodes = NODES_PER_TRY

    def know_part(self, state: Embedding) -> bool:
        """Recognise the rounds of the part and leave its people only points that look like them."""
        shape = _without(self.index, self.empty)
        for rounds in islice(_recognised(shape, self.part.shape, self.generator), MAPPINGS_PER_TRY):
            alike = look_alikes(self.part.shape, shape, rounds)
            if alike is not None:
                for turn, number in zip(self.part.turns, rounds, strict=True):
                    self.know_round(state, turn, number)
                for key, points in alike.items():
                    state.room[key] &= sum(1 << point for point in points)
                return True
        return False

    def run(self, state: Embedding) -> Embedding | None:
        """Complete the embedding; None when it cannot be or the nodes are used up."""
        waiting = [key for key in state.room if key not in state.point]
        if not waiting:
            return state
        person = min(waiting, key=lambda key: state.room[key].bit_count())
        for point in self.generator.shuffled(points_of(state.room[person])):
            self.nodes -= 1
            if self.nodes < 0:
                return None
            tried = state.copy()
            done = self.run(tried) if self._place(tried, person, point) else None
            if done is not None:
                return done
        return None

    def _place(self, state: Embedding, person: Key, point: int) -> bool:
        """Put a person at a point; False when something else becomes impossible by it."""
        return self._place_only(state, person, point) and self._narrow(state)

    def _seat(self, state: Embedding, person: Key, point: int) -> None:
        state.point[person] = point
        bit = 1 << point
        for key in state.room:
            state.room[key] &= ~bit
        state.room[person] = bit

    def _find_round(self, state: Embedding, turn: int, person: Key) -> bool:
        """Two placed people of one past table tell which round of the design theirs was."""
        mates = [key for key in self.table_of[turn][person] if key != person and key in state.point]
        if not mates:
            return True
        number = self.index.meeting.get((state.point[person], state.point[mates[0]]), NEVER)
        if (turn in self.part.turns and number not in self.usable) or number in state.round_of:
            return False
        self.know_round(state, turn, number)
        return True

    def know_round(self, state: Embedding, turn: int, number: int) -> None:
        """Take a round of the design for a past one.

        Full tables of the part's people avoid the empty points; where just they played, other tables need
        them.
        """
        state.round_of[turn] = number
        if not self.table_of[turn].keys() <= self.part.people:
            return
        gaps = self.gaps[number]
        for key, table in self.table_of[turn].items():
            if len(table) == len(self.index.design[number][0]):
                state.room[key] &= ~gaps
            elif turn in self.part.turns:
                state.room[key] &= gaps

    def _narrow(self, state: Embedding) -> bool:
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

    def _narrow_table(self, state: Embedding, turn: int, number: int, table: Sequence[Key]) -> bool:
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

    def _place_only(self, state: Embedding, person: Key, point: int) -> bool:
        """Seat somebody who has one point left; rounds that become known by it are noted."""
        self._seat(state, person, point)
        return all(
            self._find_round(state, turn, person)
            for turn, tables in enumerate(self.table_of)
            if state.round_of[turn] is None and person in tables
        )


def points_of(mask: int) -> list[int]:
    return [point for point in range(mask.bit_length()) if mask >> point & 1]


@cache
def empty_sets(index: DesignIndex, count: int) -> list[frozenset[int]]:
    """A few sets of so many points that meet in as few rounds as can be.

    They are always the same ones, so that a history drawn with one of them is recognised later on.
    """
    generator = Generator(f"{index.size} {count}", "empty points")
    for dirty in range(comb(count, 2) + 1):
        rounds = len(index.design) - dirty
        drawn = (
            empty_points(index, range(index.size), count, set(), rounds, generator) for _ in range(EMPTY_SETS)
        )
        found = sorted({empty for empty in drawn if empty is not None}, key=sorted)
        if found:
            return found
    return []


def dirty_rounds(index: DesignIndex, empty: frozenset[int]) -> set[int]:
    """Rounds in which two of the empty points meet."""
    return {index.meeting[pair] for pair in combinations(sorted(empty), 2) if pair in index.meeting}


def empty_points(
    index: DesignIndex,
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
