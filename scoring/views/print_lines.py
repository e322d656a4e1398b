"""The lines of the page Tisk: what there is of a round and in which forms."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import RoundState
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
    place = {"slug": round_.tournament.slug, "number": round_.number}
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
    if round_.state != RoundState.DRAFT:
        words = _("Hry kola v tabulce, každá na jednom řádku")
        lines.append(PrintLine(words, xlsx=reverse("scoring:hands_file", kwargs=place)))
    lines.append(_print(_("Protokol losování"), "print_protocol", **place))
    if has_standings:
        lines.append(_standings(place))
    return lines


def rules_lines(tournament: Tournament) -> list[PrintLine]:
    """What hangs on the wall the whole day."""
    return [_print(_("Sazebník a licitační žebříček na zeď"), "print_rates", slug=tournament.slug)]


def _print(words: str, name: str, query: str = "", **place: Any) -> PrintLine:
    pdf, page = (reverse(f"scoring:{name}", kwargs={**place, "form": form}) for form in ("pdf", "html"))
    return PrintLine(words, pdf=pdf + query, page=page + query)


def _standings(place: dict[str, Any]) -> PrintLine:
    addresses = {
        form: reverse("scoring:standings_file", kwargs={**place, "form": form})
        for form in ("pdf", "html", "xlsx", "csv")
    }
    return PrintLine(
        _("Pořadí po %(number)d. kole") % {"number": place["number"]},
        pdf=addresses["pdf"],
        page=addresses["html"],
        xlsx=addresses["xlsx"],
        csv=addresses["csv"],
    )
