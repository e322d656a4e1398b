"""The till to take away: who has paid as print and workbook, receipts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.printing.cash import cash_print, cash_workbook, receipt_pages
from scoring.views.files import file_response, print_response
from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.lib import excel
from tournament.models import Tournament
from tournament.selectors.cash import cash_of
from tournament.selectors.tournaments import tournament_stamp


@require_safe
@for_organiser
def cash_list(request: HttpRequest, tournament: Tournament, actor: Actor, form: str) -> HttpResponse:
    """Who has paid and who owes."""
    cash = cash_of(tournament)
    name = f"{tournament.slug}-pokladna-{tournament_stamp(tournament).name}"
    if form == "xlsx":
        return file_response(cash_workbook(tournament, cash), excel.CONTENT_TYPE, f"{name}.xlsx")
    return print_response("print/cash.html", {"shown": cash_print(tournament, cash)}, form, name)


@require_safe
@for_organiser
def receipts(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: str, number: int | None = None
) -> HttpResponse:
    """A receipt of every payment that was taken here, six to a page; of one payment by its ``number``."""
    chosen = [one for one in cash_of(tournament).receipts if number in (None, one.number)]
    if not chosen:
        raise Http404
    name = f"{tournament.slug}-potvrzeni-{number or tournament_stamp(tournament).name}"
    return print_response("print/receipts.html", {"pages": receipt_pages(tournament, chosen)}, form, name)
