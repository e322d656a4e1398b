"""The board of a round and the page of a table: hands written, corrected, taken back, the sheet handed in."""

import json
import uuid
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.adapters import ReadHand, device_rules, rulebook_of, stored_hand
from scoring.forms.auction import AuctionBoard, auction_board
from scoring.forms.choices import PARTS
from scoring.forms.hands import HandForm
from scoring.forms.jump import TableJumpForm
from scoring.forms.points import NOT_ASKED, Offers
from scoring.forms.stored_hands import hand_initial
from scoring.models import Hand
from scoring.printing.contents import door_address
from scoring.selectors.disputes import open_disputes
from scoring.selectors.history import table_history
from scoring.selectors.points import trump_contracts
from scoring.selectors.results import obstacles_to_closing
from scoring.selectors.scribes import scribe_link_of
from scoring.selectors.tables import (
    HandRow,
    NewHand,
    NextHand,
    SeatLine,
    TableAccount,
    Totals,
    account_after,
    board_rows,
    explained,
    next_hand,
    reading_of,
    seat_lines,
    table_account,
    table_mark,
)
from scoring.services.closing import round_close
from scoring.services.questions import ANSWERS, TAKEN
from scoring.services.results import table_hand_in, table_take_back
from scoring.views import answers
from scoring.views.places import LinkedRow, Place
from tournament.access import for_members, for_organiser
from tournament.actors import Actor
from tournament.errors import Asked, Refused
from tournament.lib.requested import whole_number
from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Round, Tournament
from tournament.selectors.hall import clock_of
from tournament.selectors.public_state import desk_mark
from tournament.selectors.rounds import round_named, unfinished_before


@require_safe
@for_members
def sheets(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Lístky*: the board of the round being played, or the last one; what to do when there is none."""
    drawn = tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).order_by("number")
    round_ = drawn.filter(state__in=ALLOWED[Act.WRITE_HAND]).first() or drawn.last()
    if round_ is not None:
        return redirect("scoring:round_board", tournament.slug, round_.number)
    return render(request, "scoring/no_round.html", {"tournament": tournament, "actor": actor})


@require_safe
@for_members
def round_board(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The tables of a round with their state, those that need attention first; it stays up to date.

    ``?stul=`` is a number somebody typed to get to a table.
    """
    round_ = _drawn_round(tournament, number)
    if "stul" not in request.GET:
        return _board(request, actor, round_)
    jump = TableJumpForm(request.GET, tables=_seen_tables(round_, actor))
    if not jump.is_valid():
        return _board(request, actor, round_, jump=jump)
    found, hands = jump.cleaned_data["stul"]
    page = "table" if not actor.is_organiser else "typing" if hands else "result"
    return redirect(f"scoring:{page}", tournament.slug, number, found)


def _seen_tables(round_: Round, actor: Actor) -> list[int]:
    tables = round_.tables.order_by("number").values_list("pk", "number")
    return [number for pk, number in tables if actor.may_see_hands(pk, number)]


def _board(
    request: HttpRequest,
    actor: Actor,
    round_: Round,
    refusal: Refused | None = None,
    jump: TableJumpForm | None = None,
) -> HttpResponse:
    """The board; with the ``refusal`` of closing also what stands in its way, table by table.

    ``jump``: the field of a table's number, with what was wrong about it.
    """
    tournament = round_.tournament
    mark = desk_mark(tournament.slug)
    earlier = unfinished_before(tournament, round_.number)
    may_close = actor.is_organiser and allowed(Act.CLOSE, round_.state)
    rows = [row for row in board_rows(round_) if actor.may_see_hands(row.table.pk, row.table.number)]
    context = {
        "tournament": tournament,
        "actor": actor,
        "mark": mark,
        "round": round_,
        "clock": clock_of(tournament),
        "jump": jump or TableJumpForm(focused=actor.is_organiser and allowed(Act.WRITE_HAND, round_.state)),
        "rounds": tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).order_by("number"),
        "rows": rows,
        "waiting": [row for row in rows if row.attention < 4],
        "rulings": sum(row.rulings for row in rows),
        "disputes": open_disputes(tournament, actor),
        "may_close": may_close and not earlier,
        "earlier": earlier[0].round if may_close and earlier else None,
        "refusal": refusal,
        "obstacles": obstacles_to_closing(round_, actor) if refusal and not earlier else (),
        "may_rank": actor.is_organiser and allowed(Act.PUBLISH_STANDINGS, round_.state),
    }
    return render(request, "scoring/board.html", context, status=422 if refusal else 404 if jump else 200)


@require_POST
@for_organiser
def close(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Confirm what can be confirmed and close the round; otherwise the tables are named on its board."""
    round_ = _drawn_round(tournament, number)
    try:
        done = round_close(round_=round_, by=actor)
    except Refused as refusal:
        return _board(request, actor, round_, refusal)
    messages.success(request, done.text)
    return redirect(reverse("scoring:standings", args=[tournament.slug]) + f"?kolo={number}")


@require_safe
def table(request: HttpRequest, place: Place) -> HttpResponse:
    """The account of a table and, for those who write it, the form of the next hand."""
    return table_page(request, place)


@require_safe
def table_news(request: HttpRequest, place: Place) -> HttpResponse:
    """What others wrote since a page of the table was made, for a script that asks every few seconds.

    304 with the mark that the page has. ``cislo`` is the number of the hand that the page announces.
    """
    mark = answers.etag(table_mark(place.table))
    if request.headers.get("If-None-Match") == mark:
        response = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
    else:
        html = render_to_string("scoring/includes/table_news.html", news_of(request, place), request)
        after = next_hand(place.table, [seat.letter for seat in seat_lines(place.table)])
        response = answers.news(html, mark=mark, after=after, writes=place.may_write)
    response["ETag"] = mark
    return response


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
    if round_ is None or not allowed(Act.SHOW, round_.state):
        raise Http404
    return round_


def table_page(
    request: HttpRequest,
    place: Place,
    form: HandForm | None = None,
    *,
    payout: "Payout | None" = None,
    offers: Offers = NOT_ASKED,
    board: AuctionBoard | None = None,
    question: Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a table; ``form`` with what was typed, ``question`` where it was asked about."""
    mark = answers.etag(table_mark(place.table))
    account = table_account(place.table)
    context: dict[str, Any] = _parts(place, account) | {
        "mark": mark,
        "links": links_of(place),
        "history": table_history(place.table) if place.actor.is_member else [],
        "may_link": place.actor.is_organiser and allowed(Act.NEW_LINK, place.round.state),
        "scribe": scribe_link_of(place.table) if place.actor.is_organiser else None,
        "door": door_address(),
    }
    if place.may_write or (form and place.actor.may_write_hands(place.table.pk)):
        after = next_hand(place.table, [seat.letter for seat in account.seats])
        form = form or _new_form(place, account, after)
        context |= {
            "form": form,
            "payout": payout or Payout(account.seats, None),
            "offers": offers,
            "board": board or auction_board(form),
            "misdeals_said": json.dumps(after.misdeals),
            "misdeals": [(letter, count) for letter, count in after.misdeals.items() if count],
            "sequence": whole_number(str(form["number"].value() or "")) or after.number,
            "trumps_for": trump_contracts(place.tournament),
            "with_hra": not rulebook_of(place.tournament).sto_replaces_hra,
            "device": device_of(place, account.seats),
        }
        if question is not None:
            context |= _asked(place, form, question, account, after)
    return render(request, "scoring/table.html", context, status=status)


def news_of(request: HttpRequest, place: Place) -> dict[str, Any]:
    """The parts of a table's page that others change: hands, account, state, never what is being typed."""
    account = table_account(place.table)
    announced = whole_number(request.GET.get("cislo"))
    there = [row for row in account.hands if announced and row.hand.sequence >= announced]
    return _parts(place, account) | {"meanwhile": _linked(place, there), "live": True}


def rows_since(place: Place, number: int) -> list[LinkedRow]:
    """The lines of the hands from this number on, as a question shows them."""
    account = table_account(place.table)
    rows = (*account.hands, *account.removed)
    return _linked(place, (row for row in rows if row.hand.sequence >= number))


def line_of(place: Place, new: NewHand, seats: Iterable[SeatLine]) -> dict[str, Any]:
    """The parts of a table's page that a new hand changes, with its line alone."""
    return _parts(place, account_after(new, tuple(seats))) | {"live": True}


def _asked(
    place: Place, form: HandForm, question: Asked, account: TableAccount, after: NextHand
) -> dict[str, Any]:
    """What stands beside a question: answers given before, the hands already there, the number to come."""
    announced = form.announced()
    shown = {"question": question, "answered": sorted(announced.answered - {ANSWERS[TAKEN]})}
    if question.code != TAKEN:
        return shown
    there = [row for row in account.hands if row.hand.sequence >= (announced.number or 0)]
    form.show_number(after.number)
    return shown | {"there": _linked(place, there), "sequence": after.number}


def _parts(place: Place, account: TableAccount) -> dict[str, Any]:
    rows = _linked(place, account.hands)
    return {
        "tournament": place.tournament,
        "actor": place.actor,
        "place": place,
        "account": account,
        "seat_figures": _by_seat(account.seats, account.figures),
        "seat_sums": _by_seat(account.seats, account.totals),
        "rows": rows,
        "removed": _linked(place, account.removed),
        "last": rows[-1] if rows else None,
    }


def _by_seat(seats: Iterable[SeatLine], figures: Totals) -> list[dict[str, Any]]:
    return [
        {"line": seat, "money": figures.money[seat.letter], "premium": figures.premium[seat.letter]}
        for seat in seats
    ]


def hand_form(place: Place, data: Any = None, *, of: Hand | None = None) -> HandForm:
    """The form of a hand as this person may fill it in: of a new one, or the one that is stored as ``of``."""
    seats, rulebook = seat_lines(place.table), rulebook_of(place.tournament)
    letters = [seat.letter for seat in seats]

    def misdeals() -> dict[str, int]:
        """A stored misdeal may say fewer than are written, where it came from a file."""
        written = next_hand(place.table, letters, before=of.sequence if of else None).misdeals
        if of is not None and of.record.get("kind") == "misdeal":
            dealer = of.record["dealer"]
            written[dealer] = min(written[dealer], of.record.get("prior_misdeals", 0))
        return written

    initial = None
    if of is not None and data is None:
        shown = hand_initial(of.record, seats, rulebook, misdeals)
        initial = {**shown, "expected": of.version, "auction": of.auction}
    return HandForm(
        data, seats=seats, rulebook=rulebook, desk=place.is_desk, misdeals=misdeals, initial=initial
    )


def _new_form(place: Place, account: TableAccount, after: NextHand) -> HandForm:
    initial = {
        "submission": uuid.uuid4(),
        "number": after.number,
        "kind": "hand",
        "dealer": after.dealer,
        **{f"flek_{part}": "0" for part in PARTS},
    }
    return HandForm(
        seats=account.seats, rulebook=rulebook_of(place.tournament), desk=place.is_desk, initial=initial
    )


class Payout:
    """A settlement as the page shows it: an amount for each name, the lines, what was not granted."""

    def __init__(
        self,
        seats: tuple[SeatLine, ...],
        read: ReadHand | None,
        problems: tuple[str, ...] = (),
        reading: str = "",
    ) -> None:
        self.problems, self.reading = problems, reading
        self.settlement = settlement = read.settlement if read else None
        self.amounts = [
            {
                "seat": seat,
                "money": settlement.money[seat.letter] if settlement else None,
                "premium": settlement.premium[seat.letter] if settlement else 0,
            }
            for seat in seats
        ]
        told = explained(settlement, seats) if settlement else None
        self.lines = told.lines if told else ()
        self.refused = told.refused if told else ()
        self.limited = bool(settlement and settlement.limited)
        self.is_stored = self.is_correction = False

    def note_if_stored(self, hand: Hand) -> None:
        """Whether a correction would pay the hand as it is paid already: its lines are on the page then."""
        stored = stored_hand(hand.record, rulebook_of(hand.table.round.tournament))
        self.is_correction, self.is_stored = True, self.settlement == stored.settlement


def payout_of(form: HandForm, place: Place) -> Payout:
    """What the typed hand would be paid, or what is still wrong with it."""
    read = form.read_hand()
    if read is None:
        return Payout(tuple(form.seats), None, tuple(form.problems()))
    return Payout(tuple(form.seats), read, reading=reading_of(read) if form.is_pasted else "")


def device_of(place: Place, seats: Iterable[SeatLine]) -> dict[str, str]:
    """What the scripts of a table reckon by while there is no line, as JSON."""
    return {
        "seats": json.dumps({seat.letter: seat.name for seat in seats}),
        "rules": json.dumps(device_rules(rulebook_of(place.tournament))),
    }


def links_of(place: Place) -> dict[str, str]:
    """The addresses that the page of a table and of a hand send to."""
    names = (
        "table",
        "table_news",
        "hand_new",
        "hand_preview",
        "hand_points",
        "hand_auction",
        "hand_in",
        "take_back",
        "dispute_new",
    )
    return {name: place.address(name) for name in names}


def _linked(place: Place, rows: Iterable[HandRow]) -> list[LinkedRow]:
    return [LinkedRow(row, place) for row in rows]
