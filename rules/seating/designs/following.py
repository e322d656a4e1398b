"""Later rounds that follow a design: the tables played so far are found in it, and its unused rounds can be
drawn.

Rounds drawn one after another run into repeats long before a design does. As long as the history is a part
of some design – it was drawn from one, or one fits it by chance – the design's other rounds have no repeats
either, whoever has left since, and newcomers take the places of those who left.
"""

from collections.abc import Iterator

from rules.seating.field import Field
from rules.seating.generator import Generator
from rules.seating.records import Key, key_order

from .embedding import DesignIndex, Embedding, Part, design_index, dirty_rounds, embed, empty_points, parts
from .shape import Shape

TRIES, TRIES_IN_VAIN = 20, 3

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
    index = design_index(tables, preferred)
    history = _history(field, index.size)
    if history is None or len(history.rounds) >= len(index.design):
        return
    rounds_left = min(rounds_left, len(index.design) - len(history.rounds))
    if any(len(past) != tables for past in history.rounds):
        return
    ways = _ways(history)
    known: set[frozenset[frozenset[int]]] = set()
    tried = in_vain = 0
    while in_vain < (TRIES_IN_VAIN if known else TRIES):
        part, recognise = ways[tried % len(ways)]
        tried += 1
        in_vain += 1
        embedding = embed(index, history, part, rounds_left, recognise, generator)
        if embedding is None:
            continue
        for seated in _seatings(field, index, embedding, rounds_left, generator):
            seating = frozenset(map(frozenset, seated))
            if seating not in known:
                known.add(seating)
                in_vain = 0
                yield seated


def _ways(history: Shape[Key]) -> list[tuple[Part, bool]]:
    """How an embedding is tried, in turn: with everybody by trial alone, then by recognising a part's
    rounds.
    """
    everybody, *groups = parts(history)
    recognisable = [part for part in (everybody, *groups) if part.turns]
    return [way for part in recognisable for way in ((everybody, False), (part, True))]


def _history(field: Field, places: int) -> Shape[Key] | None:
    """The tables of each earlier round in order; None when two have met twice, for no design allows that."""
    if any(len(met) > 1 for met in field.past.met.values()):
        return None
    rounds: dict[int, list[tuple[Key, ...]]] = {}
    for past in field.past.tables:
        rounds.setdefault(past.round, []).append(past.seats)
    heirs = _heirs(field, places)
    return Shape(
        [[tuple(heirs.get(key, key) for key in table) for table in rounds[turn]] for turn in sorted(rounds)]
    )


def _heirs(field: Field, places: int) -> dict[Key, Key]:
    """Whose place somebody else takes when more people have played than a design has points.

    Those who have left are followed by people who played in none of their rounds, for the two cannot get
    into each other's way: one point serves both.
    """
    played: dict[Key, set[int]] = {}
    for past in field.past.tables:
        for key in past.seats:
            played.setdefault(key, set()).add(past.round)
    heirs: dict[Key, Key] = {}
    for gone in sorted((key for key in played if key not in field.index), key=key_order):
        for heir in sorted(played, key=key_order):
            if len(played) <= places:
                return heirs
            if heir != gone and played[heir].isdisjoint(played[gone]):
                heirs = {key: heir if other == gone else other for key, other in heirs.items()} | {gone: heir}
                played[heir] |= played.pop(gone)
                break
    return heirs


def _seatings(
    field: Field, index: DesignIndex, embedding: Embedding, rounds_left: int, generator: Generator
) -> Iterator[Seated]:
    """The unused rounds of the design with the people now present; newcomers take free points."""
    person_at = {point: field.index[key] for key, point in embedding.point.items() if key in field.index}
    used = {number for number in embedding.round_of if number is not None}
    free = [point for point in range(index.size) if point not in person_at]
    newcomers = [person for person in range(len(field.people)) if person not in person_at.values()]
    count = len(free) - len(newcomers)
    drawn = (empty_points(index, free, count, used, left, generator) for left in range(rounds_left, 0, -1))
    empty = next((found for found in drawn if found is not None), None)
    if empty is None:
        return
    taken = (point for point in free if point not in empty)
    person_at |= zip(taken, generator.shuffled(newcomers), strict=True)
    used |= dirty_rounds(index, empty)
    for number in generator.shuffled(range(len(index.design))):
        if number not in used:
            yield [
                [person_at[point] for point in table if point in person_at] for table in index.design[number]
            ]
