"""A hand that stands only on paper: the referee enters it and rules; what changes is added to the sheet.

The hand itself is not stored among the hands of the table, which are on paper: it goes with the ruling.
"""

import json
import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.adapters import ReadHand, read_hand, read_json, rulebook_of
from scoring.enums import DisputeState
from scoring.forms.decisions import DecisionForm
from scoring.forms.hands import HandForm
from scoring.models import Dispute, Hand
from scoring.selectors.disputes import dispute_of, row_of
from scoring.selectors.tables import counted_hands, hand_row, seat_lines
from scoring.services.awards import award_hand
from scoring.services.decisions import Preview
from scoring.services.guards import require_unfinished
from scoring.views.disputes import Consequence, preview_of, with_result
from scoring.views.places import Place
from scoring.views.published import published_so_far
from tournament.errors import Refused
from tournament.forms.common import beside_fields
from tournament.lib.htmx import HtmxRequest

LONGEST = 20_000


@require_safe
def paper_hand(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """The hand as it stands on the sheet, tapped like any other."""
    return _hand_page(request, place, _dispute(place, dispute))


@require_POST
def entered(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """The hand is entered: the desk with its questions follows. Nothing is saved."""
    found = _dispute(place, dispute)
    form = _hand_form(place, request.POST)
    read = form.read_hand()
    if read is None:
        return _hand_page(request, place, found, form, status=422)
    return _desk(request, place, found, read)


@require_POST
def preview(request: HtmxRequest, place: Place, dispute: int) -> HttpResponse:
    """The consequence of what was answered so far; nothing is saved."""
    found = _dispute(place, dispute)
    read = _sent(request, place)
    form = _form(found, place, read, request.POST)
    form.is_valid()
    form.errors.pop("reason", None)
    shown = preview_of(form)
    if not request.htmx:
        return _desk(request, place, found, read, form, shown=shown)
    context = {
        "consequence": Consequence(tuple(form.seats), shown),
        "form": form,
        "place": place,
        "tournament": place.tournament,
        "live": request.POST.get("shown") != form.signature,
    }
    return render(request, "scoring/dispute.html#answer", context)


@require_POST
def decide(request: HttpRequest, place: Place, dispute: int) -> HttpResponse:
    """Make the ruling: what it changes is added to the result of the table."""
    found = _dispute(place, dispute)
    read = _sent(request, place)
    form = _form(found, place, read, request.POST)
    form.is_valid()
    shown = preview_of(form)
    if shown is not None and form.is_valid():
        before = published_so_far(place.tournament)
        texts = ("facts", "reason", "public_reason", "expected", "submission")
        with beside_fields(form, row=found):
            award_hand(
                dispute=found,
                written=shown.before,
                ruled=shown.after,
                patch=form.patch(),
                by=place.actor,
                **{name: form.cleaned_data[name] for name in texts},
            )
            done = _("Rozhodnutí platí, rozdíl se přičte k výsledku stolu %(n)d.") % {"n": place.table.number}
            messages.success(request, with_result(done, place, before))
            return redirect("scoring:decisions", place.tournament.slug)
    return _desk(request, place, found, read, form, shown=shown, status=422)


def _dispute(place: Place, number: int) -> Dispute:
    """A dispute at a table without written hands, for who may rule on it."""
    found = dispute_of(place.table, number)
    require_unfinished(tournament=place.tournament)
    if found is None or not place.may_decide or found.state == DisputeState.WITHDRAWN:
        raise Http404
    if counted_hands(place.table).exists():
        raise Http404
    return found


def _sent(request: HttpRequest, place: Place) -> ReadHand:
    """The hand that goes through the page; what no page of ours sends is refused."""
    text = request.POST.get("paper", "")
    if len(text) > LONGEST:
        raise Refused(_("Formulář není z této stránky. Načtěte ji znovu."), code="expected")
    seats = [seat.letter for seat in seat_lines(place.table)]
    return read_hand(read_json(text), rulebook_of(place.tournament), seats)


def _hand_form(place: Place, data: Any = None) -> HandForm:
    return HandForm(data, seats=seat_lines(place.table), rulebook=rulebook_of(place.tournament), desk=False)


def _hand_page(
    request: HttpRequest, place: Place, found: Dispute, form: HandForm | None = None, *, status: int = 200
) -> HttpResponse:
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "dispute": found,
        "row": row_of(found, place.table),
        "seats": seat_lines(place.table),
        "form": form or _hand_form(place),
        "links": {name: place.address(name, dispute=found.number) for name in ("claim", "paper_entered")},
    }
    return render(request, "scoring/paper_hand.html", context, status=status)


def _form(found: Dispute, place: Place, read: ReadHand, data: Any = None) -> DecisionForm:
    form = DecisionForm(data, seats=seat_lines(place.table), written=read)
    form.initial = {
        **form.initial,
        "claim": found.claim,
        "submission": uuid.uuid4(),
        "expected": found.version,
    }
    return form


def _desk(
    request: HttpRequest,
    place: Place,
    found: Dispute,
    read: ReadHand,
    form: DecisionForm | None = None,
    *,
    shown: Preview | None = None,
    status: int = 200,
) -> HttpResponse:
    """The referee's desk, as for a written hand."""
    seats = seat_lines(place.table)
    settled = read.settlement
    hand = Hand(
        table=place.table,
        sequence=found.sequence or 0,
        record=read.record,
        money=settled.money,
        premium=settled.premium,
    )
    if form is None:
        form = _form(found, place, read)
        shown = Preview(before=form.written, after=form.ruled)
    addresses = {"hand": "claim", "dispute_preview": "paper_preview", "dispute_decide": "paper_decide"}
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "hand": hand,
        "paper": json.dumps(read.record, ensure_ascii=False),
        "row": hand_row(hand, read, [seat.letter for seat in seats]),
        "seats": seats,
        "disputes": [row_of(found, place.table)],
        "form": form,
        "consequence": Consequence(seats, shown),
        "links": {name: place.address(address, dispute=found.number) for name, address in addresses.items()},
    }
    return render(request, "scoring/dispute.html", context, status=status)
