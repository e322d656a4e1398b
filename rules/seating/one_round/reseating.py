"""People who come late, return, do not show up or leave: only the tables that must change do.

Nothing is stored here; the proposals hold tables that the caller may take or leave.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count

from rules.seating.errors import CannotSeat
from rules.seating.generator import Generator
from rules.seating.quality import Past, assess, kept_apart, pair
from rules.seating.records import SEATS, DrawnTable, Entrant, Key, PastTable, Quality, Weights, key_order
from rules.seating.sizes import FOUR, SIZES, THREE, odd_among, table_sizes

from .seats import scribe_of, seat_table

TRIALS = 200
SPARE_TABLES = 6


@dataclass(frozen=True, slots=True)
class Move:
    """One person's change: (table, seat letter) before and after; None is no seat."""

    key: Key
    old: tuple[int, str] | None
    new: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class Reseating:
    """Tables after people came or left, what was touched, and whether odd tables are as few as they can
    be.

    Everything that is said about it is read from ``touched`` and ``moves``, which are what differs between
    the tables before and ``tables``.
    """

    tables: tuple[DrawnTable, ...]
    touched: tuple[int, ...]
    moves: tuple[Move, ...]
    quality: Quality
    fewest_odd: bool

    @property
    def moved(self) -> tuple[Move, ...]:
        """Those who stay in the round at another place: at another table, or at another seat of theirs."""
        return tuple(move for move in self.moves if move.old and move.new)

    @property
    def text(self) -> str:
        """What will change, in Czech; people by start numbers."""
        return self.told({})

    def told(self, names: Mapping[Key, str], *, done: bool = False) -> str:
        """What will change, or what has, with every seat that moves: who, from where, where to."""
        if not self.touched:
            return "Nic se nemění."
        one, several = ("Změnil se", "Změnily se") if done else ("Změní se", "Změní se")
        tables = (
            f"{one} jen stůl {self.touched[0]}"
            if len(self.touched) == 1
            else f"{several} stoly {_listed(self.touched)}"
        )
        people = "; ".join(f"{names.get(move.key, f'č. {move.key}')}: {_way(move)}" for move in self.moved)
        repeats = f"opakovaných dvojic v kole: {len(self.quality.repeats)}"
        more = "" if self.fewest_odd else "; stolů jiné velikosti bude víc, než je nutné"
        return f"{tables}; {people or 'nikdo jiný se nepřesazuje'}; {repeats}{more}."


def reseat(
    tables: Sequence[DrawnTable],
    *,
    round_: int,
    entrants: Iterable[Entrant],
    seed: str | int,
    history: Iterable[PastTable] = (),
    leaving: Iterable[Key] = (),
    arriving: Iterable[Key] = (),
    preferred: int = FOUR,
    weights: Weights | None = None,
    settled: Collection[int] = (),
) -> tuple[Reseating, ...]:
    """Let people leave a seating and come to it with as few people moved and as few tables touched as can
    be.

    `entrants` are those present afterwards; those leaving may be among them. Tables with the numbers
    `settled` stay as they are. The first proposal has as few odd tables as can then be. When more of them
    leave more people where they are, a second one says so; none is given when the tables that may change
    cannot hold the people.

    Raises CannotSeat when the rest cannot be seated or somebody leaves who has no seat or comes who has one.
    """
    gone, come = set(leaving), sorted(set(arriving), key=key_order)
    people = {entrant.key: entrant for entrant in entrants if entrant.key not in gone}
    _check(tables, people, gone, come)
    moving = [table for table in tables if table.number not in settled]
    scene = _Scene(
        tables=tuple(moving),
        settled=tuple(table for table in tables if table.number in settled),
        left=tuple(tuple(key for key in table.seats if key not in gone) for table in moving),
        arriving=tuple(come),
        people=people,
        past=Past(history, preferred, round_),
        apart=frozenset(kept_apart(people.values())),
        weights=weights or Weights(),
        preferred=preferred,
    )
    if not scene.settled:
        table_sizes(scene.total, preferred)
    proposals: list[Reseating] = []
    for plan, fewest in _plans(scene):
        generator = Generator(seed, f"round {round_} reseat {len(proposals)}")
        changed = _carried_out(scene, plan, generator)
        quality = assess(
            changed, people.values(), history, round_=round_, weights=scene.weights, preferred=preferred
        )
        proposals.append(_proposal(tables, changed, quality, fewest))
    return tuple(proposals)


def join(
    tables: Sequence[DrawnTable],
    *,
    key: Key,
    table: int,
    round_: int,
    entrants: Iterable[Entrant],
    history: Iterable[PastTable] = (),
    preferred: int = FOUR,
    weights: Weights | None = None,
) -> Reseating:
    """Seat one more person at the table of somebody's choice, on its free seat D; nobody else moves.

    `entrants` are those present afterwards. Raises CannotSeat when there is no such table, it is full or the
    person has a seat already.
    """
    people = {entrant.key: entrant for entrant in entrants}
    _check(tables, people, set(), [key])
    chosen = next((one for one in tables if one.number == table), None)
    if chosen is None:
        raise CannotSeat("no-table", f"Stůl {table} v tomto kole není; vyberte jiný.")
    if len(chosen.seats) >= FOUR:
        raise CannotSeat("table-full", f"U stolu {table} už sedí čtyři; vyberte stůl s volným místem.")
    after = tuple(replace(one, seats=(*one.seats, key)) if one is chosen else one for one in tables)
    quality = assess(
        after, people.values(), history, round_=round_, weights=weights or Weights(), preferred=preferred
    )
    sizes = sorted(len(one.seats) for one in after)
    fewest = sizes == sorted(table_sizes(sum(sizes), preferred))
    return _proposal(tables, after, quality, fewest)


def _called(key: Key, people: Mapping[Key, Entrant]) -> str:
    """The name of somebody, as far as it is known."""
    return people[key].label if key in people else f"Hráč č. {key}"


def _check(
    tables: Sequence[DrawnTable], people: Mapping[Key, Entrant], gone: set[Key], come: list[Key]
) -> None:
    seated = {key for table in tables for key in table.seats}
    for key in sorted(gone, key=key_order):
        if key not in seated:
            raise CannotSeat(
                "not-seated",
                f"{_called(key, people)} v tomto kole nesedí u žádného stolu; nemá odkud odejít.",
            )
    for key in come:
        if key in seated:
            raise CannotSeat(
                "already-seated", f"{_called(key, people)} už v tomto kole u stolu sedí; vyberte jiného."
            )
    unknown = [key for key in (*sorted(seated - gone, key=key_order), *come) if key not in people]
    if unknown:
        raise CannotSeat(
            "absent", f"Hráč č. {unknown[0]} není mezi přítomnými; označte ho nejdřív jako přítomného."
        )


@dataclass(frozen=True, slots=True)
class _Scene:
    """What a re-seating starts from; `left` are the people still at each of the `tables` that may change."""

    tables: tuple[DrawnTable, ...]
    settled: tuple[DrawnTable, ...]
    left: tuple[tuple[Key, ...], ...]
    arriving: tuple[Key, ...]
    people: Mapping[Key, Entrant]
    past: Past
    apart: frozenset[tuple[Key, Key]]
    weights: Weights
    preferred: int

    @property
    def total(self) -> int:
        """How many people the tables that may change are to hold."""
        return sum(map(len, self.left)) + len(self.arriving)

    def kind(self, table: int) -> tuple[int, bool]:
        """(people left, whether somebody has gone): tables of one kind can stand in for one another."""
        left = len(self.left[table])
        return (left, left != len(self.tables[table].seats))

    def cost(self, members: Sequence[Key], odd: bool) -> int:
        """What the people cost at one table, as in a draw."""
        weights = self.weights
        total = 0
        for a, b in combinations(members, 2):
            one, two = self.people[a], self.people[b]
            total += weights.repeat * len(self.past.met.get(pair(a, b), ())) ** 2
            total += weights.apart * (pair(a, b) in self.apart)
            total += weights.team * bool(one.team and one.team == two.team)
            total += weights.club * bool(one.club and one.club == two.club)
        if odd:
            total += weights.odd_again * sum(len(self.past.odd.get(key, ())) for key in members)
        return total


@dataclass(frozen=True, slots=True)
class _Sizing:
    """How many tables of each kind get which size; a new table is of the kind (0, False)."""

    moved: int
    touched: int
    changes: tuple[tuple[tuple[int, bool], int], ...]


NEW_TABLE = (0, False)


def _plans(scene: _Scene) -> list[tuple[_Sizing, bool]]:
    """The gentlest plan with the fewest odd tables, and the gentlest of all if that is gentler still."""
    kinds = Counter(scene.kind(table) for table in range(len(scene.tables)))
    changing = len(scene.arriving) + sum(len(t.seats) for t in scene.tables) - sum(map(len, scene.left))
    spare = 2 * changing + SPARE_TABLES
    involved: list[tuple[int, bool]] = []
    untouched: Counter[int] = Counter()
    for kind, tables in sorted(kinds.items()):
        used = tables if kind[1] else min(tables, spare)
        involved += [kind] * used
        untouched[kind[0]] += tables - used
    involved += [NEW_TABLE] * ((len(scene.arriving) + FOUR) // THREE + 1)
    best = _gentlest(involved, Counter({size: untouched[size] for size in SIZES}))
    fitting = {
        sizes: plan for sizes, plan in best.items() if FOUR * sizes[0] + THREE * sizes[1] == scene.total
    }
    if not fitting:
        return []
    strict = fitting[min(fitting, key=lambda sizes: sizes[1] if scene.preferred == FOUR else sizes[0])]
    gentle = min(fitting.values(), key=lambda plan: (plan.moved, plan.touched))
    is_gentler = (gentle.moved, gentle.touched) < (strict.moved, strict.touched)
    return [(strict, True), (gentle, False)] if is_gentler else [(strict, True)]


def _gentlest(
    involved: Sequence[tuple[int, bool]], untouched: Counter[int]
) -> dict[tuple[int, int], _Sizing]:
    """For every reachable (tables of four, tables of three) the plan that moves fewest people and tables."""
    best = {(untouched[FOUR], untouched[THREE]): _Sizing(0, 0, ())}
    for kind in involved:
        left, hit = kind
        after: dict[tuple[int, int], _Sizing] = {}
        for (fours, threes), plan in best.items():
            for size in (left, FOUR, THREE, 0):
                if size not in (FOUR, THREE, 0):
                    continue
                sizes = (fours + (size == FOUR), threes + (size == THREE))
                step = _Sizing(
                    plan.moved + max(left - size, 0),
                    plan.touched + (size != left and not hit),
                    (*plan.changes, (kind, size)),
                )
                old = after.get(sizes)
                if old is None or (step.moved, step.touched) < (old.moved, old.touched):
                    after[sizes] = step
        best = after
    return best


def _carried_out(scene: _Scene, plan: _Sizing, generator: Generator) -> tuple[DrawnTable, ...]:
    """Choose the tables and people of a plan by trying many drawn ways and keeping the cheapest."""
    best: tuple[tuple[int, int], dict[int, list[Key]]] | None = None
    for _ in range(TRIALS):
        cost, members = _trial(scene, plan, generator)
        if best is None or cost < best[0]:
            best = (cost, members)
    assert best is not None
    changed = list(scene.settled)
    taken = {table.number for table in (*scene.settled, *scene.tables)}
    for table, drawn in enumerate(scene.tables):
        changed.append(_reseated(scene, drawn, best[1].get(table, list(scene.left[table])), generator))
    free = (number for number in count(1) if number not in taken)
    for table in sorted(key for key in best[1] if key >= len(scene.tables)):
        seats = seat_table(best[1][table], scene.past, generator)
        changed.append(DrawnTable(next(free), seats, scribe_of(seats, scene.past, generator)))
    return tuple(sorted((table for table in changed if table.seats), key=lambda table: table.number))


def _trial(
    scene: _Scene, plan: _Sizing, generator: Generator
) -> tuple[tuple[int, int], dict[int, list[Key]]]:
    """One way to carry the plan out: the new people of every table it changes, and what they cost; of equal
    ones the fewer get another seat at the table where they stay.
    """
    by_kind: dict[tuple[int, bool], list[int]] = {}
    for table in generator.shuffled(range(len(scene.tables))):
        by_kind.setdefault(scene.kind(table), []).append(table)
    new = len(scene.tables)
    members: dict[int, list[Key]] = {}
    holes: dict[int, int] = {}
    moving: list[Key] = list(scene.arriving)
    for kind, size in plan.changes:
        if size == kind[0] and not kind[1]:
            continue
        if kind == NEW_TABLE:
            table, staying = new, []
            new += 1
        else:
            table = by_kind[kind].pop()
            staying = _settled_first(scene, generator.shuffled(scene.left[table]))
        moving += staying[size:]
        members[table] = staying[:size]
        holes[table] = max(size - len(staying), 0)
    for key in generator.shuffled(moving):
        table = min(
            generator.shuffled(table for table, free in holes.items() if free),
            key=lambda table: _joining(scene, members[table], table, key),
        )
        members[table].append(key)
        holes[table] -= 1
    sizes = [len(people) for people in members.values() if people]
    sizes += [len(left) for table, left in enumerate(scene.left) if table not in members]
    sizes += [len(table.seats) for table in scene.settled]
    odd = odd_among(sizes, scene.preferred)
    cost = sum(
        scene.cost(people, len(people) == odd) + sum(_misplaced(scene, table, key) for key in people)
        for table, people in members.items()
    )
    losing = sum(
        len(people) == THREE and scene.tables[table].seats[THREE:] == (key,)
        for table, people in members.items()
        if table < len(scene.tables)
        for key in people
    )
    return (cost, losing), members


def _settled_first(scene: _Scene, keys: list[Key]) -> list[Key]:
    """Those with a fixed table first, so that the others move."""
    return sorted(keys, key=lambda key: scene.people[key].fixed_table is None)


def _joining(scene: _Scene, members: Sequence[Key], table: int, key: Key) -> int:
    """What one more person costs at a table."""
    alone = _misplaced(scene, table, key)
    return alone + scene.cost([*members, key], odd=False) - scene.cost(members, odd=False)


def _misplaced(scene: _Scene, table: int, key: Key) -> int:
    """What it costs that a person is at this table and not at his fixed one."""
    number = scene.tables[table].number if table < len(scene.tables) else None
    fixed = scene.people[key].fixed_table
    return scene.weights.apart if fixed is not None and fixed != number else 0


def _reseated(scene: _Scene, drawn: DrawnTable, members: Sequence[Key], generator: Generator) -> DrawnTable:
    """Everybody who stays keeps his seat; only a seat D that the table no longer has moves into a free
    one.
    """
    if set(members) == set(drawn.seats) or not members:
        return DrawnTable(drawn.number, tuple(drawn.seats) if members else (), drawn.scribe, drawn.level)
    seats: list[Key | None] = [key if key in members else None for key in drawn.seats[: len(members)]]
    seats += [None] * (len(members) - len(seats))
    waiting = [key for key in drawn.seats if key in members and key not in seats]
    waiting += [key for key in members if key not in drawn.seats]
    full = tuple(waiting.pop(0) if key is None else key for key in seats)
    scribe = drawn.scribe if drawn.scribe in full else scribe_of(full, scene.past, generator)
    return DrawnTable(drawn.number, full, scribe, drawn.level)


def _proposal(
    before: Sequence[DrawnTable], after: tuple[DrawnTable, ...], quality: Quality, fewest: bool
) -> Reseating:
    old, new = _places(before), _places(after)
    moves = tuple(
        Move(key, old.get(key), new.get(key))
        for key in sorted(old.keys() | new.keys(), key=key_order)
        if old.get(key) != new.get(key)
    )
    seats_before = {table.number: table.seats for table in before}
    seats_after = {table.number: table.seats for table in after}
    touched = tuple(
        sorted(
            number
            for number in seats_before.keys() | seats_after.keys()
            if seats_before.get(number) != seats_after.get(number)
        )
    )
    return Reseating(after, touched, moves, quality, fewest)


def _places(tables: Sequence[DrawnTable]) -> dict[Key, tuple[int, str]]:
    return {key: (table.number, SEATS[seat]) for table in tables for seat, key in enumerate(table.seats)}


def _way(move: Move) -> str:
    """«stůl 2, D → stůl 5, C», and within one table «stůl 2, D → A»."""
    assert move.old is not None
    assert move.new is not None
    (table, letter), (new_table, new_letter) = move.old, move.new
    there = new_letter if new_table == table else f"stůl {new_table}, {new_letter}"
    return f"stůl {table}, {letter} → {there}"


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} a {numbers[-1]}"
