"""Prints and files to take away: each print as PDF and as a page that the browser prints."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import exports, prints
from scoring.selectors.archive import tournament_archive
from scoring.selectors.standings import (
    Standings,
    changed_numbers,
    counted_rounds,
    last_publication,
    publication_before,
    published_of,
    standings_of,
)
from scoring.selectors.tables import round_accounts
from scoring.views.print_lines import round_lines, rules_lines
from tournament.access import for_everybody, for_members, for_organiser, refuse
from tournament.actors import Actor
from tournament.enums import DRAWN_STATES
from tournament.lib import excel
from tournament.lib.pdf import PdfUnavailable, pdf_available, render_page, render_pdf
from tournament.models import Round, Tournament
from tournament.selectors.rounds import round_named

Context = dict[str, Any]

SEATING = {"stoly": "print/seating_by_table.html", "jmena": "print/seating_by_name.html"}


@require_safe
@for_members
def prints_index(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everything that can be printed or taken away, round by round."""
    ranked = _numbers_with_standings(tournament, actor)
    rounds = tournament.rounds.filter(tables__isnull=False).select_related("tournament").distinct()
    context = {
        "tournament": tournament,
        "actor": actor,
        "rounds": [
            (one, round_lines(one, actor, has_standings=one.number in ranked))
            for one in rounds.order_by("-number")
        ],
        "rules": rules_lines(tournament),
        "pdf_available": pdf_available(),
    }
    return render(request, "scoring/prints.html", context)


@require_safe
@for_organiser
def sheets(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, form: str
) -> HttpResponse:
    """Stolové lístky of a round, blank or with what was written, or the reckoning that explains them.

    ``?stul=`` takes the blank one of a single table, for a link that was replaced.
    """
    round_ = _round(tournament, number)
    if request.GET.get("vysvetleni") == "1":
        context = {"explanations": prints.explanations(round_)}
        name = f"{tournament.slug}-{number}-vyuctovani"
        return print_response("print/explanations.html", context, form, name)
    filled = request.GET.get("vyplnene") == "1"
    pages = prints.filled_sheets(round_) if filled else prints.blank_sheets(round_, _table_asked(request))
    if not pages:
        raise Http404
    return print_response(
        "print/score_sheet.html", {"sheets": pages}, form, f"{tournament.slug}-{number}-listky"
    )


@require_safe
@for_everybody
def seating(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, by: str, form: str
) -> HttpResponse:
    """The seating of a round by table or by name; of a draft for organisers only."""
    round_ = Round.objects.select_related("tournament").filter(tournament=tournament, number=number).first()
    if round_ is None or not (round_.state in DRAWN_STATES or actor.is_organiser):
        return refuse(request)
    plan = prints.seating_plan(round_)
    return print_response(SEATING[by], {"plan": plan}, form, f"{tournament.slug}-{number}-rozesazeni-{by}")


@require_safe
@for_everybody
def standings_file(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, form: str
) -> HttpResponse:
    """Standings after a round: as published, for organisers as they are now."""
    found = _standings(tournament, actor, number)
    if found is None:
        return refuse(request)
    return STANDINGS_FORMS[form](tournament, *found, f"{tournament.slug}-poradi-{number}.{form}")


@require_safe
@for_members
def hands_file(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The hands of a round as a workbook, each on one line; a referee gets those of his tables."""
    round_ = _round(tournament, number)
    if round_.state not in DRAWN_STATES:
        raise Http404
    accounts = [
        account
        for account in round_accounts(round_)
        if actor.may_see_hands(account.table.pk, account.table.number)
    ]
    workbook = exports.hands_workbook(round_, accounts)
    return file_response(workbook, excel.CONTENT_TYPE, f"{tournament.slug}-{number}-hry.xlsx")


@require_safe
@for_organiser
def archive_file(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The whole tournament in one file, for another computer or for the years to come."""
    return file_response(tournament_archive(tournament), "application/json", f"{tournament.slug}.json")


def _numbers_with_standings(tournament: Tournament, actor: Actor) -> frozenset[int]:
    if actor.is_organiser:
        return frozenset(one.number for one in counted_rounds(tournament))
    return frozenset(tournament.publications.values_list("round__number", flat=True))


def _standings(tournament: Tournament, actor: Actor, number: int) -> tuple[Standings, frozenset[int]] | None:
    """The standings this person may see, and the start numbers whose lines a correction changed."""
    publication = last_publication(tournament, number)
    if actor.is_organiser:
        closed = next((one for one in counted_rounds(tournament) if one.number == number), None)
        if closed is None:
            return None
        now = standings_of(tournament, closed)
        return now, changed_numbers(published_of(publication) if publication else None, now)
    if publication is None:
        return None
    before = publication_before(publication)
    shown = published_of(publication)
    return shown, changed_numbers(published_of(before) if before else None, shown)


def _standings_print(
    tournament: Tournament, standings: Standings, changed: frozenset[int], name: str
) -> HttpResponse:
    context = {"standings": prints.standings_print(tournament, standings, changed)}
    base, _dot, form = name.rpartition(".")
    return print_response("print/standings.html", context, form, base)


def _standings_xlsx(
    tournament: Tournament, standings: Standings, changed: frozenset[int], name: str
) -> HttpResponse:
    return file_response(exports.standings_workbook(tournament, standings), excel.CONTENT_TYPE, name)


def _standings_csv(
    tournament: Tournament, standings: Standings, changed: frozenset[int], name: str
) -> HttpResponse:
    return file_response(exports.standings_csv(standings).encode(), "text/csv; charset=utf-8", name)


STANDINGS_FORMS: dict[str, Callable[[Tournament, Standings, frozenset[int], str], HttpResponse]] = {
    "pdf": _standings_print,
    "html": _standings_print,
    "xlsx": _standings_xlsx,
    "csv": _standings_csv,
}


def _round(tournament: Tournament, number: int) -> Round:
    round_ = round_named(tournament, number)
    if round_ is None or not round_.tables.exists():
        raise Http404
    return round_


def print_response(template: str, context: Context, form: str, name: str) -> HttpResponse:
    """A print as PDF or as a page (``form``); without Pango a sentence instead of the PDF."""
    if form == "html":
        return HttpResponse(render_page(template, context))
    try:
        return file_response(_pdf(template, context), "application/pdf", f"{name}.pdf", inline=True)
    except PdfUnavailable as error:
        return HttpResponse(
            _("%(why)s Otevřete tisk jako stránku a vytiskněte ji z prohlížeče.") % {"why": error},
            status=503,
            content_type="text/plain; charset=utf-8",
        )


def _pdf(template: str, context: Context) -> bytes:
    """The PDF, kept under the fingerprint of its page: the same content is set only once."""
    page = render_page(template, context)
    key = hashlib.sha256(page.encode() + _style_fingerprint()).hexdigest()
    cache = caches["prints"]
    made: bytes | None = cache.get(key)
    if made is None:
        made = render_pdf(template, context)
        cache.set(key, made)
    return made


@lru_cache(maxsize=1)
def _style_fingerprint() -> bytes:
    """Changes with the print styles, so that an update of the program sets every document anew."""
    styles = sorted((settings.BASE_DIR / "static" / "print").glob("*.css"))
    return hashlib.sha256(b"".join(style.read_bytes() for style in styles)).digest()


def file_response(content: bytes, content_type: str, name: str, *, inline: bool = False) -> HttpResponse:
    """A file to save, or to look at (``inline``)."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'{"inline" if inline else "attachment"}; filename="{name}"'
    return response


def _table_asked(request: HttpRequest) -> int | None:
    """The number of the table of which alone the sheet is printed."""
    text = request.GET.get("stul", "")
    return int(text) if text.isdecimal() and len(text) < 6 else None
