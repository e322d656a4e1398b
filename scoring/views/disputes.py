"""The referee: one hand, what was done wrong, the consequence beside it; and the list of rulings."""

import uuid
from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.adapters import InvalidRecord, rulebook_of, stored_hand
from scoring.forms.decisions import CancelForm, DecisionForm
from scoring.models import Hand
from scoring.selectors.decisions import hand_rulings, public_rulings, ruling_list
from scoring.selectors.disputes import (
    disputes_about,
    ended_disputes,
    open_disputes,
    rejected_in_public,
)
from scoring.selectors.neighbours import neighbours
from scoring.selectors.tables import (
    SeatLine,
    current_ruling,
    explained,
    hand_row,
    seat_lines,
    waiting_correction,
)
from scoring.services.decisions import Preview, decision_cancel, decision_make, decision_preview
from scoring.services.guards import require_unfinished
from scoring.views.places import Place
from scoring.views.published import published_so_far, with_published
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.frozen import frozen
from tournament.lib.htmx import HtmxRequest
from tournament.models import Tournament
from tournament.selectors.public_state import desk_mark

TEXTS = {"reason", "public_reason", "claim", "facts"}
"""Fields on which the consequence does not depend."""


class Consequence:
    """A preview as the page shows it: for each name the new payment, and what changes by the ruling.

    ``neighbours`` are what other decisions would come to.
    """

    def __init__(self, seats: tuple[SeatLine, ...], preview: Preview | None) -> None:
        self.preview = preview
        self.seats = seats
        self.amounts = [_amount(seat, preview) for seat in seats] if preview else []
        self.settlement = explained(preview.after.settlement, seats) if preview else None
        self.neighbours = _neighbours(seats, preview) if preview else []


@require_safe
@frozen()
@for_everybody
def decisions(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Rulings of the tournament, those in force with what they move; for the public what it may know."""
    if not actor.is_member:
        return _for_public(request, tournament, actor)
    context = {
        "tournament": tournament,
        "actor": actor,
        "mark": desk_mark(tournament.slug),
        "rulings": ruling_list(tournament, actor),
        "disputes": open_disputes(tournament, actor),
        "ended": ended_disputes(tournament, actor),
    }
    return render(request, "scoring/decisions.html", context)


def _for_public(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    if not tournament.publications.filter(round__discarded_at=None).exists():
        return refuse(request)
    context = {
        "tournament": tournament,
        "actor": actor,
        "rows": public_rulings(tournament),
        "rejected": rejected_in_public(tournament),
    }
    return render(request, "scoring/rulings_public.html", context)


@require_safe
def dispute(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """The facts, the questions and the consequence as it stands."""
    return _page(request, place, _ruled_hand(place, sequence))


@require_POST
def dispute_preview(request: HtmxRequest, place: Place, sequence: int) -> HttpResponse:
    """The consequence of what was answered so far; nothing is saved."""
    found = _ruled_hand(place, sequence)
    form = _form(place, found, request.POST)
    form.is_valid()
    form.errors.pop("reason", None)
    preview = preview_of(form)
    if not request.htmx:
        return _page(request, place, found, form, preview=preview)
    # Questions that are the same stay as they are, or a tap in the moment of the swap would be lost.
    context = {
        "consequence": Consequence(tuple(form.seats), preview),
        "form": form,
        "place": place,
        "tournament": place.tournament,
        "live": request.POST.get("shown") != form.signature,
    }
    return render(request, "scoring/dispute.html#answer", context)


@require_POST
def dispute_decide(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Make the ruling; the hand is paid by it from now on."""
    found = _ruled_hand(place, sequence)
    form = _form(place, found, request.POST)
    form.is_valid()
    preview = preview_of(form)
    if form.is_valid():
        before = published_so_far(place.tournament)
        with beside_fields(form, row=found):
            decision_make(
                hand=found,
                patch=form.patch(),
                **{name: form.cleaned_data[name] for name in ("claim", "facts", "reason", "public_reason")},
                by=place.actor,
                expected=form.cleaned_data["expected"],
                submission=form.cleaned_data["submission"],
                preview=preview,
            )
            done = _("Rozhodnutí o hře %(n)d platí.") % {"n": sequence}
            messages.success(request, with_result(done, place, before))
            return redirect("scoring:decisions", place.tournament.slug)
    return _page(request, place, found, form, preview=preview, status=422)


@require_POST
def dispute_cancel(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Cancel the ruling in force, with a reason."""
    found = _ruled_hand(place, sequence)
    form = CancelForm(request.POST, prefix="zrusit")
    if form.is_valid():
        before = published_so_far(place.tournament)
        with beside_fields(form, row=found):
            decision_cancel(
                hand=found,
                reason=form.cleaned_data["reason"],
                by=place.actor,
                expected=form.cleaned_data["expected"],
                submission=form.cleaned_data["submission"],
            )
            done = _("Rozhodnutí o hře %(n)d je zrušené.") % {"n": sequence}
            messages.success(request, with_result(done, place, before))
            return redirect("scoring:decisions", place.tournament.slug)
    return _page(request, place, found, cancel_form=form, status=422)


def with_result(done: str, place: Place, before: Collection[uuid.UUID]) -> str:
    """What was ruled, and what became of the result of a closed table and of the standings."""
    if waiting_correction(place.table) is not None:
        waits = _("Výsledek stolu se změní, až opravu na jeho stránce potvrdí pořadatel.")
        done = f"{done} {waits}"
    return with_published(done, place.tournament, before)


def _ruled_hand(place: Place, sequence: int) -> Hand:
    found = place.hand_or_404(sequence)
    require_unfinished(tournament=place.tournament)
    if not place.may_decide or found.removed:
        raise Http404
    return found


def _form(place: Place, found: Hand, data: Any = None) -> DecisionForm:
    ruling = current_ruling(found)
    form = DecisionForm(
        data,
        seats=seat_lines(place.table),
        written=stored_hand(found.record, rulebook_of(place.tournament)),
        patch=ruling.patch if ruling else None,
    )
    claims = [row.claim for row in disputes_about(found) if row.is_open and row.claim]
    form.initial = {
        **form.initial,
        "claim": "; ".join(claims)[:300],
        "submission": uuid.uuid4(),
        "expected": found.version,
    }
    return form


def preview_of(form: DecisionForm) -> Preview | None:
    """The consequence of what was answered, ``None`` with its problems beside their fields."""
    if set(form.errors) - TEXTS or not form.renonce.is_valid():
        return None
    try:
        return decision_preview(written=form.written, patch=form.patch())
    except InvalidRecord as refusal:
        form.add_problems(refusal.problems)
        return None


def _neighbours(seats: tuple[SeatLine, ...], preview: Preview) -> list[dict[str, Any]]:
    names = {seat.letter: seat.name for seat in seats}
    return [
        {
            "words": one.words,
            "amounts": [
                {"seat": seat, "money": one.money[seat.letter], "premium": one.premium[seat.letter]}
                for seat in seats
            ],
        }
        for one in neighbours(preview.before, preview.after, names)
    ]


def _amount(seat: SeatLine, preview: Preview) -> dict[str, Any]:
    return {
        "seat": seat,
        "money": preview.after.settlement.money[seat.letter],
        "premium": preview.after.settlement.premium[seat.letter],
        "money_change": preview.money[seat.letter],
        "premium_change": preview.premium[seat.letter],
    }


def _page(
    request: HttpRequest,
    place: Place,
    found: Hand,
    form: DecisionForm | None = None,
    *,
    preview: Preview | None = None,
    cancel_form: CancelForm | None = None,
    status: int = 200,
) -> HttpResponse:
    seats = seat_lines(place.table)
    ruling = current_ruling(found)
    if form is None:
        form = _form(place, found)
        read = form.ruled
        preview = Preview(before=form.written, after=read)
    else:
        # The hand may have changed since the form was made.
        read = stored_hand(found.record, rulebook_of(place.tournament), ruling.patch if ruling else None)
    cancel_initial = {"submission": uuid.uuid4(), "expected": found.version}
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "hand": found,
        "row": hand_row(found, read, [seat.letter for seat in seats]),
        "seats": seats,
        "ruling": ruling,
        "rulings": hand_rulings(found),
        "disputes": disputes_about(found),
        "form": form,
        "consequence": Consequence(seats, preview),
        "cancel_form": cancel_form or CancelForm(initial=cancel_initial, prefix="zrusit"),
        "links": {
            name: place.address(name, sequence=found.sequence)
            for name in ("hand", "dispute_preview", "dispute_decide", "dispute_cancel")
        },
    }
    return render(request, "scoring/dispute.html", context, status=status)
