"""Lists of data as tables: players, a file of registrations, the log."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.enums import Presence
from tournament.lib.collation import czech_key
from tournament.lib.money import crowns_said
from tournament.lib.names import filing_name
from tournament.models import Entry
from tournament.selectors.entries import PRESENCE_WORDS, search_text
from tournament.selectors.fees import EntryFee

NUM = {"th": {"class": "num"}, "td": {"class": "num place"}}


@dataclass(frozen=True, slots=True)
class DoorRow:
    """A line of the list of players with what is tapped in it.

    ``gone`` are the words of a withdrawal; ``address`` is the player's page, what is tapped lies below it.
    ``name_key`` and ``club_key`` sort in Czech order, ``search`` is folded text.
    """

    number: int
    name: str
    club: str
    gone: str
    address: str
    presence: str
    fee: "FeeCell"
    fee_paid: bool
    name_key: str
    club_key: str
    search: str

    @property
    def presence_words(self) -> str:
        """What was seen at the door."""
        return str(PRESENCE_WORDS[self.presence])

    @property
    def here_sends(self) -> str:
        """What a tap on „Je tady“ makes of the presence."""
        return Presence.EXPECTED if self.presence == Presence.PRESENT else Presence.PRESENT

    @property
    def away_sends(self) -> str:
        """What a tap on „Není tu“ makes of it."""
        return Presence.EXPECTED if self.presence == Presence.ABSENT else Presence.ABSENT


@dataclass(frozen=True, slots=True)
class FeeCell:
    """The fee in the list: a button that takes what is missing (``sends``), or how it is with it."""

    words: str
    sends: str
    state: str


@lru_cache(maxsize=1_024)  # because a whole hall has a few fees
def fee_cell(fee: EntryFee) -> FeeCell:
    """What an organiser sees and taps; the button says the amount, and sends it with what he has seen."""
    words, sends = fee_words(fee), ""
    if fee.missing:
        words, sends = _now("Vybrat %(amount)s") % {"amount": crowns_said(fee.missing)}, fee_tap(fee)
    elif fee.owed and not (fee.price or fee.paid or fee.ticked or fee.free_reason or fee.category):
        words, sends = _now("Zaplaceno"), fee_tap(fee)
    return FeeCell(
        words=words,
        sends=sends,
        state="proposed" if fee.surplus else "confirmed" if fee.settled else "",
    )


def fee_tap(fee: EntryFee) -> str:
    """What the button sends: the payments that were seen and the amount to be taken."""
    return f"{fee.records}-{fee.missing}"


def fee_words(fee: EntryFee) -> str:
    """How it is with a fee, in few words."""
    if fee.missing:
        return _now("chybí %(amount)s") % {"amount": crowns_said(fee.missing)}
    if fee.surplus:
        return _now("přeplatek %(amount)s") % {"amount": crowns_said(fee.surplus)}
    if fee.free_reason:
        return _now("zdarma")
    if fee.paid:
        return _now("zaplaceno %(amount)s") % {"amount": crowns_said(fee.paid)}
    return _now("zaplaceno") if fee.ticked else "" if fee.price else fee.category


def door_row(entry: Entry, fee: EntryFee, *, players: str) -> DoorRow:
    """An entry as the list at the address ``players`` shows it."""
    return DoorRow(
        number=entry.number,
        name=entry.name,
        club=entry.club,
        gone=gone_words(entry),
        address=f"{players}{entry.number}/",
        presence=entry.presence,
        fee=fee_cell(fee),
        fee_paid=fee.settled,
        name_key=czech_key(filing_name(entry.name)),
        club_key=czech_key(entry.club),
        search=search_text(entry),
    )


_OWN = ("number", "name", "club", "address", "search")
"""What each player has for himself; everything else in a line many of them share."""

_PLACES: dict[str, Any] = {name: f"\ue000{name}\ue001" for name in _OWN} | {"name_key": "", "club_key": ""}


def door_line(row: DoorRow, *, taps: bool) -> SafeString:
    """The line as it stands on the page, with its buttons for who may tap.

    Hundreds are shown at once, so the template is asked once for all who are alike at the door.
    """
    texts = list(_alike(replace(row, **_PLACES), taps))
    texts[1::2] = [escape(getattr(row, name)) for name in texts[1::2]]
    # The template escaped what is shared, and what is the player's own is escaped above.
    return mark_safe("".join(texts))


@lru_cache(maxsize=512)
def _alike(row: DoorRow, taps: bool) -> tuple[str, ...]:
    """The line of a row with places in it, taken apart: a text, the name of a place, a text and so on."""
    html = render_to_string("tournament/includes/door_row.html", {"row": row, "taps": taps})
    return tuple(re.split("\ue000([a-z]+)\ue001", html))


def gone_words(entry: Entry) -> str:
    """When a withdrawn player left; empty for one who plays."""
    if entry.withdrawn_after is None:
        return ""
    if entry.withdrawn_after == 0:
        return _now("odstoupení před začátkem")
    return _now("odstoupení po %(round)s. kole") % {"round": entry.withdrawn_after}


class EntryTable(tables.Table):
    """Players, one line each; rows are ``DoorRow``, ``taps`` says whether they have buttons."""

    frame = "table-cards"
    taps = False

    number = tables.Column(verbose_name=_("Č."), attrs=NUM)
    name = tables.Column(verbose_name=_("Hráč"), order_by=("name_key", "number"))
    club = tables.Column(verbose_name=_("Klub"), order_by=("club_key", "name_key", "number"))
    presence = tables.Column(verbose_name=_("Prezence"), order_by=("presence", "name_key"))
    fee = tables.Column(verbose_name=_("Startovné"), order_by=("fee_paid", "name_key"), accessor="fee_paid")

    class Meta:
        template_name = "tournament/players_table.html"
        order_by = ("name",)
        attrs = {"tbody": {"id": "seznam"}}  # noqa: RUF012 because django-tables2 reads it from the class

    @property
    def lines(self) -> list[str]:
        """The lines in their order."""
        return [door_line(row.record, taps=self.taps) for row in self.rows]


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
