"""Hands of a table typed from its sheet, a line each, without the mouse (docs/rules/shorthand.md)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.shorthand import shorten
from scoring.adapters import ReadHand, rulebook_of, stored_hand
from scoring.forms.lines import LineForm, line_error
from scoring.models import Hand
from scoring.selectors.tables import (
    HandRow,
    NextHand,
    SeatAmount,
    current_ruling,
    hand_row,
    hand_totals,
    next_hand,
    seat_lines,
    table_account,
)
from scoring.services.hands import hand_correct, hand_send
from scoring.services.questions import ANSWERS, TAKEN
from scoring.views import answers
from scoring.views.places import LinkedRow, Place
from scoring.views.tables import rows_since
from scoring.wording import Wording, wording_of
from tournament.errors import Asked, Conflict, DeskError
from tournament.forms.common import beside_fields, problems_of
from tournament.lib.answers import mistaken, refused
from tournament.lib.htmx import HtmxRequest
from tournament.lib.requested import wants_json, whole_number


@dataclass(frozen=True, slots=True)
class TypedReading:
    """What a line was understood as: words, who plays, an amount for each seat; or what is wrong with it."""

    words: Wording | None = None
    declarer: str = ""
    amounts: tuple[SeatAmount, ...] = ()
    error: str = ""
    ruled_by: str = ""


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One line of the page: a stored hand (``version``) or the next one, with what was typed.

    ``answered`` are the questions answered so far, ``question`` the one that is asked about now, ``there``
    the stored hands it is about.
    """

    number: int
    dealer: str
    text: str
    address: str
    reading: TypedReading = TypedReading()
    version: int | None = None
    question: DeskError | None = None
    answered: tuple[str, ...] = ()
    there: Sequence[LinkedRow] = ()


@require_safe
def typed(request: HtmxRequest, place: Place) -> HttpResponse:
    """The hands written so far, a line each, and the line of the next one."""
    _require_organiser(place)
    return _page(request, place) if place.may_write else place.back()


@require_POST
def line_read(request: HttpRequest, place: Place) -> HttpResponse:
    """What a line says and what it would be paid; nothing is saved."""
    _require_organiser(place)
    form = _form(request, place, _stored_at(request, place))
    read = form.read_hand()
    shown = _reading(read) if read is not None else TypedReading(error=_error_of(form))
    return render(request, "scoring/includes/typed_reading.html", {"reading": shown})


@require_POST
def line_save(request: HttpRequest, place: Place) -> HttpResponse:
    """Store a new hand; what is wrong or asked stands in its line."""
    _require_organiser(place)
    place.require_write()
    form = _form(request, place)
    read, trouble = form.read_hand(), beside_fields(form)
    if read is not None:
        with trouble:
            sent = hand_send(
                table=place.table,
                record=read,
                by=place.actor,
                submission=form.cleaned_data["submission"],
                announced=form.announced(read),
            )
            said = _("Hra %(n)d je uložená.") % {"n": sent.hand.sequence}
            return _stored(request, place, sent.hand, said, repeated=sent.repeated)
    return _not_stored(request, place, form, trouble.refusal)


@require_POST
def line_correct(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Correct a stored hand in its line."""
    _require_organiser(place)
    place.require_write()
    found = place.hand_or_404(sequence)
    form = _form(request, place, found)
    read, trouble = form.read_hand(), beside_fields(form, row=found)
    if read is not None:
        with trouble:
            expected = form.cleaned_data["expected"]
            fresh = hand_correct(
                hand=found,
                record=read,
                by=place.actor,
                expected=expected,
                announced=form.announced(read),
            )
            return _stored(request, place, fresh, _("Hra %(n)d je opravená.") % {"n": sequence})
    return _not_stored(request, place, form, trouble.refusal, found)


def _require_organiser(place: Place) -> None:
    if not place.actor.is_organiser:
        raise Http404


def _stored_at(request: HttpRequest, place: Place) -> Hand | None:
    """The hand whose line is being read, ``None`` for the next one."""
    sequence = whole_number(request.POST.get("sequence"))
    return place.hand_or_404(sequence) if sequence is not None else None


def _form(request: HttpRequest, place: Place, found: Hand | None = None) -> LineForm:
    """The line as it was sent, read by the hands that precede its number; a stored hand keeps its dealer."""
    seats = seat_lines(place.table)
    number = found.sequence if found else whole_number(request.POST.get("number"))
    after = next_hand(place.table, [seat.letter for seat in seats], before=number)
    if found is not None:
        after = replace(after, dealer=found.record["dealer"])
    return LineForm(request.POST, seats=seats, rulebook=rulebook_of(place.tournament), after=after)


def _error_of(form: LineForm) -> str:
    return line_error(problems_of(form))


def _reading(read: ReadHand) -> TypedReading:
    settlement = read.settlement
    amounts = tuple(
        SeatAmount(seat, money, money, settlement.premium[seat]) for seat, money in settlement.money.items()
    )
    return TypedReading(wording_of(read.hand), read.hand.declarer or "", amounts)


def _line_of(place: Place, row: HandRow) -> TypedLine:
    """The line of a stored hand: as it was written, and as it is paid."""
    hand = row.hand
    written = row.read if row.ruling is None else stored_hand(hand.record, rulebook_of(place.tournament))
    ruled_by = row.ruling.decided_by if row.ruling else ""
    return TypedLine(
        number=hand.sequence,
        dealer=row.dealer,
        text=shorten(written.hand),
        address=place.address("line_correct", sequence=hand.sequence),
        reading=TypedReading(row.words, row.declarer, row.amounts, ruled_by=ruled_by),
        version=hand.version,
    )


def _sent_line(
    place: Place, form: LineForm, refusal: DeskError | None, after: NextHand, found: Hand | None
) -> TypedLine:
    """The line that was not stored, with everything typed and what is asked or wrong."""
    read = form.read_hand()
    asked = isinstance(refusal, Asked | Conflict)
    announced = form.announced(read) if read is not None else None
    taken = asked and refusal is not None and refusal.code == TAKEN
    number = whole_number(str(form["number"].value() or "")) or after.number
    answered = announced.answered if announced is not None else frozenset()
    address = place.address("line_correct", sequence=found.sequence) if found else place.address("line_save")
    return TypedLine(
        number=found.sequence if found else after.number if taken else number,
        dealer=after.dealer if taken else read.hand.dealer if read is not None else form.after.dealer,
        text=str(form["line"].value() or ""),
        address=address,
        reading=_reading(read) if read is not None and asked else TypedReading(error=_error_of(form)),
        version=found.version if found else None,
        question=refusal if asked else None,
        answered=tuple(sorted(answered - {ANSWERS[TAKEN]})),
        there=rows_since(place, number) if taken else (),
    )


def _stored(
    request: HttpRequest, place: Place, hand: Hand, said: str, *, repeated: bool = False
) -> HttpResponse:
    """The hand is stored: its line, the sums and what comes next."""
    if not wants_json(request):
        messages.success(request, said)
        return redirect(place.address("typing"))
    letters: list[str] = hand.record["players"]
    ruling = current_ruling(hand)
    read = stored_hand(hand.record, rulebook_of(place.tournament), ruling.patch if ruling else None)
    context = {
        "lines": [_line_of(place, hand_row(hand, read, letters))],
        "totals": hand_totals(place.table, letters),
        "place": place,
    }
    html = render_to_string("scoring/includes/typed_stored.html", context, request)
    after = next_hand(place.table, letters)
    return answers.stored(hand, repeated=repeated, html=html, after=after)


def _not_stored(
    request: HttpRequest,
    place: Place,
    form: LineForm,
    refusal: DeskError | None,
    found: Hand | None = None,
) -> HttpResponse:
    """Why a line was not stored: asked, wrong, or too late."""
    after = next_hand(place.table, list(form.letters))
    line = _sent_line(place, form, refusal, after, found)
    if not wants_json(request):
        status = 409 if line.question is not None else 422
        return _page(request, place, line, status=status)
    wrong = {name: [str(text) for text in texts] for name, texts in form.errors.items()}
    if refusal is None:
        return mistaken(wrong, line.reading.error)
    if line.question is None:
        return refused(refusal, wrong)
    context = {"line": line, "place": place, "submission": form["submission"].value() or ""}
    return refused(refusal, html=render_to_string("scoring/includes/typed_line.html", context, request))


def _page(
    request: HttpRequest, place: Place, sent: TypedLine | None = None, *, status: int = 200
) -> HttpResponse:
    """The page; ``sent`` is a line that was not stored, in the place of the one it is about."""
    account = table_account(place.table)
    after = next_hand(place.table, [seat.letter for seat in account.seats])
    fresh = TypedLine(after.number, after.dealer, "", place.address("line_save"))
    stored = [_line_of(place, row) for row in account.hands]
    if sent is not None and sent.version is None:
        fresh = sent
    elif sent is not None:
        stored = [sent if line.number == sent.number else line for line in stored]
    context = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "seats": account.seats,
        "totals": account.totals,
        "lines": stored,
        "fresh": fresh,
        "submission": uuid.uuid4(),
    }
    live = getattr(request, "htmx", False)
    template = "scoring/includes/typed_news.html" if live else "scoring/typing.html"
    return render(request, template, context, status=status)
