"""A file of registrations in two steps: what each row would become, then writing it.

The rows wait between the steps in the person's session on the server; the browser holds nothing but the
name of the import, so nobody can change what was shown.
"""

import uuid
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.forms.entries import UploadForm
from tournament.lib.registrations import (
    Doubt,
    Registration,
    RegistrationFile,
    Rejected,
    UnreadableFile,
    read_registrations,
)
from tournament.models import Tournament
from tournament.services.imports import (
    entries_import,
    entries_import_plan,
    finished_import,
    report_from,
    report_of,
)
from tournament.tables import ImportTable, import_summary, preview_rows

WAITING = "waiting_import"
"""Key of the session; one file waits at a time."""


@require_safe
@for_organiser
def import_start(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where a file is chosen."""
    return _start_page(request, tournament, actor, UploadForm())


@require_POST
@for_organiser
def import_upload(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Read the file and keep its rows for the preview."""
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            content = read_registrations(upload.read())
        except UnreadableFile as error:
            form.add_error("file", str(error))
        else:
            import_id = _keep(request, tournament, upload.name, content)
            return redirect("tournament:import", tournament.slug, import_id)
    return _start_page(request, tournament, actor, form, status=422)


@require_safe
@for_organiser
def import_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, import_id: uuid.UUID
) -> HttpResponse:
    """What each row becomes; once written, what it became."""
    done = finished_import(tournament=tournament, submission=import_id)
    if done is not None:
        context = {
            "tournament": tournament,
            "actor": actor,
            "source": done.subject,
            "report": report_from(done.new),
        }
        return render(request, "tournament/import_report.html", context)
    waiting = _waiting(request, tournament, import_id)
    if waiting is None:
        return _gone(request, tournament)
    source, content = waiting
    plan = entries_import_plan(tournament=tournament, registrations=content.registrations)
    report = report_of(plan, rejected=content.rejected, warnings=content.warnings)
    context = {
        "tournament": tournament,
        "actor": actor,
        "import_id": import_id,
        "source": source,
        "columns": content.columns,
        "summary": import_summary(report),
        "table": ImportTable(preview_rows(plan, content.rejected, content.warnings)),
    }
    return render(request, "tournament/import_preview.html", context)


@require_POST
@for_organiser
def import_write(
    request: HttpRequest, tournament: Tournament, actor: Actor, import_id: uuid.UUID
) -> HttpResponse:
    """Write what the preview showed; a second press finds it written."""
    waiting = _waiting(request, tournament, import_id)
    if waiting is not None:
        source, content = waiting
        entries_import(
            tournament=tournament,
            by=actor,
            registrations=content.registrations,
            rejected=content.rejected,
            warnings=content.warnings,
            source=source,
            submission=import_id,
        )
        request.session.pop(WAITING, None)
    elif finished_import(tournament=tournament, submission=import_id) is None:
        return _gone(request, tournament)
    return redirect("tournament:import", tournament.slug, import_id)


def _start_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: UploadForm, status: int = 200
) -> HttpResponse:
    context = {"tournament": tournament, "actor": actor, "form": form}
    return render(request, "tournament/import.html", context, status=status)


def _keep(request: HttpRequest, tournament: Tournament, source: str, content: RegistrationFile) -> uuid.UUID:
    import_id = uuid.uuid4()
    request.session[WAITING] = {
        "id": str(import_id),
        "tournament": str(tournament.pk),
        "source": source[:100],
        "registrations": [asdict(one) for one in content.registrations],
        "rejected": [asdict(one) for one in content.rejected],
        "warnings": [asdict(one) for one in content.warnings],
        "columns": content.columns,
    }
    return import_id


def _waiting(
    request: HttpRequest, tournament: Tournament, import_id: uuid.UUID
) -> tuple[str, RegistrationFile] | None:
    kept: dict[str, Any] = request.session.get(WAITING) or {}
    if kept.get("id") != str(import_id) or kept.get("tournament") != str(tournament.pk):
        return None
    return kept["source"], RegistrationFile(
        registrations=tuple(Registration(**one) for one in kept["registrations"]),
        rejected=tuple(Rejected(**one) for one in kept["rejected"]),
        warnings=tuple(Doubt(**one) for one in kept["warnings"]),
        columns=tuple((heading, meaning) for heading, meaning in kept["columns"]),
    )


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    messages.warning(request, _("Tento náhled už neplatí. Nahrajte soubor znovu."))
    return redirect("tournament:import_start", tournament.slug)
