"""Lists of players to print and to take away; the organisers', for they name cards, fees and notes."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring import exports
from scoring.printing.players import PLAYER_LISTS, listed_players, players_print
from scoring.views.files import file_response, print_response
from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.lib import excel
from tournament.models import Tournament
from tournament.selectors.tournaments import tournament_stamp


@require_safe
@for_organiser
def player_list(
    request: HttpRequest, tournament: Tournament, actor: Actor, kind: str, by: str, form: str
) -> HttpResponse:
    """The players, or the list they sign, by name or by start number."""
    shown = PLAYER_LISTS[kind]
    name = f"{tournament.slug}-{kind}-{tournament_stamp(tournament).name}"
    if form == "xlsx":
        people = listed_players(tournament, shown, by)
        workbook = exports.player_list_workbook(tournament, shown, people)
        return file_response(workbook, excel.CONTENT_TYPE, f"{name}.xlsx")
    if form == "csv":
        text = exports.player_list_csv(shown, listed_players(tournament, shown, by))
        return file_response(text.encode(), "text/csv; charset=utf-8", f"{name}.csv")
    template = "print/attendance.html" if shown.signed else "print/players.html"
    return print_response(template, {"list": players_print(tournament, shown, by)}, form, name)
