"""The result of a table: entered, confirmed, taken back, corrected, an older version put back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.results import ReasonForm, ResultForm
from scoring.selectors.history import table_history
from scoring.selectors.results import crowns_proposal, typists_of
from scoring.selectors.tables import ResultLine, result_lines, table_account
from scoring.services.results import (
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
    result_unconfirm,
)
from scoring.views.places import Place
from tournament.errors import Conflict, DeskError
from tournament.forms.common import add_refusal


@require_safe
def result(request: HttpRequest, place: Place) -> HttpResponse:
    """The result beside the hands, the form to enter it, its versions."""
    return _page(request, place)


@require_POST
def result_save(request: HttpRequest, place: Place) -> HttpResponse:
    """A new version of the result; of a closed round a correction with its reason."""
    if not place.actor.is_organiser or place.tournament.finished_at is not None:
        raise Http404
    account = table_account(place.table)
    form = ResultForm(request.POST, account=account, correction=place.is_closed)
    if form.is_valid():
        try:
            _save(form, place)
        except DeskError as refusal:
            add_refusal(form, refusal)
            if isinstance(refusal, Conflict):
                return _page(request, place, form, status=409)
        else:
            done = (
                _("Oprava je uložená.") if place.is_closed else _("Výsledek je zapsaný, čeká na potvrzení.")
            )
            messages.success(request, done)
            return redirect(place.address("result"))
    return _page(request, place, form, status=422)


@require_POST
def confirm(request: HttpRequest, place: Place) -> HttpResponse:
    """Confirm the result; a difference between paper and hands needs a reason."""
    reason = request.POST.get("reason", "")
    seen = request.POST.get("expected", "")
    expected = int(seen) if seen.isdecimal() and seen != "0" and len(seen) < 10 else None
    try:
        result_confirm(table=place.table, by=place.actor, expected=expected, reason=reason)
    except DeskError as refusal:
        if refusal.code == "difference":
            asked = ReasonForm(request.POST)
            asked.is_valid()
            asked.add_error("reason", refusal.text)
            return _page(request, place, confirm_form=asked, status=422)
        raise
    messages.success(request, _("Výsledek stolu %(n)d je potvrzený.") % {"n": place.table.number})
    return redirect("scoring:round_board", place.tournament.slug, place.round.number)


@require_POST
def unconfirm(request: HttpRequest, place: Place) -> HttpResponse:
    """Take the confirmation back."""
    result_unconfirm(table=place.table, by=place.actor)
    messages.success(request, _("Potvrzení je vzaté zpět."))
    return redirect(place.address("result"))


@require_POST
def restore(request: HttpRequest, place: Place, version: int) -> HttpResponse:
    """Put the figures of an older version in force again."""
    result_restore(table=place.table, number=version, by=place.actor, reason=request.POST.get("reason", ""))
    messages.success(request, _("Verze %(n)d zase platí.") % {"n": version})
    return redirect(place.address("result"))


def _save(form: ResultForm, place: Place) -> None:
    common: dict[str, Any] = {
        "table": place.table,
        "figures": form.figures(),
        "by": place.actor,
        "expected": form.cleaned_data["expected"],
        "submission": form.cleaned_data["submission"],
    }
    if place.is_closed:
        result_correct(reason=form.cleaned_data["reason"], **common)
    else:
        result_enter(**common)


def _line(line: ResultLine) -> dict[str, int]:
    names = ("money", "zb", "premium", "sb", "place")
    return {name: getattr(line, name) for name in names}


def _page(
    request: HttpRequest,
    place: Place,
    form: ResultForm | None = None,
    *,
    confirm_form: ReasonForm | None = None,
    status: int = 200,
) -> HttpResponse:
    account = table_account(place.table)
    confirmable = (
        place.actor.is_organiser
        and not place.is_closed
        and not place.is_confirmed
        and bool(account.result or account.totals.count)
    )
    typed = (
        confirmable
        and place.tournament.two_person_mode
        and place.actor.name in typists_of(place.table, account.result)
    )
    context: dict[str, Any] = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "account": account,
        "proposal": crowns_proposal(account),
        "result_rows": [
            {"seat": seat, **_line(line)} for seat, line in zip(account.seats, account.lines, strict=False)
        ],
        "result_sums": {
            name: sum(getattr(line, name) for line in account.lines) for name in ("money", "zb", "premium")
        },
        "older": [
            {
                "version": version,
                "lines": result_lines(version),
                "restore": place.address("result_restore", version=version.number),
            }
            for version in account.versions
            if not version.current
        ],
        "confirm_form": confirm_form or ReasonForm(),
        "history": table_history(place.table),
        "may_confirm": confirmable and not typed,
        "other_confirms": confirmable and typed,
    }
    if place.may_enter_result or form:
        context["form"] = form or ResultForm(account=account, correction=place.is_closed)
        context["same"] = bool(form and form.has_error("accept_same"))
    return render(request, "scoring/result.html", context, status=status)
