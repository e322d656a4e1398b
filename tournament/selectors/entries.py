"""Players of a tournament: who is registered, who may be drawn, who is likely whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import ports
from tournament.enums import CLOSED_STATES, Presence
from tournament.lib.collation import czech_key
from tournament.lib.names import filing_name, fold, same_person_key
from tournament.models import Entry, Seat, Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PRESENCE_WORDS = {
    Presence.EXPECTED.value: gettext_lazy("čeká se"),
    Presence.PRESENT.value: gettext_lazy("je tady"),
    Presence.ABSENT.value: gettext_lazy("není tu"),
}
"""What was seen at the door, said of men and women alike."""


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Some of the players by what is known of them at the door; ``key`` is its figure in ``EntryCounts``.

    ``of_money``: for organisers only.
    """

    key: str
    words: "_StrPromise"
    who: Q
    of_money: bool = False


_PLAYING = Q(withdrawn_after=None)

ENTRY_GROUPS = (
    EntryGroup("all", gettext_lazy("přihlášeno"), Q()),
    EntryGroup("expected", gettext_lazy("čeká se"), _PLAYING & Q(presence=Presence.EXPECTED)),
    EntryGroup("present", gettext_lazy("je tady"), _PLAYING & Q(presence=Presence.PRESENT)),
    EntryGroup("absent", gettext_lazy("není tu"), _PLAYING & Q(presence=Presence.ABSENT)),
    EntryGroup("withdrawn", gettext_lazy("odstoupilo"), ~_PLAYING),
    EntryGroup(
        "unpaid",
        gettext_lazy("nezaplaceno"),
        _PLAYING & Q(fee_paid=False, fee_free_reason="") & ~Q(fee_category__amount=0),
        of_money=True,
    ),
)
"""The figures above the list, each a choice of who is shown."""


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many are in each of ``ENTRY_GROUPS``; ``seatable`` are those a draw would seat now."""

    all: int
    expected: int
    present: int
    absent: int
    withdrawn: int
    unpaid: int
    paid: int
    seatable: int

    def of_groups(self, *, money: bool) -> list[tuple[EntryGroup, int]]:
        """Each group with its figure; those of money where ``money`` says so."""
        return [(group, getattr(self, group.key)) for group in ENTRY_GROUPS if money or not group.of_money]


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """All entries by start number, withdrawn ones too."""
    return Entry.objects.filter(tournament=tournament).order_by("number")


def entries_by_name(tournament: Tournament, who: Q | None = None) -> list[Entry]:
    """Entries in Czech order of surnames, all of them or those of ``who``."""
    return sorted(
        entries_of(tournament).filter(who or Q()),
        key=lambda entry: (czech_key(filing_name(entry.name)), entry.number),
    )


def entry_group(key: str, *, money: bool) -> EntryGroup:
    """The group of this key; everybody for any other, and for one of money unless ``money`` says so."""
    known = (group for group in ENTRY_GROUPS if money or not group.of_money)
    return next((group for group in known if group.key == key), ENTRY_GROUPS[0])


def search_text(entry: Entry) -> str:
    """What a search looks in, folded; the page gives it to the filter in the browser too."""
    return fold(f"{entry.number} {entry.name} {entry.club} {entry.card}")


def matches(text: str, query: str) -> bool:
    """Whether a ``search_text`` holds every word of the query; a bare number is a start number or a card."""
    words = fold(query).split()
    if len(words) == 1 and words[0].isdecimal():
        return words[0] in text.split()
    return all(word in text for word in words)


def seatable_entries(tournament: Tournament, number: int | None = None) -> QuerySet[Entry]:
    """Those a draw of round ``number`` seats; without it, whoever may play in the tournament at all.

    Not withdrawn, not excluded, not marked absent; ticked off, where the tournament asks for it.
    """
    return entries_of(tournament).filter(_may_sit(tournament, number))


def _may_sit(tournament: Tournament, number: int | None) -> Q:
    seen = Q(presence=Presence.PRESENT) if tournament.draw_only_ticked else ~Q(presence=Presence.ABSENT)
    return Q(withdrawn_after=None) & seen & ~Q(pk__in=ports.kept_out(tournament, number))


def entry_counts(tournament: Tournament) -> EntryCounts:
    """Figures of the list; those a draw would seat are those of the next one, the excluded left out."""
    groups = {group.key: Count("pk", filter=group.who) for group in ENTRY_GROUPS if group.who}
    found = Entry.objects.filter(tournament=tournament).aggregate(
        all=Count("pk"),
        paid=Count("pk", filter=Q(fee_paid=True)),
        seatable=Count("pk", filter=_may_sit(tournament, next_round_number(tournament))),
        **groups,
    )
    return EntryCounts(**found)


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


def next_round_number(tournament: Tournament) -> int | None:
    """The first round that is not drawn; ``None`` when all planned rounds are."""
    drawn = set(tournament.rounds.filter(tables__isnull=False).values_list("number", flat=True))
    return next((number for number in range(1, tournament.rounds_planned + 1) if number not in drawn), None)


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
