"""The board of a round and the page of a table: hands written, corrected, taken back, the sheet handed in."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules import Settlement
from scoring.adapters import rulebook_of, settlement_of, with_ruling
from scoring.auctions import auction_words
from scoring.forms.auction import AuctionBoard, auction_board
from scoring.forms.hands import PARTS, HandForm, hand_initial
from scoring.forms.points import NOT_ASKED, Offers
from scoring.models import Hand
from scoring.prints import door_address
from scoring.selectors.history import hand_history, table_history
from scoring.selectors.points import claims_in_words
from scoring.selectors.scribes import scribe_link_of
from scoring.selectors.tables import (
    HandRow,
    SeatLine,
    TableAccount,
    board_rows,
    current_ruling,
    hand_row,
    misdeals_of,
    next_dealer,
    next_sequence,
    reading_of,
    seat_lines,
    table_account,
)
from scoring.services.closing import round_close
from scoring.services.guards import require_writer
from scoring.services.hands import hand_correct, hand_record, hand_remove, hand_restore
from scoring.services.results import table_hand_in, table_take_back
from scoring.views.places import Place
from tournament.access import for_members, for_organiser
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, DRAWN_STATES
from tournament.errors import DeskError, Refused
from tournament.forms.common import add_refusal
from tournament.lifecycle import Act, allowed
from tournament.models import Round, Tournament
from tournament.selectors.rounds import round_named


@require_safe
@for_members
def sheets(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Lístky*: the board of the round being played, or the last one; what to do when there is none."""
    drawn = tournament.rounds.filter(state__in=DRAWN_STATES).order_by("number")
    round_ = drawn.exclude(state__in=CLOSED_STATES).first() or drawn.last()
    if round_ is not None:
        return redirect("scoring:round_board", tournament.slug, round_.number)
    return render(request, "scoring/no_round.html", {"tournament": tournament, "actor": actor})


@require_safe
@for_members
def round_board(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The tables of a round with their state, those that need attention first; refreshes itself."""
    round_ = _drawn_round(tournament, number)
    rows = [row for row in board_rows(round_) if actor.may_see_hands(row.table.pk, row.table.number)]
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "rounds": tournament.rounds.filter(state__in=DRAWN_STATES).order_by("number"),
        "rows": rows,
        "waiting": [row for row in rows if row.attention < 4],
        "rulings": sum(row.rulings for row in rows),
        "may_close": actor.is_organiser and round_.state not in CLOSED_STATES,
        "may_rank": actor.is_organiser and round_.state in CLOSED_STATES,
    }
    template = "scoring/board.html#tables" if request.htmx else "scoring/board.html"
    return render(request, template, context)


@require_POST
@for_organiser
def close(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Confirm what can be confirmed and close the round; otherwise the tables are named."""
    round_ = _drawn_round(tournament, number)
    try:
        done = round_close(round_=round_, by=actor)
    except DeskError as refusal:
        messages.error(request, refusal.text)
        return redirect("scoring:round_board", tournament.slug, number)
    messages.success(request, done.text)
    return redirect(reverse("scoring:standings", args=[tournament.slug]) + f"?kolo={number}")


@require_safe
def table(request: HttpRequest, place: Place) -> HttpResponse:
    """The account of a table and, for those who write it, the form of the next hand."""
    return _table_page(request, place)


@require_POST
def hand_new(request: HttpRequest, place: Place) -> HttpResponse:
    """Store a hand; what is wrong, or who confirmed meanwhile, stands there with everything typed."""
    require_writer(place.table, place.actor)
    seats = seat_lines(place.table)
    form = HandForm(request.POST, seats=seats, rulebook=rulebook_of(place.tournament))
    record = form.checked_record()
    if record is not None:
        try:
            hand = hand_record(
                table=place.table,
                record=record,
                by=place.actor,
                submission=form.cleaned_data.get("submission"),
                auction=form.cleaned_data["auction"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("Hra %(n)d je uložená.") % {"n": hand.sequence})
            return redirect(place.address("table") + "#zapis")
    return _table_page(request, place, form, status=422)


@require_POST
def hand_preview(request: HttpRequest, place: Place) -> HttpResponse:
    """What the typed hand would be paid; nothing is saved. Without JavaScript the whole page comes back."""
    seats = seat_lines(place.table)
    form = HandForm(request.POST, seats=seats, rulebook=rulebook_of(place.tournament))
    payout = payout_of(form, place)
    sequence = _sequence(request)
    if sequence is not None:
        payout.note_if_stored(place.hand_or_404(sequence))
    if request.htmx:
        context = {"place": place, "payout": payout, "links": _links(place), "live": True}
        return render(request, "scoring/table.html#settlement", context)
    return typed_page(request, place, form, payout=payout)


def typed_page(request: HttpRequest, place: Place, form: HandForm, **shown: Any) -> HttpResponse:
    """The page a form was typed on, with everything typed; ``shown``: ``payout``, ``offers``, ``board``."""
    sequence = _sequence(request)
    if sequence is None:
        return _table_page(request, place, form, **shown)
    return _hand_page(request, place, place.hand_or_404(sequence), form, **shown)


def help_context(place: Place, form: HandForm, **shown: Any) -> dict[str, Any]:
    """What the parts of the form need that ask the server while a hand is being written."""
    return {"place": place, "form": form, "links": _links(place), "live": True, **shown}


@require_safe
def hand(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """One hand: how it was paid, who wrote and changed it, and the form to correct it."""
    return _hand_page(request, place, place.hand_or_404(sequence))


@require_POST
def hand_edit(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Correct a hand."""
    place.require_write()
    found = place.hand_or_404(sequence)
    form = HandForm(request.POST, seats=seat_lines(place.table), rulebook=rulebook_of(place.tournament))
    record = form.checked_record()
    if record is not None:
        try:
            hand_correct(
                hand=found,
                record=record,
                by=place.actor,
                expected=form.cleaned_data.get("expected"),
                auction=form.cleaned_data["auction"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
            found = place.hand_or_404(sequence)
            form.show_version(found.version)
        else:
            messages.success(request, _("Hra %(n)d je opravená.") % {"n": sequence})
            return place.back()
    return _hand_page(request, place, found, form, status=422)


@require_POST
def hand_take_back(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Take a hand back; it can be put back from the page of the table."""
    hand_remove(hand=place.hand_or_404(sequence), by=place.actor, expected=_version(request))
    messages.success(request, _("Hra %(n)d je vzatá zpět a nepočítá se.") % {"n": sequence})
    return place.back()


@require_POST
def hand_put_back(request: HttpRequest, place: Place, sequence: int) -> HttpResponse:
    """Put a hand that was taken back into the account again."""
    hand_restore(hand=place.hand_or_404(sequence), by=place.actor, expected=_version(request))
    messages.success(request, _("Hra %(n)d se zase počítá.") % {"n": sequence})
    return place.back()


@require_POST
def hand_in(request: HttpRequest, place: Place) -> HttpResponse:
    """The sheet is finished and goes to the desk."""
    table_hand_in(table=place.table, by=place.actor)
    messages.success(request, _("Lístek je odevzdaný. Do potvrzení ho můžete vzít zpět."))
    return place.back()


@require_POST
def take_back(request: HttpRequest, place: Place) -> HttpResponse:
    """The sheet goes back to the table."""
    table_take_back(table=place.table, by=place.actor)
    messages.success(request, _("Lístek je zase u stolu."))
    return place.back()


def _drawn_round(tournament: Tournament, number: int) -> Round:
    round_ = round_named(tournament, number)
    if round_ is None or round_.state not in DRAWN_STATES:
        raise Http404
    return round_


def _table_page(
    request: HttpRequest,
    place: Place,
    form: HandForm | None = None,
    *,
    payout: "Payout | None" = None,
    offers: Offers = NOT_ASKED,
    board: AuctionBoard | None = None,
    status: int = 200,
) -> HttpResponse:
    account = table_account(place.table)
    context: dict[str, Any] = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "account": account,
        "seat_sums": [
            {
                "line": seat,
                "money": account.totals.money[seat.letter],
                "premium": account.totals.premium[seat.letter],
            }
            for seat in account.seats
        ],
        "rows": _row_links(place, account.hands),
        "removed": _row_links(place, account.removed),
        "last": account.hands[-1] if account.hands else None,
        "links": _links(place),
        "history": table_history(place.table) if place.actor.is_member else [],
        "may_link": place.actor.is_organiser and allowed(Act.NEW_LINK, place.round.state),
        "scribe": scribe_link_of(place.table) if place.actor.is_organiser else None,
        "door": door_address(),
    }
    if place.may_write or (form and place.actor.may_write_hands(place.table.pk)):
        form = form or _new_form(place, account)
        context |= {
            "form": form,
            "payout": payout or Payout(account.seats, None),
            "offers": offers,
            "board": board or auction_board(form),
            "sequence": next_sequence(place.table),
            "with_hra": not rulebook_of(place.tournament).sto_replaces_hra,
        }
    return render(request, "scoring/table.html", context, status=status)


def _hand_page(
    request: HttpRequest,
    place: Place,
    found: Hand,
    form: HandForm | None = None,
    *,
    payout: "Payout | None" = None,
    offers: Offers = NOT_ASKED,
    board: AuctionBoard | None = None,
    status: int = 200,
) -> HttpResponse:
    seats, rulebook = seat_lines(place.table), rulebook_of(place.tournament)
    ruling = current_ruling(found)
    settlement = settlement_of(found.record, ruling.patch if ruling else None, rulebook)
    context: dict[str, Any] = {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "hand": found,
        "row": hand_row(found, [seat.letter for seat in seats]),
        "seats": seats,
        "ruling": ruling,
        "auction": auction_words(found.auction),
        "claims": claims_in_words(
            with_ruling(found.record, ruling.patch if ruling else None), place.tournament
        ),
        "paid": Payout(seats, settlement),
        "history": hand_history(found),
        "dispute_address": _dispute_address(place, found),
        "links": _links(place) | _hand_links(place, found),
    }
    if place.may_write and not found.removed:
        initial = {
            **hand_initial(found.record, seats, rulebook),
            "expected": found.version,
            "auction": found.auction,
        }
        form = form or HandForm(seats=seats, rulebook=rulebook, initial=initial)
        context |= {
            "form": form,
            "offers": offers,
            "board": board or auction_board(form),
            "payout": payout or Payout(seats, settlement_of(found.record, None, rulebook)),
            "previewed": payout is not None,
            "with_hra": not rulebook.sto_replaces_hra,
        }
    return render(request, "scoring/hand.html", context, status=status)


def _new_form(place: Place, account: TableAccount) -> HandForm:
    letters = [seat.letter for seat in account.seats]
    dealer = next_dealer(place.table, letters)
    initial = {
        "submission": uuid.uuid4(),
        "kind": "hand",
        "dealer": dealer,
        "prior_misdeals": misdeals_of(place.table).get(dealer, 0),
        **{f"flek_{part}": "0" for part in PARTS},
    }
    return HandForm(seats=account.seats, rulebook=rulebook_of(place.tournament), initial=initial)


class Payout:
    """A settlement as the page shows it: an amount for each name, the lines, what was not granted."""

    def __init__(
        self,
        seats: tuple[SeatLine, ...],
        settlement: Settlement | None,
        problems: tuple[str, ...] = (),
        reading: str = "",
    ) -> None:
        self.settlement, self.problems, self.reading = settlement, problems, reading
        self.amounts = [
            {
                "seat": seat,
                "money": settlement.money[seat.letter] if settlement else None,
                "premium": settlement.premium[seat.letter] if settlement else 0,
            }
            for seat in seats
        ]
        self.lines = settlement.lines if settlement else ()
        self.refused = settlement.refused if settlement else ()
        self.limited = bool(settlement and settlement.limited)
        self.is_stored = self.is_correction = False

    def note_if_stored(self, hand: Hand) -> None:
        """Whether a correction would pay the hand as it is paid already: its lines are on the page then."""
        stored = settlement_of(hand.record, None, rulebook_of(hand.table.round.tournament))
        self.is_correction, self.is_stored = True, self.settlement == stored


def payout_of(form: HandForm, place: Place) -> Payout:
    """What the typed hand would be paid, or what is still wrong with it."""
    record = form.checked_record()
    if record is None:
        problems = [text for texts in form.errors.values() for text in texts]
        return Payout(tuple(form.seats), None, tuple(dict.fromkeys(problems)))
    settlement = settlement_of(record, None, form.rulebook)
    pasted = form["record_json"].value()
    return Payout(tuple(form.seats), settlement, reading=reading_of(record, form.rulebook) if pasted else "")


def _links(place: Place) -> dict[str, str]:
    names = ("table", "hand_new", "hand_preview", "hand_points", "hand_auction", "hand_in", "take_back")
    return {name: place.address(name) for name in names}


def _row_links(place: Place, rows: tuple[HandRow, ...]) -> list[dict[str, Any]]:
    return [
        {
            "row": row,
            "address": place.address("hand", sequence=row.hand.sequence),
            "put_back": place.address("hand_put_back", sequence=row.hand.sequence),
        }
        for row in rows
    ]


def _hand_links(place: Place, found: Hand) -> dict[str, str]:
    names = ("hand_edit", "hand_take_back", "hand_put_back")
    return {name: place.address(name, sequence=found.sequence) for name in names}


def _dispute_address(place: Place, found: Hand) -> str:
    if place.token or found.removed or not place.may_decide:
        return ""
    return place.address("dispute", sequence=found.sequence)


def _version(request: HttpRequest) -> int | None:
    typed = request.POST.get("expected", "")
    if typed and not (typed.isdecimal() and len(typed) < 10):
        raise Refused(_("Formulář není z této stránky. Načtěte ji znovu."), code="expected")
    return int(typed) if typed else None


def _sequence(request: HttpRequest) -> int | None:
    typed = request.POST.get("sequence", "")
    return int(typed) if typed.isdecimal() and len(typed) < 6 else None
