"""Words of the log: what the dotted names of actions and the logged values are called on the page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import models
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import format_crowns, format_points
from tournament.enums import (
    ApplicationState,
    BpKey,
    BpSharing,
    ClockState,
    ComingKind,
    DrawMethod,
    PaymentHow,
    RankingOrder,
    Role,
    RoundState,
    ScreenPage,
    ShownFromHome,
    TableSize,
    TableState,
)
from tournament.journal.actions import declared_as, place_words
from tournament.lib.clockwork import clock_text
from tournament.lib.stamps import moment_words
from tournament.models import Entry, LogEntry, Round, Table, Tournament
from tournament.selectors.entries import PRESENCE_WORDS
from tournament.selectors.rulebooks import RULE_CHOICES, premium_table_name, rulebook_name

NOTHING = "–"

LABELS: dict[str, Any] = {
    "number": gettext_lazy("číslo"),
    "person": gettext_lazy("jméno"),
    "birth_year": gettext_lazy("rok narození"),
    "labels": gettext_lazy("kategorie"),
    "withdrawn_after": gettext_lazy("odstoupení"),
    "revision_minutes": gettext_lazy("minut na reklamaci"),
    "base_rate": gettext_lazy("základní sazba"),
    "fee": gettext_lazy("startovné"),
    "rulebook_version": gettext_lazy("verze pravidel"),
    "rulebook_overrides": gettext_lazy("volby v pravidlech"),
    "username": gettext_lazy("přihlašovací jméno"),
    "role": gettext_lazy("role"),
    "tables": gettext_lazy("stoly"),
    "state": gettext_lazy("stav"),
    "created": gettext_lazy("nových"),
    "updated": gettext_lazy("aktualizovaných"),
    "rejected": gettext_lazy("odmítnuto"),
    "warnings": gettext_lazy("upozornění"),
    "row": gettext_lazy("řádek"),
    "reason": gettext_lazy("důvod"),
    "players": gettext_lazy("hráčů"),
    "round": gettext_lazy("kolo"),
    "draw": gettext_lazy("losování č."),
    "discarded": gettext_lazy("zahozeno"),
    "discarded_by": gettext_lazy("kdo zahodil"),
    "table_count": gettext_lazy("stolů"),
    "method": gettext_lazy("způsob"),
    "seed": gettext_lazy("semínko"),
    "sha256": gettext_lazy("otisk semínka"),
    "entries": gettext_lazy("hráči"),
    "substitutes": gettext_lazy("náhradníci"),
    "payment": gettext_lazy("platba č."),
    "amount": gettext_lazy("částka"),
    "how": gettext_lazy("způsob"),
    "fee_category": gettext_lazy("startovné"),
    "counted": gettext_lazy("spočítáno"),
    "expected": gettext_lazy("mělo být"),
    "starting_cash": gettext_lazy("z toho drobné na začátku"),
    "application": gettext_lazy("přihláška"),
    "sequence": gettext_lazy("pořadí přihlášky"),
    "clock": gettext_lazy("hodiny"),
    "minutes": gettext_lazy("minut na kolo"),
    "last_minutes": gettext_lazy("posledních minut kola"),
    "ends_at": gettext_lazy("konec"),
    "seconds_left": gettext_lazy("zbývá"),
    "coming": gettext_lazy("co se chystá"),
    "coming_at": gettext_lazy("kdy"),
    "text": gettext_lazy("text"),
    **{choice.field: choice.label for choice in RULE_CHOICES},
}
"""Names of logged values that are no column of a tournament or of an entry; ``scoring`` adds its own."""

WORDS: dict[Any, Any] = {
    **PRESENCE_WORDS,
}
"""Values that stand for a word whatever they are the value of."""

CLOCK_WORDS: dict[Any, Any] = {
    ClockState.NONE: gettext_lazy("žádné"),
    ClockState.READY: gettext_lazy("ještě neběžely"),
    ClockState.RUNNING: gettext_lazy("běží"),
    ClockState.LAST: gettext_lazy("poslední rozdání"),
    ClockState.OVER: gettext_lazy("čas vypršel"),
    ClockState.PAUSED: gettext_lazy("stojí"),
}

CHOICES: dict[str, dict[Any, Any]] = {
    "presence": PRESENCE_WORDS,
    "how": dict(PaymentHow.choices),
    "role": dict(Role.choices),
    "application": dict(ApplicationState.choices),
    "home_shown": dict(ShownFromHome.choices),
    "screen_held": dict(ScreenPage.choices),
    "state": dict(RoundState.choices) | dict(TableState.choices),
    "clock": CLOCK_WORDS,
    "coming": dict(ComingKind.choices),
    "method": dict(DrawMethod.choices),
    "draw_method": dict(DrawMethod.choices),
    "table_size": dict(TableSize.choices),
    "ranking_order": dict(RankingOrder.choices),
    "bp_key": dict(BpKey.choices),
    "bp_sharing": dict(BpSharing.choices),
    "ranking_criteria": {"best_hand": gettext_lazy("nejlepší hra v prémiových bodech")},
    **{choice.field: dict(choice.options) for choice in RULE_CHOICES},
}
"""Logged values that stand for a word, by their name; ``scoring`` adds its own."""

MONEY = ("base_rate", "fee", "money", "amount", "counted", "expected", "starting_cash")
"""Logged values in haléře."""

SIGNED = ("money", "zb", "premium")
"""Values of seats: shown with their sign."""

UNSAID = ("format", "undone", "put_aside", "removed")
"""Logged for programs, not for people."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value: what it was (empty for a creation) and what it is."""

    label: str
    old: str
    new: str


def action_words(action: str) -> str:
    """What happened; a name nobody gave words to is shown as it is."""
    known = declared_as(action)
    return str(known.words) if known else action


def subject_words(entry: LogEntry) -> str:
    """What an entry is about: the name that was stored, else its place in words."""
    if entry.subject:
        return entry.subject
    known = declared_as(entry.action)
    return known.about(entry) if known else place_words(entry)


def changes_in_words(old: Any, new: Any) -> list[Change]:
    """Values side by side; those that stayed the same are left out.

    Of something new only what it has is told, of a change also what is no more.
    """
    before, after = dict(_flat(old)), dict(_flat(new))
    names = [*before, *(name for name in after if name not in before)]
    empty = NOTHING if old is not None and new is not None else ""
    pairs = ((name, before.get(name, empty), after.get(name, empty)) for name in names)
    return [
        Change(label=name, old=was, new=now)
        for name, was, now in pairs
        if was != now and {was, now} != {"", NOTHING}
    ]


def _flat(values: Any) -> Iterator[tuple[str, str]]:
    """Label and words of each value; tables and the fields of a hand stand each for itself."""
    if values is None:
        return
    if not isinstance(values, Mapping):
        yield "", _shown("", values)
        return
    for name, value in values.items():
        if name == "record":
            yield from _flat({key: inner for key, inner in value.items() if key != "players"})
        elif name == "tables" and isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
            yield from (_table(one) for one in value)
        elif name not in UNSAID:
            yield _label(name), _shown(name, value)


def _table(table: Mapping[str, Any]) -> tuple[str, str]:
    seats = ", ".join(str(number) for number in table["seats"])
    scribe = _(" (zapisuje %(number)s)") % {"number": table["scribe"]} if table.get("scribe") else ""
    return _("stůl %(number)s") % {"number": table["table"]}, seats + scribe


def _label(name: str) -> str:
    if name.isdecimal():  # because changes of many players at once are kept by start number
        return _("č. %(number)s") % {"number": name}
    if name in LABELS:
        return str(LABELS[name])
    found: type[models.Model]
    for found in (Entry, Tournament, Round, Table):
        for field in found._meta.fields:
            if field.name == name:
                return str(field.verbose_name)
    return name


def _shown(name: str, value: Any) -> str:
    """A logged value in words.

    >>> _shown("money", {"A": 60, "B": -20}), _shown("outcome", {"hra": "won"}), _shown("x", [2, True])
    ('A +0,60\\xa0Kč, B −0,20\\xa0Kč', 'hra uhráno', '2, ano')
    """
    if value is None or value in ("", [], {}):
        return NOTHING
    if name in CHOICES and not isinstance(value, list | Mapping) and value in CHOICES[name]:
        return str(CHOICES[name][value])
    if isinstance(value, bool):
        return _("ano") if value else _("ne")
    if isinstance(value, Mapping):
        inside = name if name in SIGNED else ""
        return ", ".join(f"{_label(key)} {_shown(inside or key, inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(name, inner) for inner in value)
    if name in MONEY and isinstance(value, int):
        return format_crowns(value, sign=name in SIGNED)
    if name in SIGNED and isinstance(value, int):
        return format_points(value, sign=True)
    if name in SAID or name.isdecimal():
        return SAID.get(name, _left)(value)
    return str(WORDS.get(value, value))


def _left(value: Any) -> str:
    """After which round somebody left, or what else is kept of a start number."""
    if not isinstance(value, int):
        return str(WORDS.get(value, value))
    return _("po %(round)s. kole") % {"round": value} if value else _("před začátkem")


def _day(value: Any) -> str:
    """A date as people write it; whatever an archive of somebody else holds stays as it is."""
    try:
        return format_date(date.fromisoformat(value), "j. n. Y")
    except (TypeError, ValueError):
        return str(value)


def _moment(value: Any) -> str:
    """The same for a time of the clock."""
    try:
        return moment_words(datetime.fromisoformat(value))
    except (TypeError, ValueError):
        return str(value)


def _time_left(value: Any) -> str:
    """Seconds as a clock shows them."""
    return clock_text(value) if isinstance(value, int) else str(value)


SAID: dict[str, Callable[[Any], str]] = {
    "date": _day,
    "home_from": _moment,
    "home_until": _moment,
    "ends_at": _moment,
    "coming_at": _moment,
    "seconds_left": _time_left,
    "rulebook_id": rulebook_name,
    "premium_table_id": premium_table_name,
    "withdrawn_after": _left,
}
"""Logged values that are read out in their own way."""
