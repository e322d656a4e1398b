"""Who asks where he sits: the people of published rounds, found by a part of a name or by a number."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.lib.collation import czech_key
from tournament.lib.names import filing_name, fold
from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Entry, Round, Seat, Tournament
from tournament.selectors.entries import matches


@dataclass(frozen=True, slots=True)
class Findable:
    """Somebody who sits in a published round, and his place in the one that is played.

    ``table`` is ``None`` where he has no place in it; ``substitute`` is who plays for him there. ``text`` is
    what a search looks in, folded.
    """

    number: int
    name: str
    club: str
    table: int | None
    letter: str
    substitute: str

    @property
    def text(self) -> str:
        """His number and name, and the name of who plays for him, who looks for his own."""
        return fold(f"{self.number} {self.name} {self.substitute}")


def shown_rounds(tournament: Tournament) -> list[Round]:
    """The rounds whose seating everybody may see, in order."""
    return list(tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).order_by("number"))


def round_now(rounds: Iterable[Round]) -> Round | None:
    """The round in which people sit now: of the published ones the first that is not closed."""
    return next((one for one in rounds if allowed(Act.WRITE_HAND, one.state)), None)


def people_to_find(tournament: Tournament, now: Round | None) -> tuple[Findable, ...]:
    """Everybody who sits in a published round, in Czech order of surnames, with the place in round ``now``.

    Whoever is only registered is nobody's business yet. Two queries.
    """
    shown = Seat.objects.filter(
        entry=OuterRef("pk"), round__discarded_at=None, round__state__in=ALLOWED[Act.SHOW]
    )
    entries = Entry.objects.filter(Exists(shown), tournament=tournament)
    people = entries.values_list("pk", "number", "name", "club")
    seats = Seat.objects.filter(round=now).values_list("entry_id", "table__number", "position", "substitute")
    places = {entry_id: place for entry_id, *place in seats} if now else {}
    found = [
        Findable(number, name, club, *places.get(pk, (None, "", ""))) for pk, number, name, club in people
    ]
    return tuple(sorted(found, key=lambda one: (czech_key(filing_name(one.name)), one.number)))


def found_by(people: Iterable[Findable], asked: str) -> tuple[Findable, ...]:
    """Those whose name holds every word asked for, in any letters; a bare number is a start number."""
    return tuple(one for one in people if fold(asked) and matches(one.text, asked))
