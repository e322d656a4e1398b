"""The people of one round as numbers, what they cost each other, and the methods they can be drawn by."""

from itertools import combinations

from .errors import CannotSeat
from .generator import Generator
from .quality import Past, kept_apart
from .records import DrawRequest, key_order
from .sizes import FOUR, THREE, odd_among, table_sizes

METHODS = {
    "random": "náhodně",
    "seeded": "nasazovací koše",
    "standings": "podle pořadí",
    "moving": "posunem po stolech",
    "schedule": "všechna kola najednou",
    "final": "finále nejlepších",
    "manual": "ručně",
}

# Who lacks three or four seats finds one of them at any table.
ALL_NEEDS = 3


class Field:
    """The people of one round as numbers from 0, with the round's tables as numbers from 0 ("slots")."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        self.people = tuple(sorted(request.entrants, key=lambda entrant: key_order(entrant.key)))
        self.index = {entrant.key: person for person, entrant in enumerate(self.people)}
        self.sizes = table_sizes(len(self.people), request.preferred)
        self.past = Past(request.history, request.preferred, request.round)
        self.fixed = {
            person: entrant.fixed_table
            for person, entrant in enumerate(self.people)
            if entrant.fixed_table is not None
        }
        self.had_numbers = {
            person: {number: len(rounds) for number, rounds in self.past.numbers.get(entrant.key, {}).items()}
            for person, entrant in enumerate(self.people)
        }
        self._check()

    def _check(self) -> None:
        if len(self.index) != len(self.people):
            keys = [entrant.key for entrant in self.people]
            twice = next(person.label for person in self.people if keys.count(person.key) > 1)
            raise CannotSeat("twice", f"{twice} je v seznamu přítomných dvakrát; má tam být jednou.")
        for person, number in self.fixed.items():
            label = self.people[person].label
            if not 1 <= number <= len(self.sizes):
                most = len(self.sizes)
                raise CannotSeat(
                    "fixed-table",
                    f"{label} má stálý stůl {number}, ale stoly jsou tentokrát 1 až {most}.",
                )
            sharing = list(self.fixed.values()).count(number)
            if sharing > self.sizes[number - 1]:
                raise CannotSeat(
                    "fixed-table",
                    f"Stálý stůl {number} má {sharing} hráčů, vejdou se {self.sizes[number - 1]}.",
                )

    def pair_costs(self) -> list[list[int]]:
        """What each two people cost at one table: kept apart, met before, same team, same club."""
        weights = self.request.weights
        count = len(self.people)
        costs = [[0] * count for _ in range(count)]

        def add(a: int, b: int, cost: int) -> None:
            costs[a][b] += cost
            costs[b][a] += cost

        for (a, b), met in self.past.met.items():
            if a in self.index and b in self.index:
                add(self.index[a], self.index[b], weights.repeat * len(met) ** 2)
        for a, b in kept_apart(self.people):
            if a in self.index and b in self.index:
                add(self.index[a], self.index[b], weights.apart)
        for what, weight in (("club", weights.club), ("team", weights.team)):
            for members in self._groups(what):
                for one, two in combinations(members, 2):
                    add(one, two, weight)
        for seats, members in self._seat_needs().items():
            if len(seats) < ALL_NEEDS:
                for one, two in combinations(members, 2):
                    add(one, two, weights.seat // len(seats))
        return costs

    def _seat_needs(self) -> dict[tuple[int, ...], list[int]]:
        """People by the seats they have had least often: those with one and the same need get into each
        other's way.
        """
        needs: dict[tuple[int, ...], list[int]] = {}
        for person, entrant in enumerate(self.people):
            counts = self.past.seats.get(entrant.key)
            if counts:
                least = min(counts)
                seats = tuple(seat for seat, times in enumerate(counts) if times == least)
                needs.setdefault(seats, []).append(person)
        return needs

    def _groups(self, what: str) -> list[list[int]]:
        groups: dict[str, list[int]] = {}
        for person, entrant in enumerate(self.people):
            groups.setdefault(getattr(entrant, what), []).append(person)
        return [members for name, members in groups.items() if name]

    def single_costs(self) -> list[list[int]]:
        """What each person costs at each slot: at an odd table again, at a table without the only seat he
        lacks.
        """
        odd = odd_among(self.sizes, self.request.preferred)
        weights = self.request.weights
        lacking = set(self._seat_needs().get((FOUR - 1,), ()))
        costs = []
        for person, entrant in enumerate(self.people):
            at_odd = weights.odd_again * len(self.past.odd.get(entrant.key, ()))
            at_three = weights.seat if person in lacking else 0
            costs.append([at_odd * (size == odd) + at_three * (size == THREE) for size in self.sizes])
        return costs

    def ranked(self, generator: Generator) -> list[int]:
        """People from the best; equal ranks in drawn order, people without a rank last."""
        if all(entrant.rank is None for entrant in self.people):
            method = METHODS[self.request.method]
            raise CannotSeat(
                "no-ranks", f"Losování „{method}“ potřebuje pořadí hráčů; zadejte je, nebo losujte náhodně."
            )
        last = len(self.people) + max(entrant.rank or 0 for entrant in self.people)
        drawn = generator.shuffled(range(len(self.people)))
        return sorted(drawn, key=lambda person: self.people[person].rank or last)
