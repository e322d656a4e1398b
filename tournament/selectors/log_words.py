"""Words of the log: what the dotted names of actions and the logged values are called on the page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import models
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import format_crowns
from rules.contracts import CONTRACT_NAMES, PART_NAMES
from tournament.enums import (
    BpKey,
    BpSharing,
    DrawMethod,
    RankingOrder,
    Role,
    RoundState,
    TableSize,
    TableState,
)
from tournament.models import Entry, Penalty, Round, Table, Tournament
from tournament.selectors.entries import PRESENCE_WORDS
from tournament.selectors.rulebooks import RULE_CHOICES, premium_table_name, rulebook_name

NOTHING = "–"

ACTIONS = {
    "tournament.founded": gettext_lazy("Turnaj založen"),
    "tournament.finished": gettext_lazy("Turnaj ukončen"),
    "tournament.reopened": gettext_lazy("Turnaj znovu otevřen"),
    "tournament.settings.changed": gettext_lazy("Nastavení změněno"),
    "tournament.member.added": gettext_lazy("Člověk přidán"),
    "tournament.member.removed": gettext_lazy("Člověk odebrán"),
    "tournament.member.renamed": gettext_lazy("Jméno účtu změněno"),
    "tournament.member.tables_changed": gettext_lazy("Stoly rozhodčího změněny"),
    "tournament.entry.created": gettext_lazy("Přihláška"),
    "tournament.entry.changed": gettext_lazy("Údaje hráče změněny"),
    "tournament.entry.presence_changed": gettext_lazy("Prezence"),
    "tournament.entry.fee_changed": gettext_lazy("Startovné"),
    "tournament.entry.kept_apart": gettext_lazy("Nesedět spolu"),
    "tournament.entry.let_together": gettext_lazy("Smějí zase sedět spolu"),
    "tournament.entry.withdrawn": gettext_lazy("Odstoupení z turnaje"),
    "tournament.entry.returned": gettext_lazy("Návrat do turnaje"),
    "tournament.entry.change_taken_back": gettext_lazy("Změna vrácena"),
    "tournament.entries.withdrawn": gettext_lazy("Hromadné odstoupení"),
    "tournament.entries.marked_present": gettext_lazy("Hromadná prezence"),
    "tournament.entries.imported": gettext_lazy("Přihlášky nahrány ze souboru"),
    "tournament.round.seed_announced": gettext_lazy("Semínko losování ohlášeno"),
    "tournament.round.drawn": gettext_lazy("Kolo vylosováno"),
    "tournament.round.draft_discarded": gettext_lazy("Návrh losování zahozen"),
    "tournament.round.published": gettext_lazy("Losování zveřejněno"),
    "tournament.round.taken_back": gettext_lazy("Zveřejnění vzato zpět"),
    "tournament.round.discarded": gettext_lazy("Celé kolo zahozeno"),
    "tournament.round.restored": gettext_lazy("Zahozené kolo obnoveno"),
    "tournament.round.started": gettext_lazy("Kolo začalo"),
    "tournament.seats.swapped": gettext_lazy("Místa prohozena"),
    "tournament.seats.reseated": gettext_lazy("Stoly přesazeny"),
    "tournament.seats.undone": gettext_lazy("Změna rozesazení vrácena"),
    "tournament.seat.substituted": gettext_lazy("Náhradník"),
    "tournament.link.replaced": gettext_lazy("Nový odkaz zapisovatele"),
    "scoring.hand.recorded": gettext_lazy("Hra zapsána"),
    "scoring.hand.corrected": gettext_lazy("Hra opravena"),
    "scoring.hand.removed": gettext_lazy("Hra vzata zpět"),
    "scoring.hand.restored": gettext_lazy("Hra vrácena"),
    "scoring.hand.ruled": gettext_lazy("Rozhodnutí rozhodčího"),
    "scoring.points_table.stored": gettext_lazy("Bodovací tabulka uložena"),
    "scoring.table.handed_in": gettext_lazy("Lístek odevzdán"),
    "scoring.table.taken_back": gettext_lazy("Lístek vzat zpět"),
    "scoring.result.entered": gettext_lazy("Výsledek stolu zapsán"),
    "scoring.result.corrected": gettext_lazy("Výsledek stolu opraven"),
    "scoring.result.confirmed": gettext_lazy("Výsledek stolu potvrzen"),
    "scoring.result.unconfirmed": gettext_lazy("Potvrzení výsledku zrušeno"),
    "scoring.round.closed": gettext_lazy("Kolo uzavřeno"),
    "scoring.standings.published": gettext_lazy("Pořadí zveřejněno"),
    "scoring.penalty.proposed": gettext_lazy("Trest navržen"),
    "scoring.penalty.created": gettext_lazy("Trest uložen"),
    "scoring.penalty.applied": gettext_lazy("Trest potvrzen"),
    "scoring.penalty.rejected": gettext_lazy("Trest zrušen"),
}
"""Dotted name of an action → what happened, as a heading."""

LABELS = {
    "number": gettext_lazy("číslo"),
    "person": gettext_lazy("jméno"),
    "withdrawn_after": gettext_lazy("odstoupení"),
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
    "money": gettext_lazy("zisk"),
    "zb": gettext_lazy("ZB"),
    "premium": gettext_lazy("PB"),
    "points": gettext_lazy("body"),
    "article": gettext_lazy("článek"),
    "removed": gettext_lazy("vzata zpět"),
    "decision": gettext_lazy("rozhodnutí č."),
    "patch": gettext_lazy("rozhodnuto"),
    "cancels": gettext_lazy("ruší předchozí"),
    "claim": gettext_lazy("námitka"),
    "source": gettext_lazy("zapsáno"),
    "signed": gettext_lazy("podepsáno"),
    "zero_reason": gettext_lazy("proč součet není nula"),
    "rounding_reason": gettext_lazy("proč jiné zaokrouhlení"),
    "points_rows": gettext_lazy("řádků"),
    "points_source": gettext_lazy("zdroj"),
    "points_date": gettext_lazy("platí od"),
    "notation": gettext_lazy("zápis"),
    "auction": gettext_lazy("licitace"),
    # Fields of a hand record (docs/rules/hand-record.md)
    "dealer": gettext_lazy("rozdává"),
    "declarer": gettext_lazy("hraje"),
    "contract": gettext_lazy("závazek"),
    "red": gettext_lazy("červené"),
    "bid": gettext_lazy("vydraženo"),
    "kind": gettext_lazy("druh"),
    "fleks": gettext_lazy("fleky"),
    "outcome": gettext_lazy("výsledek"),
    "lozena": gettext_lazy("ložená"),
    "minus_parts": gettext_lazy("minusové body"),
    "trumps": gettext_lazy("trumfů"),
    "renonce": gettext_lazy("renonce"),
    "by": gettext_lazy("kdo"),
    "playout": gettext_lazy("dohrávka"),
    "declarer_cards": gettext_lazy("body aktéra"),
    "declarer_marriages": gettext_lazy("hlášky aktéra"),
    "defence_marriages": gettext_lazy("hlášky obrany"),
    "made": gettext_lazy("uhráno"),
    "steps": gettext_lazy("kroků"),
    "side": gettext_lazy("strana"),
    "won": gettext_lazy("vyhráno"),
    "to": gettext_lazy("komu"),
    "prior_misdeals": gettext_lazy("dřívějších špatných rozdání"),
    **PART_NAMES,
    **{choice.field: choice.label for choice in RULE_CHOICES},
}
"""Names of logged values that are no column of a tournament or of an entry."""

WORDS = {
    "won": gettext_lazy("uhráno"),
    "lost": gettext_lazy("neuhráno"),
    "declarer": gettext_lazy("aktér"),
    "defence": gettext_lazy("obrana"),
    "hand": gettext_lazy("hra"),
    "misdeal": gettext_lazy("chybné rozdání"),
    **PRESENCE_WORDS,
}
"""Values of a hand record, and of a presence kept by start number, that stand for a word."""

CHOICES: dict[str, dict[Any, Any]] = {
    "presence": PRESENCE_WORDS,
    "role": dict(Role.choices),
    "state": dict(RoundState.choices) | dict(TableState.choices) | dict(Penalty.State.choices),
    "source": {"hands": gettext_lazy("z her"), "paper": gettext_lazy("z papíru")},
    "contract": {str(name): words for name, words in CONTRACT_NAMES.items()},
    "method": dict(DrawMethod.choices),
    "draw_method": dict(DrawMethod.choices),
    "table_size": dict(TableSize.choices),
    "ranking_order": dict(RankingOrder.choices),
    "bp_key": dict(BpKey.choices),
    "bp_sharing": dict(BpSharing.choices),
    "ranking_criteria": {"best_hand": gettext_lazy("nejlepší hra v prémiových bodech")},
    **{choice.field: dict(choice.options) for choice in RULE_CHOICES},
}
"""Logged values that stand for a word."""

MONEY = ("base_rate", "fee", "money")
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
    return str(ACTIONS.get(action, action))


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
        return f"{value:+}".replace("-", "−") if value else "0"
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


SAID: dict[str, Callable[[Any], str]] = {
    "date": _day,
    "rulebook_id": rulebook_name,
    "premium_table_id": premium_table_name,
    "withdrawn_after": _left,
}
"""Logged values that are read out in their own way."""
