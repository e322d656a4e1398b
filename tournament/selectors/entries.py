"""Players of a tournament and of earlier ones: who is registered, who may be drawn, who is likely whom."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import CLOSED_STATES, Presence, Role
from tournament.lib.collation import czech_key
from tournament.lib.counting import counted
from tournament.lib.names import filing_name, fold, same_person_key
from tournament.models import Entry, Membership, Player, Seat, Tournament

PRESENCE_WORDS = {
    Presence.EXPECTED.value: gettext_lazy("čeká se"),
    Presence.PRESENT.value: gettext_lazy("je tady"),
    Presence.ABSENT.value: gettext_lazy("není tu"),
}
"""What was seen at the door, said of men and women alike."""

REGISTRY_SHOWN = 20
"""Most people of the registry shown for one search."""


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """Figures above the list; ``seatable`` are those a draw would seat now."""

    all: int
    expected: int
    present: int
    absent: int
    withdrawn: int
    paid: int
    seatable: int


@dataclass(frozen=True, slots=True)
class RegistryPlayer:
    """Somebody from an earlier tournament and how many tournaments he has played."""

    player: Player
    tournaments: int

    @property
    def played(self) -> str:
        """The count in words."""
        return counted(self.tournaments, _("turnaj"), _("turnaje"), _("turnajů"))


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """All entries by start number, withdrawn ones too."""
    return Entry.objects.filter(tournament=tournament).order_by("number")


def entries_by_name(tournament: Tournament) -> list[Entry]:
    """Entries in Czech order of surnames."""
    return sorted(
        entries_of(tournament), key=lambda entry: (czech_key(filing_name(entry.name)), entry.number)
    )


def search_text(entry: Entry) -> str:
    """What a search looks in, folded; the page gives it to the filter in the browser too."""
    return fold(f"{entry.number} {entry.name} {entry.club} {entry.card}")


def matches(text: str, query: str) -> bool:
    """Whether a ``search_text`` holds every word of the query; a bare number is a start number or a card."""
    words = fold(query).split()
    if len(words) == 1 and words[0].isdecimal():
        return words[0] in text.split()
    return all(word in text for word in words)


def seatable_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Those a draw seats: not withdrawn, not marked absent; ticked off, where the tournament asks for it."""
    playing = entries_of(tournament).filter(withdrawn_after=None)
    if tournament.draw_only_ticked:
        return playing.filter(presence=Presence.PRESENT)
    return playing.exclude(presence=Presence.ABSENT)


def waiting_among(entries: Iterable[Entry]) -> list[Entry]:
    """Those nobody has seen at the door yet."""
    return [
        entry for entry in entries if entry.presence == Presence.EXPECTED and entry.withdrawn_after is None
    ]


def entry_counts(tournament: Tournament) -> EntryCounts:
    """Figures of the list in one query."""
    playing = Q(withdrawn_after=None)
    found = Entry.objects.filter(tournament=tournament).aggregate(
        all=Count("pk"),
        expected=Count("pk", filter=playing & Q(presence=Presence.EXPECTED)),
        present=Count("pk", filter=playing & Q(presence=Presence.PRESENT)),
        absent=Count("pk", filter=playing & Q(presence=Presence.ABSENT)),
        withdrawn=Count("pk", filter=~playing),
        paid=Count("pk", filter=Q(fee_paid=True)),
    )
    waiting = 0 if tournament.draw_only_ticked else found["expected"]
    return EntryCounts(**found, seatable=found["present"] + waiting)


def namesakes(entries: Iterable[Entry], name: str) -> list[Entry]:
    """Entries that are likely the same person as ``name``: without order, case, diacritics, titles (S17)."""
    key = same_person_key(name)
    return [entry for entry in entries if same_person_key(entry.name) == key]


def described(entry: Entry) -> str:
    """A player told apart from his namesake: name, number, club."""
    club = entry.club or _("bez klubu")
    return _("%(name)s (č. %(number)s, %(club)s)") % {
        "name": entry.name,
        "number": entry.number,
        "club": club,
    }


def apart_from(entry: Entry) -> list[Entry]:
    """Those he is not to sit with, at whichever of the two it was written, by start number."""
    return [
        other
        for other in entries_of(entry.tournament)
        if other.number in entry.apart or entry.number in other.apart
    ]


def others_by_name(entry: Entry, without: Iterable[Entry]) -> list[Entry]:
    """Everybody else whom he may still be kept apart from, in Czech order."""
    left_out = {entry.pk, *(other.pk for other in without)}
    return [other for other in entries_by_name(entry.tournament) if other.pk not in left_out]


def last_closed_round(tournament: Tournament) -> int:
    """Number of the last closed round, 0 before the first."""
    numbers = tournament.rounds.filter(state__in=CLOSED_STATES).values_list("number", flat=True)
    return max(numbers, default=0)


def open_seat(entry: Entry) -> Seat | None:
    """Where the player sits in a round that is not closed: the table somebody must look at if he leaves."""
    return (
        entry.seats.filter(round__discarded_at=None)
        .exclude(round__state__in=CLOSED_STATES)
        .select_related("table", "round")
        .order_by("round__number")
        .first()
    )


def seated_now(entries: Iterable[Entry]) -> list[Entry]:
    """Those of them who sit in a round that is not closed: their tables must be re-seated if they leave."""
    sitting = Entry.objects.filter(
        pk__in=[entry.pk for entry in entries],
        seats__in=Seat.objects.filter(round__discarded_at=None).exclude(round__state__in=CLOSED_STATES),
    )
    return list(sitting.distinct().order_by("number"))


def staying_among(tournament: Tournament, numbers: Iterable[int]) -> list[Entry]:
    """Players with these start numbers who have not withdrawn."""
    return list(entries_of(tournament).filter(number__in=list(numbers), withdrawn_after=None))


def registry_players(tournament: Tournament) -> QuerySet[Player]:
    """Players of other tournaments that share an organiser with this one, who are not registered here."""
    organisers = Membership.objects.filter(tournament=tournament, role=Role.ORGANISER).values("account")
    theirs = Membership.objects.filter(role=Role.ORGANISER, account__in=organisers).values("tournament")
    return Player.objects.filter(entries__tournament__in=theirs).exclude(entries__tournament=tournament)


def registry_search(tournament: Tournament, *, query: str) -> list[RegistryPlayer]:
    """People of the registry whose name, club or card holds every word of ``query``, in Czech order."""
    words = fold(query).split()
    if not words:
        return []
    # Letters are folded in Python, because neither database ignores Czech diacritics by itself.
    people = registry_players(tournament).annotate(tournaments=Count("entries__tournament", distinct=True))
    found = [
        RegistryPlayer(player=player, tournaments=player.tournaments)
        for player in people
        if all(word in fold(f"{player.name} {player.club} {player.card}") for word in words)
    ]
    found.sort(key=lambda one: (czech_key(filing_name(one.player.name)), one.player.club, str(one.player.pk)))
    return found[:REGISTRY_SHOWN]
