"""The cheapest seating of one round by a method, with an eye on the rounds that are still to come."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

from rules.seating.designs.following import Seated, following_rounds
from rules.seating.field import Field
from rules.seating.generator import Generator
from rules.seating.quality import pair
from rules.seating.records import PastTable, Weights

from .methods import Arrangement, arrange
from .search import improve

STEPS_PER_PERSON, LEAST_STEPS = 40, 2_000
PATIENCE_PER_PERSON, LEAST_PATIENCE = 1, 300
ATTEMPTS, RELAXED_ATTEMPTS, ENOUGH_EQUAL = 6, 6, 3
# Larger fields have room enough for all rounds that a day has.
LARGEST_LOOKED_AHEAD = 64
AHEAD_TRIES = 3
# Methods that say where people sit always start alike.
ORDERED, ATTEMPTS_IN_ORDER = ("standings", "moving"), 2
RELAXABLE = (*ORDERED, "seeded")
MOST_LOOKED_AHEAD = 64
SAMPLES = 24
TIGHT, TIGHT_OF = 60, 100
ONLY_REPEATS = Weights(
    apart=0, repeat=1, odd_again=0, method=0, team=0, club=0, seat=0, scribe=0, table_again=0
)


def cheapest(field: Field, generator: Generator) -> Arrangement:
    """Arrange and improve until no pair repeats and the later rounds can do without repeats, too.

    Where so few people have so many rounds that only a design reaches the end without repeats, the design
    goes first. Ends when the same cost has come often enough to be taken for the least.
    """
    ahead = _rounds_left(field)
    tight = is_tight(field)
    followed = _followed(field, ahead, generator) if tight else None
    if followed is not None:
        return followed
    tried: list[tuple[int, Arrangement]] = []
    tries = 1 if tight else AHEAD_TRIES
    for arrangement in _starts(field, generator):
        cost = _improved(field, arrangement, generator)
        clean = not _repeats(field, arrangement)
        if clean and _can_go_on(field, arrangement, ahead - 1, tries, generator):
            return arrangement
        tried.append((cost, arrangement))
        least = min(tried, key=_cost)[0]
        varied = field.request.method not in RELAXABLE
        if varied and not clean and [cost for cost, _ in tried].count(least) == ENOUGH_EQUAL:
            break
    return min(tried, key=_cost)[1]


def _cost(trial: tuple[int, Arrangement]) -> int:
    return trial[0]


def _starts(field: Field, generator: Generator) -> Iterator[Arrangement]:
    """Arrangements to be improved; the last ones begin as if the order of the method did not matter."""
    for _ in range(ATTEMPTS_IN_ORDER if field.request.method in ORDERED else ATTEMPTS):
        yield arrange(field, generator)
    for _ in range(RELAXED_ATTEMPTS if field.request.method in RELAXABLE else 0):
        arrangement = arrange(field, generator)
        seating = arrangement.seating
        wishes = seating.pairs, seating.single
        seating.pairs, seating.single = field.pair_costs(), field.single_costs()
        _improved(field, arrangement, generator)
        seating.pairs, seating.single = wishes
        yield arrangement


def _repeats(field: Field, arrangement: Arrangement) -> int:
    """How many pairs of the seating have met before."""
    keys = [entrant.key for entrant in field.people]
    return sum(
        pair(keys[one], keys[two]) in field.past.met
        for members in arrangement.seating.tables
        for one, two in combinations(members, 2)
    )


def _rounds_left(field: Field) -> int:
    """Rounds still to be drawn, this one among them, as far as it is known."""
    request = field.request
    return min(max((request.rounds or request.round) - request.round, 0) + 1, MOST_LOOKED_AHEAD)


def is_tight(field: Field) -> bool:
    """Whether people meet so many of the others that rounds drawn one after another run into repeats."""
    others = len(field.people) - 1
    rounds = len({past.round for past in field.past.tables}) + _rounds_left(field)
    return rounds * (field.request.preferred - 1) * TIGHT_OF > TIGHT * others


def _improved(field: Field, arrangement: Arrangement, generator: Generator) -> int:
    people = len(field.people)
    return improve(
        arrangement.seating,
        generator,
        steps=max(LEAST_STEPS, STEPS_PER_PERSON * people),
        patience=max(LEAST_PATIENCE, PATIENCE_PER_PERSON * people),
    )


def _can_go_on(field: Field, arrangement: Arrangement, rounds: int, tries: int, generator: Generator) -> bool:
    """Whether so many more rounds without repeats are found after this one."""
    if rounds == 0 or not field.past.tables or len(field.people) > LARGEST_LOOKED_AHEAD:
        return True
    return any(_goes_on(field, arrangement, rounds, generator) for _ in range(tries))


def _goes_on(field: Field, arrangement: Arrangement, rounds: int, generator: Generator) -> bool:
    request = field.request
    history = tuple(past for past in request.history if past.round < request.round)
    tables = arrangement.seating.tables
    for turn in range(rounds):
        number = request.round + turn
        history += tuple(
            PastTable(number, table, tuple(field.people[person].key for person in members))
            for table, members in enumerate(tables, 1)
        )
        step = Field(
            replace(request, round=number + 1, history=history, method="random", weights=ONLY_REPEATS)
        )
        later = arrange(step, generator)
        if _improved(step, later, generator):
            return False
        tables = later.seating.tables
    return True


def _followed(field: Field, ahead: int, generator: Generator) -> Arrangement | None:
    """The cheapest seating that follows a design to the end of the tournament, if one does."""
    if not field.past.tables or len(field.people) > LARGEST_LOOKED_AHEAD or field.request.method == "final":
        return None
    best: tuple[int, Arrangement] | None = None
    for tables in islice(following_rounds(field, ahead, generator), SAMPLES):
        arrangement = arrange(field, generator)
        if not _take_seats(field, arrangement, tables):
            continue
        cost = arrangement.seating.cost()
        if best is None or cost < best[0]:
            best = (cost, arrangement)
        if cost == 0:
            break
    return None if best is None else best[1]


def _take_seats(field: Field, arrangement: Arrangement, tables: Seated) -> bool:
    """Put the given tables into the slots of an arrangement where they cost least; False when they do not
    fit.
    """
    seating = arrangement.seating
    kept = {seating.table_of[person]: person for person in seating.locked}
    slots: list[list[int]] = [[] for _ in tables]
    waiting = []
    for members in tables:
        own = {seating.table_of[person] for person in members if person in seating.locked}
        if len(own) > 1 or any(len(members) != field.sizes[slot] or slots[slot] for slot in own):
            return False
        if own:
            slots[own.pop()] = members
        else:
            waiting.append(members)
    if any(not slots[slot] for slot in kept):
        return False
    for members in waiting:
        free = [slot for slot, size in enumerate(field.sizes) if not slots[slot] and size == len(members)]
        if not free:
            return False
        slots[free[0]] = members
    seating.tables = slots
    seating.settle()
    _exchange_slots(field, arrangement)
    return True


def _exchange_slots(field: Field, arrangement: Arrangement) -> None:
    """Swap whole tables between slots of one size while that brings people nearer to where they belong."""
    seating = arrangement.seating
    fixed = {seating.table_of[person] for person in seating.locked}
    movable = [slot for slot in range(len(field.sizes)) if slot not in fixed]

    def cost(slot: int, place: int) -> int:
        return sum(seating.single[person][place] for person in seating.tables[slot])

    improved = True
    while improved:
        improved = False
        for one, two in combinations(movable, 2):
            if field.sizes[one] == field.sizes[two] and (
                cost(one, two) + cost(two, one) < cost(one, one) + cost(two, two)
            ):
                seating.tables[one], seating.tables[two] = seating.tables[two], seating.tables[one]
                improved = True
    seating.settle()
