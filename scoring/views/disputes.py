"""The referee: one hand, what was done wrong, the consequence beside it; and the list of rulings."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.adapters import InvalidRecord, rulebook_of
from scoring.forms.decisions import CancelForm, DecisionForm
from scoring.models import Hand
from scoring.selectors.decisions import hand_rulings, ruling_list
from scoring.selectors.tables import SeatLine, current_ruling, hand_row, seat_lines
from scoring.services.decisions import Preview, decision_cancel, decision_make, decision_preview
from scoring.services.guards import require_unfinished
from scoring.views.places import Place
from tournament.access import for_members
from tournament.actors import Actor
from tournament.errors import DeskError
from tournament.forms.common import add_refusal
from tournament.models import Tournament


class Consequence:
    """A preview as the page shows it: for each name the new payment, and what changes by the ruling."""

    def __init__(self, seats: tuple[SeatLine, ...], preview: Preview | None) -> None:
        self.preview = preview
        self.amounts = [_amount(seat, preview) for seat in seats] if preview else []
        self.lines = preview.after.lines if preview else ()
        self.refused = preview.after.refused if preview else ()


@require_safe
@for_members
def decisions(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Rulings of the tournament, those in force with what they move."""
    context = {"tournament": tournament, "actor": actor, "rulings": ruling_list(tournament, actor)}
    return render(request, "scoring/decisions.html", context)


@require_safe
def dispute(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """The facts, the questions and the consequence as it stands."""
    return _page(request, place, _ruled_hand(place, sequence))


@require_POST
def dispute_preview(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """The consequence of what was answered so far; nothing is saved."""
    found = _ruled_hand(place, sequence)
    form = _form(place, found, request.POST)
    form.is_valid()
    form.errors.pop("reason", None)
    preview = _preview(form, found)
    if request.htmx:
        context = {"consequence": Consequence(tuple(form.seats), preview), "form": form, "place": place}
        return render(request, "scoring/dispute.html#consequence", context)
    return _page(request, place, found, form, preview=preview)


@require_POST
def dispute_decide(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Make the ruling; the hand is paid by it from now on."""
    found = _ruled_hand(place, sequence)
    form = _form(place, found, request.POST)
    form.is_valid()
    preview = _preview(form, found)
    if not form.errors:
        try:
            decision_make(
                hand=found,
                patch=form.patch(),
                claim=form.cleaned_data["claim"],
                reason=form.cleaned_data["reason"],
                by=place.actor,
                expected=form.cleaned_data["expected"],
                submission=form.cleaned_data["submission"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
            found = place.hand_or_404(sequence)
            form.show_version(found.version)
        else:
            messages.success(request, _("Rozhodnutí o hře %(n)d platí.") % {"n": sequence})
            return redirect("scoring:decisions", place.tournament.slug)
    return _page(request, place, found, form, preview=preview, status=422)


@require_POST
def dispute_cancel(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Cancel the ruling in force, with a reason."""
    found = _ruled_hand(place, sequence)
    form = CancelForm(request.POST, prefix="zrusit")
    if form.is_valid():
        try:
            decision_cancel(
                hand=found,
                reason=form.cleaned_data["reason"],
                by=place.actor,
                expected=form.cleaned_data["expected"],
                submission=form.cleaned_data["submission"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("Rozhodnutí o hře %(n)d je zrušené.") % {"n": sequence})
            return redirect("scoring:decisions", place.tournament.slug)
    return _page(request, place, found, cancel_form=form, status=422)


def _ruled_hand(place: Place, sequence: int) -> Hand:
    found = place.hand_or_404(sequence)
    require_unfinished(place.tournament)
    if not place.may_decide or found.removed:
        raise Http404
    return found


def _form(place: Place, found: Hand, data: Any = None) -> DecisionForm:
    ruling = current_ruling(found)
    form = DecisionForm(
        data,
        seats=seat_lines(place.table),
        rulebook=rulebook_of(place.tournament),
        record=found.record,
        patch=ruling.patch if ruling else None,
    )
    form.initial |= {"submission": uuid.uuid4(), "expected": found.version}
    return form


def _preview(form: DecisionForm, found: Hand) -> Preview | None:
    if form.errors and set(form.errors) - {"reason", "claim"}:
        return None
    try:
        return decision_preview(hand=found, patch=form.patch())
    except InvalidRecord as refusal:
        form.add_problems(refusal.problems)
        return None


def _amount(seat: SeatLine, preview: Preview) -> dict[str, Any]:
    return {
        "seat": seat,
        "money": preview.after.money[seat.letter],
        "premium": preview.after.premium[seat.letter],
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
        preview = decision_preview(hand=found, patch=ruling.patch if ruling else {})
    cancel_initial = {"submission": uuid.uuid4(), "expected": found.version}
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "hand": found,
        "row": hand_row(found, [seat.letter for seat in seats]),
        "seats": seats,
        "ruling": ruling,
        "rulings": hand_rulings(found),
        "form": form,
        "consequence": Consequence(seats, preview),
        "cancel_form": cancel_form or CancelForm(initial=cancel_initial, prefix="zrusit"),
        "links": {
            name: place.address(name, sequence=found.sequence)
            for name in ("hand", "dispute_preview", "dispute_decide", "dispute_cancel")
        },
    }
    return render(request, "scoring/dispute.html", context, status=status)
