"""Lists of data as tables: players, a file of registrations, the log."""

from collections.abc import Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.enums import Presence
from tournament.lib.collation import czech_key
from tournament.lib.counting import counted, plural
from tournament.lib.names import filing_name
from tournament.lib.registrations import Doubt, Rejected
from tournament.models import Entry
from tournament.selectors.entries import PRESENCE_WORDS, search_text
from tournament.services.imports import NEW, REJECTED, UPDATED, ImportReport, PlannedRow

NUM = {"th": {"class": "num"}, "td": {"class": "num place"}}


@dataclass(frozen=True, slots=True)
class DoorRow:
    """A line of the list of players with its taps; hundreds are shown at once, so nothing is left to compute.

    ``here``, ``away`` and ``paid`` say in words of HTML whether the button is pressed, ``…_sends`` what it
    sends when it is tapped. ``name_key`` and ``club_key`` sort in Czech order, ``search`` is folded text.
    """

    number: int
    name: str
    club: str
    gone: str
    address: str
    presence: str
    presence_name: str
    presence_address: str
    here: str
    here_sends: str
    away: str
    away_sends: str
    fee: str
    fee_paid: bool
    fee_address: str
    paid: str
    paid_sends: str
    name_key: str
    club_key: str
    search: str


def door_row(entry: Entry, *, slug: str) -> DoorRow:
    """An entry as the list shows it."""
    here, away = entry.presence == Presence.PRESENT, entry.presence == Presence.ABSENT
    address = reverse("tournament:player", args=[slug, entry.number])
    return DoorRow(
        number=entry.number,
        name=entry.name,
        club=entry.club,
        gone=gone_words(entry),
        address=address,
        presence=entry.presence,
        presence_name=str(PRESENCE_WORDS[entry.presence]),
        presence_address=reverse("tournament:player_presence", args=[slug, entry.number]),
        here=_pressed(here),
        here_sends=Presence.EXPECTED if here else Presence.PRESENT,
        away=_pressed(away),
        away_sends=Presence.EXPECTED if away else Presence.ABSENT,
        fee=_now("zaplaceno") if entry.fee_paid else "",
        fee_paid=entry.fee_paid,
        fee_address=reverse("tournament:player_fee", args=[slug, entry.number]),
        paid=_pressed(entry.fee_paid),
        paid_sends="unpaid" if entry.fee_paid else "paid",
        name_key=czech_key(filing_name(entry.name)),
        club_key=czech_key(entry.club),
        search=search_text(entry),
    )


def gone_words(entry: Entry) -> str:
    """When a withdrawn player left; empty for one who plays."""
    if entry.withdrawn_after is None:
        return ""
    if entry.withdrawn_after == 0:
        return _now("odstoupení před začátkem")
    return _now("odstoupení po %(round)s. kole") % {"round": entry.withdrawn_after}


def _pressed(state: bool) -> str:
    return "true" if state else "false"


class EntryTable(tables.Table):
    """Players, one line each; rows are ``DoorRow``, the row itself is a partial of the page."""

    frame = "table-cards"

    number = tables.Column(verbose_name=_("Č."), attrs=NUM)
    name = tables.Column(verbose_name=_("Hráč"), order_by=("name_key", "number"))
    club = tables.Column(verbose_name=_("Klub"), order_by=("club_key", "name_key", "number"))
    presence = tables.Column(verbose_name=_("Prezence"), order_by=("presence", "name_key"))
    fee = tables.Column(verbose_name=_("Startovné"), order_by=("fee_paid", "name_key"), accessor="fee_paid")

    class Meta:
        template_name = "tournament/players_table.html"
        order_by = ("name",)


KINDS = {NEW: _("nový"), UPDATED: _("aktualizace"), REJECTED: _("odmítnuto")}


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row of a file and what it becomes; ``number`` is the start number a known player has."""

    row: int
    kind: str
    what: str
    number: int | None = None
    name: str = ""
    club: str = ""
    card: str = ""
    fee: str = ""
    remarks: tuple[str, ...] = ()


def preview_rows(
    plan: Sequence[PlannedRow], rejected: Sequence[Rejected], warnings: Sequence[Doubt]
) -> list[PreviewRow]:
    """Every row of the file, those a person should look at first: rejected, then doubtful or changed."""
    doubts: dict[int, list[str]] = {}
    for doubt in warnings:
        doubts.setdefault(doubt.row, []).append(doubt.reason)
    refused = [
        PreviewRow(row=one.row, kind=REJECTED, what=KINDS[REJECTED], remarks=(one.reason,))
        for one in rejected
    ]
    rows = (*refused, *(_preview(one, doubts.get(one.row, ())) for one in plan))
    return sorted(rows, key=lambda one: (one.kind != REJECTED, not one.remarks, one.row))


def _preview(planned: PlannedRow, doubts: Sequence[str]) -> PreviewRow:
    return PreviewRow(
        row=planned.row,
        kind=planned.kind,
        what=KINDS[planned.kind],
        number=planned.entry.number if planned.entry else None,
        name=planned.details.name,
        club=planned.details.club,
        card=planned.details.card,
        fee=_now("ano") if planned.fee_paid else "",
        remarks=(*_change_words(planned), *filter(None, (planned.reason,)), *doubts, *planned.warnings),
    )


def _change_words(planned: PlannedRow) -> tuple[str, ...]:
    if not planned.changes:
        return ()
    labels = (str(Entry._meta.get_field(name).verbose_name) for name in planned.changes)
    return (_now("Změní se: %(what)s.") % {"what": ", ".join(labels)},)


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The preview in two lines and on its button; no ``action`` when nothing would be written."""

    title: str
    text: str
    action: str


def import_summary(report: ImportReport) -> ImportSummary:
    """What the whole file becomes."""
    new = counted(report.created, _now("nový hráč"), _now("noví hráči"), _now("nových hráčů"))
    known = counted(report.updated, _now("už přihlášený"), _now("už přihlášení"), _now("už přihlášených"))
    refused = counted(len(report.rejected), _now("řádek"), _now("řádky"), _now("řádků"))
    doubts = counted(len(report.warnings), _now("upozornění"), _now("upozornění"), _now("upozornění"))
    total = report.created + report.updated
    return ImportSummary(
        title=f"{new}, {known}" if report.updated else new,
        text=_now("%(not_written)s %(refused)s; důvody a %(doubts)s jsou v tabulce.")
        % {
            "not_written": plural(
                len(report.rejected), _now("Nezapíše se"), _now("Nezapíší se"), _now("Nezapíše se")
            ),
            "refused": refused,
            "doubts": doubts,
        },
        action=_now("Zapsat %(players)s")
        % {"players": counted(total, _now("hráče"), _now("hráče"), _now("hráčů"))}
        if total
        else "",
    )


class ImportTable(tables.Table):
    """A file of registrations before it is written."""

    frame = "table-cards"

    row = tables.Column(verbose_name=_("Řádek"), attrs={"th": {"class": "num"}, "td": {"class": "num"}})
    what = tables.TemplateColumn(
        template_name="tournament/import_preview.html#what", verbose_name=_("Co se stane")
    )
    name = tables.Column(verbose_name=_("Hráč"), attrs={"td": {"class": "key"}})
    club = tables.Column(verbose_name=_("Klub"))
    card = tables.Column(verbose_name=_("Průkaz"), attrs={"td": {"class": "labelled"}})
    fee = tables.Column(verbose_name=_("Zaplaceno"), attrs={"td": {"class": "labelled"}})
    remarks = tables.TemplateColumn(
        template_name="tournament/import_preview.html#remarks", verbose_name=_("Poznámky")
    )

    class Meta:
        template_name = "includes/table.html"
        orderable = False
        default = ""
        row_attrs = {  # noqa: RUF012 because django-tables2 reads it from the class
            "class": lambda record: {REJECTED: "row-out"}.get(
                record.kind, "row-attention" if record.remarks else ""
            )
        }


class LogTable(tables.Table):
    """Lines of the log in words."""

    frame = "table-cards"

    at = tables.DateTimeColumn(
        verbose_name=_("Kdy"), format="j. n. Y H:i:s", attrs={"td": {"class": "nowrap soft"}}
    )
    who = tables.Column(verbose_name=_("Kdo"), attrs={"td": {"class": "log-who"}})
    what = tables.TemplateColumn(template_name="tournament/log.html#what", verbose_name=_("Co se stalo"))

    class Meta:
        template_name = "includes/table.html"
        orderable = False
