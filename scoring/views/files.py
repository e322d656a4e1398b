"""Prints and files to take away: each print as PDF and as a page that the browser prints."""

import hashlib
import tempfile
import uuid
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import exports
from scoring.printing import contents
from scoring.printing.rulings import rulings_print
from scoring.selectors.archive import write_archive
from scoring.selectors.decisions import RulingRow, ruling_list
from scoring.selectors.standings import (
    Changes,
    Standings,
    changes_of,
    counted_rounds,
    last_publication,
    published_of,
    standings_stamp,
    standings_to_take,
)
from scoring.selectors.tables import round_accounts, round_stamp
from scoring.views.print_lines import invitation_lines, player_lines, round_lines, rules_lines
from tournament.access import for_everybody, for_members, for_organiser, refuse
from tournament.actors import Actor
from tournament.frozen import frozen
from tournament.lib import excel
from tournament.lib.pdf import PdfUnavailable, pdf_available, render_page, render_pdf
from tournament.lib.reach import reach_of
from tournament.lib.requested import whole_numbers
from tournament.lifecycle import Act, allowed
from tournament.models import Round, Tournament
from tournament.selectors.rounds import round_named
from tournament.selectors.seating import seating_stamp
from tournament.selectors.tournaments import tournament_stamp

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
        "players": player_lines(tournament) if actor.is_organiser and tournament.entries.exists() else (),
        "invitation": invitation_lines(tournament) if actor.is_organiser else (),
        "reach": reach_of("/"),
        "rules": rules_lines(tournament),
        "pdf_available": pdf_available(),
    }
    return render(request, "scoring/prints.html", context)


@require_safe
@for_members
def sheets(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, form: str
) -> HttpResponse:
    """Stolové lístky of a round, blank or with what was written, or the reckoning that explains them.

    ``?stul=``, several times too, takes only those of some tables: with a new link, with other people. The
    lístky are the organisers', for they open the table to whoever holds one; a referee has the reckoning.
    """
    round_ = _round(tournament, number)
    explains = request.GET.get("vysvetleni") == "1"
    if not actor.is_organiser and not (explains and allowed(Act.SHOW, round_.state)):
        return refuse(request)
    base, written = f"{tournament.slug}-{number}", round_stamp(round_).name
    if explains:
        context = {"explanations": contents.explanations(round_, actor)}
        name = f"{base}-vyuctovani-{written}"
        return print_response("print/explanations.html", context, form, name)
    filled = request.GET.get("vyplnene") == "1"
    chosen = whole_numbers(request.GET.getlist("stul"))
    make = contents.filled_sheets if filled else contents.blank_sheets
    pages = make(round_, chosen)
    if not pages:
        raise Http404
    stamp = written if filled else seating_stamp(round_).name
    return print_response("print/score_sheet.html", {"sheets": pages}, form, f"{base}-listky-{stamp}")


@require_safe
@frozen()
@for_everybody
def seating(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, by: str, form: str
) -> HttpResponse:
    """The seating of a round by table or by name; of a draft for organisers only."""
    round_ = Round.objects.select_related("tournament").filter(tournament=tournament, number=number).first()
    if round_ is None or not (allowed(Act.SHOW, round_.state) or actor.is_organiser):
        return refuse(request)
    plan = contents.seating_plan(round_)
    name = f"{tournament.slug}-{number}-rozesazeni-{by}-{seating_stamp(round_).name}"
    return print_response(SEATING[by], {"plan": plan}, form, name)


@require_safe
@frozen()
@for_everybody
def standings_file(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, form: str
) -> HttpResponse:
    """Standings after a round: as published, for organisers as they are now."""
    found = _standings(tournament, actor, number)
    if found is None:
        return refuse(request)
    name = f"{tournament.slug}-poradi-{number}-{standings_stamp(found[0]).name}.{form}"
    return STANDINGS_FORMS[form](tournament, *found, name)


@require_safe
@for_members
def hands_file(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The hands of a round as a workbook, each on one line; a referee gets those of his tables."""
    round_ = _round(tournament, number)
    if not allowed(Act.SHOW, round_.state):
        raise Http404
    accounts = [
        account
        for account in round_accounts(round_)
        if actor.may_see_hands(account.table.pk, account.table.number)
    ]
    workbook = exports.hands_workbook(round_, accounts)
    name = f"{tournament.slug}-{number}-hry-{round_stamp(round_).name}.xlsx"
    return file_response(workbook, excel.CONTENT_TYPE, name)


@require_safe
@for_organiser
def invitation(request: HttpRequest, tournament: Tournament, actor: Actor, form: str) -> HttpResponse:
    """A poster with the way to register from home, where that is on."""
    if not tournament.home_open:
        raise Http404
    context = {"invitation": contents.invitation_print(tournament)}
    return print_response("print/invitation.html", context, form, f"{tournament.slug}-pozvanka")


@require_safe
@for_members
def rulings(request: HttpRequest, tournament: Tournament, actor: Actor, form: str) -> HttpResponse:
    """The protocol of every ruling, of a referee those of his tables."""
    return _rulings_file(tournament, ruling_list(tournament, actor).rows, form, "rozhodnuti")


@require_safe
@for_members
def ruling(
    request: HttpRequest, tournament: Tournament, actor: Actor, ruling_id: uuid.UUID, form: str
) -> HttpResponse:
    """The protocol of one ruling, superseded ones too."""
    rows = [row for row in ruling_list(tournament, actor).rows if row.ruling.pk == ruling_id]
    if not rows:
        raise Http404
    table = rows[0].table
    name = f"{table.round.number}-{table.number}-rozhodnuti-{rows[0].sequence or 0}-{rows[0].ruling.number}"
    return _rulings_file(tournament, rows, form, name)


def _rulings_file(tournament: Tournament, rows: Iterable[RulingRow], form: str, name: str) -> HttpResponse:
    shown = rulings_print(tournament, rows)
    if form == "xlsx":
        workbook = exports.rulings_workbook(tournament, shown)
        return file_response(workbook, excel.CONTENT_TYPE, f"{tournament.slug}-{name}.xlsx")
    return print_response("print/rulings.html", {"shown": shown}, form, f"{tournament.slug}-{name}")


@require_safe
@for_organiser
def archive_file(request: HttpRequest, tournament: Tournament, actor: Actor) -> FileResponse:
    """The whole tournament in one file, for another computer or for the years to come.

    Written aside first: what is sent is whole, and a slow line keeps neither the database nor memory.
    """
    file = tempfile.TemporaryFile()  # noqa: SIM115 because the response closes it when it is sent
    write_archive(tournament, file)
    file.seek(0)
    name = f"{tournament.slug}-{tournament_stamp(tournament).name}.json"
    return FileResponse(file, as_attachment=True, filename=name)


def _numbers_with_standings(tournament: Tournament, actor: Actor) -> frozenset[int]:
    if actor.is_organiser:
        return frozenset(one.number for one in counted_rounds(tournament))
    return frozenset(tournament.publications.values_list("round__number", flat=True))


def _standings(tournament: Tournament, actor: Actor, number: int) -> tuple[Standings, Changes] | None:
    """The standings this person may see, and what changed in them."""
    if actor.is_organiser:
        closed = next((one for one in counted_rounds(tournament) if one.number == number), None)
        return standings_to_take(tournament, closed) if closed else None
    publication = last_publication(tournament, number)
    return (published_of(publication), changes_of(publication)) if publication else None


def _standings_print(
    tournament: Tournament, standings: Standings, changed: Changes, name: str
) -> HttpResponse:
    context = {"standings": contents.standings_print(tournament, standings, changed)}
    base, _dot, form = name.rpartition(".")
    return print_response("print/standings.html", context, form, base)


def _standings_xlsx(
    tournament: Tournament, standings: Standings, changed: Changes, name: str
) -> HttpResponse:
    return file_response(exports.standings_workbook(tournament, standings), excel.CONTENT_TYPE, name)


def _standings_csv(tournament: Tournament, standings: Standings, changed: Changes, name: str) -> HttpResponse:
    return file_response(exports.standings_csv(standings).encode(), "text/csv; charset=utf-8", name)


STANDINGS_FORMS: dict[str, Callable[[Tournament, Standings, Changes, str], HttpResponse]] = {
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
