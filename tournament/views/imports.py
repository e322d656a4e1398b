"""A file of registrations: read, put right on its page, written.

What was read waits on the server under the name of the import; the browser holds nothing but what it shows.
"""

import uuid
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.forms.common import NOT_FROM_HERE, ChangeForm
from tournament.forms.imports import ImportRowForm, ReadingForm, UploadForm
from tournament.lib.htmx import HtmxRequest
from tournament.lib.package import UnreadableFile
from tournament.lib.registering.files import read_book
from tournament.models import Tournament, WaitingImport
from tournament.previews import (
    ALL,
    ImportRow,
    chosen_rows,
    field_choices,
    filters,
    import_rows,
    import_summary,
    row_at,
    shown_reading,
)
from tournament.selectors.waiting_imports import OpenImport, opened, waiting_import
from tournament.services.imports import entries_import_plan, finished_import
from tournament.services.waiting_imports import (
    import_choose,
    import_keep,
    import_row_capitals,
    import_row_change,
    import_write,
)

ON_A_PAGE = 100
"""Rows shown at once."""

View = Callable[..., HttpResponse]


def _of_waiting(view: View) -> View:
    """Gives the view the file that waits under the address, for its person; anybody else starts anew."""

    @wraps(view)
    def found(
        request: HttpRequest, tournament: Tournament, actor: Actor, import_id: uuid.UUID
    ) -> HttpResponse:
        waiting = waiting_import(tournament, actor, import_id)
        if waiting is not None:
            return view(request, tournament, actor, waiting)
        if finished_import(tournament=tournament, submission=import_id) is not None:
            return redirect("tournament:import", tournament.slug, import_id)
        messages.warning(request, _("Tento náhled už neplatí. Nahrajte soubor znovu."))
        return redirect("tournament:import_start", tournament.slug)

    return found


@require_safe
@for_organiser
def import_start(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where a file is chosen."""
    return _start_page(request, tournament, actor, UploadForm())


@require_POST
@for_organiser
def import_upload(request: HtmxRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Read the file and keep it for its page."""
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            book = read_book(upload.read())
        except UnreadableFile as error:
            form.add_error("file", str(error))
        else:
            waiting = import_keep(tournament=tournament, by=actor, source=upload.name, book=book)
            address = reverse("tournament:import", args=[tournament.slug, waiting.pk])
            return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    return _start_page(request, tournament, actor, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_safe
@for_organiser
def import_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, import_id: uuid.UUID
) -> HttpResponse:
    """How the file is read and what each row becomes; once written, what it became."""
    done = finished_import(tournament=tournament, submission=import_id)
    if done is not None:
        context = {"tournament": tournament, "actor": actor, "source": done.source, "report": done.report}
        return render(request, "tournament/import_report.html", context)
    return _preview(request, tournament, actor, import_id)


@_of_waiting
def _preview(
    request: HttpRequest, tournament: Tournament, actor: Actor, waiting: WaitingImport
) -> HttpResponse:
    known = opened(waiting)
    rows = _rows(tournament, actor, known)
    chosen = request.GET.get("rows", ALL)
    page = Paginator(chosen_rows(rows, chosen), ON_A_PAGE).get_page(request.GET.get("page"))
    context = _context(tournament, waiting, known, rows) | {
        "actor": actor,
        "source": waiting.source,
        "reading": shown_reading(known),
        "fields": field_choices(),
        "problem": known.problem,
        "chosen": chosen,
        "page": page,
        "page_number": page.number,
    }
    return render(request, "tournament/import_preview.html", context)


@require_POST
@for_organiser
@_of_waiting
def import_read(
    request: HttpRequest, tournament: Tournament, actor: Actor, waiting: WaitingImport
) -> HttpResponse:
    """Read the file otherwise: another sheet, heading row, meaning of columns, capitals."""
    form = ReadingForm(request.POST)
    if form.is_valid():
        choices = form.choices(opened(waiting))
        import_choose(waiting=waiting, choices=choices, expected=form.cleaned_data["expected"])
    else:
        messages.error(request, NOT_FROM_HERE)
    return _back(request, tournament, waiting)


@require_POST
@for_organiser
@_of_waiting
def import_row(
    request: HtmxRequest, tournament: Tournament, actor: Actor, waiting: WaitingImport
) -> HttpResponse:
    """Put a row right, leave it out, take it back, choose how its capitals are written."""
    known, form = opened(waiting), ImportRowForm(request.POST)
    place = form.place(known) if form.is_valid() else None
    shown = row_at(known, place)
    if shown is None:
        messages.error(request, form.wrong)
        back = _back(request, tournament, waiting)
        # The page says it; an answer that only changes parts of the page would not.
        return HttpResponseClientRedirect(back.url) if request.htmx else back
    act = request.POST.get("act", "")
    if act in ("ordinary", "typed"):
        waiting = import_row_capitals(waiting=waiting, place=shown.place, ordinary=act == "ordinary")
    else:
        left_out = {"leave": True, "take": False}.get(act)
        waiting = import_row_change(
            waiting=waiting, place=shown.place, fields=form.changed(shown), left_out=left_out
        )
    if not request.htmx:
        return _back(request, tournament, waiting, row=shown.key)
    return _live(request, tournament, actor, waiting, shown, act)


@require_POST
@for_organiser
@_of_waiting
def import_finish(
    request: HttpRequest, tournament: Tournament, actor: Actor, waiting: WaitingImport
) -> HttpResponse:
    """Write what the page shows; a second press finds it written."""
    form = ChangeForm(request.POST)
    if form.is_valid():
        import_write(waiting=waiting, by=actor, expected=form.cleaned_data["expected"])
    else:
        messages.error(request, NOT_FROM_HERE)
    return redirect("tournament:import", tournament.slug, waiting.pk)


def _rows(tournament: Tournament, by: Actor, known: OpenImport) -> list[ImportRow]:
    if known.content is None:
        return []
    plan = entries_import_plan(tournament=tournament, by=by, registrations=known.content.registrations)
    return import_rows(known, plan)


def _context(
    tournament: Tournament, waiting: WaitingImport, known: OpenImport, rows: list[ImportRow]
) -> dict[str, Any]:
    """What the page and its live parts share."""
    return {
        "tournament": tournament,
        "waiting": waiting,
        "several": len(known.reading.sheets) > 1,
        "ordinary": known.choices.ordinary,
        "shouted": sum(bool(one.typed) for one in rows),
        "summary": import_summary(rows),
        "filters": filters(rows),
        "used": {one.field for one in known.reading.columns},
    }


def _live(
    request: HtmxRequest,
    tournament: Tournament,
    actor: Actor,
    waiting: WaitingImport,
    changed: ImportRow,
    act: str,
) -> HttpResponse:
    """What a change of one row changed on the page: states of the rows shown, counts, the button.

    The fields somebody types in stay as they are; a button changes its whole row.
    """
    known = opened(waiting)
    rows = _rows(tournament, actor, known)
    shown = set(request.POST.get("shown", "").split())
    context = _context(tournament, waiting, known, rows) | {
        "whole": [one for one in rows if act and one.key == changed.key],
        "rows": [one for one in rows if one.key in shown and not (act and one.key == changed.key)],
        "chosen": request.POST.get("rows", ALL),
        "page_number": request.POST.get("page", "1"),
        "live": True,
    }
    answer = render(request, "tournament/import_preview.html#live", context)
    return reswap(retarget(answer, f"#row-{changed.key}"), "outerHTML") if act else answer


def _back(
    request: HttpRequest, tournament: Tournament, waiting: WaitingImport, row: str = ""
) -> HttpResponseRedirect:
    """The page again, with the rows that were shown."""
    address = reverse("tournament:import", args=[tournament.slug, waiting.pk])
    asked = {name: value for name in ("rows", "page") if (value := request.POST.get(name))}
    query = f"?{urlencode(asked)}" if asked else ""
    return redirect(f"{address}{query}{f'#row-{row}' if row else ''}")


def _start_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: UploadForm, status: int = 200
) -> HttpResponse:
    context = {"tournament": tournament, "actor": actor, "form": form}
    return render(request, "tournament/import.html", context, status=status)
