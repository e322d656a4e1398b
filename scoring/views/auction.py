"""The auction at the hand: each call is asked of the rules; nothing is stored before the hand itself is."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from scoring.adapters import rulebook_of
from scoring.forms.auction import auction_board, called
from scoring.selectors.tables import seat_lines
from scoring.views.hands import help_context, typed_form, typed_page
from scoring.views.places import Place
from tournament.errors import Refused
from tournament.lib.htmx import HtmxRequest


@require_POST
def hand_auction(request: HtmxRequest, place: Place) -> HttpResponse:
    """One call (``call``), one taken back, or a look at whose turn it is when nothing was called."""
    seats, rulebook = seat_lines(place.table), rulebook_of(place.tournament)
    data, problem = request.POST, ""
    typed = data.get("call", "")
    if typed:
        try:
            data = called(data, typed, seats, rulebook)
        except Refused as refusal:
            problem = refusal.text
    form = typed_form(place, data)
    board = auction_board(form, problem)
    if request.htmx:
        return render(request, "scoring/includes/auction.html", help_context(place, form, board=board))
    return typed_page(request, place, form, board=board)
