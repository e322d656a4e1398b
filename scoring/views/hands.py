"""Hands of a table: written, corrected, taken back; answered with a page, or with data to a script."""

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.adapters import rulebook_of, stored_hand
from scoring.auctions import auction_words
from scoring.forms.auction import AuctionBoard, auction_board
from scoring.forms.hands import HandForm
from scoring.forms.points import NOT_ASKED, Offers, offers_for
from scoring.models import Hand
from scoring.selectors.history import earlier_record, hand_history
from scoring.selectors.points import claims_in_words, table_in_force, trump_contracts
from scoring.selectors.tables import current_ruling, hand_row, marks_of, next_hand, seat_lines
from scoring.services.guards import holds_ruling, require_writer
from scoring.services.hands import Sent, hand_correct, hand_remove, hand_restore, hand_send
from scoring.services.questions import TAKEN
from scoring.views import answers
from scoring.views.places import Place
from scoring.views.tables import (
    Payout,
    device_of,
    hand_form,
    line_of,
    links_of,
    news_of,
    payout_of,
    rows_since,
    table_page,
)
from tournament.errors import Asked, Conflict, DeskError
from tournament.forms.common import beside_fields
from tournament.lib.answers import mistaken, refused
from tournament.lib.htmx import HtmxRequest
from tournament.lib.requested import seen_version, wants_json, whole_number


@require_POST
def hand_new(request: HttpRequest, place: Place) -> HttpResponse:
    """Store a hand; what is asked, wrong, or was confirmed meanwhile, stands there with everything typed."""
    require_writer(table=place.table, by=place.actor)
    form = hand_form(place, request.POST)
    read, trouble = form.read_hand(), beside_fields(form)
    if read is not None:
        with trouble:
            sent = hand_send(
                table=place.table,
                record=read,
                by=place.actor,
                submission=form.cleaned_data.get("submission"),
                auction=form.cleaned_data["auction"],
                announced=form.announced(),
            )
            return _stored(request, place, sent, form)
    if wants_json(request):
        return _not_stored(request, place, form, trouble.refusal)
    question = trouble.refusal if isinstance(trouble.refusal, Asked) else None
    return table_page(request, place, form, question=question, status=409 if question else 422)


@require_POST
def hand_preview(request: HtmxRequest, place: Place) -> HttpResponse:
    """What the typed hand would be paid; nothing is saved. Without JavaScript the whole page comes back."""
    form = typed_form(place, request.POST)
    payout = payout_of(form, place)
    sequence = whole_number(request.POST.get("sequence"))
    if sequence is not None:
        payout.note_if_stored(place.hand_or_404(sequence))
    complete = form.read_hand() is not None
    offers = offers_for(form, table_in_force(place.tournament), request.POST) if complete else NOT_ASKED
    if request.htmx:
        context = help_context(place, form, payout=payout, offers=offers)
        return render(request, "scoring/includes/preview_answer.html", context)
    return typed_page(request, place, form, payout=payout, offers=offers)


def typed_form(place: Place, data: Any) -> HandForm:
    """The form that was typed, of a new hand or of the stored one whose number it names."""
    sequence = whole_number(data.get("sequence"))
    return hand_form(place, data, of=None if sequence is None else place.hand_or_404(sequence))


def typed_page(request: HttpRequest, place: Place, form: HandForm, **shown: Any) -> HttpResponse:
    """The page a form was typed on, with everything typed; ``shown``: ``payout``, ``offers``, ``board``."""
    sequence = whole_number(request.POST.get("sequence"))
    if sequence is None:
        return table_page(request, place, form, **shown)
    return _hand_page(request, place, place.hand_or_404(sequence), form, **shown)


def help_context(place: Place, form: HandForm, **shown: Any) -> dict[str, Any]:
    """What the parts of the form need that ask the server while a hand is being written."""
    return {"place": place, "form": form, "links": links_of(place), "live": True, **shown}


@require_safe
def hand(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """One hand: how it was paid, who wrote and changed it, and the form to correct it."""
    return _hand_page(request, place, place.hand_or_404(sequence))


@require_POST
def hand_edit(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Correct a hand."""
    place.require_write()
    found = place.hand_or_404(sequence)
    form = hand_form(place, request.POST, of=found)
    read, trouble = form.read_hand(), beside_fields(form, row=found)
    if read is not None:
        with trouble:
            fresh = hand_correct(
                hand=found,
                record=read,
                by=place.actor,
                expected=form.cleaned_data.get("expected"),
                auction=form.cleaned_data["auction"],
                announced=form.announced(),
            )
            return _changed(request, place, fresh, _("Hra %(n)d je opravená.") % {"n": sequence})
    if wants_json(request):
        return _not_stored(request, place, form, trouble.refusal, found)
    question = trouble.refusal if isinstance(trouble.refusal, Asked) else None
    return _hand_page(request, place, found, form, question=question, status=409 if question else 422)


@require_POST
def hand_take_back(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Take a hand back; it can be put back from the page of the table."""
    return _set_removed(request, place, sequence, removed=True)


@require_POST
def hand_put_back(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Put a hand that was taken back into the account again."""
    return _set_removed(request, place, sequence, removed=False)


@require_POST
def hand_earlier(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Put back how a hand was written before one of its corrections, as a correction of its own."""
    place.require_write()
    found = place.hand_or_404(sequence)
    record = earlier_record(found, whole_number(request.POST.get("earlier")) or 0)
    if record is None:
        raise Http404
    fresh = hand_correct(
        hand=found,
        record=record,
        by=place.actor,
        expected=seen_version(request),
        reason=_("vrácený starší zápis"),
    )
    return _changed(request, place, fresh, _("Hra %(n)d je zase zapsaná jako předtím.") % {"n": sequence})


def _set_removed(request: HttpRequest, place: Place, sequence: int, *, removed: bool) -> HttpResponse:
    found, change = place.hand_or_404(sequence), hand_remove if removed else hand_restore
    try:
        fresh = change(hand=found, by=place.actor, expected=seen_version(request))
    except Conflict as conflict:
        if not wants_json(request):
            raise
        found.refresh_from_db()
        return refused(conflict, **_there(request, place, found))
    said = _("Hra %(n)d je vzatá zpět a nepočítá se.") if removed else _("Hra %(n)d se zase počítá.")
    return _changed(request, place, fresh, said % {"n": sequence})


def _stored(request: HttpRequest, place: Place, sent: Sent, form: HandForm) -> HttpResponse:
    """The answer to a new hand: the page of the table, or its line, the account and the next number."""
    hand, new = sent.hand, sent.new
    if not wants_json(request):
        messages.success(request, _("Hra %(n)d je uložená.") % {"n": hand.sequence})
        return redirect(place.address("table") + "#zapis")
    hand.table = place.table
    html = ""
    if "fragment" in request.POST:
        # The first line stands where the page said that there was none; a repeated one may not be the newest.
        if new is None or hand.sequence == 1:
            html = render_to_string("scoring/includes/table_news.html", news_of(request, place), request)
        else:
            context = line_of(place, new, form.seats)
            html = render_to_string("scoring/includes/table_line.html", context, request)
    marks = new.marks if new else marks_of(hand)
    after = new.after if new else next_hand(place.table, hand.record["players"])
    return answers.stored(hand, repeated=sent.repeated, html=html, marks=marks, after=after)


def _changed(request: HttpRequest, place: Place, hand: Hand, said: str) -> HttpResponse:
    """The answer to a hand corrected, taken back or put back."""
    if not wants_json(request):
        messages.success(request, said)
        return place.back()
    html = ""
    if "fragment" in request.POST:
        html = render_to_string("scoring/includes/table_news.html", news_of(request, place), request)
    return answers.stored(hand, html=html, after=next_hand(place.table, hand.record["players"]))


def _not_stored(
    request: HttpRequest, place: Place, form: HandForm, refusal: DeskError | None, found: Hand | None = None
) -> HttpResponse:
    """Why a hand was not stored, with the stored ones a question is about."""
    if refusal is None:
        return mistaken(form.problems_by_field(), form.problems()[0])
    if isinstance(refusal, Asked) and refusal.code == TAKEN:
        rows = rows_since(place, form.announced().number or 1)
        html = render_to_string("scoring/includes/stored_hands.html", {"there": rows}, request)
        return refused(refusal, html=html)
    if isinstance(refusal, Conflict) and found is not None:
        return refused(refusal, **_there(request, place, found))
    return refused(refusal, None if isinstance(refusal, Asked) else form.problems_by_field())


def _there(request: HttpRequest, place: Place, found: Hand) -> dict[str, Any]:
    """The hand as it stands now, for who came too late."""
    rows = [row for row in rows_since(place, found.sequence) if row.row.hand == found]
    html = render_to_string("scoring/includes/stored_hands.html", {"there": rows}, request)
    return {"html": html, "expected": found.version}


def _hand_page(
    request: HttpRequest,
    place: Place,
    found: Hand,
    form: HandForm | None = None,
    *,
    payout: "Payout | None" = None,
    offers: Offers = NOT_ASKED,
    board: AuctionBoard | None = None,
    question: Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    seats, rulebook = seat_lines(place.table), rulebook_of(place.tournament)
    ruling = current_ruling(found)
    written = stored_hand(found.record, rulebook)
    read = written.patched(ruling.patch if ruling else None)
    context: dict[str, Any] = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "hand": found,
        "row": hand_row(found, read, [seat.letter for seat in seats]),
        "seats": seats,
        "ruling": ruling,
        "auction": auction_words(found.auction),
        "claims": claims_in_words(read.record, place.tournament),
        "paid": Payout(seats, read),
        "history": hand_history(found),
        "dispute_address": _dispute_address(place, found),
        "device": device_of(place, seats),
        "links": links_of(place) | _hand_links(place, found),
    }
    form = _form_of(place, found, form)
    context["for_desk"] = form is None and place.may_write and not found.removed
    if form is not None:
        context |= {
            "form": form,
            "offers": offers,
            "board": board or auction_board(form),
            "payout": payout or Payout(seats, written),
            "previewed": payout is not None,
            "question": question,
            "misdeals_said": json.dumps(form.misdeals() if found.record.get("kind") == "misdeal" else {}),
            "trumps_for": trump_contracts(place.tournament),
            "with_hra": not rulebook.sto_replaces_hra,
        }
    return render(request, "scoring/hand.html", context, status=status)


def _form_of(place: Place, found: Hand, typed: HandForm | None) -> HandForm | None:
    """The form of a correction; ``None`` for who only reads, and for a scribe where only the desk can."""
    if not place.may_write or found.removed:
        return None
    if not place.is_desk and holds_ruling(record=found.record):
        return None
    form = typed or hand_form(place, of=found)
    return None if form.says_too_little else form


def _hand_links(place: Place, found: Hand) -> dict[str, str]:
    names = ("hand_edit", "hand_earlier", "hand_take_back", "hand_put_back")
    return {name: place.address(name, sequence=found.sequence) for name in names}


def _dispute_address(place: Place, found: Hand) -> str:
    if place.token or found.removed or not place.may_decide:
        return ""
    return place.address("dispute", sequence=found.sequence)
