"""The result of a table: entered, confirmed, taken back, corrected, an older version put back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.results import CorrectionRejectForm, NoResultForm, ReasonForm, ResultForm
from scoring.selectors.disputes import open_at, row_of
from scoring.selectors.history import changed_values, table_history
from scoring.selectors.results import crowns_proposal, is_own_correction, waits_for_another
from scoring.selectors.tables import (
    ResultLine,
    TableAccount,
    current_result,
    next_incomplete,
    result_lines,
    table_account,
)
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.results import (
    UNCHANGED,
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
    result_unconfirm,
)
from scoring.services.without_result import result_await, result_give_up
from scoring.views.places import Place
from tournament.errors import Conflict, DeskError
from tournament.forms.common import beside_fields
from tournament.lib.requested import seen_version


@require_safe
def result(request: HttpRequest, place: Place) -> HttpResponse:
    """The result beside the hands, the form to enter it, its versions."""
    return _page(request, place)


@require_POST
def result_save(request: HttpRequest, place: Place) -> HttpResponse:
    """A new version of the result; of a closed round a correction with its reason."""
    may_try = place.actor.may_punish if place.is_closed else place.actor.is_organiser
    if not may_try or place.tournament.finished_at is not None:
        raise Http404
    account = table_account(place.table)
    form = _form(place, account, request.POST)
    if form.is_valid():
        with beside_fields(form) as attempt:
            messages.success(request, _save(form, place))
            return redirect(place.address("result"))
        if isinstance(attempt.refusal, Conflict):
            newest = current_result(place.table)
            form.show_version(newest.number if newest else 0)
    return _page(request, place, form, status=422)


@require_POST
def confirm(request: HttpRequest, place: Place) -> HttpResponse:
    """Confirm the result; a difference between paper and hands needs a reason."""
    reason = request.POST.get("reason", "")
    expected = seen_version(request) or None
    try:
        result_confirm(table=place.table, by=place.actor, expected=expected, reason=reason)
    except DeskError as refusal:
        if refusal.code in ("difference", "dispute_open"):
            asked = ReasonForm(request.POST)
            asked.fields["reason"].error_messages["required"] = refusal.text
            asked.fields["reason"].widget.attrs["autofocus"] = True
            if asked.is_valid():
                asked.add_error("reason", refusal.text)
            return _page(request, place, confirm_form=asked, status=422)
        raise
    said = _("Výsledek stolu %(n)d je potvrzený.") % {"n": place.table.number}
    back = format_html('<a href="{}">{}</a>', place.address("result"), _("Zpátky k němu"))
    messages.success(request, format_html("{} {}", said, back))
    return _to_the_next(place)


@require_POST
def unconfirm(request: HttpRequest, place: Place) -> HttpResponse:
    """Take the confirmation back."""
    result_unconfirm(table=place.table, by=place.actor)
    messages.success(request, _("Potvrzení je vzaté zpět."))
    return redirect(place.address("result"))


@require_POST
def give_up(request: HttpRequest, place: Place) -> HttpResponse:
    """Close the table without a result; everybody reads why."""
    if not place.actor.is_organiser:
        raise Http404
    form = NoResultForm(request.POST)
    if form.is_valid():
        with beside_fields(form, row=place.table):
            result_give_up(
                table=place.table,
                reason=form.cleaned_data["reason"],
                by=place.actor,
                expected=form.cleaned_data["expected"],
            )
            messages.success(request, _("Stůl %(n)d je uzavřený bez výsledku.") % {"n": place.table.number})
            return redirect("scoring:round_board", place.tournament.slug, place.round.number)
    return _page(request, place, no_result_form=form, status=422)


@require_POST
def wait(request: HttpRequest, place: Place) -> HttpResponse:
    """Wait for the result of a table that was closed without one."""
    result_await(table=place.table, by=place.actor, expected=seen_version(request))
    messages.success(request, _("Na výsledek stolu %(n)d se zase čeká.") % {"n": place.table.number})
    return redirect(place.address("result"))


@require_POST
def restore(request: HttpRequest, place: Place, version: int) -> HttpResponse:
    """Put the figures of an older version in force again."""
    done = result_restore(
        table=place.table, number=version, by=place.actor, reason=request.POST.get("reason", "")
    )
    messages.success(request, done.text)
    return redirect(place.address("result"))


@require_POST
def correction_confirmed(request: HttpRequest, place: Place) -> HttpResponse:
    """The second person confirms a correction that waits."""
    done = correction_confirm(table=place.table, by=place.actor, expected=seen_version(request))
    messages.success(request, done.text)
    return redirect(place.address("result"))


@require_POST
def correction_rejected(request: HttpRequest, place: Place) -> HttpResponse:
    """A correction that waits does not come in force."""
    if not place.actor.may_punish:
        raise Http404
    form = CorrectionRejectForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form):
            correction_reject(
                table=place.table, by=place.actor, reason=data["reason"], expected=data["expected"]
            )
            messages.success(request, _("Oprava je zamítnutá, platí dosavadní čísla."))
            return redirect(place.address("result"))
    return _page(request, place, reject_form=form, status=422)


def _to_the_next(place: Place) -> HttpResponse:
    """A pile of sheets is confirmed one after another: the next table waits, after the last one the board."""
    where = (place.tournament.slug, place.round.number)
    following = next_incomplete(place.round, place.table.number)
    if following is None:
        return redirect("scoring:round_board", *where)
    return redirect("scoring:result", *where, following.number)


def _form(place: Place, account: TableAccount, data: Any = None) -> ResultForm:
    return ResultForm(data, account=account, correction=place.is_closed, supplied=place.is_without_result)


def _save(form: ResultForm, place: Place) -> str:
    """Store what was typed; says what that did."""
    shown = form.cleaned_data["expected"]
    common: dict[str, Any] = {
        "table": place.table,
        "figures": form.figures(),
        "by": place.actor,
        "expected": shown,
        "submission": form.cleaned_data["submission"],
    }
    if place.is_closed:
        return result_correct(reason=form.cleaned_data["reason"], **common).text
    result = result_enter(**common)
    return str(UNCHANGED) if result.number == shown else _("Výsledek je zapsaný, čeká na potvrzení.")


def _line(line: ResultLine) -> dict[str, int]:
    names = ("money", "zb", "premium", "sb", "place")
    return {name: getattr(line, name) for name in names}


def _waiting(account: TableAccount, place: Place) -> dict[str, Any] | None:
    """The correction that waits beside what it would change, and what this person may do about it."""
    if account.waiting is None:
        return None
    changed = changed_values(account.lines, result_lines(account.waiting))
    return {
        "version": account.waiting,
        "rows": [{"seat": seat, "figures": changed[seat.letter]} for seat in account.seats],
        "is_own": is_own_correction(account.waiting, place.actor),
        "may_decide": place.actor.may_punish and place.tournament.finished_at is None,
        "may_confirm": place.actor.is_organiser,
        "confirm": place.address("correction_confirm"),
        "reject": place.address("correction_reject"),
    }


def _page(
    request: HttpRequest,
    place: Place,
    form: ResultForm | None = None,
    *,
    confirm_form: ReasonForm | None = None,
    no_result_form: NoResultForm | None = None,
    reject_form: CorrectionRejectForm | None = None,
    status: int = 200,
) -> HttpResponse:
    account = table_account(place.table)
    confirmable = (
        place.actor.is_organiser
        and not place.is_closed
        and not place.is_confirmed
        and not place.is_without_result
        and bool(account.result or account.totals.count)
    )
    typed = confirmable and waits_for_another(place.table, account.result, place.actor)
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
        "disputes": [str(row_of(one, place.table)) for one in open_at(place.table)],
        "older": [
            {
                "version": version,
                "lines": result_lines(version),
                "restore": place.address("result_restore", version=version.number),
            }
            for version in account.versions
            if not version.current and version != account.waiting
        ],
        "correction": _waiting(account, place),
        "reject_form": reject_form
        or CorrectionRejectForm(initial={"expected": account.waiting.number if account.waiting else None}),
        "revision": place.revision if place.tournament.finished_at is None else None,
        "may_enter_result": place.may_enter_result,
        "confirm_form": confirm_form or ReasonForm(),
        "no_result_form": (no_result_form or NoResultForm(initial={"expected": place.table.version}))
        if place.may_give_up or no_result_form
        else None,
        "history": table_history(place.table),
        "may_confirm": confirmable and not typed,
        "other_confirms": confirmable and typed,
        "next_table": next_incomplete(place.round, place.table.number, typed=False) if typed else None,
    }
    if (place.may_enter_result and account.waiting is None) or form:
        context["form"] = form or _form(place, account)
        context["same"] = bool(form and form.has_error("accept_same"))
    return render(request, "scoring/result.html", context, status=status)
