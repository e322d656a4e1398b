"""Calling the referee, and the claims that wait for him: opened, taken back, rejected, set aside."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.enums import DisputeState
from scoring.forms.disputes import AwardForm, DisputeForm, RejectForm, SetAsideForm
from scoring.models import Dispute
from scoring.selectors.decisions import award_rows
from scoring.selectors.disputes import DisputeRow, dispute_of, disputes_at, row_of
from scoring.selectors.tables import counted_hands, hand_of, next_sequence, seat_lines
from scoring.services.awards import award_make
from scoring.services.disputes import dispute_open, dispute_reject, dispute_set_aside, dispute_withdraw
from scoring.views.places import Place
from scoring.views.published import published_so_far, with_published
from tournament.forms.common import beside_fields
from tournament.lib.requested import seen_version, whole_number


@require_safe
def new(request: HttpRequest, place: Place) -> HttpResponse:
    """Who claims what against whom: three taps; ``?hra=`` names the hand."""
    return _page(request, place)


@require_POST
def opened(request: HttpRequest, place: Place) -> HttpResponse:
    """Keep the claim; the referee sees it at once."""
    form = DisputeForm(request.POST, seats=seat_lines(place.table), member=place.actor.is_member)
    if form.is_valid():
        with beside_fields(form):
            dispute_open(
                table=place.table,
                claim=form.said(),
                by=place.actor,
                submission=form.cleaned_data["submission"],
            )
            messages.success(request, _("Rozhodčí o námitce ví. Karty zatím neskládejte."))
            return redirect(place.address("dispute_new"))
    return _page(request, place, form, status=422)


@require_POST
def withdrawn(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """The claim is taken back."""
    dispute_withdraw(dispute=_dispute(place, dispute), by=place.actor, expected=seen_version(request))
    messages.success(request, _("Námitka je vzatá zpět."))
    return redirect(place.address("dispute_new"))


@require_safe
def claim(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """One claim: what is said, and what the referee and the organiser can do with it."""
    return _claim_page(request, place, _dispute(place, dispute))


@require_POST
def rejected(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """The referee rejects the claim."""
    found = _dispute(place, dispute)
    if not place.may_decide:
        raise Http404
    form = RejectForm(request.POST, prefix="zamitnout")
    if form.is_valid():
        with beside_fields(form, row=found):
            dispute_reject(
                dispute=found,
                reason=form.cleaned_data["reason"],
                public_reason=form.cleaned_data["public_reason"],
                by=place.actor,
                expected=form.cleaned_data["expected"],
            )
            messages.success(request, _("Námitka je zamítnutá, hra se platí dál stejně."))
            return redirect("scoring:decisions", place.tournament.slug)
    return _claim_page(request, place, found, reject_form=form, status=422)


@require_POST
def set_aside(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """The organiser goes on with a reason."""
    found = _dispute(place, dispute)
    if not place.actor.is_organiser:
        raise Http404
    form = SetAsideForm(request.POST, prefix="pokracovat")
    if form.is_valid():
        with beside_fields(form, row=found):
            dispute_set_aside(
                dispute=found,
                reason=form.cleaned_data["reason"],
                by=place.actor,
                expected=form.cleaned_data["expected"],
            )
            messages.success(request, _("Spor už lístek stolu nedrží. Rozhodnout se dá dál."))
            return redirect(place.address("claim", dispute=dispute))
    return _claim_page(request, place, found, aside_form=form, status=422)


@require_POST
def awarded(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """The referee rules amounts, where the hands of the table are on paper."""
    found = _dispute(place, dispute)
    if not place.may_decide:
        raise Http404
    form = AwardForm(request.POST, seats=seat_lines(place.table), prefix="castky")
    if form.is_valid():
        before = published_so_far(place.tournament)
        texts = ("article", "facts", "reason", "public_reason", "expected", "submission")
        with beside_fields(form, row=found):
            award_make(
                dispute=found,
                amounts=form.amounts(),
                by=place.actor,
                **{name: form.cleaned_data[name] for name in texts},
            )
            done = _("Rozhodnutí platí a částky se přičtou k výsledku stolu %(n)d.") % {
                "n": place.table.number
            }
            messages.success(request, with_published(done, place.tournament, before))
            return redirect("scoring:decisions", place.tournament.slug)
    return _claim_page(request, place, found, award_form=form, status=422)


def _dispute(place: Place, number: int) -> Dispute:
    found = dispute_of(place.table, number)
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, place: Place, form: DisputeForm | None = None, *, status: int = 200
) -> HttpResponse:
    seats = seat_lines(place.table)
    if form is None:
        following = next_sequence(place.table)
        asked = whole_number(request.GET.get("hra")) or (following if following > 1 else None)
        initial = {"submission": uuid.uuid4(), "sequence": asked}
        form = DisputeForm(seats=seats, member=place.actor.is_member, initial=initial)
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "form": form,
        "seats": seats,
        "disputes": [_line(place, row) for row in disputes_at(place.table)],
        "links": {name: place.address(name) for name in ("table", "dispute_open")},
    }
    return render(request, "scoring/dispute_new.html", context, status=status)


def _line(place: Place, row: DisputeRow) -> dict[str, Any]:
    number = row.dispute.number
    return {
        "row": row,
        "address": "" if place.token else place.address("claim", dispute=number),
        "withdraw": place.address("dispute_withdraw", dispute=number) if row.is_open else "",
    }


def _claim_page(
    request: HttpRequest,
    place: Place,
    found: Dispute,
    *,
    award_form: AwardForm | None = None,
    reject_form: RejectForm | None = None,
    aside_form: SetAsideForm | None = None,
    status: int = 200,
) -> HttpResponse:
    initial = {"expected": found.version}
    is_open = found.state == DisputeState.OPEN
    hand = hand_of(place.table, found.sequence) if found.sequence is not None else None
    number = found.number
    names = ("paper_hand", "claim_award", "claim_reject", "claim_set_aside", "dispute_withdraw")
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "dispute": found,
        "row": row_of(found, place.table),
        "hand_address": place.address("hand", sequence=hand.sequence) if hand else "",
        "desk": place.address("dispute", sequence=hand.sequence)
        if hand and not hand.removed and place.may_decide and found.state != DisputeState.WITHDRAWN
        else "",
        "is_open": is_open,
        "awards": award_rows(found),
        "award_form": award_form or _award_form(place, found),
        "reject_form": (reject_form or RejectForm(initial=initial, prefix="zamitnout"))
        if is_open and place.may_decide
        else None,
        "aside_form": (aside_form or SetAsideForm(initial=initial, prefix="pokracovat"))
        if is_open and place.actor.is_organiser and not found.set_aside
        else None,
        "links": {name: place.address(name, dispute=number) for name in names},
    }
    return render(request, "scoring/claim.html", context, status=status)


def _award_form(place: Place, found: Dispute) -> AwardForm | None:
    """Amounts are ruled where no hand of the table is written."""
    if not place.may_decide or found.state == DisputeState.WITHDRAWN or counted_hands(place.table).exists():
        return None
    award = found.awards.filter(current=True).first()
    initial = {"expected": found.version, "submission": uuid.uuid4(), "article": found.article}
    return AwardForm(seats=seat_lines(place.table), award=award, initial=initial, prefix="castky")
