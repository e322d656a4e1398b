"""The lines of the page Tisk: what there is of a round and in which forms."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.printing.players import BY_NAME, BY_NUMBER, PLAYER_LISTS
from tournament.actors import Actor
from tournament.lifecycle import Act, allowed
from tournament.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class PrintLine:
    """One thing to print or take away; an empty address: it does not come in that form."""

    words: str
    pdf: str = ""
    page: str = ""
    xlsx: str = ""
    csv: str = ""


def round_lines(round_: Round, actor: Actor, *, has_standings: bool) -> list[PrintLine]:
    """Everything of one round, in the order in which a day needs it."""
    place: dict[str, Any] = {"slug": round_.tournament.slug, "number": round_.number}
    lines = [
        _print(_("Rozesazení podle stolů"), "print_seating", **place, by="stoly"),
        _print(_("Rozesazení podle jmen"), "print_seating", **place, by="jmena"),
    ]
    if actor.is_organiser:
        lines += [
            _print(_("Stolové lístky k vyplnění"), "print_sheets", **place),
            _print(_("Stolové lístky se zapsanými hrami"), "print_sheets", "?vyplnene=1", **place),
            _print(_("Vyúčtování her větu po větě"), "print_sheets", "?vysvetleni=1", **place),
        ]
    elif allowed(Act.SHOW, round_.state):
        words = _("Vyúčtování her vašich stolů větu po větě")
        lines.append(_print(words, "print_sheets", "?vysvetleni=1", **place))
    if allowed(Act.SHOW, round_.state):
        words = _("Hry kola v tabulce, každá na jednom řádku")
        lines.append(PrintLine(words, xlsx=reverse("scoring:hands_file", kwargs=place)))
    lines.append(_print(_("Protokol losování"), "print_protocol", **place))
    if has_standings:
        lines.append(_standings(place))
    return lines


def player_lines(tournament: Tournament) -> list[PrintLine]:
    """Lists of players, each by name and by start number, and who has paid; for organisers."""
    orders = {BY_NAME: _("podle jmen"), BY_NUMBER: _("podle čísel")}
    pdf, page, xlsx = (
        reverse("scoring:cash_list", kwargs={"slug": tournament.slug, "form": form})
        for form in ("pdf", "html", "xlsx")
    )
    lists = [
        _everywhere(f"{kind.title} {words}", "player_list", slug=tournament.slug, kind=key, by=by)
        for key, kind in PLAYER_LISTS.items()
        for by, words in orders.items()
    ]
    return [*lists, PrintLine(_("Kdo zaplatil"), pdf=pdf, page=page, xlsx=xlsx)]


def invitation_lines(tournament: Tournament) -> list[PrintLine]:
    """What invites people, where they register from home."""
    if not tournament.home_open:
        return []
    return [_print(_("Pozvánka s QR kódem přihlášky"), "print_invitation", slug=tournament.slug)]


def rules_lines(tournament: Tournament) -> list[PrintLine]:
    """What hangs on the wall the whole day."""
    return [
        _print(_("Sazebník a licitační žebříček na zeď"), "print_rates", slug=tournament.slug),
        _print(_("Pravidla článek po článku, s příklady"), "print_articles", slug=tournament.slug),
    ]


def _print(words: str, name: str, query: str = "", **place: Any) -> PrintLine:
    pdf, page = (reverse(f"scoring:{name}", kwargs={**place, "form": form}) for form in ("pdf", "html"))
    return PrintLine(words, pdf=pdf + query, page=page + query)


def _standings(place: dict[str, Any]) -> PrintLine:
    return _everywhere(
        _("Pořadí po %(number)d. kole") % {"number": place["number"]}, "standings_file", **place
    )


def _everywhere(words: str, name: str, **place: Any) -> PrintLine:
    """What comes on paper and in files too."""
    pdf, page, xlsx, csv = (
        reverse(f"scoring:{name}", kwargs={**place, "form": form}) for form in ("pdf", "html", "xlsx", "csv")
    )
    return PrintLine(words, pdf=pdf, page=page, xlsx=xlsx, csv=csv)
