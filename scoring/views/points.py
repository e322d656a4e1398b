"""The bodovací tabulka of a tournament: its rows, the sheet to fill in and back, one row, which is played."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.points_sheet import table_from_json
from rules.points_table import PointsTable, find_points_table
from scoring.exports import points_workbook
from scoring.forms.points import ChooseForm, RowForm, SheetForm, offers_for, row_initial, take
from scoring.selectors.points import (
    changes_between,
    row_groups,
    table_in_force,
    table_named,
    tables_to_choose,
    versions_of,
)
from scoring.services.points import (
    WrongCells,
    completed_name,
    points_row_store,
    points_table_choose,
    points_table_read,
    points_table_store,
)
from scoring.views.files import file_response
from scoring.views.hands import help_context, typed_form, typed_page
from scoring.views.places import Place
from scoring.views.rulebook import for_readers
from scoring.views.tables import payout_of
from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.errors import DeskError, Refused
from tournament.forms.common import beside_fields
from tournament.frozen import frozen
from tournament.lib import excel
from tournament.lib.htmx import HtmxRequest
from tournament.models import Tournament

WAITING = "waiting_points_table"
"""Key of the session; one sheet waits at a time."""


@require_safe
@frozen()
@for_readers
def points(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The table in force, or another one that can be chosen (``?tabulka=``)."""
    return _points_page(request, tournament, actor)


@require_safe
@for_readers
def points_file(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The table as a workbook that can be filled in and read back."""
    table = _shown(request, tournament)
    return file_response(
        points_workbook(table), excel.CONTENT_TYPE, f"{tournament.slug}-body-{table.id}.xlsx"
    )


@require_POST
@for_organiser
def points_choose(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Play by another table from now on."""
    form = ChooseForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Vyberte tabulku na stránce bodů."), code="no_table")
    key = form.cleaned_data["key"]
    points_table_choose(tournament=tournament, key=key, by=actor, expected=form.cleaned_data["expected"])
    messages.success(
        request, _("Hraje se podle tabulky %(name)s.") % {"name": table_named(tournament, key).name}
    )
    return redirect("scoring:points", tournament.slug)


@require_POST
@for_organiser
def points_row(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Add a row that the table does not have, or replace one."""
    form = RowForm(request.POST)
    if form.is_valid():
        with beside_fields(form):
            stored = points_row_store(
                tournament=tournament,
                row=form.row(),
                by=actor,
                base=form.cleaned_data["base"],
                seen=form.cleaned_data["seen"],
            )
            messages.success(request, _("Řádek je v tabulce %(name)s.") % {"name": stored})
            return redirect("scoring:points", tournament.slug)
    return _points_page(request, tournament, actor, form, status=422)


@require_safe
@for_organiser
def points_import(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where a sheet is chosen."""
    table = table_in_force(tournament)
    initial = {
        "name": completed_name(table=table),
        "source": table.source,
        "date": table.date,
        "choose": True,
    }
    return _import_page(request, tournament, actor, SheetForm(initial=initial))


@require_POST
@for_organiser
def points_upload(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Read the sheet; what is wrong is shown by cells, a sound one goes to the preview."""
    form = SheetForm(request.POST, request.FILES)
    cells: tuple[tuple[str, str], ...] = ()
    if form.is_valid():
        data = form.cleaned_data
        try:
            table = points_table_read(
                content=data["file"].read(), name=data["name"], source=data["source"], date=data["date"]
            )
        except WrongCells as wrong:
            cells = wrong.cells
            form.add_error("file", wrong.text)
        except DeskError as refusal:
            form.add_error("file", refusal.text)
        else:
            import_id = _keep(request, tournament, table, joins=data["joins"], choose=data["choose"])
            return redirect("scoring:points_preview", tournament.slug, import_id)
    return _import_page(request, tournament, actor, form, cells, status=422)


@require_safe
@for_organiser
def points_preview(
    request: HttpRequest, tournament: Tournament, actor: Actor, import_id: uuid.UUID
) -> HttpResponse:
    """What the sheet changes; nothing is stored yet."""
    waiting = _waiting(request, tournament, import_id)
    if waiting is None:
        return _gone(request, tournament)
    table, joins, choose = waiting
    if joins:
        table = find_points_table(joins).joined(table)._replace(name=table.name)
    context = {
        "tournament": tournament,
        "actor": actor,
        "import_id": import_id,
        "table": table,
        "choose": choose,
        "against": table_in_force(tournament),
        "changes": changes_between(table_in_force(tournament), table),
    }
    return render(request, "scoring/rules/points_preview.html", context)


@require_POST
@for_organiser
def points_write(
    request: HttpRequest, tournament: Tournament, actor: Actor, import_id: uuid.UUID
) -> HttpResponse:
    """Store what the preview showed; pressed twice it is stored once."""
    waiting = _waiting(request, tournament, import_id)
    if waiting is None:
        return _gone(request, tournament)
    table, joins, choose = waiting
    stored = points_table_store(
        tournament=tournament,
        table=table,
        by=actor,
        name=table.name,
        joins=joins,
        choose=choose,
        submission=import_id,
    )
    messages.success(request, _("Tabulka %(name)s je uložená.") % {"name": stored})
    address = redirect("scoring:points", tournament.slug)
    address["Location"] += "" if choose else f"?tabulka={stored.key}"
    return address


@require_POST
def hand_points(request: HtmxRequest, place: Place) -> HttpResponse:
    """Rows of the table for the hand being written; ``take``: points of one or all go into the form."""
    table = table_in_force(place.tournament)
    form = typed_form(place, request.POST)
    offers = offers_for(form, table, request.POST)
    taken = request.POST.get("take", "")
    if taken:
        data = take(request.POST, offers, taken)
        form = typed_form(place, data)
        offers = offers_for(form, table, data)
    payout = payout_of(form, place)
    if request.htmx:
        context = help_context(place, form, offers=offers, payout=payout, taken=taken)
        return render(request, "scoring/includes/points_answer.html", context)
    return typed_page(request, place, form, payout=payout, offers=offers)


def _points_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: RowForm | None = None, status: int = 200
) -> HttpResponse:
    table = _shown(request, tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "actor": actor,
        "table": table,
        "groups": row_groups(table),
        "chosen": table.id == tournament.premium_table_id,
    }
    if actor.is_organiser:
        context |= {
            "tables": tables_to_choose(tournament),
            "versions": versions_of(tournament, table.id),
            "form": form or _row_form(request, table),
            "row_open": form is not None or "radek" in request.GET,
            "goes_to": completed_name(table=table),
        }
    return render(request, "scoring/rules/points.html", context, status=status)


def _row_form(request: HttpRequest, table: PointsTable) -> RowForm:
    row = table.row(request.GET.get("radek", ""))
    initial = row_initial(row) if row else {}
    return RowForm(initial={**initial, "base": table.id, "seen": table.version})


def _shown(request: HttpRequest, tournament: Tournament) -> PointsTable:
    key = request.GET.get("tabulka")
    return table_named(tournament, key) if key else table_in_force(tournament)


def _import_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    form: SheetForm,
    cells: tuple[tuple[str, str], ...] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "actor": actor,
        "form": form,
        "cells": cells,
        "table": _table_if_any(tournament),
    }
    return render(request, "scoring/rules/points_import.html", context, status=status)


def _table_if_any(tournament: Tournament) -> PointsTable | None:
    """The table in force; a new one can be uploaded where that was lost."""
    try:
        return table_in_force(tournament)
    except Refused:
        return None


def _keep(
    request: HttpRequest, tournament: Tournament, table: PointsTable, *, joins: str, choose: bool
) -> uuid.UUID:
    import_id = uuid.uuid4()
    request.session[WAITING] = {
        "id": str(import_id),
        "tournament": str(tournament.pk),
        "table": table.to_json(),
        "joins": joins,
        "choose": choose,
    }
    return import_id


def _waiting(
    request: HttpRequest, tournament: Tournament, import_id: uuid.UUID
) -> tuple[PointsTable, str, bool] | None:
    kept: dict[str, Any] = request.session.get(WAITING) or {}
    if kept.get("id") != str(import_id) or kept.get("tournament") != str(tournament.pk):
        return None
    return table_from_json(kept["table"]), kept.get("joins", ""), kept["choose"]


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    messages.warning(request, _("Tento náhled už neplatí. Nahrajte sešit znovu."))
    return redirect("scoring:points_import", tournament.slug)
